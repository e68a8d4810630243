// What the model says of one instance: its predicted time, and the cost that a search reasons about.

import { type Counters, countersOf } from '../analyze/counters.ts';
import { findLimit } from '../analyze/limit.ts';
import { withResidents } from '../analyze/occupancy.ts';
import { DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { predictTime } from '../emulate/estimate.ts';
import { type Forecast, forecastLaunch, type PredictOptions } from '../predict/predict.ts';
import type { Prediction } from '../predict/prediction.ts';
import type { Profile } from '../profile/profile.ts';
import type { Cost, SpareOccupancy } from '../search/cost.ts';
import type { Instance } from './tunable.ts';

export type ModelOptions = PredictOptions;

export interface Evaluation {
  readonly timeNs: number;
  readonly prediction: Prediction;
  readonly cost: Cost;
  /** What a profiler would have counted. */
  readonly counters: Counters;
}

export function evaluateModel(instance: Instance, options: ModelOptions): Outcome<Evaluation> {
  const { value, diagnostics } = forecast(instance, options);
  if (value === undefined) return { diagnostics };
  const { prediction, timing } = value;
  const { timeNs } = prediction;
  const cost = costOf(prediction, options.profile);
  return { value: { timeNs, prediction, cost, counters: countersOf(prediction, timing.trace) }, diagnostics };
}

/** One kernel that shows a bug of kernelcast must not end the search over all others. */
function forecast({ launch, source, cache }: Instance, options: ModelOptions): Outcome<Forecast> {
  try {
    return forecastLaunch(launch, source, { ...options, cache: cache ?? options.cache });
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    const message = `the model failed on it (a bug in kernelcast): ${String((error as Error).message)}`;
    return { diagnostics: [{ severity: 'unsupported', code: 'configure/failed', message }] };
  }
}

/** What a search needs to know of a prediction. */
export function costOf(prediction: Prediction, profile: Profile): Cost {
  const { timeNs, bottleneck, occupancy, registersPerThread, resources } = prediction;
  return {
    timeNs,
    bottleneck,
    occupancyFraction: occupancy.fraction,
    registersPerThread,
    resources: resources.map(({ name, utilization }) => ({
      name,
      utilization,
      transactions: transactionsOf(prediction, name, utilization, profile),
    })),
  };
}

/** Sectors of the levels of memory that all SMs share; of other resources the cycles that the fullest SM keeps them busy. */
function transactionsOf(
  { memory, cycles }: Prediction,
  name: string,
  utilization: number,
  { memory: { sectorBytes } }: Profile,
): number {
  if (name === 'dram') return memory.dramBytes / sectorBytes.value;
  if (name === 'l2') return memory.l2Bytes / sectorBytes.value;
  return utilization * cycles;
}

/**
 * The biggest occupancy below the instance's own at which its bottleneck is another, by emulation with fewer
 * resident workgroups. It is searched by halving: what has changed once is taken to stay changed below.
 */
export function spareOccupancy(instance: Instance, options: ModelOptions): SpareOccupancy | undefined {
  const full = forecast(instance, options).value;
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
