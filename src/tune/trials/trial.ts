// What is known of one configuration after it was tried.

import type { Sample } from '../../hardware/job.ts';
import type { Quality } from '../../hardware/quality.ts';

/**
 * The words of the T4 format (reference: the autotuning methodology's results schema): `correct`, or why there
 * is no time. `compile`: the compiler refuses it or does not end; `runtime`: the device fails on it; `timeout`:
 * it does not end; `correctness`: its output differs from the base kernel's; `constraints`: the point is in the
 * space, but no such kernel can be made or launched.
 */
export type TrialStatus = 'correct' | 'timeout' | 'compile' | 'runtime' | 'correctness' | 'constraints';

export const TRIAL_STATUSES: readonly TrialStatus[] = [
  'correct',
  'timeout',
  'compile',
  'runtime',
  'correctness',
  'constraints',
];

export interface Evaluation {
  readonly status: TrialStatus;
  /** Of `correct` ones always, of others where it was measured all the same. */
  readonly timeNs?: number;
  readonly minNs?: number;
  /** Interquartile range over the median. */
  readonly spread?: number;
  /** Of the spin passes at full clock. */
  readonly spinNs?: number;
  /** Samples that count. */
  readonly used?: number;
  readonly quality?: readonly Quality[];
  readonly compileMs?: number;
  /** All that were taken. */
  readonly samples?: readonly Sample[];
  /** Why it is not `correct`, in one sentence. */
  readonly message?: string;
}
