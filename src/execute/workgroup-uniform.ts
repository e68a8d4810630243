// Which values are the same for a whole workgroup. Only asked about the bounds of loops with barriers inside,
// whose control flow WGSL promises to be uniform; so loop parameters count as uniform when what flows into
// them is, and results of other constructs never do.

import type { Instruction, Module, ValueId } from '../ir/ir.ts';
import { forEachInstruction, resultsOf } from '../ir/walk.ts';

export function findWorkgroupUniform(module: Module): (value: ValueId) => boolean {
  const definitions = new Map<ValueId, Instruction>();
  const inflows = new Map<ValueId, ValueId[]>();
  const parameters = new Map<number, readonly ValueId[]>();
  const flow = (targets: readonly ValueId[], values: readonly ValueId[]): void => {
    targets.forEach((target, index) => {
      inflows.set(target, [...(inflows.get(target) ?? []), values[index]]);
    });
  };
  forEachInstruction(module.body, (instruction) => {
    for (const result of resultsOf(instruction)) definitions.set(result, instruction);
    if (instruction.kind === 'loop') {
      parameters.set(instruction.id, instruction.parameters);
      flow(instruction.parameters, instruction.initial);
    } else if (instruction.kind === 'next') {
      flow(parameters.get(instruction.target)!, instruction.values);
    }
  });
  // A value under examination counts as uniform: only what else flows into the cycle decides.
  const known = new Map<ValueId, boolean>();
  const isUniform = (value: ValueId): boolean => {
    const answer = known.get(value);
    if (answer !== undefined) return answer;
    known.set(value, true);
    const result = examine(value);
    known.set(value, result);
    return result;
  };
  const examine = (value: ValueId): boolean => {
    if (module.values[value].constant !== undefined) return true;
    const inflow = inflows.get(value);
    if (inflow) return inflow.every(isUniform);
    const definition = definitions.get(value);
    switch (definition?.kind) {
      case 'input':
        return definition.builtin.startsWith('workgroup_id') || definition.builtin.startsWith('num_');
      case 'pure':
        return definition.operands.every(isUniform);
      case 'bound':
        return isUniform(definition.index);
      case 'arrayLength':
        return true;
      case 'load':
        return definition.root.space !== 'private' && isUniform(definition.address);
      default:
        return false;
    }
  };
  return isUniform;
}
