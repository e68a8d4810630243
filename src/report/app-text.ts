// A predicted app as text: the total in the first line, then its kernels by share, then what runs, in order.

import type { AppPrediction, DispatchPrediction } from '../app/prediction.ts';
import { columnsOf, pairs, type Style, shorten, table, wrap } from './layout.ts';
import { describeBottleneck } from './limit-words.ts';
import { formatShare, formatTime, formatTimeRange } from './units.ts';

/** Rows of each table; a frame of a thousand dispatches is told by its kernels. */
const MOST_ROWS = 24;

export function appText(app: AppPrediction, style: Style): string {
  const { name, profile, timeNs, errorBandNs, dispatches, kernels, transfers } = app;
  const gapsNs = sum([...dispatches, ...transfers].map(({ gapNs }) => gapNs));
  const head = `${name} on ${profile}: ${formatTime(timeNs)} (${formatTimeRange(...errorBandNs)})`;
  const of = `${dispatches.length} ${dispatches.length === 1 ? 'dispatch' : 'dispatches'} of ${kernels.length} ${kernels.length === 1 ? 'kernel' : 'kernels'}`;
  const facts: [string, string][] = [
    ['Between', `${formatTime(gapsNs)} (${formatShare(share(gapsNs, timeNs))}) lie between operations`],
  ];
  if (transfers.length > 0) {
    const transferNs = sum(transfers.map(({ workNs }) => workNs));
    facts.push(['Transfers', `${transfers.length} copies, clears and writes: ${formatTime(transferNs)}`]);
  }
  if (app.skipped.length > 0) facts.push(['Left out', app.skipped.join(', ')]);
  return [
    style.bold(wrap(`${head}, ${of}`)),
    pairs(facts),
    '',
    kernelTable(app, style),
    dispatchTable(app, style),
    ...app.warnings.map((warning) => style.warn(wrap(`warning: ${warning}`, undefined, '  '))),
  ]
    .filter((part) => part !== undefined)
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function kernelTable({ kernels }: AppPrediction, style: Style): string {
  const rows = kernels
    .slice(0, MOST_ROWS)
    .map((each) => [
      shorten(each.pipeline, 36),
      String(each.dispatches),
      formatTime(each.timeNs),
      formatShare(each.share),
      describeBottleneck(each.bottleneck),
    ]);
  const rest = kernels.length - rows.length;
  const more = rest > 0 ? `${style.dim(`… and ${rest} more kernels`)}\n` : '';
  const columns = columnsOf('kernel', '>dispatches', '>time', '>share', 'limit of the longest');
  return `${table(columns, rows, style)}\n${more}`;
}

function dispatchTable({ dispatches, timeNs }: AppPrediction, style: Style): string {
  const row = (each: DispatchPrediction, at: number) => [
    String(at + 1),
    shorten(each.name, 30),
    `${each.dispatch.join(' × ')}${each.isIndirect ? ' (indirect)' : ''}`,
    `${each.submit + 1}.${each.pass + 1}`,
    formatTime(each.workNs),
    formatTime(each.gapNs),
    formatShare(share(each.workNs + each.gapNs, timeNs)),
  ];
  const rows = dispatches.slice(0, MOST_ROWS).map(row);
  const rest = dispatches.length - rows.length;
  const more = rest > 0 ? `${style.dim(`… and ${rest} more dispatches (--format json has all)`)}\n` : '';
  const columns = columnsOf('>#', 'dispatch', 'workgroups', 'submit.pass', '>work', '>gap before', '>share');
  return `${table(columns, rows, style)}\n${more}`;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
