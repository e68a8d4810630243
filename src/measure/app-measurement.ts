// The result of measuring an app: the contract of `measure APP --format json` and of the files that `--record` writes.
// Fields may be added, never renamed.

import type { Quality } from '../hardware/quality.ts';
import type { Measured } from './measurement.ts';

export interface DispatchMeasurement {
  readonly name: string;
  readonly pipeline: string;
  /** Workgroups; of an indirect dispatch what was predicted of them. */
  readonly dispatch: readonly [number, number, number];
  /** Median of the rounds at full clock: alone between the timestamps of its own pass, caches as the app leaves them. */
  readonly timeNs: number;
  /** Interquartile range over the median. */
  readonly spread: number;
  readonly quality: readonly Quality[];
}

/** A sample is a round of the app as it is, from the beginning of its first pass to the end of its last. */
export interface AppMeasurement extends Measured {
  readonly schema: 'kernelcast/app-measurement@1';
  /** The app file as it was given. */
  readonly app: string;
  /** What the app does before its first pass or after its last, outside of the time. */
  readonly untimed: readonly string[];
  /** Work of the app file that cannot be run. */
  readonly skipped: readonly string[];
  /** In the order of execution. */
  readonly dispatches: readonly DispatchMeasurement[];
}

/** A measurement beside what was predicted of the same. */
export interface ComparedApp extends AppMeasurement {
  readonly predicted: {
    readonly profile: string;
    /** Of what was measured: from the first dispatch to the last. */
    readonly timeNs: number;
    /** Of each dispatch as if it were alone in a pass. */
    readonly dispatchNs: readonly number[];
  };
}
