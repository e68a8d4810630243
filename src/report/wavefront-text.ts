// How a wavefront is best cut into dispatches, as text: the answer in the first line, then the fastest configurations
// beside those that one would write by hand.

import { printable } from '../diagnostics/printable.ts';
import type { Configuration, TableSize } from '../wavefront/phases.ts';
import { speedup } from './diagnosis-words.ts';
import { columnsOf, pairs, type Style, table, wrap } from './layout.ts';
import { formatCount, formatTime } from './units.ts';

/** The JSON contract: fields may be added, never renamed. */
export interface WavefrontReport extends TableSize {
  readonly schema: 'kernelcast/wavefront-report@1';
  readonly name: string;
  readonly profile: string;
  readonly cellBytes: number;
  /** What a step of a lone subgroup takes, and how many rounds of the synthetic wavefront take as long. */
  readonly stepNs: number;
  readonly tsize: number | null;
  /** By which way the configuration of the answer was found. */
  readonly by: 'model' | 'learned';
  readonly best: ConfigurationReport;
  /** The fastest first; those that nobody tried are not there. */
  readonly ranking: readonly ConfigurationReport[];
  /** The best of each way that one would write by hand. */
  readonly beside: readonly (ConfigurationReport & { readonly what: Way })[];
  readonly configurations: number;
  /** Dispatches that the model has predicted. */
  readonly predicted: number;
  readonly written?: readonly string[];
}

/** What stands beside the answer. */
export type Way = 'by what was learned' | 'one workgroup' | 'single diagonals' | 'tiles';

export interface ConfigurationReport extends Configuration {
  readonly timeNs: number;
  readonly dispatches: number;
}

const MOST_ROWS = 5;

export function wavefrontText(report: WavefrontReport, style: Style): string {
  const { best, ranking, beside, cellBytes, stepNs, tsize } = report;
  const rounds = tsize === null ? '' : `, as ${formatCount(Math.round(tsize))} rounds of the synthetic one`;
  const row = (what: string, { timeNs, dispatches, ...each }: ConfigurationReport) => [
    what,
    each.band < 0 ? 'none' : String(each.band),
    each.tile > 1 ? String(each.tile) : '',
    each.band < 0 || each.tile > 1 ? '' : String(each.diagonals),
    String(each.workgroup),
    formatCount(dispatches),
    formatTime(timeNs),
    `${(timeNs / best.timeNs).toFixed(2)}`,
  ];
  const columns = columnsOf(
    '',
    '>band',
    '>tile',
    '>diagonals',
    '>workgroup',
    '>dispatches',
    '>time',
    '>of the best',
  );
  const fastest = ranking.slice(0, MOST_ROWS).map((each, k) => row(k === 0 ? 'the fastest' : '', each));
  return [
    style.bold(wrap(answer(report))),
    pairs([
      ['cell', `${cellBytes} bytes; a step takes ${formatTime(stepNs)}${rounds}`],
      ['found', found(report)],
    ]),
    '',
    table(columns, [...fastest, ...beside.map((each) => row(each.what, each))], style),
    ...(report.written ? ['', `written: ${report.written.map(printable).join(', ')}`] : []),
  ]
    .join('\n')
    .concat('\n');
}

function answer({ name, rows, columns, profile, best, beside }: WavefrontReport): string {
  const size = `${printable(name)} ${rows} × ${columns} on ${profile}`;
  const others = beside
    .filter(({ what, timeNs }) => what !== 'by what was learned' && timeNs > best.timeNs * 1.005)
    .map(({ what, timeNs }) => `${speedup(timeNs / best.timeNs)} ${what}`);
  const faster = others.length > 0 ? `; ${listed(others)}` : '';
  return `${size}: ${formatTime(best.timeNs)} with ${inWords(best)}${faster}`;
}

function listed(all: readonly string[]): string {
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** What the configuration is, in the words of the params. */
function inWords({ band, tile, diagonals, workgroup, dispatches }: ConfigurationReport): string {
  if (band < 0) return `one workgroup of ${workgroup}`;
  const how = tile > 1 ? `tile ${tile}` : `diagonals ${diagonals}, workgroup ${workgroup}`;
  return `band ${band}, ${how}, in ${formatCount(dispatches)} ${dispatches === 1 ? 'dispatch' : 'dispatches'}`;
}

function found({ by, configurations, predicted }: WavefrontReport): string {
  const how = by === 'learned' ? 'by what was learned' : `the best of ${configurations} configurations`;
  return `${how}, from ${predicted} predicted dispatches. Nothing was run.`;
}
