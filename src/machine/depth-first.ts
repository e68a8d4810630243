// Another order to schedule from: all that a result needs in front of that result, one result after the other.
// Code that computes many results in step keeps a part of each alive; computed one by one, most of it is free
// again before the next begins.

import type { Dependences } from './dependences.ts';
import type { VirtualInstruction } from './virtual.ts';

/** The instructions in such an order, which keeps all dependences. */
export function depthFirst(
  body: readonly VirtualInstruction[],
  { first, next, to }: Dependences,
): VirtualInstruction[] {
  const needed: number[][] = body.map(() => []);
  // From the end, so that what stands first is taken off the lists first.
  for (let index = body.length - 1; index >= 0; index--)
    for (let edge = first[index]; edge >= 0; edge = next[edge]) needed[to[edge]].push(index);
  const ordered: VirtualInstruction[] = [];
  const visited = new Uint8Array(body.length);
  const path: number[] = [];
  const visit = (index: number): void => {
    if (visited[index] === 1) return;
    visited[index] = 1;
    path.push(index);
  };
  for (let result = 0; result < body.length; result++) {
    if (first[result] >= 0) continue;
    visit(result);
    while (path.length > 0) {
      const before = needed[path.at(-1)!].pop();
      if (before !== undefined) visit(before);
      else ordered.push(body[path.pop()!]);
    }
  }
  return ordered;
}
