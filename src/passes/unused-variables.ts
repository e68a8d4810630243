// Removes private variables that nothing accesses any more and renumbers the others.

import type { Instruction, MemoryRoot, Module, Region } from '../ir/ir.ts';
import { forEachInstruction, mapOperands } from '../ir/walk.ts';

/** The module without unused private variables; the same module when there are none. */
export function dropVariables(module: Module): Module {
  const { variables } = module;
  const isUsed = variables.map((variable) => variable.space !== 'private');
  forEachInstruction(module.body, (instruction) => {
    if ('root' in instruction && instruction.root.space === 'private') isUsed[instruction.root.index] = true;
  });
  if (isUsed.every((used) => used)) return module;
  let next = 0;
  const numbers = isUsed.map((used) => (used ? next++ : -1));
  const body = isUsed.includes(true) ? renumber(module.body, numbers) : module.body;
  return { ...module, variables: variables.filter((_, index) => isUsed[index]), body };
}

function renumber(region: Region, numbers: readonly number[]): Region {
  const root = (old: MemoryRoot): MemoryRoot =>
    old.space === 'buffer' ? old : { ...old, index: numbers[old.index] };
  return {
    instructions: region.instructions.map((instruction): Instruction => {
      if ('root' in instruction) return { ...instruction, root: root(instruction.root) };
      if (!('id' in instruction)) return instruction;
      return mapOperands(
        instruction,
        (id) => id,
        (inner) => renumber(inner, numbers),
      );
    }),
  };
}
