// Which profile is of which device: what is `maker-gpu-9` here may be `Maker GPU 9` there.

import type { Profile } from './profile.ts';

/** Small letters, digits and single spaces. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** True when the profile's name or title begins with the adapter's. */
export function isOfDevice({ name, title }: Pick<Profile, 'name' | 'title'>, device: string): boolean {
  return [name, title].some((each) => `${plainName(each)} `.startsWith(`${plainName(device)} `));
}
