// Another order to schedule from: all that a result needs in front of that result, one result after the other, and of
// its inputs the one first that takes most registers to be computed (Sethi and Ullman, "The generation of optimal code
// for arithmetic expressions", J. ACM 17, 1970); results that need nothing more come at once. Code that computes many
// results in step keeps a part of each alive; computed one by one, most of it is free again before the next begins.

import type { Dependences } from './dependences.ts';
import type { VirtualInstruction } from './virtual.ts';

/** The instructions in such an order, which keeps all dependences. */
export function depthFirst(
  body: readonly VirtualInstruction[],
  { first, next, to, waiting }: Dependences,
): VirtualInstruction[] {
  const needed: number[][] = body.map(() => []);
  // From the end, so that what stands first is taken off the lists first.
  for (let index = body.length - 1; index >= 0; index--)
    for (let edge = first[index]; edge >= 0; edge = next[edge]) needed[to[edge]].push(index);
  const label = new Int32Array(body.length);
  needed.forEach((inputs, index) => {
    // The last one is taken off its list first.
    inputs.sort((a, b) => label[a] - label[b] || b - a);
    label[index] = inputs.reduce((most, input, k) => Math.max(most, label[input] + inputs.length - 1 - k), 1);
  });
  const ordered: VirtualInstruction[] = [];
  const waitsFor = waiting.slice();
  const visited = new Uint8Array(body.length);
  const path: number[] = [];
  const visit = (index: number): void => {
    if (visited[index] === 1) return;
    visited[index] = 1;
    path.push(index);
  };
  const place = (index: number): void => {
    ordered.push(body[index]);
    for (let edge = first[index]; edge >= 0; edge = next[edge]) {
      const reader = to[edge];
      const isReady = --waitsFor[reader] === 0;
      if (!isReady || first[reader] >= 0 || visited[reader] === 1) continue;
      visited[reader] = 1;
      ordered.push(body[reader]);
    }
  };
  for (let result = 0; result < body.length; result++) {
    if (first[result] >= 0) continue;
    visit(result);
    while (path.length > 0) {
      const before = needed[path.at(-1)!].pop();
      if (before !== undefined) visit(before);
      else place(path.pop()!);
    }
  }
  return ordered;
}
