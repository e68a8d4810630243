// The layers as text: how many launches agree with the driver in each, then the launches that do not, worst
// first, with the group of instructions that differs most.

import type { Agreement, LayerRow, Layers, Pair } from '../validate/layers.ts';
import { columnsOf, fitted, pairs, type Style, table } from './layout.ts';
import { formatShare } from './units.ts';

const LINE = 100;
/** Rows listed as the worst. */
const WORST = 10;

export function layersText(layers: Layers, style: Style, showsAll: boolean): string {
  const { agreement, driver, rows, unrecorded } = layers;
  const lines = [style.bold(`machine code against driver ${driver}: ${verdict(agreement)}`), ''];
  lines.push(pairs(figures(agreement)));
  if (unrecorded.length > 0)
    lines.push(
      '',
      `${unrecorded.length} ${unrecorded.length === 1 ? 'launch' : 'launches'} without recorded driver code`,
    );
  const otherwise = rows.filter(({ loops }) => loops !== undefined && loops.right < loops.total);
  if (otherwise.length > 0)
    lines.push(
      '',
      ...wrapped(
        'loops unrolled otherwise',
        otherwise.map((row) => row.name),
      ),
    );
  const sorted = [...rows].sort((a, b) => distance(b.instructions) - distance(a.instructions));
  const shown = showsAll ? sorted : sorted.slice(0, WORST);
  if (shown.length > 0)
    lines.push('', style.bold(showsAll ? 'all, worst first' : 'worst'), rowTable(shown, style));
  return `${lines.join('\n')}\n`;
}

function verdict({ launches, registersWithin15, instructionsWithin15 }: Agreement): string {
  if (launches === 0) return 'no launch could be compared';
  return `of ${launches} launches, ${formatShare(instructionsWithin15)} within 15 % (registers: ${formatShare(registersWithin15)})`;
}

function figures(agreement: Agreement): [string, string][] {
  const groups = Object.entries(agreement.groupsWithin15).map(
    ([group, share]) => `${group} ${formatShare(share)}`,
  );
  return [
    ['registers within 15 %', formatShare(agreement.registersWithin15)],
    [
      'instructions within 5 / 15 %',
      `${formatShare(agreement.instructionsWithin5)} / ${formatShare(agreement.instructionsWithin15)}`,
    ],
    ['loops unrolled alike', loopShare(agreement)],
    ['by group within 15 %', groups.join(', ')],
  ];
}

function loopShare({ loops, loopsRight }: Agreement): string {
  return loops === 0 ? '-' : `${loopsRight} of ${loops} (${formatShare(loopsRight / loops)})`;
}

/** Names in lines that fit a terminal. */
function wrapped(title: string, names: readonly string[]): string[] {
  const lines = [`${title}:`];
  for (const name of names) {
    const longer = `${lines.at(-1)} ${name}`;
    if (longer.length > LINE) lines.push(`  ${name}`);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

const COLUMNS = columnsOf(
  'kernel',
  '>registers',
  '>instructions',
  '>copies',
  'differs most in',
  '>per warp',
  '>L1 / L2 hits',
);

/** Model first, then the driver. */
function rowTable(rows: readonly LayerRow[], style: Style): string {
  const beside = ({ model, driver }: Pair) => `${model}:${driver}`;
  const body = rows.map((row) => [
    row.name,
    beside(row.registers),
    beside(row.instructions),
    row.unrolling === undefined ? '-' : `${row.unrolling.of} ${beside(row.unrolling)}`,
    worstGroup(row),
    row.dynamic.perWarp.toFixed(0),
    `${formatShare(row.dynamic.l1HitRate)} / ${formatShare(row.dynamic.l2HitRate)}`,
  ]);
  return table(COLUMNS, fitted(COLUMNS, body), style);
}

function worstGroup({ groups }: LayerRow): string {
  const difference = ({ model, driver }: Pair) => Math.abs(model - driver);
  const [worst] = Object.entries(groups).sort(([, a], [, b]) => difference(b) - difference(a));
  if (worst === undefined || difference(worst[1]) === 0) return '-';
  const [group, pair] = worst;
  return `${group} ${pair.model > pair.driver ? '+' : ''}${pair.model - pair.driver}`;
}

/** The same for twice and half as many. */
function distance({ model, driver }: Pair): number {
  return Math.abs(Math.log(Math.max(1, model) / Math.max(1, driver)));
}
