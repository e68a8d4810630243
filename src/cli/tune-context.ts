// What the parts of `tune` share about one run of the command.

import type { Tunable } from '../configure/tunable.ts';
import type { DeviceLimits } from '../launch/device-limits.ts';
import type { GivenSpace } from '../space/declare.ts';
import type { Progress } from './terminal.ts';
import type { EvaluatorSource } from './tune-evaluator.ts';
import type { TuneFlags } from './tune-flags.ts';
import type { RunRequest } from './tune-run.ts';

/** What `tune` does with each launch at hand: of one size, or of several. */
export interface TuneContext {
  readonly flags: TuneFlags;
  readonly params: Readonly<Record<string, string>>;
  /** A space that was imported. */
  readonly given: GivenSpace | undefined;
  /** What configurations may use of the device. */
  readonly limits: DeviceLimits;
  readonly tunable: Tunable;
  readonly source: EvaluatorSource;
  readonly progress: Progress;
  /** All of a run but what it runs on. */
  readonly request: Omit<RunRequest, 'tunable' | 'evaluator'>;
}
