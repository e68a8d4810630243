// What the numbers of a profile rest on, by kind of source, most trusted first.

import type { Origin, Profile } from './profile.ts';

export type Foundation = 'measured' | 'published' | 'derived' | 'guesses';

/** How many numbers of a profile rest on what. */
export type Foundations = Readonly<Record<Foundation, number>>;

/**
 * `measured`: for this project or by its user; `published`: measured, documented or modelled by others; `derived`:
 * arithmetic on such numbers, or carried over from another device by a rule.
 * @param others keys of sources that are other people's
 */
export function foundationsOf(profile: Profile, others: ReadonlySet<string>): Foundations {
  const counts = { measured: 0, published: 0, derived: 0, guesses: 0 };
  for (const source of sourcesIn(profile)) counts[foundationOf(source, others)]++;
  return counts;
}

function sourcesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'source' && typeof value === 'string' ? [value] : sourcesIn(value),
  );
}

function foundationOf(source: Origin, others: ReadonlySet<string>): Foundation {
  if (/\bguess:/.test(source)) return 'guesses';
  if (source.startsWith('derived:')) return 'derived';
  const [, key] = /^measured:([A-Z0-9-]+)/.exec(source) ?? [];
  return key === undefined || others.has(key) ? 'published' : 'measured';
}
