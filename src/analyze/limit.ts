// What limits a launch: the largest elasticity, decided here once for `predict`, `diagnose` and `search`, so that all
// name the same. The elasticities that decide are those that a diagnosis shows.

import type { TimingInput } from '../emulate/device.ts';
import type { Estimate } from '../emulate/estimate.ts';
import { type Clock, clockFor, isUnsteady } from './clock.ts';
import type { SensitivityEntry } from './diagnosis.ts';
import { isWorthScreening, SCREENING_RUNS } from './screening.ts';
import { allSensitivities } from './sensitivities.ts';

export interface Limiting {
  readonly resource: string;
  readonly kind: 'latency' | 'throughput' | 'launch' | 'occupancy' | 'tail';
  /** Relative change of the time per relative change of it; of `launch` and `tail` the share of the time. */
  readonly elasticity: number;
}

export interface Limit extends Limiting {
  /** What may as well be the limit: its elasticity differs by less than elasticities are known. */
  readonly rival?: Limiting;
}

/** The limit with what it was found by. */
export interface LimitSearch {
  readonly limit: Limit;
  /** All parameters, the largest elasticity first; what was not tried has 0. */
  readonly sensitivities: readonly SensitivityEntry[];
  /** How much each parameter was changed. */
  readonly step: number;
  /** Standard deviation of an elasticity. */
  readonly noise: number;
  readonly clock: Clock;
}

const DEFAULT_STEP = 0.1;
const UNSTEADY_STEP = 0.2;
/**
 * Elasticities that are closer than this many standard deviations of their difference, or than this share of the
 * larger one, are not told apart: with another sample of workgroups the other one may come first (so on 6 of the 8
 * launches of examples and bench/sets where the limit moved with the seed, at 45 of 306 that are undecided).
 */
const DEVIATIONS = 2;
const CLOSE = 0.2;

/** @param step of each parameter; SAAKE's 10 % when left out, more for kernels whose time is unsteady */
export function findLimit(timing: TimingInput, estimate: Estimate, step?: number): LimitSearch {
  const clock = clockFor(timing, estimate);
  const isScreened = isWorthScreening(clock);
  const chosen = step ?? stepFor(clock);
  const sensitivities = allSensitivities(timing, estimate, chosen, clock);
  const noise = noiseOfElasticity(clock, chosen, isScreened);
  return { limit: limitAmong(sensitivities, estimate, noise), sensitivities, step: chosen, noise, clock };
}

/** What each parameter is changed by: noise must not hide what that does. */
export function stepFor(clock: Clock): number {
  return isUnsteady(clock) ? UNSTEADY_STEP : DEFAULT_STEP;
}

/** The largest of the elasticities, the launch's overhead and the last wave. */
export function limitAmong(
  sensitivities: readonly SensitivityEntry[],
  estimate: Estimate,
  noise: number,
): Limit {
  const overhead: Limiting = { resource: 'launch', kind: 'launch', elasticity: launchShare(estimate) };
  const tail: Limiting = { resource: 'launch', kind: 'tail', elasticity: tailShare(estimate) };
  const parameters = sensitivities.map((each) => limiting(each, overhead.elasticity));
  const isTried = parameters.some(({ kind, elasticity }) => kind === 'launch' && elasticity > 0);
  const all = [...parameters, tail, ...(isTried ? [] : [overhead])];
  const [first, second] = all.sort((a, b) => b.elasticity - a.elasticity);
  const margin = Math.max(DEVIATIONS * Math.SQRT2 * noise, CLOSE * first.elasticity);
  return first.elasticity - second.elasticity < margin ? { ...first, rival: second } : first;
}

/** The latency of launching is the overhead of the dispatch, unless it is each workgroup's start that takes long. */
function limiting({ resource, parameter, elasticity }: SensitivityEntry, overhead: number): Limiting {
  const isOverhead = resource === 'launch' && parameter === 'latency' && overhead >= elasticity / 2;
  if (isOverhead) return { resource, kind: 'launch', elasticity };
  return { resource, kind: parameter === 'gap' ? 'throughput' : 'latency', elasticity };
}

/** Part of the time that any dispatch pays. */
export function launchShare({ launchNs, timeNs }: Estimate): number {
  return launchNs / timeNs;
}

/** Part of the time in which SMs wait for the last one, as workgroups differ. */
export function tailShare(estimate: Estimate): number {
  return estimate.imbalanceFraction * (1 - launchShare(estimate));
}

/** Standard deviation of an elasticity, from one time each way or from all runs of a screening. */
function noiseOfElasticity({ noise }: Clock, step: number, isScreened: boolean): number {
  return noise / (step * (isScreened ? Math.sqrt(SCREENING_RUNS) : Math.SQRT2));
}
