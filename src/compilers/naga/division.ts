// Integer division as naga's `naga_div` and `naga_mod` functions spell it (read off the SPIR-V of naga 30): the
// guarded divisor of Tint, but an unsigned remainder stays one operation instead of what the quotient leaves.

import type { Module } from '../../ir/ir.ts';
import { guardDivisions } from '../tint/arithmetic.ts';

/** Guards division and remainder by values that are not constants. */
export function nagaDivisionGuards(module: Module): Module {
  return guardDivisions(module, (op) => op === 'urem');
}
