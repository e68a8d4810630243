// The time's sensitivity to every resource, and for those that matter to each resource in each region (the
// tables of section 6 of the SAAKE paper). All timings share one preparation and a small budget; what no
// instruction uses and no warp waits for has elasticity 0 without being tried.

import type { TimingInput } from '../emulate/device.ts';
import type { Estimate } from '../emulate/estimate.ts';
import { type Sensitivity, type Suspect, sensitivity, suspects } from '../emulate/sensitivity.ts';
import type { Profile } from '../profile/profile.ts';
import type { Clock } from './clock.ts';
import type { Factor, SensitivityEntry } from './diagnosis.ts';
import { withLargerDispatch } from './experiments/changed-trace.ts';
import { withResidents } from './experiments/occupancy.ts';
import type { RegionMap } from './regions.ts';

/** Parameters that are followed into regions: the strongest, and none below this elasticity. */
const MOST_IN_REGIONS = 3;
const MATTERS = 0.05;

/** All parameters of all resources of the profile, the largest elasticity first. */
export function allSensitivities(
  timing: TimingInput,
  estimate: Estimate,
  step: number,
  { timeOf, noise }: Clock,
): SensitivityEntry[] {
  const tried = suspects(estimate, Infinity, Math.min(0.05, 10 * noise));
  const entries = allParameters(estimate).map((suspect): SensitivityEntry => {
    const isTried = tried.some((each) => same(each, suspect));
    const found: Sensitivity = isTried
      ? sensitivity(timing, suspect, step, { timeOf })
      : { ...suspect, elasticity: 0, worseNs: estimate.timeNs, betterNs: estimate.timeNs };
    return { ...found, regions: {} };
  });
  return entries.sort((a, b) => b.elasticity - a.elasticity);
}

function allParameters(estimate: Estimate): Suspect[] {
  return estimate.resources.flatMap(({ name }) => [
    { resource: name, parameter: 'latency' as const },
    { resource: name, parameter: 'gap' as const },
  ]);
}

function same(a: Suspect, b: Suspect): boolean {
  return a.resource === b.resource && a.parameter === b.parameter;
}

/** The strongest entries with their regions filled in; launching belongs to no region. */
export function inRegions(
  timing: TimingInput,
  entries: readonly SensitivityEntry[],
  map: RegionMap,
  step: number,
  { timeOf, noise }: Clock,
): SensitivityEntry[] {
  const chosen = entries
    .filter(
      ({ resource, elasticity }) =>
        resource !== 'launch' && elasticity >= Math.max(MATTERS, noise / step / 2),
    )
    .slice(0, MOST_IN_REGIONS);
  const masks = map.regions.map((_, index) =>
    Uint8Array.from(map.ofInstruction, (region) => (region === index ? 1 : 0)),
  );
  return entries.map((entry) => {
    if (!chosen.includes(entry)) return entry;
    // A kernel in one piece needs no further timing.
    const elasticityIn = (mask: Uint8Array) =>
      masks.length === 1
        ? entry.elasticity
        : sensitivity(timing, entry, step, { inside: mask, timeOf }).elasticity;
    const regions = map.regions.map(({ name }, index) => [name, elasticityIn(masks[index]!)] as const);
    return { ...entry, regions: Object.fromEntries(regions) };
  });
}

/** Occupancy, clock, launch overhead and tail: parameters of the launch rather than of a resource. */
export function factorsOf(
  timing: TimingInput,
  estimate: Estimate,
  step: number,
  { timeOf }: Clock,
): Factor[] {
  return [
    ...occupancyFactor(timing, estimate, timeOf),
    clockFactor(timing, step, timeOf),
    {
      name: 'launch overhead',
      elasticity: estimate.launchNs / estimate.timeNs,
      meaning: 'share of the time that any dispatch pays',
    },
    {
      name: 'tail',
      elasticity: (estimate.imbalanceFraction * (estimate.timeNs - estimate.launchNs)) / estimate.timeNs,
      meaning: 'share of the time in which SMs wait for the last one, as workgroups differ',
    },
  ];
}

/** With one workgroup per SM fewer, in a launch of many waves: how the last one is filled is another matter. */
function occupancyFactor(timing: TimingInput, estimate: Estimate, timeOf: Clock['timeOf']): Factor[] {
  const now = estimate.occupancy.workgroupsPerSm;
  if (now < 2) return [];
  const many = estimate.waves < MANY_WAVES ? withLargerDispatch(timing, MANY_WAVES) : timing;
  const [timeNs, fewerNs] = [timeOf(withResidents(many, now)), timeOf(withResidents(many, now - 1))];
  return [
    {
      name: 'occupancy',
      elasticity: ((fewerNs - timeNs) / timeNs) * -now,
      meaning: `negative where fewer workgroups per SM (${now - 1} for ${now}) take longer`,
    },
  ];
}

const MANY_WAVES = 16;

/** Core clock with the memories' bytes per second as they are. */
function clockFactor(timing: TimingInput, step: number, timeOf: Clock['timeOf']): Factor {
  const timeWith = (factor: number) => timeOf({ ...timing, profile: withClock(timing.profile, factor) });
  const [faster, slower] = [timeWith(1 + step), timeWith(1 - step)];
  return {
    name: 'clock',
    elasticity: (faster - slower) / (faster + slower) / step,
    meaning: 'negative where a faster clock of the SMs saves time; DRAM and L2 keep their bandwidths',
  };
}

function withClock(profile: Profile, factor: number): Profile {
  const { clockHz } = profile;
  return { ...profile, clockHz: { ...clockHz, value: clockHz.value * factor } };
}
