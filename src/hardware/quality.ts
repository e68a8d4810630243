// From the samples of a measurement to one time and what it is worth. Samples whose spin pass ran slow were
// taken at a lower clock and do not count; what cannot be trusted is refused or flagged, never smoothed over.

import type { Sample } from './job.ts';

export type Quality =
  /** Fewer samples at full clock than asked for. */
  | 'clock-unstable'
  /** The middle half of the samples spreads over more than `NOISY_SPREAD` of the median. */
  | 'noisy'
  /** All times are multiples of a coarse step: the implementation rounds timestamps. */
  | 'quantized'
  /** The adapter runs on the processor. */
  | 'software'
  /** So slow that it was given up after its first sample, which is the time. */
  | 'stopped-early';

export interface Timing {
  readonly timeNs: number;
  readonly minNs: number;
  readonly maxNs: number;
  /** Interquartile range over the median. */
  readonly spread: number;
  readonly spinNs: number;
  /** Samples that count, of all that were taken. */
  readonly used: number;
  readonly quality: readonly Quality[];
}

/** A spin pass this much slower than the fastest one means a lower clock. */
const SLOW_SPIN = 1.02;
const NOISY_SPREAD = 0.03;
/** Dawn rounds to 65,536 ns unless told otherwise, browsers to 100,000. */
const COARSE_STEPS_NS = [65_536, 100_000];

/** The coarse step of which all these are multiples; 0 where there is none. */
export function coarseStepNs(timesNs: readonly number[]): number {
  return COARSE_STEPS_NS.find((step) => timesNs.every((time) => time % step === 0)) ?? 0;
}

/** True when the sample was taken at the fastest clock seen. */
export function isAtFullClock(sample: Sample, fastestSpinNs: number): boolean {
  return sample.spinNs <= fastestSpinNs * SLOW_SPIN;
}

/**
 * The samples that count; on software all of them, since no clock is to be proven there.
 * @param fastestSpinNs of the spin pass at full clock, where more is known of it than these samples say
 */
export function usableSamples(
  samples: readonly Sample[],
  isSoftware: boolean,
  fastestSpinNs = Number.POSITIVE_INFINITY,
): readonly Sample[] {
  const sound = samples.filter((each) => each.timeNs > 0);
  if (isSoftware) return sound;
  const fastest = Math.min(fastestSpinNs, ...sound.map((each) => each.spinNs));
  return sound.filter((each) => isAtFullClock(each, fastest));
}

/**
 * The median of the samples at full clock; undefined when there are none. Where none reaches the full clock
 * that is known from elsewhere, those at the fastest among themselves count, and `clock-unstable` says so.
 */
export function summarize(
  samples: readonly Sample[],
  wanted: number,
  isSoftware: boolean,
  fastestSpinNs?: number,
): Timing | undefined {
  const proven = usableSamples(samples, isSoftware, fastestSpinNs);
  const usable = proven.length > 0 ? proven : usableSamples(samples, isSoftware);
  if (usable.length === 0) return undefined;
  const times = usable.map((each) => each.timeNs).sort((a, b) => a - b);
  const timeNs = quantile(times, 0.5);
  const spread = (quantile(times, 0.75) - quantile(times, 0.25)) / timeNs;
  const quality: Quality[] = [];
  if (isSoftware) quality.push('software');
  if (proven.length < wanted) quality.push('clock-unstable');
  if (spread > NOISY_SPREAD) quality.push('noisy');
  if (coarseStepNs(times) > 0) quality.push('quantized');
  const spinNs = Math.min(...usable.map((each) => each.spinNs));
  return { timeNs, minNs: times[0], maxNs: times.at(-1)!, spread, spinNs, used: usable.length, quality };
}

/** Linear between neighbours, of ascending values. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below];
  return low + ((sorted[below + 1] ?? low) - low) * (place - below);
}
