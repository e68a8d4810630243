// What a further prediction costs a process that has made others: processor time of each launch of the sets that may be
// looked at, in milliseconds, after some others. Prints JSON.
// Run: node build.mjs bench/speed/further.ts && node dist/bench/speed/further.js [every how many launches, 1 if not told]

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadLaunch } from '../../src/launch/load.ts';
import { type PredictOptions, predictLaunch } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { optimizeLate } from '../../src/start/engine.ts';

export interface FurtherAnswer {
  readonly milliseconds: Readonly<Record<string, number>>;
}

optimizeLate();
const SETS = ['bench/sets/development', 'bench/sets/studied'];
const WARM_UP = 10;

const options: PredictOptions = {
  profile: loadProfile('nvidia-h200').value!,
  dialect: 'dawn',
  cache: 'warm',
  without: [],
  seed: 0,
  files: (file) => new Uint8Array(readFileSync(file)),
  now: () => performance.now(),
};

const files = SETS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(folder, name)),
);

/** Undefined for what is no launch file. */
function millisecondsOf(file: string): number | undefined {
  const { value: launch } = loadLaunch(file, { params: {} });
  if (launch === undefined) return undefined;
  const source = readFileSync(launch.shaderPath, 'utf8');
  const before = process.cpuUsage();
  predictLaunch(launch, source, options);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

for (const file of files.slice(0, WARM_UP)) millisecondsOf(file);
const every = Number(process.argv[2] ?? 1);
const entries = files.flatMap((file, index) => {
  if (index % every > 0) return [];
  const milliseconds = millisecondsOf(file);
  return milliseconds === undefined ? [] : [[path.relative('bench/sets', file), milliseconds] as const];
});
console.log(JSON.stringify({ milliseconds: Object.fromEntries(entries) } satisfies FurtherAnswer));
