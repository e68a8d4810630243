// Index clamps as naga adds them with the policies that wgpu asks for on Vulkan: `Restrict` for memory of the
// shader, so that every index that is no constant becomes min(index, size - 1), however plainly it is inside;
// `Unchecked` for buffers, arrays of fixed size in them too, because the driver checks those itself.
// Source: wgpu-hal, `bounds_check_policies` of its Vulkan backend.

import type { Instruction, Module, PureInstruction, ValueId } from '../../ir/ir.ts';
import { rewriteModule } from '../../ir/rewrite.ts';
import { forEachInstruction } from '../../ir/walk.ts';
import { INDEX_CLAMP } from '../tint/clamps.ts';

/** Turns every `bound` into a `umin` or into nothing. */
export function nagaClamps(module: Module): Module {
  const isBufferIndex = indicesIntoBuffers(module);
  return rewriteModule(
    module,
    (instruction, rewriter) => {
      if (instruction.kind !== 'bound') return false;
      const { result, index, size } = instruction;
      const isUnchecked =
        !('constant' in size) ||
        isBufferIndex.has(result) ||
        isInside(size.constant, rewriter.constantOf(index));
      if (isUnchecked) rewriter.rename(result, index);
      else rewriter.define(result, 'umin', [index, rewriter.constant('i32', size.constant - 1)]);
      return true;
    },
    { origin: INDEX_CLAMP },
  );
}

function isInside(size: number, index: number | undefined): boolean {
  return index !== undefined && index >>> 0 < size;
}

/** Results of `bound` that addresses of buffer accesses are made of, not through another `bound` or memory. */
function indicesIntoBuffers(module: Module): ReadonlySet<ValueId> {
  const makers = new Map<ValueId, PureInstruction | Extract<Instruction, { kind: 'bound' }>>();
  const addresses: ValueId[] = [];
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind === 'pure' || instruction.kind === 'bound')
      makers.set(instruction.result, instruction);
    else if ('root' in instruction && instruction.root.space === 'buffer')
      addresses.push(instruction.address);
  });
  const visited = new Set<ValueId>();
  while (addresses.length > 0) {
    const value = addresses.pop()!;
    if (visited.has(value)) continue;
    visited.add(value);
    const maker = makers.get(value);
    if (maker?.kind === 'pure') addresses.push(...maker.operands);
  }
  return visited;
}
