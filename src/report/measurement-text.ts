// Measurements as text: the time of each launch first, then whether its output was right and its samples sound.

import type { Measurement } from '../measure/measurement.ts';
import { columnsOf, fitted, pairs, type Style, table, wrap } from './layout.ts';
import { outputWords, verdictOf } from './measurement-words.ts';
import { formatShare, formatTime } from './units.ts';

function soundness(m: Measurement): string {
  return m.quality.length === 0 ? 'sound' : m.quality.join(', ');
}

/** One measurement in full. */
export function measurementDetail(m: Measurement, style: Style): string {
  const answer = `${m.name} on ${m.device}: ${formatTime(m.timeNs)}, output ${verdictOf(m)}`;
  const rows: [string, string][] = [
    [
      'samples',
      `${m.samples.length}: ${formatTime(m.minNs)} to ${formatTime(m.maxNs)}, middle half within ${formatShare(m.spread)}; ${soundness(m)}`,
    ],
    ['output', outputWords(m)],
    ['device', `${m.driver}; webgpu ${m.webgpu}; ${m.date}`],
  ];
  if (m.restored.length > 0) rows.push(['refilled', `before each sample: ${m.restored.join(', ')}`]);
  return `${style.bold(wrap(answer))}\n${pairs(rows)}\n`;
}

const COLUMNS = columnsOf('kernel', '>time', '>spread', 'output', 'samples');

/** Several measurements, one row each. */
export function measurementTable(measurements: readonly Measurement[], style: Style): string {
  const rows = measurements.map((m) => [
    m.name,
    formatTime(m.timeNs),
    formatShare(m.spread),
    verdictOf(m),
    soundness(m),
  ]);
  const device = [...new Set(measurements.map((m) => m.device))].join(', ');
  const title = style.bold(`${measurements.length} kernels measured on ${device}`);
  const wrong = measurements.flatMap((m) =>
    m.verification.firstMismatch ? [`${m.name}: ${m.verification.firstMismatch}`] : [],
  );
  const notes = wrong.map((each) => `${style.warn(wrap(`wrong: ${each}`))}\n`).join('');
  return `${title}\n\n${table(COLUMNS, fitted(COLUMNS, rows), style)}\n${notes}`;
}
