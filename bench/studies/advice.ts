// Whether what `diagnose` advises gains on hardware what it promises. `write` puts the edited kernel of every step that
// has one beside what was promised of it; `score` compares that with measurements of both kernels.
//   node build.mjs bench/studies/advice.ts
//   node dist/bench/studies/advice.js write FOLDER LAUNCH…
//   kernelcast measure --record RECORD LAUNCH… FOLDER/*.json       (on the device)
//   node dist/bench/studies/advice.js score FOLDER RECORD          (each step with `list`, which spends blind kernels)

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { diagnoseForecast } from '../../src/cli/diagnose-forecast.ts';
import { fileReader, loadKernel } from '../../src/cli/kernels.ts';
import { writeTransformed } from '../../src/cli/write-transformed.ts';
import { closeTint } from '../../src/hardware/tint.ts';
import { readMeasurements } from '../../src/measure/record.ts';
import { forecastLaunch } from '../../src/predict/predict.ts';
import { DEFAULT_PROFILE } from '../../src/profile/default-profile.ts';
import { loadProfile } from '../../src/profile/load.ts';

/** A step as it was advised: of the launch file `before`, which it made `after`. */
interface Advised {
  readonly before: string;
  readonly after: string;
  readonly title: string;
  /** Time before over time after, by prediction. */
  readonly promised: number;
}

const [task, folder, ...files] = process.argv.slice(2);
if (folder === undefined || files.length === 0) throw new Error('expected: write|score|list FOLDER FILE…');
const promises = path.join(folder, 'advised.jsonl');
if (task === 'write') await write();
else score();

async function write(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const profile = loadProfile(DEFAULT_PROFILE).value!;
  const now = () => performance.now();
  const options = { profile, seed: 0, files: fileReader(), without: [], cache: 'warm', now } as const;
  const advised: Advised[] = [];
  for (const before of files) {
    const kernel = (await loadKernel(before, {})).value;
    const forecast = kernel && forecastLaunch(kernel.launch, kernel.source, options).value;
    if (!forecast) continue;
    const { diagnosis, edited } = await diagnoseForecast(kernel, forecast, options);
    for (const [index, { title, expectedSpeedup: promised }] of diagnosis.advice.entries()) {
      const transformed = edited[index];
      if (!transformed) continue;
      const name = `${path.basename(before, '.json')}.step-${index + 1}`;
      const output = path.join(folder, `${name}.wgsl`);
      const [, after] = await writeTransformed(kernel.launch, transformed, {}, { output, force: true });
      advised.push({ before, after, title, promised });
    }
  }
  writeFileSync(promises, advised.map((each) => `${JSON.stringify(each)}\n`).join(''));
  await closeTint();
}

function score(): void {
  const measured = files.flatMap((file) => readMeasurements(file).measurements);
  const timeOf = (launch: string) => measured.find((each) => each.launch === launch)?.timeNs;
  const errors: number[] = [];
  let gained = 0;
  for (const line of readFileSync(promises, 'utf8').trimEnd().split('\n')) {
    const { before, after, title, promised } = JSON.parse(line) as Advised;
    const [beforeNs, afterNs] = [timeOf(before), timeOf(after)];
    if (beforeNs === undefined || afterNs === undefined) continue;
    const gain = beforeNs / afterNs;
    if (gain > 1) gained++;
    errors.push(Math.abs(promised / gain - 1));
    if (task !== 'list') continue;
    const figures = [promised, gain].map((each) => each.toFixed(2).padStart(6)).join(' ');
    console.log(`${figures}  ${path.basename(after, '.json')}: ${title}`);
  }
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const sorted = errors.toSorted((a, b) => a - b);
  const mean = errors.reduce((sum, each) => sum + each, 0) / errors.length;
  console.log(`${gained} of ${errors.length} steps gain; what was promised is off by ${percent(mean)} on`);
  console.log(`average, median ${percent(sorted[errors.length >> 1])}`);
}
