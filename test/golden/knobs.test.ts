// Profiles tell the truth: each number moves the time of a golden case or a long one, or makes the model refuse one. A number that
// moves nothing has no place in a profile. `knobs.json` names a case for each. What lies between operations is no
// launch's: test/app/gaps.test.ts has the five.

import { describe, expect, it } from 'vitest';
import { loadProfile, profileNames } from '../../src/profile/load.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { cases as golden, longCases } from './cases.ts';
import shownBy from './knobs.json' with { type: 'json' };
import { changed, numbersOf } from './knobs.ts';
import { type Traced, timed, tracedCase } from './timing.ts';

const FIRST = 'nvidia-h200';
const cases = [...golden, ...longCases];

/** By device and case: the trace and time with the numbers as they are, made when first asked for. */
const usual = new Map<string, { traced: Traced | string; timeNs: number }>();

function usualOf(profile: Profile, name: string) {
  const key = `${profile.name} ${name}`;
  let known = usual.get(key);
  if (!known) {
    const kernel = cases.find((each) => each.name === name)!;
    const traced = tracedCase(kernel, profile);
    known = { traced, timeNs: typeof traced === 'string' ? Number.NaN : timed(traced, profile).timeNs };
    usual.set(key, known);
  }
  return known;
}

/** What execution looks at, so that another trace is needed. */
const STEERS_EXECUTION = /^limits\.|^memory\.(sectorBytes|sharedBank)/;

/** Whether some other value of the number changes the time of the case, or has it refused. */
function moves(profile: Profile, path: string, name: string): boolean {
  const kernel = cases.find((each) => each.name === name)!;
  const { traced, timeNs } = usualOf(profile, name);
  if (typeof traced === 'string') return false;
  return changed(profile, path).some((other) => {
    const now = STEERS_EXECUTION.test(path) ? tracedCase(kernel, other) : traced;
    return typeof now === 'string' || timed(now, other).timeNs !== timeNs;
  });
}

/** The case to write down, for the message of a failure: this takes its time. */
function found(profile: Profile, path: string): string {
  const { name } = cases.find((each) => moves(profile, path, each.name)) ?? {};
  return name
    ? `knobs.json should name ${name}`
    : 'no case shows it: write one, or take the number out of the profiles';
}

const numbers = new Map<string, Profile>();
for (const name of [FIRST, ...profileNames()]) {
  const profile = loadProfile(name).value!;
  for (const path of numbersOf(profile))
    if (!numbers.has(path) && !path.startsWith('gaps.')) numbers.set(path, profile);
}
const known: Readonly<Record<string, string>> = shownBy;

describe('a number of a profile moves a golden case', () => {
  it.each([...numbers])('%s', (path, profile) => {
    const name = known[path];
    const isShown = cases.some((each) => each.name === name) && moves(profile, path, name);
    expect(isShown, isShown ? '' : found(profile, path)).toBe(true);
  });

  it('or is no number any more, and has no line', () => {
    expect(Object.keys(known).filter((path) => !numbers.has(path))).toEqual([]);
  });
});
