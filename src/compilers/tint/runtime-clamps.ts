// Clamps of indices into runtime-sized arrays, as Tint adds them where no hardware checks bounds: min(index, length - 1),
// whatever is known of the index. Indices into arrays of fixed size are left to `clamps.ts`.

import type { Module } from '../../ir/ir.ts';
import { rewriteModule } from '../../ir/rewrite.ts';
import { INDEX_CLAMP } from './clamps.ts';

/** Turns every `bound` by the length of a buffer's array into a `umin`. */
export function tintRuntimeClamps(module: Module): Module {
  return rewriteModule(
    module,
    (instruction, rewriter) => {
      if (instruction.kind !== 'bound' || 'constant' in instruction.size) return false;
      const { result, index, size } = instruction;
      const length = rewriter.value('i32');
      rewriter.emit({ kind: 'arrayLength', result: length, buffer: size.buffer });
      const last = rewriter.pure('isub', 'i32', [length, rewriter.constant('i32', 1)]);
      rewriter.define(result, 'umin', [index, last]);
      return true;
    },
    { origin: INDEX_CLAMP },
  );
}
