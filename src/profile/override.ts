// `--set KEY=VALUE`: a profile with numbers changed by the user. KEY is `RESOURCE.latency`, `RESOURCE.gap`,
// `RESOURCE.bandwidth` (for l1, l2, dram), `CLASS.latency` or `CLASS.gap`, `clock`, `l2.size`, or the path of
// any quantity in the profile (`limits.smCount`, `launch.overheadNs`). VALUE is a number, a number with a unit
// (600, 2TB/s, 1.5GHz, 60MiB, 5us) or a factor (0.5x).

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { profileProblems } from './check.ts';
import type { Profile, Quantity } from './profile.ts';
import { type Parameter, scaleResource } from './scale.ts';

type Amount = { readonly factor: number } | { readonly value: number };

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  cycles: 1,
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  Hz: 1,
  kHz: 1e3,
  MHz: 1e6,
  GHz: 1e9,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  'B/s': 1,
  'MB/s': 1e6,
  'GB/s': 1e9,
  'TB/s': 1e12,
};

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
    const factor = factorOf(amount, profile.memory[bandwidth].value);
    return factor > 0 ? scaleResource(profile, subject, 'gap', 1 / factor) : 'a bandwidth must be above 0';
  }
  return setPath(profile, (ALIASES[key] ?? key).split('.'), amount) ?? unknownKey(profile, key);
}

function setCost(profile: Profile, subject: string, parameter: Parameter, amount: Amount): Profile | string {
  const field = parameter === 'latency' ? 'latencyCycles' : 'gapCycles';
  const resource = profile.resources[subject];
  if (resource) {
    const factor = factorOf(amount, resource[field]);
    if (!Number.isFinite(factor))
      return `${subject}.${parameter} is 0 in this profile, so it takes no factor`;
    return scaleResource(profile, subject, parameter, factor);
  }
  const cost = profile.classes[subject];
  if (!cost) return unknownKey(profile, `${subject}.${parameter}`);
  const base = cost[field] ?? profile.resources[cost.resource]?.[field] ?? 0;
  const changed = { ...cost, [field]: applied(amount, base), source: 'doc:--set' };
  return { ...profile, classes: { ...profile.classes, [subject]: changed } };
}

/** The profile with the quantity at `path` changed; undefined when there is no quantity. */
function setPath(profile: Profile, path: readonly string[], amount: Amount): Profile | undefined {
  const change = (node: unknown, depth: number): unknown => {
    if (typeof node !== 'object' || node === null) return undefined;
    if (depth === path.length) {
      const quantity = node as Partial<Quantity>;
      if (typeof quantity.value !== 'number') return undefined;
      return { ...quantity, value: applied(amount, quantity.value) };
    }
    const name = path[depth]!;
    const inner = change((node as Record<string, unknown>)[name], depth + 1);
    return inner === undefined ? undefined : { ...node, [name]: inner };
  };
  return change(profile, 0) as Profile | undefined;
}

function parseAmount(text: string): Amount | string {
  const match = /^([0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?)\s*(.*)$/.exec(text);
  if (!match) return `\`${text}\` is no number; write 600, 2TB/s or 0.5x`;
  const number = Number(match[1]);
  const unit = match[2]!;
  if (unit === 'x') return { factor: number };
  const scale = Object.hasOwn(UNITS, unit) ? UNITS[unit]! : undefined;
  if (scale === undefined)
    return `unknown unit \`${unit}\`; known: x, ${Object.keys(UNITS).filter(Boolean).join(', ')}`;
  return { value: number * scale };
}

function applied(amount: Amount, base: number): number {
  return 'factor' in amount ? amount.factor * base : amount.value;
}

function factorOf(amount: Amount, base: number): number {
  return 'factor' in amount ? amount.factor : amount.value / base;
}

function unknownKey(profile: Profile, key: string): string {
  const resources = Object.keys(profile.resources).join(', ');
  return (
    `\`${key}\` names nothing in the profile. Use RESOURCE.latency or RESOURCE.gap with one of ${resources}; ` +
    'l1, l2 or dram with .bandwidth; clock, l2.size, l1.size, launch.overhead, sm.count; or a path such as limits.registersPerSm'
  );
}
