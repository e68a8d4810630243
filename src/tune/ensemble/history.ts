// What a run has measured so far, shared by all techniques: every trial once, found by its point, and the best.

import { keyOf, type Point } from '../../space/space.ts';

/** How a trial ended. `ok` has a time; the others say what went wrong, in the words of the T4 format. */
export type TrialStatus = 'ok' | 'constraints' | 'compile' | 'runtime' | 'timeout' | 'correctness' | 'failed';

/** What the evaluator says about a point. Times of one run share a unit; less is better. */
export type TrialResult =
  | { readonly status: 'ok'; readonly time: number }
  | { readonly status: Exclude<TrialStatus, 'ok'> };

export interface Trial {
  readonly point: Point;
  /** Infinity for a trial that failed. */
  readonly time: number;
  /** Who proposed it; `undefined` for a result of an earlier run. */
  readonly technique: string | undefined;
}

export class History {
  /** In the order in which results came in. */
  readonly trials: Trial[] = [];
  #best: Trial | undefined;
  readonly #byKey = new Map<string, Trial>();
  readonly #pending = new Set<string>();

  /** The fastest trial that worked; undefined until there is one. */
  get best(): Trial | undefined {
    return this.#best;
  }

  find(point: Point): Trial | undefined {
    return this.#byKey.get(keyOf(point));
  }

  /** Measured, or being measured. */
  isTaken(point: Point): boolean {
    const key = keyOf(point);
    return this.#byKey.has(key) || this.#pending.has(key);
  }

  /** How many points are measured or being measured. */
  get takenCount(): number {
    return this.#byKey.size + this.#pending.size;
  }

  reserve(point: Point): void {
    this.#pending.add(keyOf(point));
  }

  /** Adds a trial and says whether it is the best so far. */
  add(trial: Trial): boolean {
    const key = keyOf(trial.point);
    this.#pending.delete(key);
    if (this.#byKey.has(key)) return false;
    this.trials.push(trial);
    this.#byKey.set(key, trial);
    const isBest = trial.time < (this.#best?.time ?? Number.POSITIVE_INFINITY);
    if (isBest) this.#best = trial;
    return isBest;
  }
}
