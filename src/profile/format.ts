// A profile as the text of a file, as people write it: what holds no other object stands on one line.

import type { Profile } from './profile.ts';

export function profileFileText(profile: Profile): string {
  return `${textOf(profile, '')}\n`;
}

function textOf(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  const isFlat = entries.every(([, each]) => typeof each !== 'object' || Array.isArray(each));
  const inner = isFlat ? ' ' : `\n${indent}  `;
  const parts = entries.map(([key, each]) => `${JSON.stringify(key)}: ${textOf(each, `${indent}  `)}`);
  return `{${inner}${parts.join(isFlat ? ', ' : `,${inner}`)}${isFlat ? ' ' : `\n${indent}`}}`;
}
