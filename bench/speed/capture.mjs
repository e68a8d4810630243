// What a capture costs: an app of 1,000 dispatches with and without one, by turns, on whatever GPU there is.
// `node bench/speed/capture.mjs [WORDS]`, where WORDS (16384) is how many words each dispatch works on.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const ROUNDS = 9;
const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-capture-'));

/** Milliseconds that the app says it took. */
function runMs(isCaptured) {
  const hooks = isCaptured ? ['--import', path.join(root, 'dist/capture.js')] : [];
  const env = isCaptured ? { ...process.env, KERNELCAST_CAPTURE: folder } : process.env;
  const app = path.join(import.meta.dirname, 'capture-app.mjs');
  const run = spawnSync(process.execPath, [...hooks, app, ...process.argv.slice(2)], {
    env,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return Number(run.stdout);
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const times = Array.from({ length: ROUNDS }, () => [runMs(false), runMs(true)]);
const [alone, captured] = [0, 1].map((index) => median(times.map((pair) => pair[index])));
const ratio = median(times.map(([before, after]) => after / before));
console.log(
  `1,000 dispatches: ${alone.toFixed(0)} ms alone, ${captured.toFixed(0)} ms captured: ${ratio.toFixed(2)} times`,
);
rmSync(folder, { recursive: true });
