// How far a prediction may be off. Until the model's residuals on a measured suite give a band by kind of
// kernel, the band widens with what the prediction leaned on: guessed profile numbers and differences
// between workgroups.

import type { Estimate } from '../emulate/estimate.ts';

/** Relative half-width when nothing was guessed. */
const BASE = 0.2;
const PER_GUESS = 0.01;

/** Bounds around `timeNs`, in nanoseconds. */
export function errorBandNs(estimate: Estimate): [number, number] {
  const width = BASE + PER_GUESS * estimate.guesses.length + 0.5 * Math.abs(estimate.imbalanceFraction);
  return [estimate.timeNs / (1 + width), estimate.timeNs * (1 + width)];
}
