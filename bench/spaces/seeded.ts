// What the model's opinion is worth to the tuner: trials until a configuration within 2 % of the best was measured,
// with the model's ordering (its favourites at the beginning, and an arm of their own) and without, by replay.
//   node build.mjs bench/spaces/seeded.ts
//   node dist/bench/spaces/seeded.js --predictions DIR [--records bench/spaces/recorded] [--repeats 25]
//     [--format text|json]
// The predictions are those that `search-quality.ts --cache DIR` keeps: one file per record, of the same name.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { keyOf, type Point } from '../../src/space/space.ts';
import type { EnsembleOptions } from '../../src/tune/ensemble/ensemble.ts';
import type { PredictedTime } from '../../src/tune/techniques/learner.ts';
import { openRecordedSpace } from './replay/open.ts';
import type { RecordedSpace } from './replay/recorded-space.ts';
import { replay } from './replay/replay.ts';

/** As near to the best as this share of its time. */
const TOLERANCE = 0.02;
const FIRST_SEED = 5000;

const { values: flags } = parseArgs({
  options: {
    predictions: { type: 'string' },
    records: { type: 'string', default: 'bench/spaces/recorded' },
    repeats: { type: 'string', default: '25' },
    format: { type: 'string', default: 'text' },
  },
});

interface Row {
  readonly name: string;
  readonly configurations: number;
  readonly predicted: number;
  /** Configurations within the tolerance. */
  readonly goodOnes: number;
  /** Mean trials to the first of them. */
  readonly without: number;
  readonly withModel: number;
  /** The same when the model's ordering is followed to the letter, and for random search. */
  readonly modelAlone: number;
  readonly random: number;
}

interface Verdict {
  readonly cost?: { readonly timeNs: number };
}

interface Opinion {
  /** From the quickest to the slowest as predicted; what the model refuses or was not asked is left out. */
  readonly ordering: readonly Point[];
  readonly predictedTime: PredictedTime;
}

function opinionOf(file: string, { points }: RecordedSpace): Opinion {
  const { verdicts } = JSON.parse(readFileSync(file, 'utf8')) as { verdicts: Record<string, Verdict> };
  const predictedTime = (point: Point) => verdicts[keyOf(point)]?.cost?.timeNs;
  const ordering = [...points]
    .filter((point) => predictedTime(point) !== undefined)
    .sort((a, b) => predictedTime(a)! - predictedTime(b)!);
  return { ordering, predictedTime };
}

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Trials until one is within the tolerance; all points and one more when none is. */
function trialsTo(target: number, times: ArrayLike<number>): number {
  const index = Array.from(times).findIndex((time) => time <= target);
  return index === -1 ? times.length + 1 : index + 1;
}

function rowOf(space: RecordedSpace, { ordering, predictedTime }: Opinion): Row {
  const target = Math.min(...space.times) * (1 + TOLERANCE);
  const { count } = space.points;
  const goodOnes = space.times.filter((time) => time <= target).length;
  const meanTrials = (options: Partial<EnsembleOptions>) =>
    mean(
      Array.from({ length: Number(flags.repeats) }, (_, run) =>
        trialsTo(target, replay(space, count, { ...options, seed: FIRST_SEED + run }).times),
      ),
    );
  return {
    name: space.name,
    configurations: count,
    predicted: ordering.length,
    goodOnes,
    without: meanTrials({}),
    withModel: meanTrials({ modelProposals: ordering, predictedTime }),
    modelAlone: trialsTo(
      target,
      ordering.map((point) => space.times[space.points.indexOf(point)]),
    ),
    random: (count + 1) / (goodOnes + 1),
  };
}

const gainOf = ({ without, withModel }: Row) => without / withModel;
const geometricMean = (values: readonly number[]) => Math.exp(mean(values.map(Math.log)));

function tableOf(rows: readonly Row[]): string {
  const cells = (row: Row) =>
    [
      row.configurations,
      row.goodOnes,
      row.random,
      row.without,
      row.withModel,
      gainOf(row),
      row.modelAlone,
    ].map((each) => (Number.isInteger(each) ? String(each) : each.toFixed(1)).padStart(10));
  const titles = ['points', 'predicted', 'within 2%', 'random', 'without', 'with', 'gain', 'model only'];
  const head = `${'trials to within 2 %'.padEnd(34)}${titles.map((each) => each.padStart(10)).join('')}`;
  const lines = rows.map((row) => `${row.name.padEnd(34)}${cells(row).join('')}`);
  return `${[head, ...lines].join('\n')}\ngeometric mean of the gains: ${geometricMean(rows.map(gainOf)).toFixed(2)}\n`;
}

if (flags.predictions === undefined || !existsSync(flags.predictions)) {
  process.stderr.write('error: --predictions DIR is needed; search-quality.ts --cache DIR makes them\n');
  process.exit(2);
}
const rows = readdirSync(flags.records)
  .filter((file) => file.endsWith('.json') && existsSync(path.join(flags.predictions!, file)))
  .sort()
  .flatMap((file) => {
    const { value: space, diagnostics } = openRecordedSpace(path.join(flags.records, file));
    for (const { message } of diagnostics) process.stderr.write(`${message}\n`);
    return space === undefined ? [] : [rowOf(space, opinionOf(path.join(flags.predictions!, file), space))];
  });
if (rows.length === 0) {
  process.stderr.write('error: no record has predictions\n');
  process.exit(2);
}
process.stdout.write(
  flags.format === 'json'
    ? `${JSON.stringify({ gain: geometricMean(rows.map(gainOf)), spaces: rows }, null, 2)}\n`
    : tableOf(rows),
);
