// The order within a straight piece. What only computes goes right in front of who wants it, accesses keep their order.
// Where that keeps more registers alive than need be, a second order is made from the end on, of what gives most
// registers back.

import { computeLiveness } from '../../machine/liveness.ts';
import type { SegmentDraft, VirtualInstruction } from '../../machine/virtual.ts';
import { instructionClasses } from './listing.ts';
import type { Code } from './select/code.ts';

const PLACES = { start: 0, body: 1, end: 2 } as const;
const COMPUTES: ReadonlySet<string> = new Set(
  instructionClasses.filter(
    (each) => each === 'float' || each === 'simple' || each === 'complex' || each === 'move',
  ),
);
/** Not between lanes: `ballot`, `shuffle` and `simd` see who is there. */
const SEES_LANES: ReadonlySet<string> = new Set(['ballot', 'shuffle', 'simd']);

/** Orders every draft in place. */
export function order(code: Code): void {
  const { drafts, registers } = code;
  const isMovable = (each: VirtualInstruction) =>
    each.place === 'body' &&
    !each.isCopy &&
    each.destinations.length > 0 &&
    COMPUTES.has(each.costClass) &&
    !SEES_LANES.has(each.opcode);
  for (const draft of drafts) {
    const placed = [...draft.instructions].sort((a, b) => PLACES[a.place] - PLACES[b.place]);
    draft.instructions = sunk(placed, isMovable);
  }
  const { liveOut } = computeLiveness(drafts, registers.count);
  for (const draft of drafts) {
    const live = new Set<number>();
    liveOut.forEach(draft.id, (register) => live.add(register));
    draft.instructions = relieved(draft, live, (register) => registers.words[register]);
  }
}

/** Each in front of the first that reads it. */
function sunk(
  instructions: readonly VirtualInstruction[],
  isMovable: (each: VirtualInstruction) => boolean,
): VirtualInstruction[] {
  // From the last to the first, in that order.
  const output: VirtualInstruction[] = [];
  for (const each of [...instructions].reverse()) {
    const at = isMovable(each)
      ? output.findLastIndex(({ sources }) => sources.some((source) => each.destinations.includes(source)))
      : -1;
    if (at < 0) output.push(each);
    else output.splice(at + 1, 0, each);
  }
  return output.reverse();
}

type WordsOf = (register: number) => number;

/** The piece in the order from the end on, if fewer registers are alive then. */
function relieved({ instructions }: SegmentDraft, liveOut: ReadonlySet<number>, wordsOf: WordsOf) {
  const body = instructions.filter((each) => each.place === 'body');
  const end = instructions.filter((each) => each.place === 'end');
  const live = new Set(liveOut);
  for (const each of [...end].reverse()) update(each, live);
  const before = new Set(live);
  let [pressure, most] = [0, 0];
  for (const each of [...body].reverse()) {
    pressure += change(each, live, wordsOf);
    most = Math.max(most, pressure);
    update(each, live);
  }
  const chosen = fromTheEnd(body, before, wordsOf);
  if (chosen.most >= most) return instructions;
  return [...instructions.filter((each) => each.place === 'start'), ...chosen.order, ...end];
}

function fromTheEnd(body: readonly VirtualInstruction[], live: Set<number>, wordsOf: WordsOf) {
  const { needs, readers } = dependences(body);
  const heads = body.map((_, at) => at).filter((at) => readers[at] === 0);
  const order: VirtualInstruction[] = [];
  let [pressure, most] = [0, 0];
  while (heads.length > 0) {
    let [best, bestChange] = [0, Infinity];
    heads.forEach((at, k) => {
      const changed = change(body[at], live, wordsOf);
      if (changed < bestChange) [best, bestChange] = [k, changed];
    });
    const [at] = heads.splice(best, 1);
    pressure += bestChange;
    most = Math.max(most, pressure);
    order.push(body[at]);
    update(body[at], live);
    for (const each of needs[at]) if (--readers[each] === 0) heads.push(each);
  }
  return { order: order.reverse(), most };
}

/** What each instruction must follow, and how many must follow it. */
function dependences(body: readonly VirtualInstruction[]) {
  const writers = new Map<number, number>();
  const needs: number[][] = [];
  const readers = new Array<number>(body.length).fill(0);
  let [lastLoad, lastStore] = [-1, -1];
  body.forEach((each, at) => {
    const from = new Set<number>();
    for (const source of each.sources) from.add(writers.get(source) ?? -1);
    const isFixed = each.costClass === 'wait' || SEES_LANES.has(each.opcode);
    const isMemory = each.costClass === 'local' || each.costClass === 'device';
    const isLoad = isMemory && each.destinations.length > 0 && !each.opcode.includes('atomic');
    if (isFixed || (isMemory && !isLoad)) from.add(lastLoad);
    if (isFixed || isMemory) from.add(lastStore);
    from.delete(-1);
    for (const destination of each.destinations) writers.set(destination, at);
    if (isLoad || isFixed) lastLoad = at;
    if (isMemory || isFixed) lastStore = at;
    needs.push([...from]);
    for (const need of from) readers[need]++;
  });
  return { needs, readers };
}

/** Words that are alive in front of the instruction and not behind it, less those that it makes. */
function change({ sources, destinations }: VirtualInstruction, live: ReadonlySet<number>, wordsOf: WordsOf) {
  let words = 0;
  for (const each of destinations) if (live.has(each)) words -= wordsOf(each);
  for (const each of new Set(sources)) if (!live.has(each)) words += wordsOf(each);
  return words;
}

function update({ sources, destinations }: VirtualInstruction, live: Set<number>): void {
  for (const each of destinations) live.delete(each);
  for (const each of sources) live.add(each);
}
