// A diagnosis as text: the answer in the first line, then what the time hangs on and where, why, and what to
// do next, within a screen of 100 columns.

import type { Cause, Comparison, Diagnosis, Sweep, WhatIfResult } from '../analyze/diagnosis.ts';
import { printable } from '../diagnostics/printable.ts';
import {
  comparisonRows,
  explanation,
  limitOf,
  NO_STEP,
  nextStep,
  otherFactors,
  parameterName,
  speedup,
} from './diagnosis-words.ts';
import { type Column, pairs, type Style, shorten, table, WIDTH, wrap } from './layout.ts';
import { describeBottleneck } from './limit-words.ts';
import { guessRemark, sampleWords } from './prediction-text.ts';
import { formatShare, formatTime, formatTimeRange } from './units.ts';

const MOST_ROWS = 6;
const MOST_REGION_COLUMNS = 6;
const MOST_LINES = 5;
const MOST_PARTS = 3;

export function diagnosisText(diagnosis: Diagnosis, style: Style): string {
  const sections = [
    style.bold(answer(diagnosis)),
    section('What the time hangs on', sensitivityTable(diagnosis, style), style),
    section('Why', causeList(diagnosis.causes), style),
    section('Next steps, each carried out and predicted', adviceList(diagnosis), style),
    section('Hottest lines', hottest(diagnosis), style),
    section('What if', whatIfList(diagnosis.whatIf ?? []), style),
    ...(diagnosis.sweeps ?? []).map((sweep) =>
      section(`What if ${sweep.parameter} were`, sweepPlot(sweep), style),
    ),
    diagnosis.against ? comparisonText(diagnosis, diagnosis.against, style) : '',
    remarks(diagnosis, style),
  ];
  return `${sections.filter(Boolean).join('\n')}\n`;
}

/** In one line, or the next step in a second. */
function answer(diagnosis: Diagnosis): string {
  const [low, high] = diagnosis.errorBandNs;
  const time = `${formatTime(diagnosis.timeNs)} (${formatTimeRange(low, high)})`;
  const limit = `${printable(diagnosis.name)} on ${diagnosis.profile}: ${time}, ${printable(limitOf(diagnosis))}`;
  const step = nextStep(diagnosis);
  if (step === undefined) return wrap(limit);
  const words = `best next step: ${step}`;
  const isShort = limit.length + words.length + 2 <= WIDTH;
  return isShort ? `${limit}; ${words}` : `${wrap(limit)}\n${words}`;
}

function section(title: string, body: string, style: Style): string {
  return body === '' ? '' : `${style.bold(title)}\n${body}`;
}

/** With as many regions as fit in a line; the least of them share a column, so that rows add up. */
function sensitivityTable(diagnosis: Diagnosis, style: Style): string {
  const most = Math.min(MOST_REGION_COLUMNS, diagnosis.regions.length);
  for (let count = most > 1 ? most : 0; ; count--) {
    const text = sensitivityRows(diagnosis, count, style);
    // A column for the rest alone says nothing.
    const isWide = text.split('\n').some((line) => visible(line) > WIDTH);
    if (!isWide || count === 0) return text;
    if (count === 2) count--;
  }
}

function sensitivityRows(diagnosis: Diagnosis, count: number, style: Style): string {
  const { sensitivities, noise } = diagnosis;
  const shown = sensitivities
    .filter(({ elasticity }) => elasticity >= Math.max(0.02, noise))
    .slice(0, MOST_ROWS);
  const { named, rest } = columnsOf(diagnosis, count);
  const sum = (values: Readonly<Record<string, number>>) =>
    rest.reduce((all, { name }) => all + (values[name] ?? 0), 0);
  const columns: Column[] = [
    { title: '  10 % changes the time by' },
    { title: 'total', align: 'right' },
    ...[...named.map(({ name }) => shortName(name)), ...(rest.length > 0 ? ['the rest'] : [])].map(
      (title) => ({ title, align: 'right' as const }),
    ),
  ];
  const inColumns = (by: Readonly<Record<string, number>>, say: (value: number) => string): string[] => {
    if (Object.keys(by).length === 0) return columns.slice(2).map(() => '');
    return [...named.map(({ name }) => say(by[name] ?? 0)), ...(rest.length > 0 ? [say(sum(by))] : [])];
  };
  const rows = shown.map((each) => [
    `  ${parameterName(each, diagnosis)}`,
    percentage(each.elasticity),
    ...inColumns(each.regions, percentage),
  ]);
  const others = otherFactors(diagnosis, shown)
    .filter(({ elasticity }) => Math.abs(elasticity) >= 0.02)
    .map(({ name, elasticity }) => [`  ${name}`, percentage(elasticity), ...inColumns({}, percentage)]);
  const shares = Object.fromEntries(
    [...named, ...rest].map(({ name, timeFraction }) => [name, timeFraction]),
  );
  const times = named.length === 0 ? [] : [['  share of warp time', '', ...inColumns(shares, formatShare)]];
  const all = [...rows, ...others, ...times];
  return all.length === 0 ? '' : table(columns, all, style);
}

/** The regions with columns of their own, in the order of the source, and those that share one. */
function columnsOf({ regions }: Diagnosis, count: number) {
  if (count === 0) return { named: [], rest: [] };
  const own = regions.length > count ? count - 1 : count;
  const largest = [...regions].sort((a, b) => b.timeFraction - a.timeFraction).slice(0, own);
  return {
    named: regions.filter((each) => largest.includes(each)),
    rest: regions.filter((each) => !largest.includes(each)),
  };
}

