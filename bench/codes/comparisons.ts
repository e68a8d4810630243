// Whose models are scored: a line per vendor.

import { amdComparison } from './amd/comparison.ts';
import { appleComparison } from './apple/comparison.ts';
import type { Comparison } from './comparison.ts';
import { intelComparison } from './intel/comparison.ts';
import { nvidiaComparison } from './nvidia/comparison.ts';

export const comparisons: readonly Comparison[] = [
  amdComparison as Comparison,
  appleComparison as Comparison,
  intelComparison as Comparison,
  nvidiaComparison as Comparison,
];
