// Which profile is meant by a device's name as people, shops and adapters write it: `Maker Gadget 9 Pro`, or words such as
// the maker's and a generation's. A profile is known by the words of its name; which words matter is read off the
// profiles, so that this file knows no product.

import { plainName } from './device-name.ts';
import type { Profile } from './profile.ts';

/** What profiles are told apart by. */
export type Named = Pick<
  Profile,
  'name' | 'title' | 'vendor' | 'generation' | 'architecture' | 'adapterNames'
> & {
  readonly limits: Pick<Profile['limits'], 'smCount'>;
  readonly clockHz: Profile['clockHz'];
};

export type Resolution =
  /** `note` says what of the name the profile does not answer. */
  | { readonly name: string; readonly note?: string }
  /** None is near enough to be taken; the nearest first. */
  | { readonly offers: readonly Offer[] };

/** A profile near the name asked for, and what differs. */
export interface Offer {
  readonly name: string;
  readonly differs: string;
}

/** Words behind a model's number that make another model of it, with any maker. */
const QUALIFIERS: ReadonlySet<string> = new Set(
  'ti super xt xtx gre max pro ultra laptop mobile m s d lite ko nvl pcie'.split(' '),
);
const MOST_OFFERS = 3;

/** The profile of the device that `text` names, the nearest, or none. */
export function resolveDevice(text: string, devices: readonly Named[]): Resolution {
  const asked = wordsOf(text);
  const makers = new Set(devices.map(({ vendor }) => plainName(vendor)));
  const candidates = devices.filter(({ vendor }) => {
    const named = asked.filter((word) => makers.has(word));
    return named.length === 0 || named.includes(plainName(vendor));
  });
  return (
    byModel(text, asked, candidates) ??
    byGeneration(text, asked, candidates) ?? { offers: near(asked, candidates) }
  );
}

/** A device all of whose own words are asked for; the one with the most of them. */
function byModel(text: string, asked: readonly string[], devices: readonly Named[]): Resolution | undefined {
  const all = new Set([...asked, ...joined(asked)]);
  const ofOne = wordsOfOne(devices);
  const matches = devices
    .filter((device) => {
      const own = ownWords(device);
      return own.every((word) => all.has(word)) || own.some((word) => ofOne.has(word) && all.has(word));
    })
    .sort((a, b) => ownWords(b).length - ownWords(a).length || (a.name < b.name ? -1 : 1));
  const [best] = matches;
  if (best === undefined) return undefined;
  const known = new Set([...wordsOf(best.title), ...wordsOf(best.name)]);
  const further = asked.filter((word) => QUALIFIERS.has(word) && !known.has(word));
  if (further.length === 0) return { name: best.name };
  const differs = further.map((word) => `\`${word}\``).join(' and ');
  return {
    name: best.name,
    note: `there is no profile of \`${text.trim()}\`; the nearest, ${best.name}, is taken, which differs by ${differs}`,
  };
}

/** Names no model: the device in the middle, by what it can compute, of those that have all words that are known. */
function byGeneration(
  text: string,
  asked: readonly string[],
  devices: readonly Named[],
): Resolution | undefined {
  const all = [...asked, ...joined(asked)];
  const vocabulary = new Set(devices.flatMap(allWords));
  const isModel = (word: string) => /\d{3}|[a-z]\d|\d[a-z]/.test(word) && !vocabulary.has(word);
  const meant = all.filter((word) => vocabulary.has(word) && /[a-z]/.test(word));
  if (meant.length === 0 || asked.some(isModel)) return undefined;
  const size = ({ limits, clockHz }: Named) => limits.smCount.value * clockHz.value;
  const matches = devices
    .filter((device) => meant.every((word) => allWords(device).includes(word)))
    .sort((a, b) => size(a) - size(b));
  if (matches.length === 0) return undefined;
  const { name } = matches[(matches.length - 1) >> 1];
  if (matches.length === 1) return { name };
  const ends = `${matches[0].name} to ${matches[matches.length - 1].name}`;
  return {
    name,
    note: `\`${text.trim()}\` may be any of ${matches.length} profiles, from ${ends}; the one in the middle, ${name}, is taken`,
  };
}

/** Devices that share words, or whose numbers are near. */
function near(asked: readonly string[], devices: readonly Named[]): Offer[] {
  const numbered = asked.find((word) => numberOf(word) !== undefined) ?? '';
  const number = numberOf(numbered);
  const scored = devices.flatMap((device) => {
    const own = ownWords(device);
    const shared = own.filter((word) => asked.includes(word) && !QUALIFIERS.has(word)).length;
    const ownNumbered = own.find((word) => numberOf(word) !== undefined) ?? '';
    const ownNumber = numberOf(ownNumbered);
    if (shared === 0 || number === undefined || ownNumber === undefined) return [];
    const isOfSeries = lettersOf(numbered) === lettersOf(ownNumbered) ? 1 : 0;
    return [{ device, isOfSeries, shared, distance: Math.abs(number - ownNumber), ownNumber }];
  });
  return scored
    .sort(
      (a, b) =>
        b.isOfSeries - a.isOfSeries ||
        b.shared - a.shared ||
        a.distance - b.distance ||
        (a.device.name < b.device.name ? -1 : 1),
    )
    .slice(0, MOST_OFFERS)
    .map(({ device, ownNumber }) => ({ name: device.name, differs: `${ownNumber} for ${number}` }));
}

/** `offers` in words, to end a message with. */
export function offersText(offers: readonly Offer[]): string {
  return offers.map(({ name, differs }) => `${name} (${differs})`).join(', ');
}

function numberOf(word: string): number | undefined {
  const digits = /\d{3,}/.exec(word);
  return digits ? Number(digits[0]) : undefined;
}

/** The series that a model's number belongs to: `a` of `a750`. */
function lettersOf(word: string): string {
  return word.replaceAll(/\d/g, '');
}

/** `rtx3070ti` is three words, `a770` and `m1` are one. */
function wordsOf(text: string): string[] {
  return plainName(text)
    .replaceAll(/\b([a-z]{2,})(\d{3,})([a-z]*)\b/g, '$1 $2 $3')
    .split(' ')
    .filter((word) => word !== '');
}

/** Neighbours written as one: `rdna 3` is `rdna3` elsewhere. */
function joined(words: readonly string[]): string[] {
  return words.slice(1).map((word, i) => `${words[i]}${word}`);
}

/** Letters with digits that a single device has: `w6600` needs no line of products in front. */
function wordsOfOne(devices: readonly Named[]): ReadonlySet<string> {
  const all = devices.flatMap((device) => [...new Set(ownWords(device))]);
  const isModel = (word: string) => /[a-z]/.test(word) && /\d{3}/.test(word);
  return new Set(all.filter((word) => isModel(word) && all.indexOf(word) === all.lastIndexOf(word)));
}

/** Of its name without the maker. */
function ownWords({ name, vendor }: Named): string[] {
  const maker = plainName(vendor);
  return wordsOf(name).filter((word) => word !== maker);
}

function allWords({ name, title, vendor, generation, architecture, adapterNames = [] }: Named): string[] {
  return [name, title, vendor, generation, architecture, ...adapterNames].flatMap((each) => [
    ...wordsOf(each),
    plainName(each),
  ]);
}
