// How far single predictions are off: of each recorded space of a set the kernel as it is, and some other measured
// configurations at random, the same in every run. Before and after a change to the model:
//   node build.mjs bench/spaces/residuals.ts
//   node dist/bench/spaces/residuals.js [--set DIR] [--each N] [--only NAME] --output BEFORE.json
//   node dist/bench/spaces/residuals.js ... --output AFTER.json --beside BEFORE.json     also says what moved most

import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ModelEvaluator } from '../../src/configure/model-evaluator.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { Random } from '../../src/space/random.ts';
import { configurationOf, keyOf, type Point } from '../../src/space/space.ts';
import type { SpaceRecord } from '../../src/tune/trials/space-record.ts';
import { modelPool, openRecorded, pointAt, recordsOf } from './recorded-points.ts';

/** Of one configuration; `isBase` where it is the kernel as it is. */
interface Residual {
  readonly kernel: string;
  readonly at: string;
  readonly isBase: boolean;
  readonly predictedNs: number;
  readonly measuredNs: number;
}

const { values: flags } = parseArgs({
  options: {
    set: { type: 'string', default: 'bench/spaces/studied' },
    each: { type: 'string', default: '0' },
    only: { type: 'string', multiple: true, default: [] },
    output: { type: 'string' },
    beside: { type: 'string' },
  },
});

const SHOWN = 40;
const profile = loadProfile('nvidia-h200').value!;

async function residualsOf(record: SpaceRecord): Promise<Residual[]> {
  const tunable = openRecorded(flags.set, record, profile).value;
  if (tunable === undefined) return [];
  const { space, base, points } = tunable;
  const others: [Point, number][] = [];
  let baseNs: number | undefined;
  for (const { at, status, timeNs } of record.configurations) {
    const point = status === 'correct' ? pointAt(tunable, record, at) : undefined;
    if (point === undefined || points.indexOf(point) < 0) continue;
    if (keyOf(point) === keyOf(base)) baseNs = timeNs!;
    else others.push([point, timeNs!]);
  }
  const chosen = new Random(1).shuffle(others).slice(0, Number(flags.each));
  if (baseNs !== undefined) chosen.unshift([base, baseNs]);
  const pool = modelPool(tunable, profile, Math.min(availableParallelism(), chosen.length));
  try {
    const verdicts = await new ModelEvaluator(tunable, pool, profile).evaluate(
      chosen.map(([point]) => point),
    );
    return chosen.flatMap(([point, measuredNs], i) => {
      const predictedNs = verdicts[i].cost?.timeNs;
      if (predictedNs === undefined) return [];
      const at = JSON.stringify(configurationOf(space, point));
      return [{ kernel: record.kernel, at, isBase: point === base, predictedNs, measuredNs }];
    });
  } finally {
    pool.close();
  }
}

const errorOf = ({ predictedNs, measuredNs }: Residual) => Math.abs(predictedNs / measuredNs - 1);

function summary(name: string, residuals: readonly Residual[]): string {
  if (residuals.length === 0) return '';
  const errors = residuals.map(errorOf).sort((a, b) => a - b);
  const mean = errors.reduce((sum, each) => sum + each, 0) / errors.length;
  const shown = [mean, errors[errors.length >> 1]].map((each) => `${(100 * each).toFixed(1)} %`);
  return `${name}: ${errors.length}, mean error ${shown[0]}, median ${shown[1]}\n`;
}

function moved(before: readonly Residual[], after: readonly Residual[]): string {
  const keyed = new Map(before.map((each) => [`${each.kernel} ${each.at}`, each]));
  const rows = after.flatMap((each) => {
    const old = keyed.get(`${each.kernel} ${each.at}`);
    if (old === undefined) return [];
    const change = Math.log(each.predictedNs / old.predictedNs);
    return [{ each, old, change }];
  });
  rows.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const ratio = ({ predictedNs, measuredNs }: Residual) => (predictedNs / measuredNs).toFixed(2);
  return rows
    .slice(0, SHOWN)
    .map(
      ({ each, old }) =>
        `${each.kernel.padEnd(28)} ${ratio(old)} -> ${ratio(each)}  ${each.isBase ? '' : each.at}\n`,
    )
    .join('');
}

const residuals: Residual[] = [];
for (const record of recordsOf(flags.set, flags.only)) residuals.push(...(await residualsOf(record)));
const isBase = (each: Residual) => each.isBase;
const isOther = (each: Residual) => !each.isBase;
process.stdout.write(summary('as written', residuals.filter(isBase)));
process.stdout.write(summary('others', residuals.filter(isOther)));
if (flags.output) writeFileSync(flags.output, `${JSON.stringify(residuals, null, 1)}\n`);
if (flags.beside) process.stdout.write(moved(JSON.parse(readFileSync(flags.beside, 'utf8')), residuals));
