// Predicts the dispatches of the tables of `instances.ts`, kernels that the learners have not seen:
//   node build.mjs bench/wavefront/predict-kernels.ts && node dist/bench/wavefront/predict-kernels.js [PROFILE]
// and writes bench/wavefront/kernels/PROFILE.json. It goes on where that ends.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadProfile } from '../../src/profile/load.ts';
import { stepNs } from '../../src/wavefront/curves.ts';
import { forecastTable, gapsOf } from '../../src/wavefront/forecast.ts';
import { predictedKnots } from '../../src/wavefront/predicted-knots.ts';
import { configurationsOf } from '../../src/wavefront/space.ts';
import type { KernelKnots } from './evaluation.ts';
import { INSTANCES } from './instances.ts';
import { modelOptions } from './model-options.ts';
import { openInstance } from './open-instance.ts';

const name = process.argv[2] ?? 'nvidia-h200';
const profile = loadProfile(name).value!;
const file = `bench/wavefront/kernels/${name}.json`;
mkdirSync('bench/wavefront/kernels', { recursive: true });
const known: KernelKnots = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { schema: 'kernelcast/wavefront-kernels@1', profile: name, gaps: gapsOf(profile), tables: [] };
const tables = [...known.tables];
const options = modelOptions(profile);
for (const instance of INSTANCES) {
  const isKnown = (each: object) => JSON.stringify(each) === JSON.stringify(instance.params);
  if (tables.some((each) => each.example === instance.example && isKnown(each.params))) continue;
  const wavefront = openInstance(instance);
  const { rows, columns, cellBytes } = wavefront;
  const knots: Record<string, number> = {};
  const start = performance.now();
  const times = predictedKnots(wavefront, options, (knot, timeNs) => {
    knots[knot] = Math.round(timeNs);
  });
  for (const configuration of configurationsOf(wavefront, cellBytes))
    forecastTable(wavefront, configuration, times, known.gaps);
  stepNs(times, profile.limits.subgroupSize.value);
  tables.push({ ...instance, rows, columns, cellBytes, knots });
  writeFileSync(file, `${JSON.stringify({ ...known, tables }, null, 1)}\n`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${instance.example} ${JSON.stringify(instance.params)}: ${seconds} s`);
}
