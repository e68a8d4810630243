import { readFileSync } from 'node:fs';
import { parseApp } from '../../src/app/parse.ts';
import { forecastApp } from '../../src/app/predict.ts';
import { summarize } from '../../src/app/summary.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { appFileText } from '../../src/wavefront/app-file.ts';
import { Curves } from '../../src/wavefront/curves.ts';
import { forecastTable } from '../../src/wavefront/forecast.ts';
import { configurationsOf } from '../../src/wavefront/space.ts';
import { parseWavefront, withCell } from '../../src/wavefront/wavefront.ts';

const [name, rows, columns, ...rest] = process.argv.slice(2);
const file = `examples/wavefront/${name}.json`;
const params: Record<string, string> =
  name === 'knapsack' ? { items: rows, capacity: String(+columns - 1) } : { rows, columns };
for (const each of rest.filter((x) => x.includes('='))) {
  const [k, v] = each.split('=');
  params[k] = v;
}
const parsed = parseWavefront(readFileSync(file, 'utf8'), file, { params });
console.log(parsed.diagnostics);
const w = withCell(parsed.value!, readFileSync(parsed.value!.cellFile, 'utf8'));
console.log(w.diagnostics, w.value!.cellBytes);
const profile = loadProfile('nvidia-h200').value!;
const options = {
  profile,
  cache: 'warm',
  without: [],
  seed: 0,
  files: () => new Uint8Array(),
  now: () => performance.now(),
} as const;
let t = performance.now();
const curves = new Curves(w.value!, options);
const all = configurationsOf(w.value!, w.value!.cellBytes).map((c) =>
  forecastTable(w.value!, c, curves, profile),
);
console.log(all.length, 'configurations', curves.predicted, 'predicted', performance.now() - t, 'ms');
all.sort((a, b) => a.timeNs - b.timeNs);
for (const each of [...all.slice(0, 8), ...all.slice(-2)]) console.log(JSON.stringify(each));
for (const key of ['lone', 'untiled', 'tiled']) {
  const best = all.find(({ configuration: c }) =>
    key === 'lone'
      ? c.band < 0
      : key === 'untiled'
        ? c.band >= 0 && c.tile === 1 && c.diagonals === 1
        : c.tile > 1,
  )!;
  console.log(key, JSON.stringify(best));
}
if (rest.includes('app')) {
  for (const each of [
    all[0],
    all[20],
    all[100],
    all.at(-1)!,
    ...['tile', 'x'].map(
      (k) => all.find(({ configuration: c }) => (k === 'tile' ? c.tile > 1 : c.band < 0))!,
    ),
  ]) {
    t = performance.now();
    const app = parseApp(appFileText(w.value!, each.configuration), 'app.json').value!;
    const f = forecastApp(app, { ...options, sourceOf: () => w.value!.source });
    if (!f.value) {
      console.log(f.diagnostics);
      continue;
    }
    const s = summarize(app, f.value, profile, 0);
    console.log(
      JSON.stringify(each),
      'app',
      s.timeNs,
      s.dispatches.length,
      s.warnings.slice(0, 2),
      performance.now() - t,
      'ms',
    );
  }
}
