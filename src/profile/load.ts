// Finds and reads profiles: the built-in ones by name, a user's by path. The only file access of this folder.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { profileProblems } from './check.ts';
import { withTextures } from './complete.ts';
import { packageRoot } from './package-root.ts';
import type { Profile } from './profile.ts';
import { insteadOfField } from './taken.ts';

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
    return invalid(`unknown profile \`${nameOrFile}\`; known: ${known}, or the path of a profile file`);
  }
  let text: string;
  try {
    text = readFileSync(nameOrFile, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    return invalid(`cannot read the profile ${nameOrFile}: ${(error as Error).message}`);
  }
  return parseProfile(text, nameOrFile);
}

let knownCheck: ValidateFunction | undefined;

/** Compiled from the schema when it is first asked for. */
function shapeCheck(): ValidateFunction {
  if (knownCheck) return knownCheck;
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const schema = JSON.parse(readFileSync(path.join(folder(), 'schema.json'), 'utf8'));
  knownCheck = new Ajv2020({ allErrors: true }).compile(schema);
  return knownCheck;
}

/** A profile from JSON text, checked against `hwprofiles/schema.json`. */
export function parseProfile(text: string, file: string): Outcome<Profile> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return invalid(`${file} is not JSON: ${(error as Error).message}`);
  }
  const validate = shapeCheck();
  if (validate(value)) {
    const profile = withTextures(value as unknown as Profile);
    const problems = profileProblems(profile).map(
      (message): Diagnostic => ({
        severity: 'invalid',
        code: 'profile/value',
        message: `${file}: ${message}`,
      }),
    );
    return problems.length > 0 ? { diagnostics: problems } : { value: profile, diagnostics: [] };
  }
  const diagnostics = (validate.errors ?? []).map(
    (error): Diagnostic => ({
      severity: 'invalid',
      code: 'profile/schema',
      message: `${file}: ${error.instancePath || 'the profile'} ${error.message ?? 'is wrong'}${detail(error.params)}`,
    }),
  );
  return { diagnostics };
}

function detail(params: Record<string, unknown>): string {
  const name = params['additionalProperty'] ?? params['allowedValues'];
  if (name === undefined) return '';
  const instead = insteadOfField(String(name));
  return `: ${Array.isArray(name) ? name.join(', ') : String(name)}${instead ? `; ${instead}` : ''}`;
}

function invalid(message: string): Outcome<Profile> {
  return { diagnostics: [{ severity: 'invalid', code: 'profile/unknown', message }] };
}
