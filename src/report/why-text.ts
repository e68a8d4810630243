// Why a prediction is off, as text: the answer, the layers, then what each layer rests on.

import type { Pair } from '../validate/layers.ts';
import type { DriverLoop } from '../validate/loops.ts';
import type { Why, WhyLayer } from '../validate/why.ts';
import { type Column, columnsOf, fitted, pairs, type Style, shorten, table, wrap } from './layout.ts';
import { describeBottleneck } from './limit-words.ts';
import { topCounts, topShares } from './prediction-text.ts';
import { formatBytes, formatChange, formatCount, formatNumber, formatShare, formatTime } from './units.ts';

/** Lines of the source that are listed, and reasons for waiting. */
const MOST_LINES = 6;
const MOST_SHARES = 6;

export function whyText(why: Why, style: Style): string {
  const sections = [
    style.bold(wrap(answer(why))),
    layerTable(why, style),
    groupTable(why, style),
    partTable(why, style),
    lineTable(why, style),
    loopTable(why, style),
    accessTable(why, style),
    pairs(restOf(why)),
  ];
  return `${sections.filter((each) => each !== '').join('\n\n')}\n`;
}

function answer({ name, device, measuredNs, predictedNs, error, verdict }: Why): string {
  const times =
    measuredNs === undefined || error === undefined
      ? `not measured on ${device}, ${formatTime(predictedNs)} predicted`
      : `${formatTime(measuredNs)} measured, ${formatTime(predictedNs)} predicted (${formatChange(error)})`;
  return `${name}: ${times}: ${verdictText(verdict)}`;
}

function verdictText({ layer, because }: Why['verdict']): string {
  if (layer === undefined) return `${because}, so that nothing says where the two part`;
  if (layer === 'nowhere') return because;
  return `parts at ${layer}: ${because}`;
}

const LAYER_COLUMNS = columnsOf('layer', '>model', '>driver', '>differs by', ">with the driver's", '');

function layerTable(why: Why, style: Style): string {
  const rows = why.layers.map((layer) => [
    `${layer.name}${layer.of === 'ns' ? '' : `, ${layer.of}`}`,
    figure(layer, layer.model),
    figure(layer, layer.driver),
    layer.difference === undefined ? '-' : formatChange(layer.difference),
    layer.replacedNs === undefined ? '-' : replacedTime(why, layer.replacedNs),
    remark(layer, why),
  ]);
  if (why.allReplacedNs !== undefined)
    rows.push(['instructions and registers', '', '', '', replacedTime(why, why.allReplacedNs), '']);
  return table(LAYER_COLUMNS, fitted(LAYER_COLUMNS, rows), style);
}

function figure({ of }: WhyLayer, value: number | undefined): string {
  if (value === undefined) return '-';
  return of === 'ns' ? formatTime(value) : formatCount(Math.round(value));
}

function replacedTime({ measuredNs }: Why, timeNs: number): string {
  const error = measuredNs === undefined ? '' : ` (${formatChange(timeNs / measuredNs - 1)})`;
  return `${formatTime(timeNs)}${error}`;
}

function remark({ name, agrees }: WhyLayer, { verdict }: Why): string {
  if (verdict.layer === name) return 'parts here';
  if (agrees === undefined) return 'not comparable';
  return agrees ? 'agrees' : 'differs';
}

/** Static instructions by group, those that differ most first. */
function groupTable({ groups, driver }: Why, style: Style): string {
  if (!groups) return '';
  const columns: Column[] = [
    { title: 'instructions in the code' },
    { title: 'model', align: 'right' },
    { title: `driver ${driver ?? ''}`.trim(), align: 'right' },
    { title: 'difference', align: 'right' },
  ];
  const difference = ({ model, driver: theirs }: Pair) => model - theirs;
  const rows = Object.entries(groups)
    .sort(([, a], [, b]) => Math.abs(difference(b)) - Math.abs(difference(a)))
    .map(([group, pair]) => [group, ...besides(pair), withSign(difference(pair))]);
  return table(columns, rows, style);
}

