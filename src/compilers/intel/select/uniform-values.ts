// Which values the compiler computes once for all lanes: those that all lanes share and that come from constants, ids
// of the workgroup and block loads by operations alone. What a construct yields or a loop carries lies in registers of
// every lane, whether lanes differ in it or not.

import { UNIFORM, type Uniformity } from '../../../ir/analyses/uniformity.ts';
import type { Instruction, Module, ValueId } from '../../../ir/ir.ts';
import { subgroupOps } from '../../../ir/subgroup-ops.ts';
import { forEachInstruction, resultsOf } from '../../../ir/walk.ts';
import type { IntelGeneration } from '../generation.ts';
import { isBlockLoad } from './block-loads.ts';

export function uniformValues(
  module: Module,
  uniformity: Uniformity,
  generation: IntelGeneration,
): ReadonlySet<ValueId> {
  const found = new Set<ValueId>();
  const isConstant = (value: ValueId) => module.values[value].constant !== undefined;
  const isMade = (instruction: Instruction): boolean => {
    switch (instruction.kind) {
      case 'pure':
        return instruction.operands.every((each) => isConstant(each) || found.has(each));
      case 'load':
        return isBlockLoad(instruction, uniformity, generation);
      case 'input':
        return instruction.builtin.startsWith('workgroup_id') || instruction.builtin === 'subgroup_id';
      case 'bound':
        return isConstant(instruction.index) || found.has(instruction.index);
      case 'subgroup':
        return subgroupOps[instruction.op].isUniform;
      case 'arrayLength':
      case 'textureQuery':
        return true;
      default:
        return false;
    }
  };
  forEachInstruction(module.body, (instruction) => {
    const results = resultsOf(instruction);
    if (results.every((each) => uniformity.values[each] === UNIFORM) && isMade(instruction))
      for (const each of results) found.add(each);
  });
  return found;
}
