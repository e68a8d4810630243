// Prints how far the models of vendors' code agree with what Mesa made of the recorded kernels.
// Run: node build.mjs bench/codes/score.ts && node dist/bench/codes/score.js [VENDOR] [--worst=MEASURE]; of the kernels
// that are kept apart it prints the shares alone.

import { type Compared, type Comparison, compareAll } from './comparison.ts';
import { comparisons } from './comparisons.ts';
import { isKeptApart } from './kernels.ts';

const LISTED = 40;

const flags = process.argv.slice(2);
const worst = flags.find((each) => each.startsWith('--worst='))?.slice('--worst='.length);
const wanted = flags.find((each) => !each.startsWith('--'));
for (const each of comparisons) if (wanted === undefined || each.vendor === wanted) score(each);

function score(comparison: Comparison): void {
  const columns: Record<string, Readonly<Record<string, number>>> = {};
  for (const device of comparison.devices) {
    const compared = compareAll(comparison, device, (kernel, problem) => {
      if (!isKeptApart(kernel)) console.log(`${device}: ${kernel.name}: ${problem}`);
    });
    const seen = compared.filter((each) => !each.isApart);
    columns[device] = comparison.scores(seen, device);
    const apart = compared.filter((each) => each.isApart);
    columns[`${device}, apart`] = comparison.scores(apart, device);
    if (worst !== undefined) listWorst(seen, worst, device);
  }
  const heads = Object.keys(columns).map((each) => each.padStart(15));
  const measures = Object.keys(Object.values(columns)[0]);
  const width = Math.max(20, ...measures.map((each) => each.length + 1));
  console.log(['share of kernels'.padEnd(width), ...heads].join(''));
  for (const measure of measures) {
    const cells = Object.values(columns).map((each) => `${(100 * each[measure]).toFixed(0)} %`.padStart(15));
    console.log(`${measure.padEnd(width)}${cells.join('')}`);
  }
}

function listWorst(compared: readonly Compared[], measure: string, device: string): void {
  const off = ({ pairs }: Compared) =>
    Math.abs(Math.log((pairs[measure][0] + 0.5) / (pairs[measure][1] + 0.5)));
  for (const { name, pairs } of [...compared].sort((a, b) => off(b) - off(a)).slice(0, LISTED))
    console.log(device, name, JSON.stringify(pairs));
}
