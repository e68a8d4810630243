// Atomics that only one lane of a warp reaches: inside an `if` that compares the lane's number with something that
// all lanes agree on. The driver sees that and sends them as they are, without adding up the warp first. Source:
// driver code for SM 9.0, where `if (lane == 0) { atomicAdd(...) }` is one RED.

import { UNIFORM } from '../../../ir/analyses/uniformity.ts';
import type { Instruction, Region, ValueId } from '../../../ir/ir.ts';
import { regionsOf } from '../../../ir/walk.ts';
import { type Facts, pureDefinition } from './uses.ts';

export function loneLaneAtomics(facts: Facts, uniformity: Uint8Array): ReadonlySet<Instruction> {
  const found = new Set<Instruction>();
  const walk = (region: Region, isAlone: boolean): void => {
    for (const instruction of region.instructions) {
      if (instruction.kind === 'atomic' && isAlone) found.add(instruction);
      if (instruction.kind === 'if') {
        walk(instruction.then, isAlone || admitsOne(instruction.condition, true));
        walk(instruction.otherwise, isAlone || admitsOne(instruction.condition, false));
      } else for (const inner of regionsOf(instruction)) walk(inner, isAlone);
    }
  };
  const admitsOne = (condition: ValueId, holds: boolean): boolean => {
    const test = pureDefinition(facts, condition);
    if (!test) return false;
    if (test.op === (holds ? 'and' : 'or')) return test.operands.some((each) => admitsOne(each, holds));
    if (test.op === 'not') return admitsOne(test.operands[0], !holds);
    if (test.op !== (holds ? 'ieq' : 'ine')) return false;
    return test.operands.some(numbersLanes) && test.operands.some((each) => uniformity[each] === UNIFORM);
  };
  /** Different in all lanes of a warp. */
  const numbersLanes = (value: ValueId): boolean => {
    const input = facts.definition[value];
    if (input?.kind !== 'input') return false;
    const [, y, z] = facts.module.workgroupSize;
    const isRow = y * z === 1 && (input.builtin === 'local_id_x' || input.builtin === 'global_id_x');
    return isRow || input.builtin === 'local_index' || input.builtin === 'subgroup_lane';
  };
  walk(facts.module.body, false);
  return found;
}
