// How far the modelled driver unrolls each loop. The usual budget holds for all; a loop whose counter indexes an
// array in function scope gets a larger one if it can go entirely, because the array then lives in registers
// (an 8 x 8 tile of sums is seen to). A loop that is left over from unrolling is not unrolled once more.

import type { LoopInstruction, Module, ValueId } from '../ir/ir.ts';
import { forEachInstruction } from '../ir/walk.ts';
import { type FamilyFacts, instructionCost } from './facts.ts';
import type { UnrollOptions } from './unroll.ts';

/** `module` is the kernel before any unrolling: its loops are the ones that may be shortened. */
export function unrollBudget(module: Module, facts: FamilyFacts): UnrollOptions {
  const original = new Set<number>();
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind === 'loop') original.add(instruction.id);
  });
  return {
    maximumInstructions: facts.unrollInstructions,
    estimate: (instruction) => instructionCost(instruction, facts.unrollCosts),
    budgetOf: (loop) => ({
      ...(original.has(loop.id) ? {} : { partial: 0 }),
      ...(indexesPrivate(loop) ? { full: facts.unrollPrivateInstructions } : {}),
    }),
  };
}

/** True when the address of an access to private memory is computed from the loop's parameters. */
function indexesPrivate(loop: LoopInstruction): boolean {
  const depends = new Set<ValueId>(loop.parameters);
  let isFound = false;
  forEachInstruction(loop.body, (instruction) => {
    switch (instruction.kind) {
      case 'pure':
        if (instruction.operands.some((id) => depends.has(id))) depends.add(instruction.result);
        return;
      case 'bound':
        if (depends.has(instruction.index)) depends.add(instruction.result);
        return;
      case 'load':
      case 'store':
        isFound ||= instruction.root.space === 'private' && depends.has(instruction.address);
        return;
      default:
        return;
    }
  });
  return isFound;
}
