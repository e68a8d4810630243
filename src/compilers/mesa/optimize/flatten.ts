// Small branches without effects become selections: both arms are computed by all lanes, and each lane takes one. What
// is without effect a driver says.

import type { BreakInstruction, IfInstruction, Instruction, Module, Region } from '../../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../../ir/rewrite.ts';

/** Tells whether lanes may execute an instruction in vain. */
export type Flattens = (instruction: Instruction, module: Module) => boolean;

export const computes: Flattens = ({ kind }) => kind === 'pure';

/** @param most operations that an arm may have */
export function flatten(module: Module, most: number, flattens: Flattens): Module {
  const isFlattened = (each: Instruction) => flattens(each, module);
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'if' || instruction.results.length === 0) return false;
    const then = armOf(instruction.then, instruction, most, isFlattened);
    const otherwise = armOf(instruction.otherwise, instruction, most, isFlattened);
    if (!then || !otherwise) return false;
    for (const region of [instruction.then, instruction.otherwise])
      for (const each of region.instructions) if (each.kind !== 'break') rewriter.keep(each);
    choose(instruction, then, otherwise, rewriter);
    return true;
  });
}

/** How the arm ends, if it has no effect. */
function armOf(
  { instructions }: Region,
  { id }: IfInstruction,
  most: number,
  isFlattened: (each: Instruction) => boolean,
): BreakInstruction | undefined {
  const last = instructions.at(-1);
  if (last?.kind !== 'break' || last.target !== id || instructions.length - 1 > most) return undefined;
  return instructions.slice(0, -1).every(isFlattened) ? last : undefined;
}

function choose(
  { condition, results }: IfInstruction,
  then: BreakInstruction,
  otherwise: BreakInstruction,
  rewriter: Rewriter,
): void {
  results.forEach((result, k) => {
    if (then.values[k] === otherwise.values[k]) rewriter.rename(result, then.values[k]);
    else rewriter.define(result, 'select', [condition, then.values[k], otherwise.values[k]]);
  });
}
