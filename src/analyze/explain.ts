// Which resource explains the difference between two times. Of the slower side's time a parameter's elasticity is
// the share that goes with what the kernel asks of it: the time that a resource works, or that warps wait for its
// answer. Asking for less takes away as much of that share; asking for more is the same seen from the other side.

import type { Estimate } from '../emulate/estimate.ts';
import type { Suspect } from '../emulate/sensitivity.ts';
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
      return { suspect, difference: Math.abs(mine! - others!) / longer };
    })
    .filter(({ difference }) => difference > LEAST_DIFFERENCE)
    .sort((a, b) => b.difference - a.difference)
    .slice(0, MOST_ASKED)
    .map(({ suspect }) => suspect);
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
  return [...parameters, { resource: 'occupancy', parameter: 'latency' as const, factor: occupancy }]
    .filter(({ factor }) => Math.abs(Math.log(factor)) > 0.01)
    .sort((a, b) => Math.abs(Math.log(b.factor)) - Math.abs(Math.log(a.factor)));
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
