// What list scheduling knows of a segment's instructions before it orders any, in numbers by their place in the order
// that it starts from. Several policies may begin with the same.

import { buildDependences, type Dependences } from './dependences.ts';
import type { SchedulingNumbers } from './schedule.ts';
import { type SegmentValues, wordsOf } from './segment-values.ts';
import { PREDICATE, type RegisterTable, type VirtualInstruction } from './virtual.ts';

export interface SegmentFacts {
  readonly body: readonly VirtualInstruction[];
  readonly dependences: Dependences;
  readonly values: SegmentValues;
  /** Words of general registers by value, and 1 for those in predicate registers. */
  readonly words: Int32Array;
  readonly isPredicate: Uint8Array;
  readonly latency: Int32Array;
  /** Which pipe the instruction keeps, and for how many cycles; 0 where others follow at once. */
  readonly pipe: Uint8Array;
  readonly pipeCycles: Int32Array;
  /** Cycles of the longest path from here to the end. */
  readonly height: Int32Array;
  /** 1 for a load from storage; 1 for a predicate that one waits for. */
  readonly isLoad: Uint8Array;
  readonly opensLoad: Uint8Array;
  readonly makesPredicate: Uint8Array;
  /** The only instruction that waits for this one, or -1. */
  readonly guardedBy: Int32Array;
}

export function factsOf(
  body: readonly VirtualInstruction[],
  values: SegmentValues,
  registers: RegisterTable,
  numbers: SchedulingNumbers,
): SegmentFacts {
  const dependences = buildDependences(body);
  const { first, next, to } = dependences;
  const count = body.length;
  const valueCount = values.registerOf.length;
  const facts = {
    body,
    dependences,
    values,
    words: Int32Array.from({ length: valueCount }, (_, value) => wordsOf(values, registers, value)),
    isPredicate: Uint8Array.from(values.registerOf, (register) =>
      registers.files[register] === PREDICATE ? 1 : 0,
    ),
    latency: Int32Array.from(body, ({ costClass }) => numbers.latencyCycles.get(costClass) ?? 1),
    pipe: Uint8Array.from(body, ({ costClass }) => numbers.pipes.get(costClass)?.pipe ?? 0),
    pipeCycles: Int32Array.from(body, ({ costClass, destinations }) => {
      const cycles = numbers.pipes.get(costClass)?.cycles ?? 0;
      return costClass === 'load_shared' ? cycles * Math.max(1, destinations.length / 2) : cycles;
    }),
    height: new Int32Array(count),
    isLoad: Uint8Array.from(body, ({ costClass }) => (costClass === 'load_global' ? 1 : 0)),
    opensLoad: new Uint8Array(count),
    makesPredicate: new Uint8Array(count),
    guardedBy: new Int32Array(count).fill(-1),
  };
  for (let index = 0; index < count; index++) {
    const made = values.writes[index][0];
    if (made !== undefined) facts.makesPredicate[index] = facts.isPredicate[made];
    const edge = first[index];
    if (edge >= 0 && next[edge] < 0) facts.guardedBy[index] = to[edge];
  }
  findHeights(facts);
  return facts;
}

function findHeights({
  dependences,
  latency,
  height,
  isLoad,
  opensLoad,
  makesPredicate,
}: SegmentFacts): void {
  const { first, next, to, isFlow } = dependences;
  for (let index = height.length - 1; index >= 0; index--) {
    let best = latency[index];
    for (let edge = first[index]; edge >= 0; edge = next[edge]) {
      const target = to[edge];
      const wait = isFlow[edge] === 1 ? latency[index] : 1;
      best = Math.max(best, wait + height[target]);
      const opens = isLoad[target] === 1 || opensLoad[target] === 1;
      if (isFlow[edge] === 1 && opens && makesPredicate[index] === 1) opensLoad[index] = 1;
    }
    height[index] = best;
  }
}
