// What the model says of one instance: its predicted time, and the cost that a search reasons about.

import { type Counters, countersOf } from '../analyze/counters.ts';
import { findLimit } from '../analyze/limit.ts';
import { withResidents } from '../analyze/occupancy.ts';
import { DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { type Estimate, predictTime } from '../emulate/estimate.ts';
import { guarded } from '../predict/compile-stages.ts';
import { invocationsOf } from '../predict/limits.ts';
import {
  concludeLaunch,
  estimateLaunch,
  type Forecast,
  type PredictOptions,
  type TimedLaunch,
} from '../predict/predict.ts';
import type { Prediction } from '../predict/prediction.ts';
import type { Profile } from '../profile/profile.ts';
import type { Cost, SpareOccupancy } from '../search/cost.ts';
import { type Instance, identityOf } from './tunable.ts';

export type ModelOptions = PredictOptions;

/** What is known when the time is. */
export interface Timed {
  readonly timeNs: number;
  /** Without what holds the configuration back. */
  readonly cost: Cost;
}

export interface Evaluation extends Timed {
  readonly prediction: Prediction;
  /** What a profiler would have counted. */
  readonly counters: Counters;
}

interface Kept {
  readonly timed: Outcome<TimedLaunch>;
  forecast?: Outcome<Forecast>;
}

/** Instances whose traces are kept, the latest: questions follow about those that were evaluated just before. */
const MOST_KEPT = 6;

/** Answers about instances; what several questions about one have in common is computed once. */
export class InstanceModel {
  private readonly options: ModelOptions;
  private readonly known = new Map<string, Kept>();

  constructor(options: ModelOptions) {
    this.options = options;
  }

  time(instance: Instance): Outcome<Timed> {
    const { value, diagnostics } = this.kept(instance).timed;
    if (value === undefined) return { diagnostics };
    return { value: { timeNs: value.estimate.timeNs, cost: this.costOf(instance, value) }, diagnostics };
  }

  evaluate(instance: Instance): Outcome<Evaluation> {
    const { value, diagnostics } = this.forecast(instance);
    if (value === undefined) return { diagnostics };
    const { prediction, timing } = value;
    const cost = {
      ...this.costOf(instance, this.kept(instance).timed.value!),
      bottleneck: prediction.bottleneck,
    };
    const counters = countersOf(prediction, timing.trace);
    return { value: { timeNs: prediction.timeNs, prediction, cost, counters }, diagnostics };
  }

  /**
   * The biggest occupancy below the instance's own at which its bottleneck is another, by emulation with fewer
   * resident workgroups. It is searched by halving: what has changed once is taken to stay changed below.
   */
  spareOccupancy(instance: Instance): SpareOccupancy | undefined {
    const full = this.forecast(instance).value;
    if (full === undefined) return undefined;
    const { bottleneck, occupancy } = full.prediction;
    let [changed, same] = [1, occupancy.workgroupsPerSm];
    if (same < 2) return undefined;
    while (same - changed > 1) {
      const middle = (changed + same) >> 1;
      const { resource, kind } = withFewer(full, middle).bottleneck;
      if (resource === bottleneck.resource && kind === bottleneck.kind) same = middle;
      else changed = middle;
    }
    return withFewer(full, changed);
  }

  private forecast(instance: Instance): Outcome<Forecast> {
    const kept = this.kept(instance);
    const { launch, source } = instance;
    const { value, diagnostics } = kept.timed;
    kept.forecast ??= value
      ? withoutBugs(() => {
          const forecast = concludeLaunch(launch, source, value, this.optionsFor(instance));
          return { value: forecast, diagnostics };
        })
      : { diagnostics };
    return kept.forecast;
  }

  private kept(instance: Instance): Kept {
    const { known } = this;
    const { launch, source } = instance;
    const options = this.optionsFor(instance);
    const key = JSON.stringify([instance.cache, identityOf(instance)]);
    const kept = known.get(key) ?? { timed: withoutBugs(() => estimateLaunch(launch, source, options)) };
    known.delete(key);
    known.set(key, kept);
    if (known.size > MOST_KEPT) known.delete(known.keys().next().value!);
    return kept;
  }

  private optionsFor({ cache }: Instance): ModelOptions {
    return { ...this.options, cache: cache ?? this.options.cache };
  }

  /** What a search needs to know of a prediction. */
  private costOf(
    { launch: { dispatch } }: Instance,
    { estimate, program, isRace }: Pick<TimedLaunch, 'estimate' | 'program' | 'isRace'>,
  ): Cost {
    const { timeNs, occupancy, resources } = estimate;
    const workgroups = dispatch[0] * dispatch[1] * dispatch[2];
    return {
      timeNs,
      occupancyFraction: occupancy.fraction,
      registersPerThread: program.registersPerThread,
      invocations: workgroups * invocationsOf(program.module),
      ...(isRace ? { isRace } : {}),
      resources: resources.map(({ name, utilization }) => ({
        name,
        utilization,
        transactions: transactionsOf(estimate, name, utilization, this.options.profile),
      })),
    };
  }
}

export function evaluateModel(instance: Instance, options: ModelOptions): Outcome<Evaluation> {
  return new InstanceModel(options).evaluate(instance);
}

/** One kernel that shows a bug of kernelcast must not end the search over all others. */
function withoutBugs<T>(answer: () => Outcome<T>): Outcome<T> {
  try {
    return guarded(answer);
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    const message = `the model failed on it (a bug in kernelcast): ${String((error as Error).message)}`;
    return { diagnostics: [{ severity: 'unsupported', code: 'configure/failed', message }] };
  }
}

/** Sectors of the levels of memory that all SMs share; of other resources the cycles that the fullest SM keeps them busy. */
function transactionsOf(
  { memory, cycles }: Estimate,
  name: string,
  utilization: number,
  { memory: { sectorBytes } }: Profile,
): number {
  if (name === 'dram') return memory.dramBytes / sectorBytes.value;
  if (name === 'l2') return memory.l2Bytes / sectorBytes.value;
  return utilization * cycles;
}

function withFewer({ timing }: Forecast, workgroups: number): SpareOccupancy {
  const changed = withResidents(timing, workgroups);
  const estimate = predictTime(changed);
  return {
    occupancyFraction: estimate.occupancy.fraction,
    bottleneck: findLimit(changed, estimate).limit,
  };
}

/** Registers per thread at which that share of an SM's threads is resident. */
export function mostRegisters({ limits }: Profile, occupancyFraction: number): number {
  const threads = limits.warpsPerSm.value * limits.subgroupSize.value * occupancyFraction;
  return Math.min(limits.registersPerThread.value, Math.floor(limits.registersPerSm.value / threads));
}
