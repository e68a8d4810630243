// Predictions as text. One launch: the answer in the first line, then what it rests on. Several: one row
// each. Everything fits 100 columns.

import type { Prediction } from '../predict/prediction.ts';
import { type Column, fitted, pairs, type Style, shorten, table, wrap } from './layout.ts';
import { formatBytes, formatCount, formatNumber, formatShare, formatTime, formatTimeRange } from './units.ts';

/** What holds the kernel back, in words: `shared throughput`, `launch overhead`. */
export function describeBottleneck(bottleneck: Prediction['bottleneck']): string {
  const { resource, kind } = bottleneck;
  switch (kind) {
    case 'launch':
      return 'launch overhead';
    case 'occupancy':
      return 'too few warps at once';
    case 'tail':
      return 'the last wave';
    default:
      return `${resource} ${kind}`;
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The largest shares first; shares below one percent are left out. */
function topShares(shares: Iterable<readonly [string, number]>, limit: number): string {
  const sorted = [...shares].filter(([, share]) => share >= 0.005).sort((a, b) => b[1] - a[1]);
  return sorted
    .slice(0, limit)
    .map(([name, share]) => `${name} ${formatShare(share)}`)
    .join(', ');
}

function topCounts(counts: Readonly<Record<string, number>>, limit: number): string {
  const sorted = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1]);
  const shown = sorted.slice(0, limit).map(([name, count]) => `${name} ${formatCount(count)}`);
  return shown.join(', ') + (sorted.length > limit ? ', …' : '');
}

function memoryLine(p: Prediction): string {
  const { memory } = p;
  const workSeconds = (p.timeNs - p.launchNs) * 1e-9;
  const rate =
    workSeconds > 0 && memory.dramBytes > 0 ? ` (${formatCount(memory.dramBytes / workSeconds)}B/s)` : '';
  const parts = [
    `DRAM ${formatBytes(memory.dramBytes)}${rate}`,
    `L2 ${formatBytes(memory.l2Bytes)}`,
    `hits L1 ${formatShare(memory.l1HitRate)}, L2 ${formatShare(memory.l2HitRate)}`,
    `${formatNumber(memory.sectorsPerRequest)} sectors per request`,
  ];
  if (memory.bankConflicts > 0)
    parts.push(`${formatNumber(memory.bankConflicts)} conflict cycles per workgroup-memory access`);
  return parts.join('; ');
}

function occupancyLine(p: Prediction): string {
  const { occupancy } = p;
  const held = `${plural(occupancy.workgroupsPerSm, 'workgroup')} or ${plural(occupancy.warpsPerSm, 'warp')} per SM`;
  return `${formatShare(occupancy.fraction)}: ${held}, limited by ${occupancy.limit}; ${formatNumber(p.waves)} waves`;
}

function registersLine(p: Prediction): string {
  const spills = p.spillBytes > 0 ? `, ${formatBytes(p.spillBytes)} spilled` : '';
  const shared = p.workgroupBytes > 0 ? `; workgroup memory ${formatBytes(p.workgroupBytes)}` : '';
  return `${p.registersPerThread} per thread${spills}${shared}`;
}

/** One prediction in full. */
export function predictionDetail(p: Prediction, style: Style): string {
  const [low, high] = p.errorBandNs;
  const answer = `${p.name} on ${p.profile}: ${formatTime(p.timeNs)} (${formatTimeRange(low, high)}), limited by ${describeBottleneck(p.bottleneck)}`;
  const rows: [string, string][] = [
    [
      'time',
      `${formatTime(p.timeNs)}, of it launch ${formatTime(p.launchNs)}; ${formatCount(p.cycles)} cycles`,
    ],
    ['occupancy', occupancyLine(p)],
    ['registers', registersLine(p)],
    ['memory', memoryLine(p)],
    [
      'instructions',
      `${formatCount(p.instructions.perWarp)} per warp, ${formatCount(p.instructions.static)} in the code: ${topCounts(p.instructions.byClass, 6)}`,
    ],
    [
      'busy',
      topShares(
        p.resources.map((r) => [r.name, r.utilization]),
        6,
      ) || 'nothing for long',
    ],
    ['stalls', topShares(Object.entries(p.stalls), 6) || 'none'],
  ];
  return `${style.bold(wrap(answer))}\n${pairs(rows)}\n${remarks([p], style)}`;
}

const COLUMNS: readonly Column[] = [
  { title: 'kernel' },
  { title: 'time', align: 'right' },
  { title: 'band', align: 'right' },
  { title: 'limited by' },
  { title: 'occ.', align: 'right' },
  { title: 'regs', align: 'right' },
  { title: 'DRAM', align: 'right' },
  { title: 'L1/L2 hits', align: 'right' },
];

function tableRow(p: Prediction): string[] {
  const [low, high] = p.errorBandNs;
  return [
    p.name,
    formatTime(p.timeNs),
    formatTimeRange(low, high).replace(' to ', '–'),
    shorten(describeBottleneck(p.bottleneck), 18),
    formatShare(p.occupancy.fraction),
    String(p.registersPerThread),
    formatBytes(p.memory.dramBytes),
    `${formatShare(p.memory.l1HitRate).replace(' %', '')}/${formatShare(p.memory.l2HitRate)}`,
  ];
}

/** Several predictions, one row each. */
export function predictionTable(predictions: readonly Prediction[], style: Style): string {
  const profiles = [...new Set(predictions.map((p) => p.profile))].join(', ');
  const title = style.bold(`${plural(predictions.length, 'kernel')} on ${profiles}`);
  return `${title}\n\n${table(COLUMNS, fitted(COLUMNS, predictions.map(tableRow)), style)}\n${remarks(predictions, style)}`;
}

/** Warnings by the kernels they concern, and the guesses that the numbers lean on. */
function remarks(predictions: readonly Prediction[], style: Style): string {
  const lines: string[] = [];
  const several = predictions.length > 1;
  const warnings = predictions.flatMap((p) =>
    p.warnings.map((text) => (several ? `${p.name}: ${text}` : text)),
  );
  if (warnings.length > 0) {
    lines.push('', style.warn(`${capitalized(plural(warnings.length, 'warning'))}:`));
    for (const text of warnings) lines.push(wrap(`- ${text}`, 98, '  ').replace(/^/gm, '  '));
  }
  const guesses = [...new Set(predictions.flatMap((p) => p.guesses))];
  if (guesses.length > 0) {
    const verb =
      guesses.length === 1 ? 'number of the profile is a guess' : 'numbers of the profile are guesses';
    lines.push('', style.dim(wrap(`${guesses.length} ${verb}: ${guesses.join(', ')}`, 100, '  ')));
  }
  return lines.map((line) => `${line}\n`).join('');
}
