// Reads a profile's text: JSON, then its shape, then its values.

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { profileProblems } from './check.ts';
import { withTextures } from './complete.ts';
import type { Profile } from './profile.ts';
import { insteadOfField } from './taken.ts';
import validate from './validate-shape.ts';

/** A profile from JSON text, checked against `hwprofiles/schema.json`; messages call it `file`. */
export function parseProfile(text: string, file = 'profile.json'): Outcome<Profile> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unusable(`${file} is not JSON: ${(error as Error).message}`);
  }
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

/** A profile that cannot be used, and why. */
export function unusable(message: string): Outcome<Profile> {
  return { diagnostics: [{ severity: 'invalid', code: 'profile/unknown', message }] };
}
