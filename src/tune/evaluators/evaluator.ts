// What the tuner asks of whatever tells it times: the GPU, the model or a recording.

import type { Outcome } from '../../diagnostics/diagnostic.ts';
import type { Point } from '../../space/space.ts';
import type { EvaluatorKind } from '../trials/records.ts';
import type { Evaluation } from '../trials/trial.ts';

export interface TrialEvaluator {
  readonly kind: EvaluatorKind;
  /** Who gives the times, as it is recorded with them. */
  readonly device: string;
  readonly driver: string;
  /** The same point may get another time the next time. */
  readonly isNoisy: boolean;
  /** Room for so many more trials at once. */
  readonly room: number;
  /**
   * Given where times do not depend on the machine: so many trials are always under way, and their results are
   * heard in the order in which they were asked for, so that a run is the same everywhere, too.
   */
  readonly ahead?: number;
  /** Tries the base configuration, which has to come first. @throws GpuError */
  open(): Promise<Outcome<Evaluation>>;
  /** After another kernel may have been tried: what this one leaves is right again. @throws GpuError */
  resume?(): Promise<void>;
  /**
   * Several may be under way at once.
   * @param limitNs hopeless beyond this: nobody needs to know how slow it is exactly
   * @throws GpuError
   */
  evaluate(point: Point, limitNs: number): Promise<Evaluation>;
  /** Again and with more care: what is known of the point does not count. @throws GpuError */
  confirm(point: Point): Promise<Evaluation>;
  /**
   * Compares the output of a winner once more, in another way, where comparing with the base kernel left
   * something out: what is wrong, or undefined. @throws GpuError
   */
  verify?(point: Point): Promise<string | undefined>;
  close(): void;
}
