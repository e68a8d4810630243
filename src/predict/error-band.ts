// How far a prediction may be off: between which factors of it the measured times of the accuracy suite lay,
// by what limits a kernel (isa/error-bands.json, made by `validate --bands`). Guessed profile numbers, which
// the suite's device has few of, those carried over from it, and what the time owes to its sample widen the band.

import bandsFile from '../../isa/error-bands.json' with { type: 'json' };
import { exp, hypot, log } from '../numeric/portable.ts';
import type { Prediction } from './prediction.ts';

/** What kernels are told apart by. */
export const bandKinds = ['launch', 'dram', 'cache', 'compute', 'shared', 'other'] as const;
export type BandKind = (typeof bandKinds)[number];

const KIND_OF_RESOURCE: Readonly<Record<string, BandKind>> = {
  dram: 'dram',
  l1: 'cache',
  l2: 'cache',
  lsu: 'cache',
  issue: 'compute',
  fma: 'compute',
  alu: 'compute',
  sfu: 'compute',
  fp16: 'compute',
  fp64: 'compute',
  branch: 'compute',
  uniform: 'compute',
  shared: 'shared',
  barrier: 'shared',
};

/** Per guess beyond those of the suite's device, in logarithms. */
const PER_GUESS = 0.01;

export function bandKindOf({ resource, kind }: Prediction['bottleneck']): BandKind {
  if (kind === 'launch') return 'launch';
  return KIND_OF_RESOURCE[resource] ?? 'other';
}

/** Nine in ten of what is normal lie within so many standard deviations. */
const DEVIATIONS = 1.645;

/**
 * Bounds around `timeNs`, in nanoseconds: about nine in ten measured times lie between them.
 * @param noise standard deviation of the time over samples, as a share of it
 */
export function errorBandNs(
  timeNs: number,
  guesses: number,
  bottleneck: Prediction['bottleneck'],
  noise = 0,
): [number, number] {
  const bands: Readonly<Record<string, { readonly low: number; readonly high: number }>> = bandsFile.bands;
  const { low, high } = bands[bandKindOf(bottleneck)] ?? bandsFile.bands.any;
  const further = exp(PER_GUESS * Math.max(0, guesses - bandsFile.guesses));
  // Independent of each other, so that their squares add up.
  const widening = (factor: number) =>
    exp(hypot(log(factor), DEVIATIONS * noise) - Math.abs(log(factor))) * further;
  return [(timeNs * low) / widening(low), timeNs * high * widening(high)];
}
