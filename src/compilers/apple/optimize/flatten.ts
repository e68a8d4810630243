// Branches whose arms only compute, or read what nobody writes, become selections: both arms are computed by all lanes,
// and each lane takes one. Reading in vain does no harm here, since a place that is not there reads as zero.

import type { BreakInstruction, IfInstruction, Instruction, Module, Region } from '../../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../../ir/rewrite.ts';
import { isReadOnly } from '../select/preamble.ts';

/** @param most operations that an arm may have */
export function flatten(module: Module, most: number): Module {
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'if' || instruction.results.length === 0) return false;
    const then = armOf(instruction.then, instruction, module, most);
    const otherwise = armOf(instruction.otherwise, instruction, module, most);
    if (!then || !otherwise) return false;
    for (const region of [instruction.then, instruction.otherwise])
      for (const each of region.instructions) if (each.kind !== 'break') rewriter.keep(each);
    choose(instruction, then, otherwise, rewriter);
    return true;
  });
}

/** How the arm ends, if it only computes. */
function armOf(
  { instructions }: Region,
  { id }: IfInstruction,
  module: Module,
  most: number,
): BreakInstruction | undefined {
  const last = instructions.at(-1);
  if (last?.kind !== 'break' || last.target !== id || instructions.length - 1 > most) return undefined;
  return instructions.slice(0, -1).every((each) => isHarmless(each, module)) ? last : undefined;
}

function isHarmless(each: Instruction, module: Module): boolean {
  if (each.kind === 'pure' || each.kind === 'input' || each.kind === 'arrayLength') return true;
  return each.kind === 'load' && each.root.space === 'buffer' && isReadOnly(module, each.root.index);
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
