// A shift to the right and back by as much only clears the low bits, as where an index of bytes becomes the address of
// their word: nir_opt_algebraic.

import type { Module, PureInstruction } from '../../../ir/ir.ts';
import { rewriteModule } from '../../../ir/rewrite.ts';
import { forEachInstruction } from '../../../ir/walk.ts';

const SHIFT_BITS = 31;

export function maskShifts(module: Module): Module {
  const rightShifts = new Map<number, PureInstruction>();
  forEachInstruction(module.body, (each) => {
    if (each.kind === 'pure' && each.op === 'ushr') rightShifts.set(each.result, each);
  });
  if (rightShifts.size === 0) return module;
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'pure' || instruction.op !== 'shl') return false;
    const [shifted, by] = instruction.operands;
    const inner = rightShifts.get(shifted);
    const places = rewriter.constantOf(by);
    if (inner === undefined || places === undefined || rewriter.typeOf(shifted) !== 'i32') return false;
    if (rewriter.constantOf(inner.operands[1]) !== places) return false;
    const mask = rewriter.constant('i32', (-1 << (places & SHIFT_BITS)) | 0);
    rewriter.define(instruction.result, 'and', [inner.operands[0], mask]);
    return true;
  });
}
