// `npm run bench`: how fast the model is. For every example: warp instructions per second of execution and of
// timing, each in a process that is warm, and the whole command as a user runs it: wall time and peak memory.
// Options: `--repeats N` (default 5), `--only NAME`.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { predictTime } from '../../src/emulate/estimate.ts';
import { prepare } from '../../src/emulate/prepare.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { decodeKernel, generateKernel, optimizeKernel } from '../../src/predict/compile-stages.ts';
import { sampleTrace } from '../../src/predict/traced-launch.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { measureEmulation } from './emulate.ts';
import { traceSize } from './trace-size.ts';

const root = process.cwd();
const argument = (name: string) => process.argv[process.argv.indexOf(name) + 1];
const repeats = process.argv.includes('--repeats') ? Number(argument('--repeats')) : 5;
const only = process.argv.includes('--only') ? argument('--only') : undefined;
const profile = loadProfile('nvidia-h200').value!;
const driver = { dialect: 'dawn', without: [] } as const;

interface Row {
  readonly name: string;
  readonly executionPerSecond: number;
  readonly timingPerSecond: number;
  readonly processSeconds: number;
  readonly peakBytes: number;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function seconds(run: () => void): number {
  const start = performance.now();
  run();
  return (performance.now() - start) / 1000;
}

function measure(file: string): Row {
  const launch = loadLaunch(file, { params: {} }).value!;
  const module = decodeKernel(launch, readFileSync(launch.shaderPath, 'utf8')).value!;
  const program = generateKernel(optimizeKernel(module, driver), driver);
  const workgroupSize = module.workgroupSize[0] * module.workgroupSize[1] * module.workgroupSize[2];
  const bindings = program.module.buffers.map(
    (buffer) =>
      launch.bindings.find((each) => each.group === buffer.group && each.binding === buffer.binding)!,
  );
  const options = { profile, seed: 0, files: () => new Uint8Array() };
  const execution: number[] = [];
  const timing: number[] = [];
  for (let repeat = 0; repeat <= repeats; repeat++) {
    let trace = sampleTrace(program, bindings, launch, options).value!;
    const executed = seconds(() => {
      trace = sampleTrace(program, bindings, launch, options).value!;
    });
    const preparation = prepare(trace, profile);
    let emulated = 0;
    const timed = seconds(() => {
      emulated = predictTime({ trace, profile, workgroupSize, cache: 'warm', preparation }).warpInstructions;
    });
    if (repeat === 0) continue; // warms the process up
    execution.push(traceSize(trace).executed / executed);
    timing.push(emulated / timed);
  }
  return {
    name: launch.name,
    executionPerSecond: median(execution),
    timingPerSecond: median(timing),
    ...wholeProcess(file),
  };
}

/** The command from outside; peak memory as the process itself reports it when it ends. */
function wholeProcess(file: string): { processSeconds: number; peakBytes: number } {
  const report = "process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))";
  const times: number[] = [];
  let peakBytes = 0;
  for (let repeat = 0; repeat < repeats; repeat++) {
    let stderr = '';
    times.push(
      seconds(() => {
        const command = ['--import', `data:text/javascript,${report}`, 'dist/kernelcast.js', 'predict', file];
        stderr = spawnSync(process.execPath, command, { encoding: 'utf8' }).stderr;
      }),
    );
    peakBytes = Math.max(peakBytes, Number(/peak (\d+)/.exec(stderr)?.[1] ?? 0) * 1024);
  }
  return { processSeconds: median(times), peakBytes };
}

const files = readdirSync(path.join(root, 'examples'))
  .filter((file) => file.endsWith('.json') && (only === undefined || file === `${only}.json`))
  .map((file) => path.join('examples', file));
const rows = files.map(measure);
const million = (value: number) => (value / 1e6).toFixed(1).padStart(10);
console.log('warp instructions, millions per second    | whole command');
console.log('kernel                  execution     timing | seconds  peak MB');
for (const row of rows) {
  const process = `${row.processSeconds.toFixed(2).padStart(7)} ${(row.peakBytes / 1e6).toFixed(0).padStart(8)}`;
  console.log(
    `${row.name.padEnd(22)} ${million(row.executionPerSecond)} ${million(row.timingPerSecond)} | ${process}`,
  );
}
console.log(
  `${'median'.padEnd(22)} ${million(median(rows.map((row) => row.executionPerSecond)))} ${million(median(rows.map((row) => row.timingPerSecond)))} | ` +
    `${median(rows.map((row) => row.processSeconds))
      .toFixed(2)
      .padStart(7)}`,
);
if (only === undefined) {
  const synthetic = measureEmulation(profile, () => performance.now() / 1000, 2 * repeats);
  console.log(
    `timing alone, a long synthetic kernel on a full SM: ${million(synthetic.perSecond).trim()} million per second`,
  );
}
