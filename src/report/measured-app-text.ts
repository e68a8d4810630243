// A measured app as text: the total beside what was predicted, then every dispatch, then whether all of it is sound.

import type { ComparedApp } from '../measure/app-measurement.ts';
import { columnsOf, pairs, type Style, shorten, table, wrap } from './layout.ts';
import { formatChange, formatCount, formatShare, formatTime } from './units.ts';

/** Rows of the table; all are in the JSON. */
const MOST_ROWS = 48;

export function comparedAppText(app: ComparedApp, style: Style): string {
  const { name, device, timeNs, predicted, verification, dispatches } = app;
  const { mismatches, firstMismatch } = verification;
  const answer = `${name} on ${device}: ${formatTime(timeNs)} measured, ${formatTime(predicted.timeNs)} predicted for ${predicted.profile} (${change(predicted.timeNs, timeNs)}), output ${verdict(app)}`;
  const facts: [string, string][] = [
    [
      'rounds',
      `${app.samples.length}: ${formatTime(app.minNs)} to ${formatTime(app.maxNs)}, middle half within ${formatShare(app.spread)}; ${soundness(app)}`,
    ],
    ['output', outputLine(app)],
    ['device', `${app.driver}; webgpu ${app.webgpu}; ${app.date}`],
  ];
  if (app.untimed.length > 0) facts.push(['not timed', app.untimed.join(', ')]);
  if (app.skipped.length > 0) facts.push(['left out', app.skipped.join(', ')]);
  if (app.restored.length > 0) facts.push(['refilled', `before each round: ${app.restored.join(', ')}`]);
  const rows = dispatches
    .slice(0, MOST_ROWS)
    .map((each, at) => [
      shorten(each.name, 40),
      each.dispatch.join(' × '),
      formatTime(predicted.dispatchNs[at]),
      formatTime(each.timeNs),
      change(predicted.dispatchNs[at], each.timeNs),
    ]);
  const rest = dispatches.length - rows.length;
  const columns = columnsOf('dispatch', 'workgroups', '>predicted', '>measured', '>error');
  return [
    style.bold(wrap(answer)),
    pairs(facts),
    '',
    table(columns, rows, style),
    ...(rest > 0 ? [style.dim(`… and ${rest} more dispatches (--format json has all)`)] : []),
    ...(mismatches > 0 && firstMismatch ? [style.warn(wrap(`wrong: ${firstMismatch}`))] : []),
  ]
    .join('\n')
    .concat('\n');
}

function change(predictedNs: number, measuredNs: number): string {
  return formatChange(predictedNs / measuredNs - 1);
}

function verdict({ verification: { method, words, mismatches, unverified } }: ComparedApp): string {
  if (mismatches > 0) return `WRONG: ${formatCount(mismatches)} of ${formatCount(words)} words`;
  if (method === 'none' || words === 0) return 'not verified';
  return unverified.length > 0 ? 'right in part' : 'right';
}

function outputLine({ verification: { words, sensitive, unverified } }: ComparedApp): string {
  const compared = `${formatCount(words)} words compared with kernelcast's own execution`;
  const rounding = sensitive ? [`${formatCount(sensitive)} more depend on rounding`] : [];
  return [compared, ...rounding, ...unverified].join('; ');
}

function soundness({ quality }: ComparedApp): string {
  return quality.length === 0 ? 'sound' : quality.join(', ');
}
