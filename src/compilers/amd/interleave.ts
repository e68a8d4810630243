// The last order within a straight piece: of the next few instructions, the first whose operands have been there for a
// while goes first, so that chains of dependent ones alternate.

import type { VirtualInstruction } from '../../machine/virtual.ts';

/** How far ahead the driver looks. */
const WINDOW = 16;
/** Instructions that a vector result takes until nobody waits for it. */
const LATENCY = { vector: 3, scalar: 2 } as const;

const isMovable = ({ costClass, place, opcode }: VirtualInstruction) =>
  place === 'body' && (costClass === 'vector' || costClass === 'scalar') && !opcode.includes('mbcnt');

export function interleave(instructions: readonly VirtualInstruction[]): VirtualInstruction[] {
  const output: VirtualInstruction[] = [];
  let piece: VirtualInstruction[] = [];
  const flush = (): void => {
    output.push(...interleavePiece(piece));
    piece = [];
  };
  for (const each of instructions) {
    if (isMovable(each)) piece.push(each);
    else {
      flush();
      output.push(each);
    }
  }
  flush();
  return output;
}

function interleavePiece(piece: readonly VirtualInstruction[]): VirtualInstruction[] {
  const needs = dependences(piece);
  const done = new Map<number, number>();
  const waiting = piece.map((_, at) => at);
  const output: VirtualInstruction[] = [];
  while (waiting.length > 0) {
    const window = waiting.slice(0, WINDOW).filter((at) => needs[at].every((each) => done.has(each)));
    const stallOf = (at: number) =>
      Math.max(0, ...needs[at].map((each) => done.get(each)! + latencyOf(piece[each]) - output.length));
    const next = window.reduce((best, at) => (stallOf(at) < stallOf(best) ? at : best));
    waiting.splice(waiting.indexOf(next), 1);
    done.set(next, output.length);
    output.push(piece[next]);
  }
  return output;
}

function latencyOf({ costClass }: VirtualInstruction): number {
  return costClass === 'vector' ? LATENCY.vector : LATENCY.scalar;
}

/** What each instruction must follow: writers of what it reads, and readers and writers of what it writes. */
function dependences(piece: readonly VirtualInstruction[]): number[][] {
  const writer = new Map<number, number>();
  const readers = new Map<number, number[]>();
  return piece.map(({ sources, destinations }, at) => {
    const needs = new Set<number>();
    for (const each of [...sources, ...destinations]) {
      const from = writer.get(each);
      if (from !== undefined) needs.add(from);
    }
    for (const each of destinations) for (const reader of readers.get(each) ?? []) needs.add(reader);
    for (const each of sources) readers.set(each, [...(readers.get(each) ?? []), at]);
    for (const each of destinations) {
      writer.set(each, at);
      readers.delete(each);
    }
    needs.delete(at);
    return [...needs];
  });
}
