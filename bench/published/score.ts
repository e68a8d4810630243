// Prints how far the model is from times that others have published, and how it ranks a tuning space.
// Run: node build.mjs bench/published/score.ts && node dist/bench/published/score.js [--space]

import { kendall } from '../../src/validate/correlation.ts';
import { dedispersion, predictedMs, published, WAVES_OF_32 } from './predict.ts';

for (const entry of published) {
  const ms = predictedMs(entry);
  const error = ms / entry.publishedMs - 1;
  console.log(
    `${entry.name.padEnd(24)}${entry.device.padEnd(18)}${ms.toPrecision(4).padStart(8)} ms predicted,` +
      `${entry.publishedMs.toPrecision(4).padStart(7)} published (${(100 * error).toFixed(0)} %)`,
  );
}

if (process.argv.includes('--space')) {
  const { device, kernel, parameters, measuredMs } = dedispersion;
  const rows = measuredMs.flatMap((row) => {
    const params = Object.fromEntries(parameters.map((name, k) => [name, row[k]]));
    const measured = row[parameters.length];
    const predicted = predictedMs({ device, kernel, set: WAVES_OF_32 }, params);
    console.log(JSON.stringify([...row, Number(predicted.toFixed(3))]));
    return [{ measured, predicted }];
  });
  const [measured, predicted] = [rows.map((each) => each.measured), rows.map((each) => each.predicted)];
  const ratios = rows.map((each) => each.predicted / each.measured).sort((a, b) => a - b);
  const chosen = rows.reduce((best, each) => (each.predicted < best.predicted ? each : best));
  console.log(
    `${rows.length} configurations: Kendall's tau ${kendall(measured, predicted).toFixed(3)}, ` +
      `median of predicted over measured ${ratios[ratios.length >> 1].toFixed(2)}; the one predicted fastest takes ` +
      `${(chosen.measured / Math.min(...measured)).toFixed(2)} times the fastest`,
  );
}
