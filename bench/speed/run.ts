// `npm run bench`: how fast the model is, as ratios that a slower machine does not move, each side measured in the same
// run by processor time. Options: `--repeats N` (default 5), `--only NAME` of the examples, `--long` for the suite and the
// plot against sizes (minutes), `--searches` for the recorded spaces (minutes), `--record` writes measured.json and sizes.svg.

import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadProfile } from '../../src/profile/load.ts';
import type { Rates as Megabytes } from './decode.ts';
import { measureEmulation } from './emulate.ts';
import type { FurtherAnswer } from './further.ts';
import { analyserRate } from './other-analyser.ts';
import { answerOf, costBesideBare, median, quantile } from './processes.ts';
import type { SearchAnswer } from './search.ts';
import { sizePlot } from './size-plot.ts';
import { costsBySize, type SizeCost } from './sizes.ts';
import type { TimingAnswer } from './timing.ts';

const argument = (name: string) => process.argv[process.argv.indexOf(name) + 1];
const repeats = process.argv.includes('--repeats') ? Number(argument('--repeats')) : 5;
const only = process.argv.includes('--only') ? argument('--only') : undefined;
const isLong = process.argv.includes('--long');

interface Row extends TimingAnswer {
  readonly name: string;
  readonly commandSeconds: number;
  /** Over bare Node's. */
  readonly startRatio: number;
  readonly peakBytes: number;
}

const examples = readdirSync('examples')
  .filter((file) => file.endsWith('.json') && (only === undefined || file === `${only}.json`))
  .map((file) => path.join('examples', file));
function measure(file: string): Row {
  const command = ['dist/kernelcast.js', 'predict', file, '--profile', 'nvidia-h200'];
  const { seconds, peakBytes, bare } = costBesideBare(command, repeats);
  const rates = answerOf<TimingAnswer>('timing', [file, String(repeats)]);
  const name = path.basename(file, '.json');
  return { name, ...rates, commandSeconds: seconds, startRatio: seconds / bare, peakBytes };
}

const million = (value: number) => (value / 1e6).toFixed(1).padStart(6);
const line = (name: string, execution: [number, number], timing: [number, number], rest: string) =>
  `${name.padEnd(22)}${million(execution[0])}${million(execution[1])}  ${million(timing[0])}${million(timing[1])}  ${rest}`;

console.log('million warp instructions per second of processor time: first call and best');
console.log('kernel                   execution         timing  command: s, bare Nodes, peak MB');
const rows = examples.map((file) => {
  const row = measure(file);
  const { execution, timing } = row;
  const command = `${row.commandSeconds.toFixed(2)}${row.startRatio.toFixed(1).padStart(6)}${(row.peakBytes / 1e6).toFixed(0).padStart(5)}`;
  console.log(line(row.name, [execution.first, execution.best], [timing.first, timing.best], command));
  return row;
});

const middle = (of: (row: Row) => number) => median(rows.map(of));
const summary: Record<string, number | undefined> = {
  'bare Node, s': middle((row) => row.commandSeconds / row.startRatio),
  'cold predict, bare Nodes': middle((row) => row.startRatio),
  'cold predict, s': middle((row) => row.commandSeconds),
  'most memory, MB': Math.max(...rows.map((row) => row.peakBytes)) / 1e6,
  'timing, first call, M/s': middle((row) => row.timing.first) / 1e6,
  'timing, best, M/s': middle((row) => row.timing.best) / 1e6,
};
const body = Math.round(middle((row) => row.bodyInstructions));
const analyser = analyserRate(body, repeats);
if (analyser !== undefined) {
  summary['llvm-mca, M/s'] = analyser / 1e6;
  summary['timing, first call, over llvm-mca'] = middle((row) => row.timing.first) / analyser;
  summary['timing, best, over llvm-mca'] = middle((row) => row.timing.best) / analyser;
}
const synthetic = measureEmulation(
  loadProfile('nvidia-h200').value!,
  () => process.cpuUsage().user / 1e6,
  repeats,
);
summary['timing, a long kernel made up, M/s'] = synthetic.perSecond / 1e6;
for (const [what, rate] of Object.entries(answerOf<Megabytes>('decode', ['--format', 'json'])))
  summary[`${what}, MB/s`] = rate;

let sizes: SizeCost[] = [];
let searches: SearchAnswer['searches'] = {};
if (isLong) {
  const further = Object.values(answerOf<FurtherAnswer>('further', []).milliseconds);
  summary['further predictions'] = further.length;
  summary['a further prediction, median, ms'] = median(further);
  summary['a further prediction, 95th percentile, ms'] = quantile(further, 0.95);
  sizes = costsBySize(repeats);
  for (const kernel of new Set(sizes.map((each) => each.kernel))) {
    const seconds = sizes.filter((each) => each.kernel === kernel).map((each) => each.seconds);
    summary[`${kernel} by size, most over least`] = Math.max(...seconds) / Math.min(...seconds);
  }
}

if (process.argv.includes('--searches')) {
  searches = answerOf<SearchAnswer>('search', []).searches;
  const [processor, clock] = (['seconds', 'elapsedSeconds'] as const).map((each) =>
    Object.values(searches).map((cost) => cost[each]),
  );
  summary['a search, median, processor s'] = median(processor);
  summary['a search, most, processor s'] = Math.max(...processor);
  summary['a search, median, s'] = median(clock);
}

console.log();
for (const [what, value] of Object.entries(summary)) {
  if (value !== undefined) console.log(`${what.padEnd(44)}${value.toPrecision(3)}`);
}
if (process.argv.includes('--record')) {
  const record = { node: process.version, repeats, summary, rows, searches, sizes };
  writeFileSync('bench/speed/measured.json', `${JSON.stringify(record, null, 2)}\n`);
  if (sizes.length > 0) writeFileSync('bench/speed/sizes.svg', sizePlot(sizes));
}
