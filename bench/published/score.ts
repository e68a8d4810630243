// Prints how far the model is from times that others have published, and how it ranks the tuning spaces that they measured.
// Run: node build.mjs bench/published/score.ts && node dist/bench/published/score.js [SPACE [EVERY]]
// SPACE is one of spaces.json; of its configurations every so many are predicted, all unless said.

import { kendall } from '../../src/validate/correlation.ts';
import { predictedMs, published, type Space, spaces } from './predict.ts';

function scoreTimes(): void {
  for (const entry of published) {
    const ms = predictedMs(entry);
    const error = ms / entry.publishedMs - 1;
    console.log(
      `${entry.name.padEnd(24)}${entry.device.padEnd(24)}${ms.toPrecision(4).padStart(8)} ms predicted,` +
        `${entry.publishedMs.toPrecision(4).padStart(7)} published (${(100 * error).toFixed(0)} %)`,
    );
  }
}

function scoreSpace({ device, kernel, set, parameters, measuredMs }: Space, every: number): void {
  const fastest = Math.min(...measuredMs.map((row) => row[parameters.length]));
  const rows = measuredMs
    .filter((row, index) => index % every === 0 || row[parameters.length] === fastest)
    .flatMap((row) => {
      const params = Object.fromEntries(parameters.map((name, k) => [name, row[k]]));
      const measured = row[parameters.length];
      const predicted = predictedMs({ device, kernel, params, set });
      console.log(JSON.stringify([...row, Number(predicted.toFixed(3))]));
      return [{ measured, predicted }];
    });
  const [measured, predicted] = [rows.map((each) => each.measured), rows.map((each) => each.predicted)];
  const ratios = rows.map((each) => each.predicted / each.measured).sort((a, b) => a - b);
  const chosen = rows.reduce((best, each) => (each.predicted < best.predicted ? each : best));
  const ofFastest = rows.find((each) => each.measured === fastest)!.predicted / fastest;
  console.log(
    `${rows.length} configurations: Kendall's tau ${kendall(measured, predicted).toFixed(3)}, ` +
      `median of predicted over measured ${ratios[ratios.length >> 1].toFixed(2)}, of the fastest ${ofFastest.toFixed(2)}; ` +
      `the one predicted fastest takes ${(chosen.measured / fastest).toFixed(2)} times the fastest`,
  );
}

const [name, every = '1'] = process.argv.slice(2);
if (name === undefined) scoreTimes();
else if (Object.hasOwn(spaces, name)) scoreSpace(spaces[name], Number(every));
else throw new Error(`no space ${name}; there are ${Object.keys(spaces).join(', ')}`);
