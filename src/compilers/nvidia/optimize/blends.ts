// The blend of two values that `mix` is, as a multiply-add of their difference, which WGSL allows (section 17.5.41).
// Source: driver code for an H200. What a kernel writes out as two products stays two products.

import type { Module } from '../../../ir/ir.ts';
import { rewriteModule } from '../../../ir/rewrite.ts';

/** The module without `fmix`; the same module when there is none. */
export function blends(module: Module): Module {
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'pure' || instruction.op !== 'fmix') return false;
    const [x, y, share] = instruction.operands;
    const type = rewriter.typeOf(instruction.result);
    const difference = rewriter.pure('fsub', type, [y, x]);
    rewriter.define(instruction.result, 'fadd', [rewriter.pure('fmul', type, [difference, share]), x]);
    return true;
  });
}
