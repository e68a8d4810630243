// The result of a measurement: the contract of `measure --format json` and of the files that `--record`
// writes. Fields may be added, never renamed.

import type { Sample } from '../hardware/job.ts';
import type { Quality } from '../hardware/quality.ts';

export interface Verification {
  /**
   * What the output was compared with: kernelcast's own execution of all workgroups or of a sample, a file
   * of the launch's `check`, or nothing.
   */
  readonly method: 'full' | 'sampled' | 'file' | 'none';
  readonly workgroups: number;
  /** Words of the output that were compared, and how many of them differ. */
  readonly words: number;
  readonly mismatches: number;
  /** Words left out because two legal ways of rounding already disagree on them. */
  readonly sensitive?: number;
  /** Buffers whose contents could not be checked, or why nothing was. */
  readonly unverified: readonly string[];
  /** Where the first difference lies, in words. */
  readonly firstMismatch?: string;
}

/** What every measurement says, of a launch or of an app. */
export interface Measured {
  readonly name: string;
  /** Params that were overridden: it is not what the file says any more. */
  readonly params?: Readonly<Record<string, string>>;
  readonly device: string;
  readonly driver: string;
  /** Version of the `webgpu` package. */
  readonly webgpu: string;
  /** ISO 8601, to the second. */
  readonly date: string;
  /** Median of the samples at full clock. */
  readonly timeNs: number;
  readonly minNs: number;
  readonly maxNs: number;
  /** Interquartile range over the median. */
  readonly spread: number;
  readonly quality: readonly Quality[];
  readonly verification: Verification;
  /** Buffers that were filled anew before each sample. */
  readonly restored: readonly string[];
  readonly samples: readonly Sample[];
}

/** A sample is one dispatch between the timestamps of its own pass, caches warm. */
export interface Measurement extends Measured {
  readonly schema: 'kernelcast/measurement@1';
  /** The launch file as it was given. */
  readonly launch: string;
  /** Where timestamps are coarse, a sample is the mean of so many dispatches in one pass. */
  readonly dispatchesPerSample?: number;
}
