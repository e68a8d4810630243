// Loops whose test hangs on constants alone, however the counter moves (halved, doubled, shifted): replaying the counter
// says how often they run.

import { evaluatePure } from '../evaluate.ts';
import { countNexts } from '../inline-region.ts';
import type { IfInstruction, Instruction, LoopInstruction, Module, ValueId } from '../ir.ts';
import { countExits, isLeaving, isStaying, type LoopShape } from './loops.ts';

/** The shape of such a loop, without inductions; undefined when it runs more than `most` times or nobody can tell. */
export function replayLoop(
  module: Pick<Module, 'values'>,
  loop: LoopInstruction,
  most: number,
): LoopShape | undefined {
  const { instructions } = loop.body;
  const last = instructions.at(-1)!;
  if (last.kind !== 'next' || last.target !== loop.id || countNexts(loop.body, loop.id) !== 1)
    return undefined;
  for (const [position, instruction] of instructions.entries()) {
    if (instruction.kind !== 'if') continue;
    const leavesInThen = isLeaving(instruction.then, loop, instruction);
    const [leave, stay] = leavesInThen
      ? [instruction.then, instruction.otherwise]
      : [instruction.otherwise, instruction.then];
    if (!isLeaving(leave, loop, instruction) || !isStaying(stay, loop, instruction)) continue;
    const tripCount = replay(module, loop, instruction, leavesInThen, last.values, most);
    if (tripCount === undefined) continue;
    return {
      loop,
      inductions: [],
      // No sum describes the counter; nobody asks a shape without inductions for it.
      test: {
        position,
        instruction,
        stay,
        leave,
        counter: NO_COUNTER,
        addend: 0,
        relation: 'ne',
        bound: instruction.condition,
      },
      isTestFirst: false,
      isTestOnlyExit: countExits(loop) === 1,
      tripCount,
    };
  }
  return undefined;
}

const NO_COUNTER = { index: -1, parameter: -1, initial: -1, step: 0 };

function replay(
  { values }: Pick<Module, 'values'>,
  loop: LoopInstruction,
  test: IfInstruction,
  leavesInThen: boolean,
  passed: readonly ValueId[],
  most: number,
): number | undefined {
  const known = new Map<ValueId, number>();
  const numberOf = (id: ValueId): number | undefined => values[id].constant ?? known.get(id);
  for (const [k, parameter] of loop.parameters.entries())
    setKnown(known, parameter, values[loop.initial[k]].constant);
  for (let trips = 0; trips <= most; trips++) {
    for (const each of loop.body.instructions) evaluate(each, values, numberOf, known);
    const condition = numberOf(test.condition);
    if (condition === undefined) return undefined;
    if ((condition !== 0) === leavesInThen) return trips;
    const next = passed.map(numberOf);
    for (const [k, parameter] of loop.parameters.entries()) setKnown(known, parameter, next[k]);
  }
  return undefined;
}

function evaluate(
  instruction: Instruction,
  values: Module['values'],
  numberOf: (id: ValueId) => number | undefined,
  known: Map<ValueId, number>,
): void {
  if (instruction.kind !== 'pure') return;
  const { op, result, operands, component } = instruction;
  const numbers = operands.map(numberOf);
  const isKnown = numbers.every((each): each is number => each !== undefined);
  const types = operands.map((each) => values[each].type);
  const value = isKnown ? evaluatePure(op, values[result].type, types, numbers, component) : undefined;
  setKnown(known, result, value);
}

function setKnown(known: Map<ValueId, number>, id: ValueId, value: number | undefined): void {
  if (value === undefined) known.delete(id);
  else known.set(id, value);
}
