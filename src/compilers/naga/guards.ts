// Loop guards as naga adds them (`force_loop_bounding`, on unless a wgpu program trusts its shader; read off
// the SPIR-V of naga 30): every loop counts down from 2^64 - 1 in two 32-bit halves, also one that plainly ends,
// so that the driver unrolls none of them.

import type { Module } from '../../ir/ir.ts';
import { guardLoops } from '../tint/guards.ts';

/** Adds the counter to every loop. Run once, before anything else. */
export function nagaGuards(module: Module): Module {
  return guardLoops(module, () => true);
}
