// Profiles that were calibrated here, kept in this browser.

import type { Profile } from '../src/profile/profile.ts';
import type { Profiles } from './messages.ts';

/** Ends with the version of what is stored. */
const KEY = 'kernelcast-profiles-1';

/** Nothing where the browser keeps nothing. */
export function ownProfiles(): Profiles {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Profile>;
    return Object.fromEntries(Object.entries(stored).filter(([name, each]) => each.name === name));
  } catch {
    return {};
  }
}

/** False where the browser keeps nothing: then it is there until the page is closed. */
export function keepProfiles(profiles: Profiles): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(profiles));
    return true;
  } catch {
    return false;
  }
}
