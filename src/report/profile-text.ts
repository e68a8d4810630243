// Profiles as text: a list of them, or one with every number and where it comes from, guesses marked, and with the
// model of the compiler behind it.

import type { CompilerModel } from '../compilers/for-device.ts';
import type { Profile } from '../profile/profile.ts';
import type { Foundation, Foundations } from '../profile/rests-on.ts';
import { fitted, pairs, type Style, shorten, table, WIDTH, wrap } from './layout.ts';
import { formatBytes, formatCount, formatNumber } from './units.ts';

export interface ProfileEntry {
  /** Path within the profile, as `--set` takes it. */
  readonly path: string;
  readonly value: string;
  readonly source: string;
  readonly isGuess: boolean;
}

/** A number with the unit that its field's name says it has. */
function formatField(field: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => formatField(field, item)).join(', ');
  if (typeof value !== 'number') return String(value);
  if (/PerSecond$/.test(field)) return `${formatCount(value)}${/Bytes/.test(field) ? 'B' : ''}/s`;
  if (/BytesPerCycle/.test(field)) return `${formatNumber(value)} B/cycle`;
  if (/Bytes/.test(field)) return formatBytes(value);
  if (/Hz$/.test(field)) return `${formatCount(value)}Hz`;
  if (/Ns$/.test(field)) return `${formatNumber(value)} ns`;
  if (/Cycles/.test(field)) return `${formatNumber(value)} cycles`;
  return value >= 1000 && Number.isInteger(value) ? String(value) : formatNumber(value);
}

/** The facts of an object with a source: `latency 17, gap 8 cycles per scheduler`. */
function describeFacts(name: string, facts: Readonly<Record<string, unknown>>): string {
  if ('value' in facts) return formatField(name, facts['value']);
  if ('values' in facts) return formatField(name, facts['values']);
  const { resource, latencyCycles, gapCycles, scope } = facts;
  const cycles: string[] = [];
  if (typeof latencyCycles === 'number') cycles.push(`latency ${formatNumber(latencyCycles)}`);
  if (typeof gapCycles === 'number') cycles.push(`gap ${formatNumber(gapCycles)}`);
  const owner = scope === undefined ? `on ${resource}` : `per ${scope === 'sm' ? 'SM' : scope}`;
  return `${cycles.join(', ')} cycles ${owner}`;
}

/** Every sourced number of a profile, in the profile's own order. */
export function profileEntries(profile: Profile): ProfileEntry[] {
  const entries: ProfileEntry[] = [];
  const visit = (node: Readonly<Record<string, unknown>>, path: readonly string[]): void => {
    const source = node['source'];
    if (typeof source === 'string') {
      const value = describeFacts(path.at(-1)!, node);
      entries.push({ path: path.join('.'), value, source, isGuess: /(^|[;,] *|\b)guess:/.test(source) });
      return;
    }
    for (const [key, child] of Object.entries(node)) {
      if (typeof child !== 'object' || child === null || Array.isArray(child)) continue;
      const inner = child as Readonly<Record<string, unknown>>;
      // A class that takes all of its costs from its resource has no number and no source of its own.
      if (path[0] !== 'classes' || typeof inner['source'] === 'string') visit(inner, [...path, key]);
    }
  };
  visit(profile as unknown as Readonly<Record<string, unknown>>, []);
  return entries;
}

/** One profile, every number on a line of its own. */
export function profileDetail(profile: Profile, compiler: CompilerModel, style: Style): string {
  const entries = profileEntries(profile);
  const guesses = entries.filter((entry) => entry.isGuess).length;
  const title = `${profile.name}: ${profile.title}, ${profile.architecture}`;
  const count = `${entries.length} entries, ${guesses} of them guesses (marked ?)`;
  const pathWidth = Math.max(...entries.map((entry) => entry.path.length));
  const values = entries.map((entry) => wrap(entry.value, 38));
  const valueWidth = Math.max(
    ...values.flatMap((value) => value.split('\n')).map((line) => [...line].length),
  );
  const sourceWidth = Math.max(16, WIDTH - 1 - pathWidth - valueWidth - 3 * 2);
  const rows = entries.map((entry, i) => {
    const mark = entry.isGuess ? style.warn('?') : '';
    return [mark, entry.path, values[i], wrap(entry.source, sourceWidth)];
  });
  const columns = [{ title: '' }, { title: 'number' }, { title: 'value' }, { title: 'origin' }];
  const numbers = table(columns, rows, style);
  return `${style.bold(title)}\n${count}\n\n${numbers}\n\n${compilerText(compiler, style)}`;
}

/** The model that makes the device's code: what it is for, what of it is a guess, what the generation lacks. */
function compilerText({ name, title, architectures, lacks, guesses }: CompilerModel, style: Style): string {
  const lines = [
    style.bold(`compiler ${name}: ${title}, for ${architectures.join(', ')}`),
    guesses.size === 0
      ? 'all of it was observed on such devices'
      : wrap(
          `${guesses.size} parts of it are guesses, which every prediction counts beside the numbers it uses`,
        ),
  ];
  if (guesses.size > 0)
    lines.push(
      '',
      pairs(
        [...guesses].map(([part, why]) => [part, why]),
        `${style.warn('?')} `,
      ),
    );
  if (lacks.size > 0)
    lines.push(
      '',
      'behaviours that its code lacks',
      pairs([...lacks].map(([behaviour, why]) => [behaviour, why])),
    );
  return `${lines.join('\n')}\n`;
}

const FOUNDATIONS: readonly Foundation[] = ['measured', 'published', 'derived', 'guesses'];
const TABLE = [
  { title: 'profile' },
  { title: 'device' },
  ...['SMs', 'DRAM', ...FOUNDATIONS].map((title) => ({ title, align: 'right' as const })),
];
/** Room for what tells devices of one name apart. */
const CHIP_WIDTH = 18;
const LEGEND =
  'measured: here; published: measured or documented by others; derived: computed from such, or carried over from another device by a rule; guesses: none of these, counted in every prediction. For --profile any name of a device does, as shops have it or its adapter';

export interface ListedProfile {
  readonly profile: Profile;
  readonly restsOn: Foundations;
}

/** All profiles by vendor, one row each, with how many of its numbers rest on what. */
export function profileTable(listed: readonly ListedProfile[], style: Style): string {
  const vendors = [...new Set(listed.map(({ profile }) => profile.vendor))];
  const blanks = TABLE.slice(1).map(() => '');
  const rows = vendors.flatMap((vendor, index) => [
    ...(index === 0 ? [] : [['', ...blanks]]),
    [style.bold(vendor), ...blanks],
    ...listed.filter(({ profile }) => profile.vendor === vendor).map(tableRow),
  ]);
  return `${table(TABLE, fitted(TABLE, rows), style)}\n\n${style.dim(wrap(LEGEND))}\n`;
}

function tableRow({ profile, restsOn }: ListedProfile): string[] {
  const chip = /\((.*)\)/.exec(profile.title)?.[1] ?? profile.title;
  return [
    profile.name,
    shorten(chip, CHIP_WIDTH),
    String(profile.limits.smCount.value),
    formatField('dramReadBytesPerSecond', profile.memory.dramReadBytesPerSecond.value),
    ...FOUNDATIONS.map((foundation) => String(restsOn[foundation])),
  ];
}
