// Measured configurations of one kernel on one device, as the formats of other tuners have them in common. All
// times are milliseconds, the unit of those formats.

import type { Parameter, Point, Value } from '../../space/space.ts';
import type { TrialStatus } from '../ensemble/history.ts';

/** Where the time of a trial went; what a format does not say is left out. */
export interface Costs {
  readonly compileMs?: number;
  readonly benchmarkMs?: number;
  readonly verificationMs?: number;
  readonly frameworkMs?: number;
  readonly searchMs?: number;
}

export interface RecordedTrial {
  readonly point: Point;
  readonly status: TrialStatus;
  /** What the tuner minimised; present when the status is `ok`. */
  readonly timeMs?: number;
  readonly samplesMs?: readonly number[];
  readonly costs?: Costs;
  /** ISO 8601 or as the format has it. */
  readonly timestamp?: string;
  /** Derived numbers such as GFLOP/s, with their unit where it is known. */
  readonly metrics?: readonly { readonly name: string; readonly value: number; readonly unit?: string }[];
}

export interface Recording {
  readonly kernel: string;
  readonly device: string;
  readonly problemSize?: Value | readonly Value[];
  readonly parameters: readonly Parameter[];
  /** In the order of the file; no point twice. */
  readonly trials: readonly RecordedTrial[];
}
