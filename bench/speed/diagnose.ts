// What a diagnosis costs in predictions, for every launch of the suite: processor time of `predict` and of
// `diagnose`, which includes it, in one process that is warm. Launches are taken as the commands take them.
// Run: node build.mjs bench/speed/diagnose.ts && node dist/bench/speed/diagnose.js
// Options: `--repeats N` (default 3), `--only TEXT` (launches whose name has it), `--format json`.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { diagnose } from '../../src/analyze/diagnose.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { carryOutWith } from '../../src/predict/carry-out.ts';
import { type Forecast, forecastLaunch, type PredictOptions } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { optimizeLate } from '../../src/start/engine.ts';

optimizeLate();
const SUITE = 'bench/sets/development';
const argument = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const repeats = Number(argument('--repeats') ?? 3);
const only = argument('--only') ?? '';
const options: PredictOptions = {
  profile: loadProfile('nvidia-h200').value!,
  dialect: 'dawn',
  cache: 'warm',
  without: [],
  seed: 0,
  files: (file) => new Uint8Array(readFileSync(file)),
  now: () => performance.now(),
};

interface Row {
  readonly name: string;
  readonly predictSeconds: number;
  readonly diagnoseSeconds: number;
  readonly timings: number;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function processorSeconds(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

function measure(file: string): Row | undefined {
  const loaded = loadLaunch(file, { params: {} }).value;
  if (!loaded) return undefined;
  const launch = loaded;
  const text = readFileSync(launch.shaderPath, 'utf8');
  let forecast: Forecast | undefined;
  let timings = 0;
  const predictOnce = () => {
    forecast = forecastLaunch(launch, text, options).value;
  };
  const diagnoseOnce = () => {
    predictOnce();
    if (!forecast) return;
    const source = { file: launch.shaderPath, text };
    const carryOut = carryOutWith(launch, text, options);
    const editable = { launch, text };
    timings = diagnose({ ...forecast, source, editable, carryOut }).diagnosis.effort.timings;
  };
  diagnoseOnce(); // warms the process up
  if (!forecast) return undefined;
  const predicting: number[] = [];
  const diagnosing: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    predicting.push(processorSeconds(predictOnce));
    diagnosing.push(processorSeconds(diagnoseOnce));
  }
  return {
    name: launch.name,
    predictSeconds: median(predicting),
    diagnoseSeconds: median(diagnosing),
    timings,
  };
}

const { launches }: { launches: readonly { launch: string }[] } = JSON.parse(
  readFileSync(path.join(SUITE, 'set.json'), 'utf8'),
);
const rows = launches.flatMap(({ launch }): Row[] => {
  if (!launch.includes(only)) return [];
  const row = measure(path.join(SUITE, launch));
  if (!row) process.stderr.write(`${launch}: not predicted\n`);
  return row ? [row] : [];
});
if (argument('--format') === 'json') process.stdout.write(`${JSON.stringify(rows)}\n`);
else {
  const line = (name: string, { predictSeconds, diagnoseSeconds, timings }: Omit<Row, 'name'>) =>
    `${name.padEnd(34)} ${(predictSeconds * 1000).toFixed(0).padStart(8)} ${(diagnoseSeconds * 1000).toFixed(0).padStart(9)} ` +
    `${(diagnoseSeconds / predictSeconds).toFixed(1).padStart(6)} ${String(timings).padStart(8)}\n`;
  process.stdout.write(`${'launch'.padEnd(34)} predict  diagnose  times  timings\n`);
  const byRatio = (row: Row) => row.diagnoseSeconds / row.predictSeconds;
  for (const row of rows.toSorted((a, b) => byRatio(b) - byRatio(a)))
    process.stdout.write(line(row.name, row));
  process.stdout.write(
    `${rows.length} launches; diagnoses of more than 6 predictions: ${rows.filter((row) => byRatio(row) > 6).length}, ` +
      `median ${median(rows.map(byRatio)).toFixed(1)}, longest ${Math.max(...rows.map((row) => row.diagnoseSeconds)).toFixed(2)} s\n`,
  );
}
