// The search for one kernel of an app. It goes over the dispatch that takes longest; what it recommends is then
// evaluated on every other dispatch of the pipeline, since all of them get the same shader.

import type { ForecastDispatch } from '../app/predict.ts';
import type { AppPrediction } from '../app/prediction.ts';
import { type KernelWork, workLeft } from '../app/worth.ts';
import type { Backend } from '../configure/backend.ts';
import { configured, type FixedLaunch, type FixedTunable } from '../configure/fixed.ts';
import { ModelEvaluator } from '../configure/model-evaluator.ts';
import { type Instance, strideDoubts } from '../configure/tunable.ts';
import type { Forecast } from '../predict/predict.ts';
import type { Profile } from '../profile/profile.ts';
import type { Cost } from '../search/cost.ts';
import type { Part } from '../search/divide.ts';
import { type ExpectedGain, expectedGain, isWorthwhile } from '../search/doubt.ts';
import { Ledger } from '../search/ledger.ts';
import { type SearchResult, search } from '../search/search.ts';
import { Random } from '../space/random.ts';
import { type Configuration, configurationOf, type Point } from '../space/space.ts';
import { type Transformed, withoutHeader } from '../transform/index.ts';

/** Dispatches that no prediction tells apart. */
export interface Alike {
  /** Positions among the app's dispatches. */
  readonly at: readonly number[];
  readonly fixed: FixedLaunch;
}

/** A configuration that is better over all dispatches of its pipeline. */
export interface Winner {
  readonly configuration: Configuration;
  readonly instance: Instance;
  readonly transformed?: Transformed;
  /** The same for each of the dispatches. */
  readonly launches: ReadonlyMap<number, Instance['launch']>;
  /** Of the app's time: by prediction, and by what is expected of it at its least and most. */
  readonly savedNs: number;
  readonly expectedNs: Readonly<Record<keyof ExpectedGain, number>>;
  /** Of the dispatch that takes longest. */
  readonly timeNs: number;
}

export interface KernelSearchOptions {
  readonly app: AppPrediction;
  readonly backend: Backend;
  readonly profile: Profile;
  readonly seed: number;
  readonly isTimeUp: () => boolean;
}

/** Recommended and next best configurations that are tried on all dispatches. */
const MOST_CANDIDATES = 4;

export class KernelSearch implements Part {
  readonly kernel: KernelWork;
  readonly tunable: FixedTunable;
  result: SearchResult | undefined;
  private readonly alike: readonly Alike[];
  private readonly options: KernelSearchOptions;
  private readonly evaluator: ModelEvaluator;
  private readonly limits: { budget: number; readonly isTimeUp: () => boolean };
  private readonly ledger: Ledger;

  constructor(
    kernel: KernelWork,
    alike: readonly Alike[],
    tunable: FixedTunable,
    options: KernelSearchOptions,
  ) {
    this.kernel = kernel;
    this.alike = alike;
    this.tunable = tunable;
    this.options = options;
    this.evaluator = new ModelEvaluator(tunable, options.backend, options.profile);
    this.limits = { budget: 0, isTimeUp: options.isTimeUp };
    this.ledger = new Ledger(this.evaluator, this.limits);
  }

  get worth(): number {
    return this.kernel.workNs;
  }

  get spent(): number {
    return this.ledger.evaluations;
  }

  async goOn(budget: number): Promise<number> {
    const { tunable, evaluator, ledger } = this;
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
    const { result, tunable } = this;
    if (!result?.base || result.best === result.base) return undefined;
    const { base, best, ranking } = result;
    const others = ranking.filter((each) => each !== best && isWorthwhile(base.cost, each.cost));
    for (const { point } of [best, ...others].slice(0, MOST_CANDIDATES)) {
      const found = await this.onAll(configurationOf(tunable.space, point));
      if (found && found.expectedNs.gain > 0) return found;
    }
    return undefined;
  }

  private get longest() {
    return this.options.app.dispatches[this.kernel.longest];
  }

  /** What a configuration comes to over all dispatches; undefined where one of them cannot have it. */
  private async onAll(configuration: Configuration): Promise<Winner | undefined> {
    const { app, backend } = this.options;
    const launches = new Map<number, Instance['launch']>();
    const saved = { predicted: 0, gain: 0, low: 0, high: 0 };
    let first: { readonly instance: Instance; readonly transformed?: Transformed } | undefined;
    let timeNs = 0;
    for (const { at, fixed } of this.alike) {
      const made = configured(fixed, configuration).value;
      if (!made) return undefined;
      // All dispatches of a pipeline have one shader.
      if (first && !isSameKernel(first.instance, made.instance)) return undefined;
      first ??= made;
      const costs = await Promise.all([asItIs(fixed), made.instance].map((each) => backend.evaluate(each)));
      const [before, after] = costs.map(({ value }) => value?.cost);
      if (!before || !after) return undefined;
      if (at.includes(this.kernel.longest)) timeNs = after.timeNs;
      for (const position of at) {
        const { launch } = made.instance;
        launches.set(position, launch);
        const less = savedOf(before, after, (changedNs) => {
          const dispatch = app.dispatches[position];
          return dispatch.workNs * (1 - workLeft(dispatch, changedNs));
        });
        for (const key of Object.keys(saved) as (keyof typeof saved)[]) saved[key] += less[key];
      }
    }
    if (!first) return undefined;
    const { predicted: savedNs, ...expectedNs } = saved;
    return { configuration, ...first, launches, savedNs, expectedNs, timeNs };
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

function isSameKernel(a: Instance, b: Instance): boolean {
  const constants = (each: Instance) => JSON.stringify(Object.entries(each.launch.constants).sort());
  return withoutHeader(a.source) === withoutHeader(b.source) && constants(a) === constants(b);
}

function asItIs({ launch, source, cache }: FixedLaunch): Instance {
  return { launch, source, cache };
}

/** Those that share a forecast are alike. */
export function alikeOf(
  dispatches: readonly ForecastDispatch[],
  { dispatches: at }: KernelWork,
  fixedOf: (dispatch: ForecastDispatch & { readonly forecast: Forecast }) => FixedLaunch,
): Alike[] {
  const groups = new Map<Forecast, number[]>();
  for (const position of at) {
    const { forecast } = dispatches[position];
    if (forecast) groups.set(forecast, [...(groups.get(forecast) ?? []), position]);
  }
  return [...groups].map(([forecast, positions]) => ({
    at: positions,
    fixed: fixedOf({ ...dispatches[positions[0]], forecast }),
  }));
}
