// `--profile` of commands that take several devices.

import { existsSync } from 'node:fs';
import { profileNames } from '../profile/load.ts';
import type { Profile } from '../profile/profile.ts';
import { defaultProfile } from './default-device.ts';
import { profileOf } from './flags.ts';
import { several } from './options.ts';

interface ProfilesFlags {
  readonly profile: readonly string[];
  readonly set: readonly string[];
}

const DESCRIPTION = 'Device; several one after the other or by commas, all for every built-in one';

/** With the device that commands speak about unless told otherwise. */
export const profilesFlag = () => several(DESCRIPTION, [defaultProfile()]);

/** For a command that has an answer of its own where none is given, which `otherwise` says. */
export const profilesOrNone = (otherwise: string) => several(`${DESCRIPTION}; ${otherwise}`);

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
