// What tuning for several kinds of GPU found: who gains most in the first line, then the winner of each device.

import { printable } from '../diagnostics/printable.ts';
import { columnsOf, fitted, type Style, table, wrap } from './layout.ts';
import { describeChange } from './search-text.ts';
import type { TuningReport } from './tuning-text.ts';
import { formatNumber, formatTime } from './units.ts';

export function deviceTuningText(reports: readonly TuningReport[], style: Style): string {
  const rows = reports.map(({ device, confirmation, result }) => [
    printable(device),
    formatTime(confirmation.base.value),
    formatTime(confirmation.winner.value),
    gainText(confirmation),
    String(result.trials),
  ]);
  const columns = columnsOf('device', '>as it is', '>best', '>gain', '>trials');
  const winners = reports
    .filter(({ confirmation }) => confirmation.isCertain)
    .map(({ device, space, confirmation: { base, winner } }) =>
      wrap(`${printable(device)}: ${describeChange(space, base.point, winner.point)}`, undefined, '    '),
    );
  const notes = reports.flatMap(({ device, notes: own }) =>
    own.map((note) => `${printable(device)}: ${note}`),
  );
  return `${[
    style.bold(wrap(answer(reports))),
    '',
    table(columns, fitted(columns, rows), style),
    ...(winners.length > 0 ? [''] : []),
    ...winners,
    ...notes.map((note) => style.warn(wrap(`note: ${note}`))),
  ].join('\n')}\n`;
}

function answer(reports: readonly TuningReport[]): string {
  const [first] = reports;
  const faster = reports.filter(({ confirmation }) => confirmation.isCertain);
  const head = `${printable(first.name)} on ${reports.length} kinds of GPU`;
  if (faster.length === 0) return `${head}: nothing faster than the kernel as it is was found on any`;
  const best = faster.reduce((a, b) => (b.confirmation.gain > a.confirmation.gain ? b : a));
  return `${head}: faster on ${faster.length === reports.length ? 'all' : faster.length}, at most ${formatNumber(best.confirmation.gain)} times as fast as it is, on ${printable(best.device)}`;
}

function gainText({ isCertain, gain }: TuningReport['confirmation']): string {
  return isCertain ? formatNumber(gain) : 'none';
}
