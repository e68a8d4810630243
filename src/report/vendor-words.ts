// A device's vendor has names of its own for what the model calls by the usual ones: a line that says which of them
// stand in a text, the usual ones beside them; of a text about several devices a line for each vendor.

import type { Profile } from '../profile/profile.ts';
import { type Style, wrap } from './layout.ts';

/** The line with its end, or nothing where the text has no such word. */
export function vendorWords(text: string, profile: Profile | undefined, style: Style): string {
  const usual = new Map<string, string[]>();
  for (const [name, word] of Object.entries(profile?.words ?? {}))
    if (new RegExp(`\\b${name}s?\\b`).test(text)) usual.set(word, [...(usual.get(word) ?? []), name]);
  if (usual.size === 0) return '';
  const said = [...usual].map(([word, names]) => `${word} (${names.join(', ')})`).join(', ');
  return `${style.dim(wrap(`In ${profile?.vendor}'s words: ${said}`, undefined, '  '))}\n`;
}

/** Those lines for what is said of devices of several vendors. */
export function wordsOfVendors(
  said: readonly { readonly text: string; readonly profile: Profile | undefined }[],
  style: Style,
): string {
  const vendors = new Set(said.flatMap(({ profile }) => (profile ? [profile.vendor] : [])));
  return [...vendors]
    .map((vendor) => {
      const own = said.filter(({ profile }) => profile?.vendor === vendor);
      return vendorWords(own.map(({ text }) => text).join('; '), own[0].profile, style);
    })
    .join('');
}
