// The search for one kernel of an app. It goes over the dispatch that takes longest; what it recommends is then
// evaluated on every other dispatch of the pipeline, since all of them get the same shader.

import type { AppPrediction } from '../app/prediction.ts';
import { workLeft } from '../app/worth.ts';
import type { Backend } from '../configure/backend.ts';
import { ModelEvaluator } from '../configure/model-evaluator.ts';
import { type Instance, strideDoubts } from '../configure/tunable.ts';
import type { Profile } from '../profile/profile.ts';
import type { Cost } from '../search/cost.ts';
import type { Part } from '../search/divide.ts';
import { type ExpectedGain, expectedGain, isWorthwhile } from '../search/doubt.ts';
import { type Evaluated, Ledger } from '../search/ledger.ts';
import { type SearchResult, search } from '../search/search.ts';
import { Random } from '../space/random.ts';
import { configurationOf, type Point } from '../space/space.ts';
import { type AppKernel, type ChangedKernel, changedOnAll } from './app-kernels.ts';

/** A configuration that is better over all dispatches of its pipeline. */
export interface Winner extends ChangedKernel {
  /** Of the app's time: by prediction, and by what is expected of it at its least and most. */
  readonly savedNs: number;
  readonly expectedNs: Readonly<Record<keyof ExpectedGain, number>>;
  /** Of the dispatch that takes longest. */
  readonly timeNs: number;
}

export interface KernelSearchOptions {
  readonly app: AppPrediction;
  readonly backend: Backend;
  /** For what was found, when the search is over. */
  readonly checking: Backend;
  readonly profile: Profile;
  readonly seed: number;
  readonly isTimeUp: () => boolean;
}

/** Recommended and next best configurations that are tried on all dispatches. */
export const MOST_CANDIDATES = 4;

export class KernelSearch implements Part {
  readonly kernel: AppKernel;
  result: SearchResult | undefined;
  /** Time was up before what was found could be tried on all dispatches. */
  isUnchecked = false;
  private readonly options: KernelSearchOptions;
  private readonly evaluator: ModelEvaluator;
  private readonly limits: { budget: number; readonly isTimeUp: () => boolean };
  private readonly ledger: Ledger;

  constructor(kernel: AppKernel, options: KernelSearchOptions) {
    this.kernel = kernel;
    this.options = options;
    this.evaluator = new ModelEvaluator(kernel.tunable, options.backend, options.profile, options.backend);
    this.limits = { budget: 0, isTimeUp: options.isTimeUp };
    this.ledger = new Ledger(this.evaluator, this.limits);
  }

  get worth(): number {
    return this.kernel.work.workNs;
  }

  get spent(): number {
    return this.ledger.evaluations;
  }

  async goOn(budget: number): Promise<number> {
    const { evaluator, ledger } = this;
    const { tunable } = this.kernel;
    const { space, points, base } = tunable;
    const doubtOf = (point: Point) => strideDoubts(tunable, point);
    const random = new Random(this.options.seed);
    const limits = { ...this.limits, budget };
    const { result } = await search(
      { space, points, base, evaluator, doubtOf },
      { ...limits, algorithm: 'full', random, ledger },
    );
    this.result = result;
    return result ? 1 - workLeft(this.longest, result.best.cost.timeNs) : 0;
  }

  /** Undefined where the pipeline is best left as it is. */
  async winner(): Promise<Winner | undefined> {
    const { result } = this;
    if (!result?.base || result.best === result.base) return undefined;
    const { base, best, ranking } = result;
    const others = ranking.filter((each) => each !== best && isWorthwhile(base.cost, each.cost));
    for (const candidate of [best, ...others].slice(0, MOST_CANDIDATES)) {
      const found = await this.onAll(base, candidate);
      if (found && found.expectedNs.gain > 0) return found;
    }
    return undefined;
  }

  private get longest() {
    return this.options.app.dispatches[this.kernel.work.longest];
  }

  /** What a configuration comes to over all dispatches; undefined where one of them cannot have it. */
  private async onAll(base: Evaluated, { point, cost }: Evaluated): Promise<Winner | undefined> {
    const { app } = this.options;
    const { tunable, longest } = this.kernel;
    const changed = changedOnAll(this.kernel, configurationOf(tunable.space, point));
    if (!changed) return undefined;
    const saved = { predicted: 0, gain: 0, low: 0, high: 0 };
    for (const { alike, before, after } of changed.pairs) {
      const costs = alike === longest ? [base.cost, cost] : await this.costsOf([before, after]);
      const [costBefore, costAfter] = costs;
      if (!costBefore || !costAfter) return undefined;
      for (const at of alike.at) {
        const less = savedOf(costBefore, costAfter, (changedNs) => {
          const dispatch = app.dispatches[at];
          return dispatch.workNs * (1 - workLeft(dispatch, changedNs));
        });
        for (const key of Object.keys(saved) as (keyof typeof saved)[]) saved[key] += less[key];
      }
    }
    const { predicted: savedNs, ...expectedNs } = saved;
    this.isUnchecked = false;
    return { ...changed, savedNs, expectedNs, timeNs: cost.timeNs };
  }

  private async costsOf(instances: readonly Instance[]): Promise<(Cost | undefined)[]> {
    const { checking } = this.options;
    const outcomes = await Promise.all(instances.map((each) => checking.evaluate(each)));
    this.isUnchecked ||= outcomes.some(({ value, diagnostics }) => !value && diagnostics.length === 0);
    return outcomes.map(({ value }) => value?.cost);
  }
}

function savedOf(before: Cost, after: Cost, savedBy: (changedNs: number) => number) {
  const { gain, low, high } = expectedGain(before, after);
  return {
    predicted: savedBy(after.timeNs),
    gain: savedBy(before.timeNs / gain),
    low: savedBy(before.timeNs / low),
    high: savedBy(before.timeNs / high),
  };
}
