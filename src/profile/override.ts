// `--set KEY=VALUE`: a profile with numbers changed by the user. KEY is `RESOURCE.latency`, `RESOURCE.gap`,
// `RESOURCE.bandwidth` (for l1, l2, dram), `CLASS.latency` or `CLASS.gap`, `clock`, `l2.size`, or the path of
// any number in the profile (`limits.smCount`, `launch.overheadNs`, `classes.fma.gapCycles`). VALUE is a number in the field's own unit, a
// number with a unit that fits (300ns, 2TB/s, 1.5GHz, 60MiB, 5us) or a factor (0.5x); true or false where the profile
// has one of them (`memory.loadsInOrder`).

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { entryOf } from '../diagnostics/names.ts';
import { nearestName } from '../diagnostics/suggest.ts';
import { profileProblems } from './check.ts';
import type { Parameter, Profile, Quantity } from './profile.ts';
import { scaleResource } from './scale.ts';
import { insteadOfClass, insteadOfField, insteadOfResource, standElsewhere } from './taken.ts';
import { converted, type Dimension, dimensionOf } from './units.ts';

type Amount = { readonly factor: number } | { readonly number: number; readonly unit: string };

/** The bandwidth that `RESOURCE.bandwidth` sets outright; its relatives change in proportion. That of l1 is a gap. */
const BANDWIDTHS: Readonly<Record<string, 'l2BytesPerSecond' | 'dramReadBytesPerSecond' | undefined>> = {
  l1: undefined,
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
  const text = assignment.slice(equals + 1).trim();
  const path = key.split('.');
  if (typeof entryAt(profile, path)?.value === 'boolean') return setChoice(profile, path, text);
  const amount = parseAmount(text);
  if (typeof amount === 'string') return amount;
  const parameter = entryOf(PARAMETERS, path.at(-1)!);
  if (path.length === 3 && parameter && path[0] === 'classes')
    return setClass(profile, path[1], parameter, amount);
  if (parameter && (path.length === 2 || (path.length === 3 && path[0] === 'resources')))
    return setResource(profile, path.at(-2)!, parameter, amount);
  if (path.length === 2 && path[1] === 'bandwidth' && Object.hasOwn(BANDWIDTHS, path[0]))
    return setBandwidth(profile, path[0], amount);
  return setPath(profile, (entryOf(ALIASES, key) ?? key).split('.'), amount) ?? unknownKey(profile, key);
}

const PARAMETERS: Readonly<Record<string, Parameter>> = {
  latency: 'latency',
  latencyCycles: 'latency',
  gap: 'gap',
  gapCycles: 'gap',
};

const fieldOf = (parameter: Parameter) => (parameter === 'latency' ? 'latencyCycles' : 'gapCycles');

function setBandwidth(profile: Profile, resource: string, amount: Amount): Profile | string {
  const field = BANDWIDTHS[resource];
  if (!field && !('factor' in amount))
    return `${resource}.bandwidth takes a factor such as 0.5x; set ${resource}.gap for the cycles of a pass of 128 bytes`;
  const factor = field
    ? factorOf(amount, profile.memory[field].value, dimensionOf(field), profile)
    : factorOf(amount, 1, 'none', profile);
  if (typeof factor === 'string') return factor;
  return factor > 0 ? scaleResource(profile, resource, 'gap', 1 / factor) : 'a bandwidth must be above 0';
}

/** A number of a resource, else of the class of that name. What the model does not take may still have relatives. */
function setResource(profile: Profile, name: string, parameter: Parameter, amount: Amount): Profile | string {
  if (!Object.hasOwn(profile.resources, name) && !standElsewhere.includes(name))
    return setClass(profile, name, parameter, amount);
  const instead = insteadOfResource(name, parameter);
  const now = entryOf(profile.resources, name)?.[fieldOf(parameter)] ?? 1;
  if (instead && !('factor' in amount && hasRelatives(profile, name, parameter)))
    return `${name} has no ${parameter} to set: ${instead}`;
  const factor = factorOf(amount, now, 'cycles', profile);
  if (typeof factor === 'string') return factor;
  if (!Number.isFinite(factor)) return `${name}.${parameter} is 0 in this profile, so it takes no factor`;
  return scaleResource(profile, name, parameter, factor);
}

/** Whether numbers of classes, memory, launch or barrier change along with it. */
function hasRelatives(profile: Profile, name: string, parameter: Parameter): boolean {
  return JSON.stringify(scaleResource(profile, name, parameter, 2)) !== JSON.stringify(profile);
}

function setClass(profile: Profile, name: string, parameter: Parameter, amount: Amount): Profile | string {
  if (!Object.hasOwn(profile.classes, name)) return unknownKey(profile, `${name}.${parameter}`);
  const instead = insteadOfClass(name, parameter);
  if (instead) return `${name} has no ${parameter} to set: ${instead}`;
  const cost = profile.classes[name];
  const field = fieldOf(parameter);
  const base = cost[field] ?? profile.resources[cost.resource]?.[field] ?? 0;
  const value = applied(amount, base, 'cycles', profile);
  if (typeof value === 'string') return value;
  const changed = { ...cost, [field]: value, source: 'doc:--set' };
  return { ...profile, classes: { ...profile.classes, [name]: changed } };
}

/** The profile with the quantity at `path` changed, or what is wrong; undefined when there is no quantity. */
function setPath(profile: Profile, path: readonly string[], amount: Amount): Profile | string | undefined {
  const now = quantityAt(profile, path);
  if (!now) return undefined;
  const value = applied(amount, now.value, dimensionOf(path.at(-1)!), profile);
  return typeof value === 'string' ? value : (replaced(profile, path, { ...now, value }) as Profile);
}

/** One of the two values of what a device either has or has not. */
function setChoice(profile: Profile, path: readonly string[], text: string): Profile | string {
  if (text !== 'true' && text !== 'false') return `${path.join('.')} is true or false`;
  return replaced(profile, path, { ...entryAt(profile, path), value: text === 'true' }) as Profile;
}

function quantityAt(profile: Profile, path: readonly string[]): Quantity | undefined {
  const entry = entryAt(profile, path);
  return typeof entry?.value === 'number' ? (entry as Quantity) : undefined;
}

function entryAt(profile: Profile, path: readonly string[]): { readonly value?: unknown } | undefined {
  let node: unknown = profile;
  for (const name of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as Record<string, unknown>)[name];
  }
  return typeof node === 'object' && node !== null ? node : undefined;
}

function replaced(node: object, [name, ...rest]: readonly string[], entry: object): object {
  const inner = (node as Record<string, object>)[name];
  return { ...node, [name]: rest.length === 0 ? entry : replaced(inner, rest, entry) };
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
  const instead = insteadOfField(key.slice(key.lastIndexOf('.') + 1));
  if (instead) return `profiles have no \`${key}\`: ${instead}`;
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
