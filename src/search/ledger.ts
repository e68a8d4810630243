// The configurations that a search has paid for. No point is evaluated twice, none beyond the budget, and all
// verdicts stay in the order in which they came.

import { keyOf, type Point } from '../space/space.ts';
import type { Bottleneck, Cost, Evaluator } from './cost.ts';

export interface Evaluated {
  readonly point: Point;
  readonly cost: Cost;
  /** How many configurations had been evaluated by then, this one included. */
  readonly evaluations: number;
}

/** The entry of a point among those; undefined for one without a cost. */
export function entryOf(evaluated: readonly Evaluated[], point: Point): Evaluated | undefined {
  const key = keyOf(point);
  return evaluated.find((each) => keyOf(each.point) === key);
}

/** As the ledger itself has it. */
interface Entry extends Evaluated {
  cost: Cost;
}

export interface Refused {
  readonly point: Point;
  readonly reason: string;
}

export interface Limits {
  /** Configurations that may be evaluated. */
  readonly budget: number;
  /** Asked before each batch; within one, the evaluator leaves out what comes too late. */
  readonly isTimeUp: () => boolean;
  /** Told after each batch. */
  readonly onProgress?: (evaluations: number, bestNs: number) => void;
}

/** Points for one that the budget has room for: where many are the same kernel, they cost little, but not nothing. */
const MOST_REPEATED = 4;

/** Evaluated between two looks at the clock: enough for the processors that a search uses, whatever their number. */
const BATCH = 8;

export class Ledger {
  readonly evaluated: Evaluated[] = [];
  readonly refused: Refused[] = [];
  private readonly evaluator: Evaluator;
  private limits: Limits;
  private readonly byKey = new Map<string, Entry | Refused>();
  private spent = 0;
  /** Something came too late. */
  private isCut = false;
  private quickest: Evaluated | undefined;

  constructor(evaluator: Evaluator, limits: Limits) {
    this.evaluator = evaluator;
    this.limits = limits;
  }

  /** Goes on under other limits; what was spent counts. */
  continueWithin(limits: Limits): void {
    this.limits = limits;
  }

  /** Configurations evaluated; those that turned out to be the same kernel count once, refused ones not. */
  get evaluations(): number {
    return this.spent;
  }

  /** However little time there is, the first configuration is evaluated. */
  get remaining(): number {
    const { length } = this.evaluated;
    if (this.isCut) return 0;
    const isOver = length > 0 && (this.isTimeUp || length >= this.limits.budget * MOST_REPEATED);
    return isOver ? 0 : Math.max(0, this.limits.budget - this.spent);
  }

  get isTimeUp(): boolean {
    return this.isCut || this.limits.isTimeUp();
  }

  /** The quickest so far; of equals the first. */
  get fastest(): Evaluated | undefined {
    return this.quickest;
  }

  has(point: Point): boolean {
    return this.byKey.has(keyOf(point));
  }

  /** What is known of a point. */
  costOf(point: Point): Cost | undefined {
    const known = this.byKey.get(keyOf(point));
    return known && 'cost' in known ? known.cost : undefined;
  }

  /** What holds a point back that has a cost: found on demand, as it can take longer than the cost. */
  async bottleneckOf(point: Point): Promise<Bottleneck | undefined> {
    const entry = this.byKey.get(keyOf(point));
    if (entry === undefined || !('cost' in entry)) return undefined;
    const bottleneck = entry.cost.bottleneck ?? (await this.evaluator.bottleneck?.(point));
    if (bottleneck !== undefined) entry.cost = { ...entry.cost, bottleneck };
    return bottleneck;
  }

  /** Evaluates those points that are new, as many as the budget has room for. */
  async evaluate(points: readonly Point[]): Promise<void> {
    const wanted = new Map<string, Point>();
    for (const point of points) if (!this.has(point)) wanted.set(keyOf(point), point);
    let open = [...wanted.values()];
    // Refused and repeated ones leave room for others.
    while (open.length > 0 && this.remaining > 0) {
      const batch = open.slice(0, Math.min(this.remaining, BATCH));
      open = open.slice(batch.length);
      const verdicts = await this.evaluator.evaluate(batch);
      for (const [index, point] of batch.entries()) this.enter(point, verdicts[index]);
      this.limits.onProgress?.(this.spent, this.quickest?.cost.timeNs ?? Number.NaN);
    }
  }

  private enter(
    point: Point,
    { cost, refusal, isRepeated }: Awaited<ReturnType<Evaluator['evaluate']>>[number],
  ) {
    if (cost === undefined && refusal === undefined) {
      this.isCut = true;
      return;
    }
    if (cost === undefined) {
      const entry = { point, reason: refusal! };
      this.refused.push(entry);
      this.byKey.set(keyOf(point), entry);
      return;
    }
    if (!isRepeated) this.spent++;
    const entry = { point, cost, evaluations: this.spent };
    this.evaluated.push(entry);
    this.byKey.set(keyOf(point), entry);
    if (this.quickest === undefined || cost.timeNs < this.quickest.cost.timeNs) this.quickest = entry;
  }
}
