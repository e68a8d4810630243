// The time's sensitivity to every resource, and for those that matter to each resource in each region (the
// tables of section 6 of the SAAKE paper). Each timing is an emulation, so only what can matter is tried: what
// warps wait for and what is busy. The rest has elasticity 0.

import type { TimingInput } from '../emulate/device.ts';
import type { Estimate } from '../emulate/estimate.ts';
import { centralDifference, type Suspect } from '../emulate/sensitivity.ts';
import { scaleResource } from '../profile/scale.ts';
import { type Clock, isUnsteady } from './clock.ts';
import type { SensitivityEntry } from './diagnosis.ts';
import { spent } from './effort.ts';
import type { RegionMap } from './regions.ts';
import { isWorthScreening, screen } from './screening.ts';

/** Waiting below this share of warp time cannot move the time by as much as would matter. */
const LEAST_WAITING = 0.04;
/** A unit that is less busy than this hinders only by waiting that shows. */
const BUSY = 0.35;
/** Elasticity from which a parameter is worth a second emulation, and how many are. */
const SHOWS = 0.15;
const MOST_REFINED = 3;
/** Of the whole, which is 1. */
const NEARLY_ALL = 0.95;
/** Parameters that are tried, unless more are asked for; and what a screening has room for. */
const MOST_TRIED = 6;
const SCREENED = 7;
/** Shares of the effort after which the other direction and further regions are left out. */
const SENSITIVITY_EFFORT = 0.6;
const REGIONS_EFFORT = 0.7;

/**
 * All parameters of all resources of the profile, the largest elasticity first.
 * @param asked parameters to try besides the likeliest
 */
export function allSensitivities(
  timing: TimingInput,
  estimate: Estimate,
  step: number,
  clock: Clock,
  asked: readonly Suspect[] = [],
): SensitivityEntry[] {
  const likely = likeliest(estimate).filter((suspect) => !asked.some((each) => same(each, suspect)));
  const found = isWorthScreening(clock)
    ? screened(timing, [...asked, ...likely].slice(0, SCREENED), step, clock)
    : oneByOne(timing, asked, likely, step, clock);
  const rest = allParameters(estimate)
    .filter((suspect) => !found.some((each) => same(each, suspect)))
    .map((suspect) => entry(suspect, 0, step, clock.timeNs));
  return [...found, ...rest].sort((a, b) => b.elasticity - a.elasticity);
}

/** Elasticities add up to 1: when those of the likeliest do, nothing is left for the others. */
function oneByOne(
  timing: TimingInput,
  asked: readonly Suspect[],
  likely: readonly Suspect[],
  step: number,
  clock: Clock,
): SensitivityEntry[] {
  const found: SensitivityEntry[] = [];
  let sum = 0;
  let refined = 0;
  for (const suspect of [...asked, ...likely]) {
    if (sum >= NEARLY_ALL && found.length >= asked.length) break;
    const worse = worsened(timing, suspect, step, clock);
    const isRefined =
      worse.elasticity >= SHOWS && refined < MOST_REFINED && spent(clock.effort) < SENSITIVITY_EFFORT;
    const each = isRefined ? alsoBetter(timing, worse, step, clock) : worse;
    if (isRefined) refined++;
    found.push(each);
    sum += each.elasticity;
  }
  return found;
}

/** Changed for the worse only. */
function worsened(
  timing: TimingInput,
  suspect: Suspect,
  step: number,
  { timeOf, timeNs }: Clock,
): SensitivityEntry {
  const profile = scaleResource(timing.profile, suspect.resource, suspect.parameter, 1 + step);
  return entry(suspect, (timeOf({ ...timing, profile }) - timeNs) / timeNs / step, step, timeNs);
}

/** Changed for the better as well: some parameter begins to matter only when it is worse. */
function alsoBetter(
  timing: TimingInput,
  worse: SensitivityEntry,
  step: number,
  { timeOf }: Clock,
): SensitivityEntry {
  const { resource, parameter, worseNs } = worse;
  const betterNs = timeOf({
    ...timing,
    profile: scaleResource(timing.profile, resource, parameter, 1 - step),
  });
  return { ...worse, elasticity: centralDifference(worseNs, betterNs, step), betterNs };
}

