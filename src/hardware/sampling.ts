// How many samples are taken: more of what is short, fewer of what is long, others for those at a low clock.

import type { Sample } from './job.ts';
import { usableSamples } from './quality.ts';
import type { Stopwatch } from './stopwatch.ts';

/** A sample that was taken at a low clock is taken again, up to so many times what was asked for. */
const MOST_RETRIES = 4;
/** Fewer samples of long kernels; seconds over all of them. */
const SAMPLING_SECONDS = 4;
const FEWEST_SAMPLES = 5;
/** Short kernels vary by more of their time and cost nothing to repeat. */
const SHORT_NS = 30_000;
const SHORT_FACTOR = 3;

export interface Samples<S extends Sample> {
  readonly samples: readonly S[];
  /** Samples at full clock that were aimed at. */
  readonly wanted: number;
  /** What the spin pass takes at full clock, as far as is known. */
  readonly fullSpinNs: number;
}

/** Of what is not timed. */
export const NO_SAMPLES = { samples: [], wanted: 0, fullSpinNs: Number.POSITIVE_INFINITY };

/**
 * The first sample that `take` gives only tells how many there can be.
 * @param repeats dispatches that each of them takes
 */
export async function takeSamples<S extends Sample>(
  asked: number,
  { isSoftware, fullSpinNs }: Pick<Stopwatch, 'isSoftware' | 'fullSpinNs'>,
  take: () => Promise<S>,
  onProgress: () => void,
  repeats = 1,
): Promise<Samples<S>> {
  const wanted = sampleCount(asked, (await take()).timeNs * repeats);
  const samples: S[] = [];
  while (
    samples.length < wanted * MOST_RETRIES &&
    (samples.length < wanted || usableSamples(samples, isSoftware, fullSpinNs).length < wanted)
  ) {
    samples.push(await take());
    onProgress();
  }
  return { samples, wanted, fullSpinNs };
}

function sampleCount(asked: number, timeNs: number): number {
  const affordable = Math.floor((SAMPLING_SECONDS * 1e9) / Math.max(timeNs, 1));
  const useful = timeNs < SHORT_NS ? asked * SHORT_FACTOR : asked;
  return Math.min(useful, Math.max(FEWEST_SAMPLES, affordable));
}
