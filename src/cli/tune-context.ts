// What the parts of `tune` share about one run of the command.

import type { Tunable } from '../configure/tunable.ts';
import type { DeviceLimits } from '../launch/device-limits.ts';
import type { GivenSpace } from '../space/declare.ts';
import type { Progress } from './terminal.ts';
import type { EvaluatorSource } from './tune-evaluator.ts';
import type { TuneFlags } from './tune-flags.ts';
import type { RunRequest } from './tune-run.ts';

/** What holds for whatever is tuned. */
export interface TuneSettings {
  readonly flags: TuneFlags;
  readonly params: Readonly<Record<string, string>>;
  /** What configurations may use of the device. */
  readonly limits: DeviceLimits;
  readonly progress: Progress;
  /** Of a run what does not hang on what it runs on. */
  readonly request: Omit<RunRequest, 'tunable' | 'evaluator' | 'objective' | 'store' | 'onProgress'>;
}

/** What `tune` does with each launch at hand: of one size, or of several. */
export interface TuneContext extends Omit<TuneSettings, 'request'> {
  /** A space that was imported. */
  readonly given: GivenSpace | undefined;
  readonly tunable: Tunable;
  readonly source: EvaluatorSource;
  /** All of a run but what it runs on. */
  readonly request: Omit<RunRequest, 'tunable' | 'evaluator'>;
}