function screened(
  timing: TimingInput,
  suspects: readonly Suspect[],
  step: number,
  { timeOf, timeNs }: Clock,
): SensitivityEntry[] {
  const elasticities = screen(timing, suspects, step, timeOf);
  return suspects.map((suspect, index) => entry(suspect, elasticities[index], step, timeNs));
}

function entry(suspect: Suspect, elasticity: number, step: number, timeNs: number): SensitivityEntry {
  const [worseNs, betterNs] = [timeNs * (1 + elasticity * step), timeNs * (1 - elasticity * step)];
  const { resource, parameter } = suspect;
  return { resource, parameter, elasticity, worseNs, betterNs, regions: {} };
}

/** The parameters that warps wait for most, or that are busiest. */
function likeliest(estimate: Estimate): Suspect[] {
  const { stalls, resources, launchNs, timeNs } = estimate;
  const scored = resources.flatMap(({ name, utilization, latencyBoundFraction }) => {
    const queue = (stalls[`${name} busy`] ?? 0) + (name === 'issue' ? (stalls['not selected'] ?? 0) : 0);
    const overhead = name === 'launch' ? launchNs / timeNs : 0;
    return [
      { resource: name, parameter: 'gap' as const, score: Math.max(queue, utilization - BUSY) },
      { resource: name, parameter: 'latency' as const, score: Math.max(latencyBoundFraction, overhead) },
    ];
  });
  return scored
    .filter(({ score }) => score >= LEAST_WAITING)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_TRIED)
    .map(({ resource, parameter }) => ({ resource, parameter }));
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

/** Parameters that are changed region by region: the strongest, and none below this elasticity. */
const MOST_IN_REGIONS = 3;
const MATTERS = 0.1;
/** Regions with less than this share of a parameter's use and waiting are not tried: that share is what they get. */
const LEAST_SHARE = 0.1;

/** How much of a parameter's use and waiting is in each region; adds up to 1. */
export type Involvement = (suspect: Suspect) => readonly number[];

/**
 * The entries that matter with their regions filled in; launching belongs to no region. Each region of some
 * involvement but the one most involved is tried, and that one has the rest, so that rows add up. An unsteady
 * kernel's rows are shared out by involvement, as the changes would be lost in the noise, and so are those of
 * weaker entries.
 */
export function inRegions(
  timing: TimingInput,
  entries: readonly SensitivityEntry[],
  map: RegionMap,
  step: number,
  clock: Clock,
  involvement: Involvement,
): SensitivityEntry[] {
  const chosen = entries.filter(({ resource, elasticity }) => resource !== 'launch' && elasticity >= MATTERS);
  const strongest = chosen.slice(0, MOST_IN_REGIONS);
  return entries.map((each) => {
    if (!chosen.includes(each)) return each;
    const shares = involvement(each);
    const parts =
      isUnsteady(clock) || !strongest.includes(each)
        ? shares.map((share) => share * each.elasticity)
        : perturbed(timing, each, map, step, clock, shares);
    const regions = map.regions.map(({ name }, index) => [name, parts[index]] as const);
    return { ...each, regions: Object.fromEntries(regions) };
  });
}

function perturbed(
  timing: TimingInput,
  { resource, parameter, elasticity, worseNs }: SensitivityEntry,
  map: RegionMap,
  step: number,
  { timeOf, timeNs, effort }: Clock,
  shares: readonly number[],
): number[] {
  const profile = scaleResource(timing.profile, resource, parameter, 1 + step);
  const most = shares.indexOf(Math.max(...shares));
  const parts = shares.map((share, index) => {
    if (index === most || worseNs <= timeNs) return 0;
    const isSpent = spent(effort) >= REGIONS_EFFORT;
    if (share < LEAST_SHARE || isSpent) return share * elasticity;
    const inside = Uint8Array.from(map.ofInstruction, (region) => (region === index ? 1 : 0));
    const part = (timeOf({ ...timing, regional: { inside, profile } }) - timeNs) / (worseNs - timeNs);
    return elasticity * Math.min(1, Math.max(0, part));
  });
  // What regions do to each other can make the parts exceed the whole.
  const sum = parts.reduce((all, part) => all + part, 0);
  const fitting = sum > elasticity ? parts.map((part) => (part * elasticity) / sum) : parts;
  return fitting.map((part, index) => (index === most ? Math.max(0, elasticity - sum) : part));
}