const besides = ({ model, driver }: Pair) => [
  formatCount(Math.round(model)),
  formatCount(Math.round(driver)),
];
const withSign = (value: number) => (value > 0 ? `+${value}` : String(value));

function partTable({ parts }: Why, style: Style): string {
  if (!parts) return '';
  const columns: Column[] = [
    { title: 'part' },
    ...['depth', 'in the code', 'driver', 'per warp', 'driver'].map((title) => ({
      title,
      align: 'right' as const,
    })),
  ];
  const rows = parts.map(({ name, depth, instructions, perWarp }) => [
    name,
    depth === 0 ? '-' : String(depth),
    ...besides(instructions),
    ...besides(perWarp),
  ]);
  return table(columns, rows, style);
}

const LINE_COLUMNS = columnsOf('source line (model only)', '>in the code', '>per warp', '>time');

function lineTable({ lines }: Why, style: Style): string {
  if (lines.length === 0) return '';
  const slowest = [...lines].sort((a, b) => b.timeFraction - a.timeFraction).slice(0, MOST_LINES);
  const rows = slowest.map(({ line, text, inCode, perWarp, timeFraction }) => [
    shorten(`${line}: ${text.trim()}`, 64),
    String(inCode),
    formatCount(Math.round(perWarp)),
    formatShare(timeFraction),
  ]);
  return table(LINE_COLUMNS, fitted(LINE_COLUMNS, rows), style);
}

const LOOP_COLUMNS = columnsOf('loop left in the code', '>depth', '>instructions', 'work in its body');

function loopTable({ loops }: Why, style: Style): string {
  if (!loops || loops.model.length + loops.driver.length === 0) return '';
  const rowsOf = (side: string, found: readonly DriverLoop[]) =>
    found.map(({ depth, instructions, work }, i) => [
      `${side} ${i + 1}`,
      String(depth),
      String(instructions),
      Object.entries(work)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ') || '-',
    ]);
  return table(LOOP_COLUMNS, [...rowsOf('model', loops.model), ...rowsOf('driver', loops.driver)], style);
}

const ACCESS_COLUMNS = columnsOf('access', '>bits', '>model', '>driver');

function accessTable({ accesses }: Why, style: Style): string {
  if (!accesses || accesses.length === 0) return '';
  const rows = accesses.map((each) => [each.kind, String(8 * each.bytes), ...besides(each)]);
  return table(ACCESS_COLUMNS, rows, style);
}

function restOf(why: Why): [string, string][] {
  const { memory, occupancy, registers, instructions, stalls, resources, bottleneck } = why;
  const held = ({ warpsPerSm, limit }: Why['occupancy']['model']) => `${warpsPerSm} warps per SM (${limit})`;
  const theirs =
    occupancy.driver === undefined
      ? ''
      : `; with the driver's ${registers.driver}: ${held(occupancy.driver)}`;
  const moved = [
    `DRAM ${formatBytes(memory.dramBytes)}`,
    `L2 ${formatBytes(memory.l2Bytes)}`,
    `hits L1 ${formatShare(memory.l1HitRate)}, L2 ${formatShare(memory.l2HitRate)}`,
    `${formatNumber(memory.sectorsPerRequest)} sectors per request`,
    `${formatNumber(memory.bankConflicts)} conflict cycles per workgroup-memory access`,
  ];
  const unrecorded: [string, string][] = why.groups
    ? []
    : [['recorded', "nothing of the driver's code for this launch; what follows is the model's alone"]];
  return [
    ...unrecorded,
    [
      'instructions',
      `${formatCount(instructions.perWarp)} per warp: ${topCounts(instructions.byClass, MOST_SHARES)}`,
    ],
    ['occupancy', `with ${registers.model} registers: ${held(occupancy.model)}${theirs}`],
    ['transactions', `${moved.join('; ')} (of the model; nobody records what the device moved)`],
    ['limited by', describeBottleneck(bottleneck)],
    ['warp time', topShares(Object.entries(stalls), MOST_SHARES) || 'nothing for long'],
    [
      'busy',
      topShares(
        resources.map((each) => [each.name, each.utilization]),
        MOST_SHARES,
      ) || 'nothing for long',
    ],
  ];
}
