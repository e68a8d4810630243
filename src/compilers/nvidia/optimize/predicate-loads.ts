// When a small branch with loads from read-only buffers is predicated, so that the loads start before what stands
// in front of their use: unless its result decides a branch that stays one. Observed on an H200 (driver 580.159):
// halo loads of tiled stencils and of a matrix product are predicated, guarded loads whose results are only counted
// or summed up, and those whose guard was loaded itself; a search that ends on what it loads branches.

import type { IfInstruction, Module, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';

/**
 * Values that branches wait for.
 * @param branches whether an `if` remains a branch
 */
export function branchConditions(
  module: Module,
  branches: (instruction: IfInstruction) => boolean,
): ReadonlySet<ValueId> {
  const conditions = new Set<ValueId>();
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind === 'if' && branches(instruction)) conditions.add(instruction.condition);
  });
  return conditions;
}
