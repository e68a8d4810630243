// The order within a straight piece: loads go as early as their addresses allow, so that they are on their way while
// the rest is computed. What touches memory keeps its order, and control its place.

import type { VirtualInstruction } from '../../machine/virtual.ts';

const PLACES = { start: 0, body: 1, end: 2 } as const;
const isMemory = ({ costClass }: VirtualInstruction) =>
  costClass === 'vmem' || costClass === 'lds' || costClass === 'smem';
const isFixed = ({ costClass, opcode }: VirtualInstruction) =>
  costClass === 'branch' || costClass === 'wait' || opcode.includes('exec');

/** @param reach instructions over which loads go at most */
export function loadsFirst(
  instructions: readonly VirtualInstruction[],
  reach = Infinity,
): VirtualInstruction[] {
  const placed = [...instructions].sort((a, b) => PLACES[a.place] - PLACES[b.place]);
  const output: VirtualInstruction[] = [];
  let piece: VirtualInstruction[] = [];
  for (const each of placed) {
    if (!isFixed(each) && each.place === 'body') {
      piece.push(each);
      if (piece.length >= reach) output.push(...hoistLoads(piece.splice(0)));
      continue;
    }
    output.push(...hoistLoads(piece), each);
    piece = [];
  }
  output.push(...hoistLoads(piece));
  return output;
}

/** Loads with what they need come before the rest; results keep their writers before their readers. */
function hoistLoads(piece: readonly VirtualInstruction[]): VirtualInstruction[] {
  const needed = new Array<boolean>(piece.length).fill(false);
  const writer = new Map<number, number>();
  const inputs = piece.map(({ sources, destinations }, at) => {
    const from = [...sources, ...destinations]
      .map((each) => writer.get(each))
      .filter((each) => each !== undefined);
    for (const each of destinations) writer.set(each, at);
    return from;
  });
  const lastStore = piece.findLastIndex((each) => isMemory(each) && each.destinations.length === 0);
  for (let at = piece.length - 1; at >= 0; at--) {
    if (isMemory(piece[at]) && (piece[at].destinations.length > 0 || at <= lastStore))
      needed[at] = at > lastStore;
    if (needed[at]) for (const each of inputs[at]) needed[each] = true;
  }
  // Behind a store nothing is moved in front of it.
  const from = lastStore + 1;
  const rest = piece.slice(from);
  const isEarly = (_: VirtualInstruction, k: number) => needed[from + k];
  return [...piece.slice(0, from), ...rest.filter(isEarly), ...rest.filter((each, k) => !isEarly(each, k))];
}
