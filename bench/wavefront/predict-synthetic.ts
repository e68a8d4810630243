// Predicts the dispatches of the synthetic wavefront that the learners are trained on:
//   node build.mjs bench/wavefront/predict-synthetic.ts
//   node dist/bench/wavefront/predict-synthetic.js [PROFILE]
// and writes bench/wavefront/synthetic/PROFILE.json. It goes on where that ends.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadProfile } from '../../src/profile/load.ts';
import { forecastTable, gapsOf } from '../../src/wavefront/forecast.ts';
import { predictedKnots } from '../../src/wavefront/predicted-knots.ts';
import { configurationsOf } from '../../src/wavefront/space.ts';
import { bytesOf, syntheticWavefront } from '../../src/wavefront/synthetic.ts';
import {
  PREDICTED_DSIZES,
  PREDICTED_TSIZES,
  SIZES,
  type SyntheticKnots,
} from '../../src/wavefront/training.ts';
import { modelOptions } from './model-options.ts';

const name = process.argv[2] ?? 'nvidia-h200';
const profile = loadProfile(name).value!;
const folder = 'bench/wavefront/synthetic';
const file = `${folder}/${name}.json`;
mkdirSync(folder, { recursive: true });
const known: SyntheticKnots = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { schema: 'kernelcast/wavefront-synthetic@1', profile: name, gaps: gapsOf(profile), curves: [] };
const curves = [...known.curves];
const options = modelOptions(profile);
for (const dsize of PREDICTED_DSIZES) {
  for (const tsize of PREDICTED_TSIZES) {
    if (curves.some((each) => each.tsize === tsize && each.dsize === dsize)) continue;
    const start = performance.now();
    const knots: Record<string, number> = {};
    const times = predictedKnots(syntheticWavefront({ tsize, dsize }), options, (knot, timeNs) => {
      knots[knot] = Math.round(timeNs);
    });
    for (const size of SIZES)
      for (const configuration of configurationsOf(size, bytesOf({ dsize })))
        forecastTable(size, configuration, times, known.gaps);
    curves.push({ tsize, dsize, knots });
    writeFileSync(file, `${JSON.stringify({ ...known, curves }, null, 1)}\n`);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`tsize ${tsize}, dsize ${dsize}: ${Object.keys(knots).length} dispatches in ${seconds} s`);
  }
}