/** Columns that a line takes on a terminal: escapes for bold print take none. */
function visible(line: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes begin with one
  return [...line.replace(/\x1b\[\d+m/g, '')].length;
}

/** A tenth of the elasticity: what the 10 % do. */
function percentage(elasticity: number): string {
  const percent = elasticity * 10;
  return Math.abs(percent) < 0.05 ? '0' : `${percent.toFixed(1)} %`;
}

function shortName(name: string): string {
  return shorten(name.replace(/^lines? /, 'l. '), 12);
}

function causeList(causes: readonly Cause[]): string {
  return causes
    .slice(0, MOST_LINES)
    .map(({ text }) => wrap(`  - ${printable(text)}`, WIDTH - 2, '  ').replace(/^/gm, '  '))
    .join('\n');
}

/** Numbered as `--fix` takes them. */
function adviceList({ advice }: Diagnosis): string {
  if (advice.length === 0) return `  ${NO_STEP}`;
  const shown = advice.slice(0, MOST_LINES);
  const steps = shown.map(({ title, why, expectedSpeedup }, index): [string, string] => [
    `${index + 1}. ${speedup(expectedSpeedup)}`,
    `${printable(title)}: ${printable(why)}`,
  ]);
  const written = shown.flatMap(({ fix }, index) => (fix ? [index + 1] : []));
  if (written.length === 0) return pairs(steps);
  const which = written.length === shown.length ? '' : ` (${written.join(', ')})`;
  return `${pairs(steps)}\n  --fix N -o FILE.wgsl writes step N${which} with its launch file`;
}

function hottest({ lines }: Diagnosis): string {
  const hot = [...lines].sort((a, b) => b.timeFraction - a.timeFraction).slice(0, MOST_LINES);
  return hot
    .filter(({ timeFraction }) => timeFraction >= 0.03)
    .map(({ file, line, text, timeFraction, mostly }) => {
      const code = shorten(printable(text.trim() || file), 52);
      return `  ${String(line).padStart(4)}  ${formatShare(timeFraction).padStart(5)}  ${code.padEnd(52)}  ${mostly}`;
    })
    .join('\n');
}

function whatIfList(results: readonly WhatIfResult[]): string {
  if (results.length === 0) return '';
  return pairs(
    results.map(({ change, timeNs, speedup: factor }) => [
      change,
      `${formatTime(timeNs)}, ${speedup(factor)}`,
    ]),
  );
}

/** A bar per point, the longest time the longest bar. */
function sweepPlot({ points }: Sweep): string {
  const most = Math.max(...points.map(({ timeNs }) => timeNs));
  return pairs(
    points.map(({ value, timeNs }) => {
      const bar = '█'.repeat(Math.max(1, Math.round((timeNs / most) * 50)));
      return [value, `${formatTime(timeNs).padStart(8)} ${bar}`];
    }),
  );
}

function comparisonText(diagnosis: Diagnosis, against: Comparison, style: Style): string {
  const title = `Against ${printable(against.name)} on ${against.profile}: ${formatTime(against.timeNs)}, ${speedup(against.timeNs / diagnosis.timeNs)} of this one's time`;
  const rows = comparisonRows(diagnosis, against)
    .slice(0, MOST_ROWS)
    .map(([reason, ...times]) => [`  ${reason}`, ...times]);
  const columns: Column[] = [
    { title: '  time spent on' },
    { title: 'this', align: 'right' },
    { title: 'the other', align: 'right' },
    { title: 'difference', align: 'right' },
  ];
  const body = rows.length === 0 ? '  no part differs by 1 %' : table(columns, rows, style);
  const parts = against.explained
    .slice(0, MOST_PARTS)
    .map((each) => explanation(each, diagnosis))
    .join(', ');
  const explained = parts === '' ? [] : [`  ${wrap(`explained by ${parts}`, WIDTH - 2, '    ')}`];
  return section(title, [...explained, body].join('\n'), style);
}

/** One kernel over several profiles, or several kernels. */
export function diagnosisTable(diagnoses: readonly Diagnosis[], style: Style): string {
  const columns: Column[] = [
    { title: 'kernel' },
    { title: 'profile' },
    { title: 'time', align: 'right' },
    { title: 'limited by' },
    { title: '10 % costs', align: 'right' },
    { title: 'occ.', align: 'right' },
    { title: 'best step', align: 'right' },
  ];
  const rows = diagnoses.map((each) => [
    shorten(printable(each.name), 30),
    shorten(each.profile, 20),
    formatTime(each.timeNs),
    shorten(describeBottleneck(each.bottleneck), 18),
    percentage(each.bottleneck.elasticity),
    formatShare(each.occupancy.fraction),
    (nextStep(each) ?? '').replace(' per dispatch', ''),
  ]);
  return `${table(columns, rows, style)}\n`;
}

function remarks(diagnosis: Diagnosis, style: Style): string {
  const warnings = diagnosis.warnings.map((text) =>
    style.warn(wrap(`warning: ${printable(text)}`, WIDTH, '  ')),
  );
  const guesses = guessRemark([diagnosis]);
  const sample = sampleWords(diagnosis);
  const words = sample === undefined ? [] : [wrap(sample, WIDTH, '  ')];
  return [...words, ...warnings, ...(guesses === '' ? [] : [style.dim(wrap(guesses, WIDTH, '  '))])].join(
    '\n',
  );
}
