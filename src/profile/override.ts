// `--set KEY=VALUE`: a profile with numbers changed by the user. KEY is `RESOURCE.latency`, `RESOURCE.gap`,
// `RESOURCE.bandwidth` (for l1, l2, dram), `CLASS.latency` or `CLASS.gap`, `clock`, `l2.size`, or the path of
// any quantity in the profile (`limits.smCount`, `launch.overheadNs`). VALUE is a number in the field's own unit, a
// number with a unit that fits (300ns, 2TB/s, 1.5GHz, 60MiB, 5us) or a factor (0.5x).

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { nearestName } from '../diagnostics/suggest.ts';
import { profileProblems } from './check.ts';
import type { Profile, Quantity } from './profile.ts';
import { type Parameter, scaleResource } from './scale.ts';
import { converted, type Dimension, dimensionOf } from './units.ts';

type Amount = { readonly factor: number } | { readonly number: number; readonly unit: string };

/** The bandwidth that `RESOURCE.bandwidth` sets outright; its relatives change in proportion. */
const BANDWIDTHS: Readonly<
  Record<string, 'l1BytesPerCycle' | 'l2BytesPerSecond' | 'dramReadBytesPerSecond'>
> = {
  l1: 'l1BytesPerCycle',
  l2: 'l2BytesPerSecond',
  dram: 'dramReadBytesPerSecond',
};

/** Other short names and the paths they stand for. */
const ALIASES: Readonly<Record<string, string>> = {
  clock: 'clockHz',
  'l2.size': 'memory.l2Bytes',
  'l1.size': 'limits.l1SharedBytes',
  'launch.overhead': 'launch.overheadNs',
  'sm.count': 'limits.smCount',
};

/** Applies the assignments in order; all that fail are reported, each naming what would be accepted. */
export function overrideProfile(profile: Profile, assignments: readonly string[]): Outcome<Profile> {
  const diagnostics: Diagnostic[] = [];
  let result = profile;
  for (const assignment of assignments) {
    const changed = applyAssignment(result, assignment);
    const problem = typeof changed === 'string' ? undefined : profileProblems(changed)[0];
    const outcome = problem ?? changed;
    if (typeof outcome === 'string') {
      diagnostics.push({
        severity: 'invalid',
        code: 'profile/override',
        message: `--set ${assignment}: ${outcome}`,
      });
    } else {
      result = outcome;
    }
  }
  return diagnostics.length > 0 ? { diagnostics } : { value: result, diagnostics };
}

function applyAssignment(profile: Profile, assignment: string): Profile | string {
  const equals = assignment.indexOf('=');
  if (equals < 1) return 'expected KEY=VALUE, for instance dram.bandwidth=0.5x';
  const key = assignment.slice(0, equals).trim();
  const amount = parseAmount(assignment.slice(equals + 1).trim());
  if (typeof amount === 'string') return amount;
  const split = key.lastIndexOf('.');
  const subject = key.slice(0, split);
  const parameter = key.slice(split + 1);
  if (split > 0 && (parameter === 'latency' || parameter === 'gap'))
    return setCost(profile, subject, parameter, amount);
  const bandwidth = parameter === 'bandwidth' ? BANDWIDTHS[subject] : undefined;
  if (bandwidth) {
    const factor = factorOf(amount, profile.memory[bandwidth].value, dimensionOf(bandwidth), profile);
    if (typeof factor === 'string') return factor;
    return factor > 0 ? scaleResource(profile, subject, 'gap', 1 / factor) : 'a bandwidth must be above 0';
  }
  return setPath(profile, (ALIASES[key] ?? key).split('.'), amount) ?? unknownKey(profile, key);
}

function setCost(profile: Profile, subject: string, parameter: Parameter, amount: Amount): Profile | string {
  const field = parameter === 'latency' ? 'latencyCycles' : 'gapCycles';
  const resource = profile.resources[subject];
  if (resource) {
    const factor = factorOf(amount, resource[field], 'cycles', profile);
    if (typeof factor === 'string') return factor;
    if (!Number.isFinite(factor))
      return `${subject}.${parameter} is 0 in this profile, so it takes no factor`;
    return scaleResource(profile, subject, parameter, factor);
  }
  const cost = profile.classes[subject];
  if (!cost) return unknownKey(profile, `${subject}.${parameter}`);
  const base = cost[field] ?? profile.resources[cost.resource]?.[field] ?? 0;
  const value = applied(amount, base, 'cycles', profile);
  if (typeof value === 'string') return value;
  const changed = { ...cost, [field]: value, source: 'doc:--set' };
  return { ...profile, classes: { ...profile.classes, [subject]: changed } };
}

/** The profile with the quantity at `path` changed, or what is wrong; undefined when there is no quantity. */
function setPath(profile: Profile, path: readonly string[], amount: Amount): Profile | string | undefined {
  const now = quantityAt(profile, path);
  if (!now) return undefined;
  const value = applied(amount, now.value, dimensionOf(path.at(-1)!), profile);
  return typeof value === 'string' ? value : (replaced(profile, path, { ...now, value }) as Profile);
}

function quantityAt(profile: Profile, path: readonly string[]): Quantity | undefined {
  let node: unknown = profile;
  for (const name of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as Record<string, unknown>)[name];
  }
  const quantity = node as Partial<Quantity> | null;
  return typeof quantity?.value === 'number' ? (quantity as Quantity) : undefined;
}

function replaced(node: object, [name, ...rest]: readonly string[], quantity: Quantity): object {
  const inner = (node as Record<string, object>)[name];
  return { ...node, [name]: rest.length === 0 ? quantity : replaced(inner, rest, quantity) };
}

function parseAmount(text: string): Amount | string {
  const match = /^([0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?)\s*(.*)$/.exec(text);
  if (!match) return `\`${text}\` is no number; write 600, 2TB/s or 0.5x`;
  const number = Number(match[1]);
  const unit = match[2];
  return unit === 'x' ? { factor: number } : { number, unit };
}

/** The new value of a field, or what is wrong with the amount. */
function applied(amount: Amount, base: number, dimension: Dimension, { clockHz }: Profile): number | string {
  if ('factor' in amount) return amount.factor * base;
  return converted(amount.number, amount.unit, dimension, clockHz.value);
}

function factorOf(amount: Amount, base: number, dimension: Dimension, profile: Profile): number | string {
  if ('factor' in amount) return amount.factor;
  const value = applied(amount, base, dimension, profile);
  return typeof value === 'string' ? value : value / base;
}

function unknownKey(profile: Profile, key: string): string {
  const resources = Object.keys(profile.resources);
  const known = [
    ...[...resources, ...Object.keys(profile.classes)].flatMap((name) => [`${name}.latency`, `${name}.gap`]),
    ...Object.keys(BANDWIDTHS).map((name) => `${name}.bandwidth`),
    ...Object.keys(ALIASES),
    ...(['limits', 'memory', 'launch'] as const).flatMap((part) =>
      Object.keys(profile[part]).map((name) => `${part}.${name}`),
    ),
  ];
  const nearest = nearestName(key, known);
  if (nearest) return `\`${key}\` names nothing in the profile; did you mean ${nearest}?`;
  return (
    `\`${key}\` names nothing in the profile. Use RESOURCE.latency or RESOURCE.gap with one of ${resources.join(', ')}; ` +
    'l1, l2 or dram with .bandwidth; clock, l2.size, l1.size, launch.overhead, sm.count; or a path such as limits.registersPerSm'
  );
}
