// `--profile` of commands that take several devices.

import { existsSync } from 'node:fs';
import { DEFAULT_PROFILE } from '../profile/default-profile.ts';
import { profileNames } from '../profile/load.ts';
import type { Profile } from '../profile/profile.ts';
import { profileOf } from './flags.ts';
import { several } from './options.ts';

interface ProfilesFlags {
  readonly profile: readonly string[];
  readonly set: readonly string[];
}

export const PROFILES = several(
  'Device; several one after the other or by commas, all for every built-in one',
  [DEFAULT_PROFILE],
);

/** Names and files, one for each device that the flags name. */
export function profileList({ profile }: Pick<ProfilesFlags, 'profile'>): string[] {
  const names = profile.flatMap((each) =>
    existsSync(each) ? [each] : each.split(',').map((name) => name.trim()),
  );
  return [...new Set(names.flatMap((each) => (each === 'all' ? profileNames() : [each])))];
}

/** The profiles that the flags ask for, or the exit code after the problems of one were printed. */
export function profilesOf(flags: ProfilesFlags): Profile[] | number {
  const profiles: Profile[] = [];
  for (const profile of profileList(flags)) {
    const loaded = profileOf({ profile, set: flags.set });
    if (typeof loaded === 'number') return loaded;
    profiles.push(loaded);
  }
  return profiles;
}
