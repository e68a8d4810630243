// Trains on what `predict-synthetic.ts` has predicted, says how good it is on instances that were held out, and writes
// hwprofiles/wavefront/PROFILE.json:
//   node build.mjs bench/wavefront/train.ts && node dist/bench/wavefront/train.js [PROFILE]

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { crossValidated, trainedOf } from './training-study.ts';

const name = process.argv[2] ?? 'nvidia-h200';
const synthetic = JSON.parse(readFileSync(`bench/wavefront/synthetic/${name}.json`, 'utf8'));
for (const row of crossValidated(synthetic)) console.log(JSON.stringify(row));
mkdirSync('hwprofiles/wavefront', { recursive: true });
writeFileSync(`hwprofiles/wavefront/${name}.json`, `${JSON.stringify(trainedOf(synthetic))}\n`);
