// How far single predictions are off: of each recorded space of a set the kernel as it is, and some other measured
// configurations at random, the same in every run. Before and after a change to the model:
//   node build.mjs bench/spaces/residuals.ts
//   node dist/bench/spaces/residuals.js [--set DIR] [--each N] [--only NAME] --output BEFORE.json
//   node dist/bench/spaces/residuals.js ... --output AFTER.json --beside BEFORE.json     also says what moved most

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileReader } from '../../src/cli/kernels.ts';
import { ModelEvaluator } from '../../src/configure/model-evaluator.ts';
import { limitsOf } from '../../src/configure/needs.ts';
import { openTunable } from '../../src/configure/open.ts';
import { ModelPool } from '../../src/configure/pool.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { packageRoot } from '../../src/profile/package-root.ts';
import { Random } from '../../src/space/random.ts';
import { configurationOf, keyOf, type Point, pointOf } from '../../src/space/space.ts';
import { readSpaceRecord, type SpaceRecord } from '../../src/tune/trials/space-record.ts';

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
  const file = path.join(flags.set, 'kernels', `${record.kernel}.json`);
  const tunable = openTunable(file, record.params ?? {}, undefined, limitsOf('adapter', profile)).value;
  if (tunable === undefined) return [];
  const { space, base, launch, points } = tunable;
  const asItIs = configurationOf(space, base);
  const others: [Point, number][] = [];
  let baseNs: number | undefined;
  for (const { at, status, timeNs } of record.configurations) {
    if (status !== 'correct') continue;
    const named = record.parameters.map(({ name, values }, i) => [name, values[at[i]]] as const);
    if (named.some(([name], i) => !Object.hasOwn(asItIs, name) && at[i] !== record.base[i])) continue;
    const known = named.filter(([name]) => Object.hasOwn(asItIs, name));
    const point = pointOf(space, { ...asItIs, ...Object.fromEntries(known) });
    if (point === undefined || points.indexOf(point) < 0) continue;
    if (keyOf(point) === keyOf(base)) baseNs = timeNs!;
    else others.push([point, timeNs!]);
  }
  const chosen = new Random(1).shuffle(others).slice(0, Number(flags.each));
  if (baseNs !== undefined) chosen.unshift([base, baseNs]);
  const files = fileReader();
  const data = Object.fromEntries(
    launch.bindings.flatMap(({ data }) => (data.kind === 'file' ? [[data.path, files(data.path)]] : [])),
  );
  const setup = { profile, cache: 'warm' as const, without: [], seed: 0, data };
  const program = path.join(packageRoot(), 'dist', 'model-worker.js');
  const pool = new ModelPool({ program, workers: Math.min(availableParallelism(), chosen.length), setup });
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

const folder = path.join(flags.set, 'recorded');
const residuals: Residual[] = [];
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.json')) continue;
  const record = readSpaceRecord(path.join(folder, file))!;
  if (flags.only.length > 0 && !flags.only.includes(record.kernel)) continue;
  residuals.push(...(await residualsOf(record)));
}
process.stdout.write(
  summary(
    'as written',
    residuals.filter((each) => each.isBase),
  ),
);
process.stdout.write(
  summary(
    'others',
    residuals.filter((each) => !each.isBase),
  ),
);
if (flags.output) writeFileSync(flags.output, `${JSON.stringify(residuals, null, 1)}\n`);
if (flags.beside) process.stdout.write(moved(JSON.parse(readFileSync(flags.beside, 'utf8')), residuals));
