// Where the vendor's own compiler parts from the one that the rest was read off: it computes addresses first and sends
// the loads of a piece together, one wait behind them (its listings that others have published). As far ahead as no
// fewer threads fit for it.

import type { SegmentDraft, VirtualInstruction } from '../../machine/virtual.ts';

/** Loads and what they need come first among so many instructions at a time. */
export function sendLoadsAhead({ instructions }: SegmentDraft, reach: number): VirtualInstruction[] {
  const output: VirtualInstruction[] = [];
  let piece: VirtualInstruction[] = [];
  const flush = (): void => {
    output.push(...loadsFirst(piece));
    piece = [];
  };
  for (const each of instructions) {
    const isFixed = each.place !== 'body' || each.costClass === 'wait' || isStore(each);
    if (!isFixed) piece.push(each);
    if (isFixed || piece.length >= reach) flush();
    if (isFixed) output.push(each);
  }
  flush();
  return output;
}

/** Nothing that reads moves in front of what writes. */
function isStore({ costClass, opcode, destinations }: VirtualInstruction): boolean {
  const isMemory = costClass === 'device' || costClass === 'local';
  return isMemory && (destinations.length === 0 || opcode.includes('atomic'));
}

function loadsFirst(piece: readonly VirtualInstruction[]): VirtualInstruction[] {
  const writers = new Map<number, number>();
  const needs = piece.map(({ sources, destinations }, at) => {
    const from = sources.map((each) => writers.get(each)).filter((each) => each !== undefined);
    for (const each of destinations) writers.set(each, at);
    return from;
  });
  const isEarly = new Array<boolean>(piece.length).fill(false);
  for (let at = piece.length - 1; at >= 0; at--) {
    if (piece[at].costClass === 'device') isEarly[at] = true;
    if (isEarly[at]) for (const each of needs[at]) isEarly[each] = true;
  }
  return [...piece.filter((_, at) => isEarly[at]), ...piece.filter((_, at) => !isEarly[at])];
}
