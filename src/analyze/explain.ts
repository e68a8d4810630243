// Which resource explains the difference between two times. Of the slower side's time a parameter's elasticity is
// the share that goes with what the kernel asks of it: the time that a resource works, or that warps wait for its
// answer. Asking for less takes away as much of that share; asking for more is the same seen from the other side.

import type { Estimate } from '../emulate/estimate.ts';
import type { Suspect } from '../emulate/sensitivity.ts';
import { log } from '../numeric/portable.ts';
import type { Explanation, SensitivityEntry } from './diagnosis.ts';

export interface Side {
  readonly estimate: Estimate;
  readonly sensitivities: readonly SensitivityEntry[];
}

/** Differences of demand below this share of the time explain nothing, and most of the others are tried. */
const LEAST_DIFFERENCE = 0.02;
const MOST_ASKED = 4;

/** Parameters of which the two sides ask for most different amounts: these have to be tried on both. */
export function differing(here: Estimate, there: Estimate): Suspect[] {
  const longer = Math.max(here.timeNs, there.timeNs);
  const parameters = here.resources.flatMap(({ name }) => [
    { resource: name, parameter: 'gap' as const },
    { resource: name, parameter: 'latency' as const },
  ]);
  return parameters
    .map((suspect) => {
      const perWarp = ({ warpsPerSm }: Estimate['occupancy']) =>
        suspect.parameter === 'latency' ? Math.max(1, warpsPerSm) : 1;
      const [mine, others] = [here, there].map(
        (each) => demandOf(each, suspect.resource, suspect.parameter) / perWarp(each.occupancy),
      );
      return { suspect, difference: Math.abs(mine - others) / longer };
    })
    .filter(({ difference }) => difference > LEAST_DIFFERENCE)
    .sort((a, b) => b.difference - a.difference)
    .slice(0, MOST_ASKED)
    .map(({ suspect }) => suspect);
}

/**
 * At barriers warps wait for one another, not for the barrier: how much goes with that shows when all are left out,
 * while the barrier's own latency would say next to nothing.
 */
export function withBarrierShare(
  sensitivities: readonly SensitivityEntry[],
  shareOfBarriers: number,
): readonly SensitivityEntry[] {
  return sensitivities.map((each) =>
    isAtBarriers(each) ? { ...each, elasticity: Math.max(each.elasticity, shareOfBarriers) } : each,
  );
}

export function isAtBarriers({ resource, parameter }: Suspect): boolean {
  return resource === 'barrier' && parameter === 'latency';
}

/** Parts of the other's time over this one's, the largest first; what is below 1 % is left out. */
export function explain(here: Side, there: Side): Explanation[] {
  const parameters = here.sensitivities.map(({ resource, parameter }): Explanation => {
    const shareOf = ({ sensitivities }: Side) =>
      sensitivities.find((each) => each.resource === resource && each.parameter === parameter)?.elasticity ??
      0;
    const demand = ({ estimate }: Side) => demandOf(estimate, resource, parameter);
    return { resource, parameter, factor: partOf(here, there, shareOf, demand) };
  });
  // More warps hide more waiting: the other side of the latencies.
  const occupancy = partOf(here, there, latencyOf, ({ estimate }) => 1 / estimate.occupancy.warpsPerSm);
  return byWeight(
    [...parameters, { resource: 'occupancy', parameter: 'latency' as const, factor: occupancy }].filter(
      ({ factor }) => Math.abs(log(factor)) > 0.01,
    ),
  );
}

/** One more or less instruction is one for the issue slots and for its pipe: their shares are of one and the same. */
const INSTRUCTION_PIPES: ReadonlySet<string> = new Set(['issue', 'alu', 'fma', 'uniform', 'fp16']);

/** The largest part first; the parts of the pipes that all instructions go through count together. */
function byWeight(parts: readonly Explanation[]): Explanation[] {
  const kindOf = ({ resource, parameter }: Explanation): string =>
    parameter === 'gap' && INSTRUCTION_PIPES.has(resource) ? 'instructions' : `${resource} ${parameter}`;
  const own = ({ factor }: Explanation): number => Math.abs(log(factor));
  const together = new Map<string, number>();
  for (const part of parts) together.set(kindOf(part), (together.get(kindOf(part)) ?? 0) + log(part.factor));
  const weight = (part: Explanation): number => Math.abs(together.get(kindOf(part))!);
  return [...parts].sort((a, b) => weight(b) - weight(a) || own(b) - own(a));
}

function partOf(
  here: Side,
  there: Side,
  shareOf: (side: Side) => number,
  demand: (side: Side) => number,
): number {
  const [mine, others] = [demand(here), demand(there)];
  const asksMore = mine >= others ? here : there;
  const less = Math.min(mine, others) / Math.max(mine, others, 1e-9);
  const left = 1 - Math.min(MOST, Math.max(0, shareOf(asksMore))) * (1 - less);
  return asksMore === here ? left : 1 / left;
}

/** No share is the whole. */
const MOST = 0.98;

function latencyOf({ sensitivities }: Side): number {
  return sensitivities
    .filter(({ parameter, resource }) => parameter === 'latency' && resource !== 'launch')
    .reduce((sum, { elasticity }) => sum + Math.max(0, elasticity), 0);
}

/** Nanoseconds that the resource works, or that all warps of the fullest SM together wait for it. */
function demandOf(estimate: Estimate, name: string, parameter: 'latency' | 'gap'): number {
  const workNs = estimate.timeNs - estimate.launchNs;
  const use = estimate.resources.find((each) => each.name === name);
  if (!use) return 0;
  // Of launching the overhead counts, which all of the kernel waits for at once.
  if (name === 'launch' && parameter === 'latency') {
    return estimate.launchNs + use.latencyBoundFraction * workNs;
  }
  return parameter === 'gap'
    ? use.utilization * workNs
    : use.latencyBoundFraction * workNs * estimate.occupancy.warpsPerSm;
}
