// The numbers of a profile, by path, each with the values that a test may give it instead.

import { profileProblems } from '../../src/profile/check.ts';
import type { Profile } from '../../src/profile/profile.ts';

/** Paths of all numbers: `limits.smCount`, `resources.fma.gapCycles`. A list is one. */
export function numbersOf(profile: Profile): string[] {
  const paths: string[] = [];
  const visit = (node: unknown, path: string): void => {
    if (isNumber(node)) paths.push(path.replace(/\.values?$/, ''));
    else if (typeof node === 'object' && node !== null) {
      for (const [name, inner] of Object.entries(node)) visit(inner, path === '' ? name : `${path}.${name}`);
    }
  };
  visit(profile, '');
  return paths;
}

/** Profiles with another value at `path`, of those that the checks admit: more and less, in large steps. */
export function changed(profile: Profile, path: string): Profile[] {
  const now = valueAt(profile, path);
  const values =
    typeof now === 'boolean'
      ? [!now]
      : FACTORS.map((factor) => scaled(now, factor, path.startsWith('limits.')));
  return values
    .filter((value) => String(value) !== String(now))
    .map((value) => withValue(profile, path, value))
    .filter((each) => profileProblems(each).length === 0);
}

type Value = number | boolean | readonly number[];

const isNumber = (node: unknown): node is Value =>
  typeof node === 'number' ||
  typeof node === 'boolean' ||
  (Array.isArray(node) && node.every((each) => typeof each === 'number'));

/** Powers of two keep sizes what they are. */
const FACTORS = [2, 0.5, 4, 0.25, 8, 0.125, 64, 1 / 64];

function scaled(now: number | readonly number[], factor: number, isWhole: boolean): Value {
  const times = (value: number) => (isWhole ? Math.round(value * factor) : value * factor);
  return typeof now === 'number' ? times(now) : now.map(times);
}

function holderOf(profile: Profile, path: string): { holder: Record<string, unknown>; key: string } {
  const keys = path.split('.');
  let holder = profile as unknown as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  const key = keys.at(-1)!;
  if (isNumber(holder[key])) return { holder, key };
  const quantity = holder[key] as Record<string, unknown>;
  return { holder: quantity, key: 'value' in quantity ? 'value' : 'values' };
}

function valueAt(profile: Profile, path: string): Value {
  const { holder, key } = holderOf(profile, path);
  return holder[key] as Value;
}

function withValue(profile: Profile, path: string, value: Value): Profile {
  const copy = structuredClone(profile);
  const { holder, key } = holderOf(copy, path);
  holder[key] = value;
  return copy;
}
