// The device that a command speaks about where `--profile` is not given: what the user has named for all commands, in the
// environment or in a file beside the project, else the one whose numbers were measured best.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_PROFILE } from '../profile/default-profile.ts';
import { builtInProfiles } from '../profile/load.ts';
import { deviceKinds } from '../profile/profile.ts';
import { UsageError } from './usage-error.ts';

const VARIABLE = 'KERNELCAST_PROFILE';
const FILE = 'kernelcast.json';

/** What `--profile` is without the flag. @throws UsageError for a file that names none */
export function defaultProfile(): string {
  return chosenProfile() ?? DEFAULT_PROFILE;
}

/** The device that the user has named for all commands. @throws UsageError for a file that names none */
export function chosenProfile(): string | undefined {
  const named = process.env[VARIABLE]?.trim();
  if (named) return named;
  const file = nearestFile(process.cwd());
  return file === undefined ? undefined : profileIn(file);
}

/** In the folder or one above it. */
function nearestFile(folder: string): string | undefined {
  const file = path.join(folder, FILE);
  if (existsSync(file)) return file;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : nearestFile(parent);
}

function profileIn(file: string): string | undefined {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
  const { profile } = Object(content) as { profile?: unknown };
  if (profile === undefined) return undefined;
  if (typeof profile === 'string' && profile.trim() !== '') return besides(file, profile.trim());
  throw new UsageError(`${file}: "profile" must be the name of a profile or its file`);
}

/** Files are named as seen from the one that names them. */
function besides(file: string, profile: string): string {
  return profile.endsWith('.json') ? path.resolve(path.dirname(file), profile) : profile;
}

/** A device of each kind that people have, by name, the smallest first: for answers where nobody asked for one. */
export function representatives(): string[] {
  const profiles = builtInProfiles();
  return deviceKinds.flatMap((kind) => profiles.find(({ standsFor }) => standsFor === kind)?.name ?? []);
}
