// How far a tuning run is, and when further trials are no longer worth their time.

export interface Budget {
  /** Trials of the run; unlimited when absent. */
  readonly trials?: number | undefined;
  readonly seconds?: number | undefined;
  /** Whether it also ends when no gain is likely any more; where left out, if nothing else ends it. */
  readonly settles?: boolean;
}

export type End =
  /** The budget of trials or time is spent. */
  | 'trials'
  | 'seconds'
  /** Without a budget: no gain is likely any more. */
  | 'settled'
  /** Every configuration was tried. */
  | 'exhausted'
  | 'interrupted'
  /** Trials can no longer be written down. */
  | 'store';

/** A smaller gain is taken for noise. */
const LEAST_GAIN = 0.01;
/** Trials without a gain that are always waited for. */
const PATIENCE = 60;
/**
 * The longer it took to find the last gain, the longer the next one may take: after a gain at trial n, so many
 * times n further ones are waited for. Of blind draws, one in three would still find a better one then.
 */
const PATIENCE_FACTOR = 2;

export class Watch {
  /** Trials of this run. */
  trials = 0;
  private budget: Budget = {};
  private secondsBefore: number;
  /** Undefined while the run rests. */
  private startMs: number | undefined;
  private readonly now: () => number;
  private bestCost: number;
  private lastGain = 0;

  /** @param before seconds that the run had when it was resumed, and the best that was known before it */
  constructor(before: { readonly seconds: number; readonly bestCost: number }, now: () => number) {
    this.bestCost = before.bestCost;
    this.secondsBefore = before.seconds;
    this.now = now;
  }

  /** The run goes on within that budget. */
  start(budget: Budget): void {
    this.budget = budget;
    this.startMs = this.now();
  }

  /** The run rests: others may use the device. */
  stop(): void {
    this.secondsBefore = this.seconds;
    this.startMs = undefined;
  }

  get seconds(): number {
    return this.secondsBefore + (this.startMs === undefined ? 0 : (this.now() - this.startMs) / 1000);
  }

  /** One more trial was made; without a cost it failed. */
  note(cost: number | undefined): void {
    this.trials++;
    if (cost === undefined) return;
    if (cost < this.bestCost * (1 - LEAST_GAIN)) this.lastGain = this.trials;
    this.bestCost = Math.min(this.bestCost, cost);
  }

  /** Somebody else made one, which does not count in the budget. */
  hear(cost: number): void {
    this.bestCost = Math.min(this.bestCost, cost);
  }

  /** Why no further trial is to begin while `working` are under way. */
  end(working: number): End | undefined {
    const { trials, seconds, settles = trials === undefined && seconds === undefined } = this.budget;
    if (trials !== undefined && this.trials + working >= trials) return 'trials';
    if (seconds !== undefined && this.seconds >= seconds) return 'seconds';
    if (!settles) return undefined;
    const wanted = this.lastGain + Math.max(PATIENCE, PATIENCE_FACTOR * this.lastGain);
    return this.trials >= wanted ? 'settled' : undefined;
  }

  /** Seconds until the end, as far as the budget and the pace so far say; undefined without a budget. */
  get secondsLeft(): number | undefined {
    const { trials, seconds } = this.budget;
    const byTime = seconds === undefined ? Number.POSITIVE_INFINITY : seconds - this.seconds;
    const pace = this.seconds / Math.max(1, this.trials);
    const byTrials = trials === undefined ? Number.POSITIVE_INFINITY : (trials - this.trials) * pace;
    const left = Math.min(byTime, byTrials);
    return left === Number.POSITIVE_INFINITY ? undefined : Math.max(0, left);
  }
}
