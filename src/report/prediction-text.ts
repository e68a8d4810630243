// Predictions as text. One launch: the answer in the first line, then what it rests on. Several: one row
// each. Everything fits 100 columns.

import type { Limiting } from '../analyze/limit.ts';
import { printable } from '../diagnostics/printable.ts';
import type { Prediction } from '../predict/prediction.ts';
import { columnsOf, fitted, pairs, type Style, shorten, table, WIDTH, wrap } from './layout.ts';
import { describeBottleneck, describeLimit } from './limit-words.ts';
import { formatBytes, formatCount, formatNumber, formatShare, formatTime, formatTimeRange } from './units.ts';

/** How much the time hangs on what holds it back. */
function limitLine({ bottleneck: { rival, ...limit } }: Prediction): string {
  return rival ? `${effectOf(limit)}; ${effectOf(rival)}` : effectOf(limit);
}

function effectOf(limit: Limiting): string {
  const { resource, kind, elasticity } = limit;
  const name = describeBottleneck(limit);
  if (kind === 'launch' || kind === 'tail') return `${name}: ${formatShare(elasticity)} of the time`;
  if (kind === 'occupancy') return name;
  const change = kind === 'throughput' ? 'more throughput' : 'less latency';
  const saved = `10 % ${change} of ${resource} would save about ${formatShare(Math.max(0, elasticity) / 10)} of the time`;
  return `${name}: ${saved}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The largest shares first; shares below one percent are left out. */
export function topShares(shares: Iterable<readonly [string, number]>, limit: number): string {
  const sorted = [...shares].filter(([, share]) => share >= 0.005).sort((a, b) => b[1] - a[1]);
  return sorted
    .slice(0, limit)
    .map(([name, share]) => `${name} ${formatShare(share)}`)
    .join(', ');
}

export function topCounts(counts: Readonly<Record<string, number>>, limit: number): string {
  const sorted = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1]);
  const shown = sorted.slice(0, limit).map(([name, count]) => `${name} ${formatCount(count)}`);
  return shown.join(', ') + (sorted.length > limit ? ', …' : '');
}

function memoryLine(p: Prediction): string {
  const { memory } = p;
  const workSeconds = (p.timeNs - p.launchNs) * 1e-9;
  const traffic = (bytes: number) =>
    workSeconds > 0 && bytes > 0
      ? `${formatBytes(bytes)} (${formatCount(bytes / workSeconds)}B/s)`
      : formatBytes(bytes);
  if (memory.l2Bytes === 0 && memory.sectorsPerRequest === 0 && memory.bankConflicts === 0) return 'none';
  const parts = [
    `DRAM ${traffic(memory.dramBytes)}`,
    `L2 ${traffic(memory.l2Bytes)}`,
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

/** Private arrays that cost memory accesses or comparisons, with what they are accessed by. */
function privateArrayRows({ privateArrays, instructions }: Prediction): [string, string][] {
  const places = { local: 'local memory', registers: 'arrays' } as const;
  return (['local', 'registers'] as const).flatMap((memory): [string, string][] => {
    const arrays = privateArrays.filter((each) => each.memory === memory);
    if (arrays.length === 0) return [];
    const named = arrays.map(
      ({ name, bytes, line }) =>
        `${printable(name)}${line === undefined ? '' : ` (line ${line})`} ${formatBytes(bytes)}`,
    );
    const { load_local: loads = 0, store_local: stores = 0 } = instructions.byClass;
    const how =
      memory === 'local'
        ? `indexed at run time, so not in registers: ${formatCount(loads)} loads and ${formatCount(stores)} stores per warp`
        : 'in registers, but indexed at run time: each access compares its index';
    return [[places[memory], `${named.join(', ')} per invocation, ${how}`]];
  });
}

/** Noise of a sample from which it is worth a word. */
const LEAST_NOISE = 0.02;

/** What the sample contributes, where it matters. */
export function sampleWords({ sampling }: Prediction): string | undefined {
  const { workgroups, ofWorkgroups, noise } = sampling;
  if (noise < LEAST_NOISE) return undefined;
  const executed = `${formatCount(workgroups)} of ${formatCount(ofWorkgroups)} workgroups executed`;
  return `${executed}; other ones (--seed) would move the time by about ${formatShare(noise)}`;
}

/** One prediction in full. */
export function predictionDetail(p: Prediction, style: Style): string {
  const [low, high] = p.errorBandNs;
  const sample = sampleWords(p);
  const answer = `${printable(p.name)} on ${p.profile}: ${formatTime(p.timeNs)} (${formatTimeRange(low, high)}), ${describeLimit(p.bottleneck)}`;
  const rows: [string, string][] = [
    [
      'time',
      `${formatTime(p.timeNs)}, of it launch ${formatTime(p.launchNs)}; ${formatCount(p.cycles)} cycles`,
    ],
    ...(sample === undefined ? [] : [['sample', sample] as [string, string]]),
    ['limit', limitLine(p)],
    ['occupancy', occupancyLine(p)],
    ['registers', registersLine(p)],
    ...privateArrayRows(p),
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
    ['warp time', topShares(Object.entries(p.stalls), 6) || 'nothing for long'],
  ];
  return `${style.bold(wrap(answer))}\n${pairs(rows)}\n${remarks([p], style)}`;
}

const COLUMNS = columnsOf('kernel', '>time', '>band', 'limited by', '>occ.', '>regs', '>DRAM', '>L1/L2 hits');

function tableRow(p: Prediction): string[] {
  const [low, high] = p.errorBandNs;
  return [
    printable(p.name),
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
    p.warnings.map((text) => (several ? `${printable(p.name)}: ${text}` : text)),
  );
  if (warnings.length > 0) {
    lines.push('', style.warn(`${capitalized(plural(warnings.length, 'warning'))}:`));
    for (const text of warnings) lines.push(wrap(`- ${text}`, 98, '  ').replace(/^/gm, '  '));
  }
  const guesses = guessRemark(predictions);
  if (guesses !== '') lines.push('', style.dim(wrap(guesses, WIDTH, '  ')));
  return lines.map((line) => `${line}\n`).join('');
}

/** Of more, none is named. */
const MOST_PROFILES = 8;

/** How much of the profiles nobody has measured: the lists themselves are in the JSON, and marked in the profile. */
export function guessRemark(predictions: readonly Prediction[]): string {
  const guesses = new Set(predictions.flatMap((p) => p.guesses));
  const carried = new Set(predictions.flatMap((p) => p.carried));
  const profiles = new Set(predictions.map((p) => p.profile));
  if (guesses.size + carried.size === 0) return '';
  const verb = guesses.size === 1 ? 'number used here is a guess' : 'numbers used here are guesses';
  const others = carried.size === 0 ? '' : `, ${carried.size} carried over from other devices`;
  // One profile's numbers are to be seen by its name; who has many may choose.
  const which = profiles.size > MOST_PROFILES ? 'NAME' : [...profiles].join(', ');
  return `${guesses.size} profile ${verb}${others}; see kernelcast profiles ${which}`;
}
