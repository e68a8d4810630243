// Thread coarsening (chapter 4 of the thesis): `factor` invocations of the original, `stride` apart along a
// direction, become one. Where the invocations of a workgroup work together, the original workgroup stays as
// it was and gets fewer invocations to do its work; where they do not, workgroups keep their size and there
// are fewer of them.

import { acrossGrid } from './across-grid.ts';
import { Inputs } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import { reject } from './refusal.ts';
import { communicates, type Step } from './step.ts';
import type { Coarsening } from './transformation.ts';
import { withinWorkgroup } from './within-workgroup.ts';

/** What the thesis explored, and more than any kernel gains from. */
export const LARGEST_FACTOR = 32;

/** @throws DiagnosticError */
export function coarsen(kernel: Kernel, { direction, factor, stride }: Coarsening): Step {
  checkFactor(factor);
  if (stride !== undefined && (!Number.isInteger(stride) || stride < 1 || stride > LARGEST_FACTOR)) {
    reject('stride', `a stride is a whole number from 1 to ${LARGEST_FACTOR}, not ${stride}`);
  }
  const inputs = new Inputs(kernel);
  const request = { kernel, inputs, axis: direction, factor, stride };
  return communicates(kernel, inputs) ? withinWorkgroup(request) : acrossGrid(request);
}

export function checkFactor(factor: number): void {
  if (Number.isInteger(factor) && factor >= 2 && factor <= LARGEST_FACTOR) return;
  reject('factor', `a coarsening factor is a whole number from 2 to ${LARGEST_FACTOR}, not ${factor}`);
}
