// Where a kernel tries a compare-exchange until it succeeds: the loops that do so, and the stays of a trace's warps
// in them.

import type { Trace } from '../execute/trace.ts';
import type { AtomicInstruction, Instruction, ValueId } from '../ir/ir.ts';
import { operandsOf, resultsOf } from '../ir/walk.ts';
import { bodiesOf, forEachInstructionIn, segmentsIn } from '../machine/nodes.ts';
import type { LoopNode, MachineNode, Program } from '../machine/program.ts';

export interface RetryLoop {
  readonly segments: ReadonlySet<number>;
  readonly space: 'buffer' | 'workgroup';
}

/** Loops with a compare-exchange at an address that stays the same. */
export function retryLoops(program: Program): RetryLoop[] {
  const found: RetryLoop[] = [];
  const visit = (nodes: readonly MachineNode[]): void => {
    for (const node of nodes) {
      if (node.kind === 'segment') continue;
      const before = found.length;
      for (const body of bodiesOf(node)) visit(body);
      // The innermost loop is the one that tries again.
      if (node.kind !== 'loop' || found.length > before) continue;
      const exchange = exchangeIn(node);
      if (exchange)
        found.push({ segments: segmentsIn(node.body), space: exchange.root.space as RetryLoop['space'] });
    }
  };
  visit(program.nodes);
  return found;
}

/** The number of the retry loop that a segment belongs to, −1 for others: those of one kind of memory. */
export function loopOfSegment(
  program: Program,
  loops: readonly RetryLoop[],
  space: RetryLoop['space'],
): Int32Array {
  const loopOf = new Int32Array(program.segments.length).fill(-1);
  loops.forEach((loop, index) => {
    if (loop.space === space) for (const segment of loop.segments) loopOf[segment] = index;
  });
  return loopOf;
}

/** The compare-exchange that a loop tries again and again at one address. */
function exchangeIn(loop: LoopNode): AtomicInstruction | undefined {
  const inside = new Map<ValueId, Instruction>();
  const changing = new Set<ValueId>(loop.instruction.parameters);
  const exchanges: AtomicInstruction[] = [];
  forEachInstructionIn(loop.body, (instruction) => {
    for (const result of resultsOf(instruction)) inside.set(result, instruction);
    if (instruction.kind === 'atomic' && instruction.op === 'compare_exchange') exchanges.push(instruction);
  });
  const isSteady = (value: ValueId): boolean => {
    if (changing.has(value)) return false;
    const source = inside.get(value);
    if (source === undefined) return true;
    return !('root' in source) && !('id' in source) && operandsOf(source).every(isSteady);
  };
  return exchanges.find(({ address, root }) => root.space !== 'private' && isSteady(address));
}

/** One stay of a warp in a loop. */
export interface Stay {
  readonly workgroup: number;
  readonly firstEntry: number;
  readonly endEntry: number;
  readonly rounds: number;
  /** Its first compare-exchange. */
  readonly access: number;
  /** The words that the lanes of the first round want. */
  readonly words: Float64Array;
  /** Lanes of all further rounds together. */
  readonly laterLanes: number;
}

/** In the order of the trace. @param loopOf the number of each segment's loop, −1 outside of them */
export function staysIn(trace: Trace, loopOf: Int32Array): Stay[] {
  const stays: Stay[] = [];
  const { entryFirstAccess, exchangeAccess, exchangeWord } = trace;
  const accessAt = (entry: number) => entryFirstAccess[entry] ?? trace.accessLanes.length;
  let exchange = 0;
  for (const { workgroup, firstEntry, endEntry } of runsIn(trace, loopOf)) {
    const end = accessAt(endEntry);
    while (exchangeAccess[exchange] < accessAt(firstEntry)) exchange++;
    if (!(exchangeAccess[exchange] < end)) continue;
    const first = exchange;
    const access = exchangeAccess[first];
    while (exchangeAccess[exchange] === access) exchange++;
    const words = exchangeWord.subarray(first, exchange);
    const second = exchange;
    let rounds = 1;
    for (; exchangeAccess[exchange] < end; exchange++)
      if (exchangeAccess[exchange] !== exchangeAccess[exchange - 1]) rounds++;
    stays.push({ workgroup, firstEntry, endEntry, rounds, access, words, laterLanes: exchange - second });
  }
  return stays;
}

/** Entries of a warp that follow each other in one loop. */
function* runsIn(
  { workgroupIndex, workgroupFirstWarp, warpFirstEntry, entrySegment }: Trace,
  loopOf: Int32Array,
): Generator<Pick<Stay, 'workgroup' | 'firstEntry' | 'endEntry'>> {
  for (const workgroup of workgroupIndex.keys()) {
    for (let warp = workgroupFirstWarp[workgroup]; warp < workgroupFirstWarp[workgroup + 1]; warp++) {
      const end = warpFirstEntry[warp + 1];
      for (let entry = warpFirstEntry[warp]; entry < end; ) {
        const firstEntry = entry;
        const loop = loopOf[entrySegment[entry++]];
        while (entry < end && loopOf[entrySegment[entry]] === loop) entry++;
        if (loop >= 0) yield { workgroup, firstEntry, endEntry: entry };
      }
    }
  }
}
