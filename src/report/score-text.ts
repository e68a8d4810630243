// The score card as text: the verdict first, then the figures beside the baselines, earlier scores of the same
// launches, and the worst errors, but for blind launches, which nobody is to look at one by one.

import type { Score } from '../validate/statistics.ts';
import type { GroupHistory, Row, Validation } from '../validate/validate.ts';
import { type Column, columnsOf, fitted, type Style, shorten, table, wrap } from './layout.ts';
import { formatChange, formatShare, formatTime } from './units.ts';

/** Rows listed as the worst. */
const WORST = 10;
/** Columns for what limits a kernel, or why it was refused, of which the diagnostics tell more. */
const REASON = 28;

type FigureRow = readonly [title: string, figure: (score: Score) => string];

/** The figures that one looks at first have a decimal. */
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

const FIGURES: readonly FigureRow[] = [
  ['mean error (MAPE)', (s) => percent(s.mape)],
  ['median error', (s) => percent(s.median)],
  ['geometric mean error', (s) => percent(s.geometricMean)],
  ['aggregate error', (s) => formatChange(s.aggregateError)],
  ['log correlation', (s) => s.logCorrelation.toFixed(3)],
  ['Kendall tau', (s) => s.kendallTau.toFixed(3)],
  [
    'within 10 / 25 / 50 %',
    (s) =>
      [s.within10, s.within25, s.within50].map((share) => formatShare(share).replace(' %', '')).join(' / '),
  ],
  ['over / under', (s) => `${s.over} / ${s.under}`],
];

export function scoreText(validation: Validation, style: Style, showsAll: boolean): string {
  const { score, profile, device, rows, unmeasured } = validation;
  const { mape, median } = score;
  const verdict =
    mape === undefined || median === undefined
      ? 'no launch could be scored'
      : `mean error ${percent(mape)}, median ${percent(median)} over ${score.predicted} launches`;
  const lines = [style.bold(`${profile} against ${device}: ${verdict}`), '', figures(validation, style), ''];
  lines.push(
    `${formatShare(score.withinBand)} inside their error band; ${score.refusals} refused; ${score.secondsPerKernel.toFixed(2)} s per kernel`,
  );
  if (unmeasured.length > 0) lines.push(`${unmeasured.length} launches without a measurement there`);
  if (validation.history.length > 0) lines.push('', historyTable(validation.history, style));
  const listed = showsAll ? rows : rows.filter((row) => row.status !== 'blind');
  if (listed.length < rows.length) lines.push('', blindNote(rows.length - listed.length));
  if (listed.length > 0 || rows.length === 0) {
    const sorted = [...listed].sort((a, b) => Math.abs(b.error ?? Infinity) - Math.abs(a.error ?? Infinity));
    const shown = showsAll ? sorted : sorted.slice(0, WORST);
    lines.push('', style.bold(showsAll ? 'all, worst first' : 'worst'), rowTable(shown, style));
  }
  return `${lines.join('\n')}\n`;
}

function blindNote(count: number): string {
  return wrap(
    `${count} blind launches are scored as a whole and not listed; a kernel whose error was looked at (--all) is blind no more`,
  );
}

const HISTORY = columnsOf(
  'group',
  'first scored',
  '>launches',
  '>mean error',
  '>median',
  '>launches now',
  '>mean error',
  '>median',
);

function historyTable(history: readonly GroupHistory[], style: Style): string {
  const body = history.map(({ group, first, now }) => [
    group,
    first.date,
    `${first.launches}`,
    percent(first.mape),
    percent(first.median),
    `${now.predicted}`,
    percent(now.mape),
    percent(now.median),
  ]);
  return table(HISTORY, fitted(HISTORY, body), style);
}

function figures({ score, baselines, families }: Validation, style: Style): string {
  const known: [string, Score | undefined][] = [
    ['kernelcast', score.mape === undefined ? undefined : (score as Score)],
    ['worked on', families.workedOn],
    ['kept apart', families.keptApart],
    ['roofline', baselines.roofline],
    ['SAAKE as printed', baselines.saake],
  ];
  const columns = known.flatMap(([title, each]) => (each ? [{ title, score: each }] : []));
  const head: Column[] = [{ title: '' }, ...columns.map(({ title }) => ({ title, align: 'right' as const }))];
  const body = FIGURES.map(([title, figure]) => [title, ...columns.map((column) => figure(column.score))]);
  return table(head, body, style);
}

const COLUMNS = columnsOf('kernel', '>measured', '>predicted', '>error', '>roofline', '>SAAKE', 'limited by');

function rowTable(rows: readonly Row[], style: Style): string {
  const time = (ns: number | undefined) => (ns === undefined ? '-' : formatTime(ns));
  const body = rows.map((row) => [
    row.name,
    time(row.measuredNs),
    time(row.predictedNs),
    row.error === undefined ? 'refused' : formatChange(row.error),
    time(row.rooflineNs),
    time(row.saakeNs),
    shorten(row.refusal ?? row.bottleneck ?? '', REASON),
  ]);
  return table(COLUMNS, fitted(COLUMNS, body), style);
}
