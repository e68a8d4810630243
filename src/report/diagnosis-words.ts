// What all reports of a diagnosis say alike: names of parameters, the limit with its place, the best next step,
// rows of tables that more than one of them shows.

import type { Comparison, Diagnosis, Explanation, Factor, SensitivityEntry } from '../analyze/diagnosis.ts';
import { describeLimit } from './limit-words.ts';
import { shorten } from './shorten.ts';
import { formatTime } from './units.ts';

type Parameter = Pick<SensitivityEntry, 'resource' | 'parameter'>;

/** `dram latency`; what launching costs is the overhead of a dispatch, or the latency with which workgroups start. */
export function parameterName({ resource, parameter }: Parameter, diagnosis?: Diagnosis): string {
  if (resource !== 'launch') return `${resource} ${parameter === 'gap' ? 'throughput' : 'latency'}`;
  if (parameter === 'gap') return 'workgroup starts';
  return diagnosis && !isOverhead(diagnosis) ? 'workgroup start latency' : 'launch overhead';
}

function isOverhead({ bottleneck, sensitivities, launchNs, timeNs }: Diagnosis): boolean {
  if (bottleneck.resource === 'launch' && bottleneck.kind === 'launch') return true;
  const own = sensitivities.find(
    ({ resource, parameter }) => resource === 'launch' && parameter === 'latency',
  );
  return launchNs / timeNs >= (own?.elasticity ?? 0) / 2;
}

/** `limited by` the limit with the region that it acts in, where that is one. */
export function limitOf({ bottleneck, sensitivities }: Diagnosis): string {
  const [first] = sensitivities;
  const isFirst = first?.resource === bottleneck.resource && bottleneck.elasticity === first.elasticity;
  if (!isFirst) return describeLimit(bottleneck);
  const [where] = Object.entries(first.regions).sort((a, b) => b[1] - a[1]);
  const isOnePlace = where && Object.keys(first.regions).length > 1 && where[1] > 0.6 * first.elasticity;
  return describeLimit(bottleneck, isOnePlace ? ` in ${shorten(where[0], 24)}` : '');
}

export const NO_STEP = 'None of the steps tried made it faster by more than 2 %.';

/** `1.26×` */
export function nextStep({ advice }: Diagnosis): string | undefined {
  const [next] = advice;
  return next && speedup(next.expectedSpeedup);
}

export function speedup(factor: number): string {
  if (factor >= 10) return `${factor.toFixed(0)}×`;
  return `${factor >= 0.1 ? factor.toFixed(2) : factor.toPrecision(2)}×`;
}

/** Factors that have no row of their own among the parameters: launching may have one. */
export function otherFactors({ factors }: Diagnosis, shown: readonly Parameter[]): readonly Factor[] {
  const hasLaunch = shown.some(({ resource, parameter }) => resource === 'launch' && parameter === 'latency');
  return factors.filter(({ name }) => !(name === 'launch overhead' && hasLaunch));
}

/** `dram latency (×0.83)`: a part of the difference to another launch, as a factor of the time. */
export function explanation(part: Explanation, diagnosis: Diagnosis): string {
  const name = part.resource === 'occupancy' ? 'occupancy' : parameterName(part, diagnosis);
  return `${name} (×${part.factor.toFixed(2)})`;
}

/** Where the times of two launches differ by 1 % at least: what on, this one's, the other's, the difference. */
export function comparisonRows({ timeNs }: Diagnosis, against: Comparison): string[][] {
  return against.parts
    .filter((part) => Math.abs(part.timeNs - part.otherNs) > 0.01 * Math.max(timeNs, against.timeNs))
    .map(({ reason, timeNs: here, otherNs: there }) => [
      reason,
      formatTime(here),
      formatTime(there),
      `${there > here ? '+' : '−'}${formatTime(Math.abs(there - here))}`,
    ]);
}
