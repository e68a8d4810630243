// Prints how far the model of AMD's code agrees with what Mesa made of the recorded kernels.
// Run: node build.mjs bench/codes/score.ts && node dist/bench/codes/score.js [--worst=MEASURE]; of the kernels that are
// kept apart it prints the shares alone.

import { amdGeneration } from '../../src/compilers/amd/generation.ts';
import { type Compared, compareAll, DEVICES, scores } from './compare.ts';
import { isKeptApart } from './kernels.ts';

const LISTED = 40;

const worst = process.argv.find((each) => each.startsWith('--worst='))?.slice('--worst='.length);
const columns: Record<string, Record<string, number>> = {};
for (const device of Object.keys(DEVICES) as (keyof typeof DEVICES)[]) {
  const generation = amdGeneration(DEVICES[device])!;
  const compared = compareAll(device, (kernel, problem) => {
    if (!isKeptApart(kernel)) console.log(`${device}: ${kernel.name}: ${problem}`);
  });
  const seen = compared.filter((each) => !each.isApart);
  columns[device] = scores(seen, generation);
  columns[`${device}, apart`] = scores(
    compared.filter((each) => each.isApart),
    generation,
  );
  if (worst !== undefined) listWorst(seen, worst, device);
}
console.log(
  ['share of kernels'.padEnd(20), ...Object.keys(columns).map((each) => each.padStart(15))].join(''),
);
for (const measure of Object.keys(Object.values(columns)[0])) {
  const cells = Object.values(columns).map((each) => `${(100 * each[measure]).toFixed(0)} %`.padStart(15));
  console.log(`${measure.padEnd(20)}${cells.join('')}`);
}

function listWorst(compared: readonly Compared[], measure: string, device: string): void {
  const off = ({ pairs }: Compared) =>
    Math.abs(Math.log((pairs[measure][0] + 0.5) / (pairs[measure][1] + 0.5)));
  for (const { name, pairs } of [...compared].sort((a, b) => off(b) - off(a)).slice(0, LISTED))
    console.log(device, name, JSON.stringify(pairs));
}
