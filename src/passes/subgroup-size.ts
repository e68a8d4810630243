// The driver knows how many lanes a subgroup has: the builtins that ask for it become constants, and with them
// divisions by the subgroup's size shifts and loops over the subgroups of a workgroup counted.

import type { Module } from '../ir/ir.ts';
import { rewriteModule } from '../ir/rewrite.ts';

export function subgroupSize(module: Module, lanes: number): Module {
  const [x, y, z] = module.workgroupSize;
  const subgroups = Math.ceil((x * y * z) / lanes);
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'input') return false;
    const known =
      instruction.builtin === 'subgroup_size'
        ? lanes
        : instruction.builtin === 'num_subgroups'
          ? subgroups
          : undefined;
    if (known === undefined) return false;
    rewriter.rename(instruction.result, rewriter.constant('i32', known));
    return true;
  });
}
