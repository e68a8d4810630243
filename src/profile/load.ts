// Finds and reads profiles: the built-in ones by name, a user's by path. The only file access of this folder.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { packageRoot } from './package-root.ts';
import { parseProfile, unusable } from './parse.ts';
import type { Profile } from './profile.ts';

const folder = (): string => path.join(packageRoot(), 'hwprofiles');

/** Names of the built-in profiles, sorted. */
export function profileNames(): string[] {
  return readdirSync(folder())
    .filter((file) => file.endsWith('.json') && !file.includes('schema') && file !== 'sources.json')
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** A built-in profile by name, or a profile file by path (anything with a slash or ending in `.json`). */
export function loadProfile(nameOrFile: string): Outcome<Profile> {
  if (/^[a-z0-9-]+$/.test(nameOrFile)) {
    const file = path.join(folder(), `${nameOrFile}.json`);
    // Built-in profiles are checked by the tests, so a prediction does not pay for the schema.
    if (existsSync(file) && profileNames().includes(nameOrFile))
      return { value: JSON.parse(readFileSync(file, 'utf8')), diagnostics: [] };
  }
  const known = profileNames().join(', ');
  if (!existsSync(nameOrFile)) {
    return unusable(`unknown profile \`${nameOrFile}\`; known: ${known}, or the path of a profile file`);
  }
  let text: string;
  try {
    text = readFileSync(nameOrFile, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    return unusable(`cannot read the profile ${nameOrFile}: ${(error as Error).message}`);
  }
  return parseProfile(text, nameOrFile);
}
