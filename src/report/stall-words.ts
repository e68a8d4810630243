// Cycles that a warp stands before an instruction, as views of machine code say them.

import type { InstructionCost } from '../analyze/machine-code.ts';

/** In tenths of a cycle while there are few. */
export function stallWords({ stallCycles }: InstructionCost): string {
  if (stallCycles === undefined) return '';
  return stallCycles < 100 ? stallCycles.toFixed(1) : stallCycles.toFixed(0);
}
