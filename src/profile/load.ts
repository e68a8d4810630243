// Finds and reads profiles: the built-in ones by name, a user's by path. The only file access of this folder.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { packageRoot } from './package-root.ts';
import { parseProfile, unusable } from './parse.ts';
import type { Profile } from './profile.ts';
import { offersText, type Resolution, resolveDevice } from './resolve.ts';

const folder = (): string => path.join(packageRoot(), 'hwprofiles');

/** Names of the built-in profiles, sorted. */
export function profileNames(): string[] {
  return readdirSync(folder())
    .filter((file) => file.endsWith('.json') && !file.includes('schema') && file !== 'sources.json')
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** Built-in profiles are checked by the tests, so a prediction does not pay for the schema. */
function builtIn(name: string): Profile {
  return JSON.parse(readFileSync(path.join(folder(), `${name}.json`), 'utf8'));
}

/** All of them, sorted by name. */
export function builtInProfiles(): Profile[] {
  return profileNames().map(builtIn);
}

/** Keys of the sources of built-in profiles that are not measurements for this project. */
export function foreignSources(): ReadonlySet<string> {
  const { sources } = JSON.parse(readFileSync(path.join(folder(), 'sources.json'), 'utf8')) as {
    sources: Readonly<Record<string, { readonly own?: boolean }>>;
  };
  return new Set(Object.keys(sources).filter((key) => !sources[key].own));
}

/**
 * A built-in profile by its name, a profile file by its path (anything with a slash or ending in `.json`), or the
 * built-in profile of the device of that name; a warning says where that is only the nearest.
 */
export function loadProfile(nameOrFile: string): Outcome<Profile> {
  if (/^[a-z0-9-]+$/.test(nameOrFile) && profileNames().includes(nameOrFile))
    return { value: builtIn(nameOrFile), diagnostics: [] };
  if (!existsSync(nameOrFile)) return profileOfDevice(nameOrFile);
  let text: string;
  try {
    text = readFileSync(nameOrFile, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    return unusable(`cannot read the profile ${nameOrFile}: ${(error as Error).message}`);
  }
  return parseProfile(text, nameOrFile);
}

function profileOfDevice(device: string): Outcome<Profile> {
  const isPath = /[\\/]|\.json$/i.test(device);
  const found: Resolution = isPath ? { offers: [] } : resolveDevice(device, builtInProfiles());
  if ('name' in found) {
    const { name, note } = found;
    const warnings: Diagnostic[] =
      note === undefined ? [] : [{ severity: 'warning', code: 'profile/nearest', message: note }];
    return { value: builtIn(name), diagnostics: warnings };
  }
  const known =
    found.offers.length > 0
      ? `nearest: ${offersText(found.offers)}; all: kernelcast profiles`
      : `kernelcast profiles lists all ${profileNames().length}`;
  const hint = didYouMean(device, profileNames());
  return unusable(`unknown profile \`${device}\`${hint}; ${known}, or give the path of a profile file`);
}
