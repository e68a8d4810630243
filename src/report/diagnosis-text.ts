// A diagnosis as text: the answer in the first line, then what the time hangs on and where, why, and what to
// do next, within a screen of 100 columns.

import type { Advice, Cause, Comparison, Diagnosis, Sweep, WhatIfResult } from '../analyze/diagnosis.ts';
import { type Column, pairs, type Style, shorten, table, WIDTH, wrap } from './layout.ts';
import { describeBottleneck, printable } from './prediction-text.ts';
import { formatShare, formatTime, formatTimeRange } from './units.ts';

const MOST_ROWS = 6;
const MOST_REGION_COLUMNS = 6;
const MOST_LINES = 5;
const MOST_PARTS = 3;

export function diagnosisText(diagnosis: Diagnosis, style: Style): string {
  const [low, high] = diagnosis.errorBandNs;
  const next = diagnosis.advice[0];
  const answer =
    `${printable(diagnosis.name)} on ${diagnosis.profile}: ${formatTime(diagnosis.timeNs)} (${formatTimeRange(low, high)}), ` +
    `limited by ${limitOf(diagnosis)}${next ? `; best next step: ${speedup(next.expectedSpeedup)}` : ''}`;
  const sections = [
    style.bold(wrap(answer)),
    section('What the time hangs on', sensitivityTable(diagnosis, style), style),
    section('Why', causeList(diagnosis.causes), style),
    section('Next steps, each emulated', adviceList(diagnosis.advice), style),
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

/** The strongest parameter with the region it acts in, or both of two that are alike. */
function limitOf({ bottleneck, sensitivities }: Diagnosis): string {
  const name = describeBottleneck(bottleneck);
  const [first, second] = sensitivities;
  const isFirst = first?.resource === bottleneck.resource && bottleneck.elasticity === first.elasticity;
  if (!first || !isFirst) return name;
  const where = Object.entries(first.regions).sort((a, b) => b[1] - a[1])[0];
  const isOnePlace = where && Object.keys(first.regions).length > 1 && where[1] > 0.6 * first.elasticity;
  const place = isOnePlace ? ` in ${where[0]}` : '';
  const isSplit = second && first.elasticity < 0.5 && second.elasticity > 0.7 * first.elasticity;
  return isSplit ? `${name}${place} and ${parameterName(second)}` : `${name}${place}`;
}

function parameterName({ resource, parameter }: { resource: string; parameter: string }): string {
  if (resource === 'launch') return parameter === 'gap' ? 'workgroup starts' : 'launch overhead';
  return `${resource} ${parameter === 'gap' ? 'throughput' : 'latency'}`;
}

function section(title: string, body: string, style: Style): string {
  return body === '' ? '' : `${style.bold(title)}\n${body}`;
}

function sensitivityTable({ sensitivities, regions, factors, noise }: Diagnosis, style: Style): string {
  const shown = sensitivities
    .filter(({ elasticity }) => elasticity >= Math.max(0.02, noise))
    .slice(0, MOST_ROWS);
  const names = [...regions]
    .sort((a, b) => b.timeFraction - a.timeFraction)
    .slice(0, regions.length > 1 ? MOST_REGION_COLUMNS : 0)
    .map(({ name }) => name);
  const inOrder = regions.filter(({ name }) => names.includes(name));
  const columns: Column[] = [
    { title: '  10 % changes the time by' },
    { title: 'total', align: 'right' },
    ...inOrder.map(({ name }) => ({ title: shortName(name), align: 'right' as const })),
  ];
  const rows = shown.map((each) => [
    `  ${parameterName(each)}`,
    percentage(each.elasticity),
    ...inOrder.map(({ name }) => (name in each.regions ? percentage(each.regions[name]!) : '')),
  ]);
  // Launching has a row already where it shows among the resources.
  const isShown = (factor: string) =>
    factor === 'launch overhead' &&
    shown.some(({ resource, parameter }) => resource === 'launch' && parameter === 'latency');
  const others = factors
    .filter(({ name, elasticity }) => Math.abs(elasticity) >= 0.02 && !isShown(name))
    .map(({ name, elasticity }) => [`  ${name}`, percentage(elasticity), ...inOrder.map(() => '')]);
  const times =
    inOrder.length === 0
      ? []
      : [['  share of warp time', '', ...inOrder.map(({ timeFraction }) => formatShare(timeFraction))]];
  const all = [...rows, ...others, ...times];
  return all.length === 0 ? '' : table(columns, all, style);
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

function adviceList(advice: readonly Advice[]): string {
  if (advice.length === 0) return '';
  return pairs(
    advice
      .slice(0, MOST_LINES)
      .map(({ title, why, expectedSpeedup }) => [speedup(expectedSpeedup), `${printable(title)}: ${why}`]),
  );
}

export function speedup(factor: number): string {
  return `${factor >= 10 ? factor.toFixed(0) : factor.toFixed(2)}×`;
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
  const rows = against.parts
    .filter(
      ({ timeNs, otherNs }) => Math.abs(timeNs - otherNs) > 0.01 * Math.max(diagnosis.timeNs, against.timeNs),
    )
    .slice(0, MOST_ROWS)
    .map(({ reason, timeNs, otherNs }) => [
      `  ${reason}`,
      formatTime(timeNs),
      formatTime(otherNs),
      `${otherNs > timeNs ? '+' : '−'}${formatTime(Math.abs(otherNs - timeNs))}`,
    ]);
  const columns: Column[] = [
    { title: '  time spent on' },
    { title: 'this', align: 'right' },
    { title: 'the other', align: 'right' },
    { title: 'difference', align: 'right' },
  ];
  const body = rows.length === 0 ? '  no part differs by 1 %' : table(columns, rows, style);
  return section(title, [...explanation(against), body].join('\n'), style);
}

/** The parts that make up the difference, as factors of the time. */
function explanation({ explained }: Comparison): string[] {
  if (explained.length === 0) return [];
  const parts = explained.slice(0, MOST_PARTS).map((part) => {
    const name = part.resource === 'occupancy' ? 'occupancy' : parameterName(part);
    return `${name} (×${part.factor.toFixed(2)})`;
  });
  return [`  ${wrap(`explained by ${parts.join(', ')}`, WIDTH - 2, '    ')}`];
}

/** One kernel over several profiles, or several kernels. */
export function diagnosisTable(diagnoses: readonly Diagnosis[], style: Style): string {
  const columns: Column[] = [
    { title: 'kernel' },
    { title: 'profile' },
    { title: 'time', align: 'right' },
    { title: 'limited by' },
    { title: '10 % of it', align: 'right' },
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
    each.advice[0] ? speedup(each.advice[0].expectedSpeedup) : '',
  ]);
  return `${table(columns, rows, style)}\n`;
}

function remarks({ warnings }: Diagnosis, style: Style): string {
  return warnings.map((text) => style.warn(wrap(`warning: ${text}`, WIDTH, '  '))).join('\n');
}
