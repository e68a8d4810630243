// Writes the tables and the picture of docs/wavefront.md:
//   node build.mjs bench/wavefront/evaluate.ts && node dist/bench/wavefront/evaluate.js [PROFILE]
// from what `predict-synthetic.ts`, `predict-kernels.ts` and `measure.ts` have left.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { AS_PRINTED, choose } from '../../src/wavefront/learned.ts';
import type { Configuration } from '../../src/wavefront/phases.ts';
import { bytesOf } from '../../src/wavefront/synthetic.ts';
import { trainingInstances } from '../../src/wavefront/training.ts';
import { accuracyOf, type Compared, compared, KINDS } from './accuracy.ts';
import {
  type Evaluated,
  evaluatedByMeasurement,
  evaluatedByModel,
  geometricMean,
  isWhole,
  type KernelTable,
  tableOf,
} from './evaluation.ts';
import { mapPlot } from './map-plot.ts';
import type { MeasuredTables } from './measured.ts';
import { crossValidated, trainedOf } from './training-study.ts';

const name = process.argv[2] ?? 'nvidia-h200';
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const synthetic = read(`bench/wavefront/synthetic/${name}.json`);
const kernels = read(`bench/wavefront/kernels/${name}.json`);
const measuredFile = `bench/wavefront/recorded/${name}.json`;
const DOCUMENT = 'docs/wavefront.md';
const PICTURE = 'docs/wavefront.svg';

const instances = trainingInstances(synthetic);
const chosen = trainedOf(synthetic);
const printed = trainedOf(synthetic, AS_PRINTED);

const percent = (share: number | undefined) => (share === undefined ? '' : `${(100 * share).toFixed(0)} %`);
const exact = (share: number) => `${(100 * share).toFixed(1)} %`;

function configurationText({ band, tile, diagonals, workgroup }: Configuration): string {
  if (band < 0) return `one of ${workgroup}`;
  return tile > 1 ? `tile ${tile}, band ${band}` : `${diagonals}/${workgroup}, band ${band}`;
}

function nameOf({ example, rows, columns, params }: KernelTable): string {
  const rounds = params['tsize'] === undefined ? '' : `, ${params['tsize']} rounds`;
  return `${example} ${rows} × ${columns}${rounds}`;
}

const TITLES: Readonly<Record<string, string>> = {
  learned: 'learned',
  printed: 'as printed',
  model: 'model',
  tuned: 'tune, 20 trials',
  lone: 'one workgroup',
  single: 'single diagonals',
  tiles: 'tiles',
};

/** A row for each table, then the mean of each column. */
function shareTable(all: readonly Evaluated[]): string {
  const keys = Object.keys(TITLES).filter((key) => all.some(({ shares }) => shares[key] !== undefined));
  const head = ['table', 'best', 'time', ...keys.map((key) => TITLES[key])];
  const rows = all.map((each) => [
    nameOf(each.table),
    configurationText(each.best),
    each.bestNs < 1e6 ? `${(each.bestNs / 1e3).toFixed(0)} µs` : `${(each.bestNs / 1e6).toFixed(2)} ms`,
    ...keys.map((key) => percent(each.shares[key])),
  ]);
  const means = keys.map((key) => geometricMean(all.map(({ shares }) => shares[key])));
  const mean = ['**mean**', '', '', ...means.map((each) => `**${exact(each)}**`)];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, k) => (k < 2 ? '---' : '--:'))), ...[...rows, mean].map(line)].join(
    '\n',
  );
}

/** The model's error by table, its like by kind of dispatch below; tables that lack configurations are named so. */
function accuracyTable(all: readonly Compared[], isPartial: (table: KernelTable) => boolean): string {
  const tables = [...new Set(all.map(({ table }) => table))];
  const row = (title: string, some: readonly Compared[], isOneTable: boolean) => {
    const { configurations, error, ratio, tau } = accuracyOf(some);
    const cells = [title, configurations, exact(error), ratio.toFixed(2), isOneTable ? tau.toFixed(2) : ''];
    return `| ${cells.join(' | ')} |`;
  };
  const byTable = tables.map((table) =>
    row(
      `${nameOf(table)}${isPartial(table) ? ' (a part)' : ''}`,
      all.filter((each) => each.table === table),
      true,
    ),
  );
  const byKind = KINDS.map((kind) =>
    row(
      `*${kind}*`,
      all.filter((each) => each.kind === kind),
      false,
    ),
  );
  return [
    '| | configurations | mean error | median of predicted / measured | Kendall tau |',
    '|---|--:|--:|--:|--:|',
    ...byTable,
    ...byKind,
    row('**all**', all, false),
  ].join('\n');
}

function crossTable(): string {
  const rows = crossValidated(synthetic).map(
    ({ way, whetherRight, share, tenth, worst }) =>
      `| ${way} | ${exact(share)} | ${percent(tenth)} | ${percent(worst)} | ${exact(whetherRight)} |`,
  );
  return [
    '| trees | mean | nine of ten above | worst | whether right |',
    '|---|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

function picture(): string {
  const panels = [0, 5].flatMap((dsize) => {
    const own = instances.filter(
      ({ features }) => features.cellBytes === bytesOf({ dsize }) && features.rows === features.columns,
    );
    const field = (by: (each: (typeof own)[number]) => Configuration) =>
      own.map((each) => ({ tsize: each.features.tsize, side: each.features.rows, configuration: by(each) }));
    const cell = `cells of ${bytesOf({ dsize })} bytes`;
    return [
      {
        title: `${cell}: the fastest of all, by the model`,
        fields: field(({ ranking }) => ranking[0].configuration),
      },
      { title: `${cell}: what was learned`, fields: field(({ features }) => choose(chosen, features)) },
    ];
  });
  return mapPlot(panels);
}

/** Replaces what stands between `<!-- NAME -->` and the end of the paragraph behind it. */
function replaced(text: string, marker: string, table: string): string {
  const start = `<!-- ${marker} -->\n`;
  const at = text.indexOf(start);
  if (at < 0) throw new Error(`${DOCUMENT} has no ${start}`);
  const from = at + start.length;
  const end = text.indexOf('\n\n', from);
  return text.slice(0, from) + table + text.slice(end);
}

let text = readFileSync(DOCUMENT, 'utf8');
text = replaced(text, 'cross-validation', crossTable());
text = replaced(text, 'kernels by the model', shareTable(await evaluatedByModel(kernels, printed, chosen)));
if (existsSync(measuredFile)) {
  const measured: MeasuredTables = read(measuredFile);
  text = replaced(
    text,
    'kernels measured',
    shareTable(await evaluatedByMeasurement(measured, kernels, printed, chosen)),
  );
  const isPartial = (table: KernelTable) =>
    measured.instances.some((each) => tableOf(each, kernels.tables) === table && !isWhole(each, table));
  text = replaced(text, 'model beside measurements', accuracyTable(compared(measured, kernels), isPartial));
}
writeFileSync(DOCUMENT, text);
writeFileSync(PICTURE, picture());
