// Index clamps as Tint adds them: an index into an array of fixed size becomes min(index, size - 1), unless
// Tint can tell that it is inside. Runtime-sized arrays are left to the driver, which checks every access.

import type { Module } from '../../ir/ir.ts';
import { type RewriteInstruction, rewriteModule } from '../../ir/rewrite.ts';
import { visitDawnRanges } from './ranges.ts';

export const INDEX_CLAMP = 'index-clamp';

/** Turns every `bound` into a `umin` or into nothing. */
export function tintClamps(module: Module): Module {
  const isInside = new Set<number>();
  visitDawnRanges(module, (instruction, unsignedMax) => {
    if (instruction.kind !== 'bound' || !('constant' in instruction.size)) return;
    const isKnown = !instruction.isOpaque || module.values[instruction.index].constant !== undefined;
    if (isKnown && unsignedMax(instruction.index) < instruction.size.constant)
      isInside.add(instruction.result);
  });
  return rewriteModule(
    module,
    (instruction, rewriter) => {
      if (instruction.kind !== 'bound') return false;
      const { result, index, size } = instruction;
      if (!('constant' in size) || isInside.has(result)) rewriter.rename(result, index);
      else rewriter.define(result, 'umin', [index, rewriter.constant('i32', size.constant - 1)]);
      return true;
    },
    { origin: INDEX_CLAMP },
  );
}

const dropBound: RewriteInstruction = (instruction, rewriter) => {
  if (instruction.kind !== 'bound') return false;
  rewriter.rename(instruction.result, instruction.index);
  return true;
};

/** Takes every `bound` as the promise that it is: the index itself. */
export function dropBounds(module: Module): Module {
  return rewriteModule(module, dropBound);
}
