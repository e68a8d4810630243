// How fast execution and timing are for the launch file that is given: warp instructions per second of processor time,
// in the first call of a process and in the best of several. Prints JSON.

import { readFileSync } from 'node:fs';
import { predictTime } from '../../src/emulate/estimate.ts';
import { prepare } from '../../src/emulate/prepare.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { decodeKernel, generateKernel, optimizeKernel } from '../../src/predict/compile-stages.ts';
import { invocationsOf } from '../../src/predict/limits.ts';
import { sampleTrace } from '../../src/predict/traced-launch.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { traceSize } from './trace-size.ts';

/** Warp instructions per second. */
export interface Rates {
  readonly first: number;
  readonly best: number;
}

export interface TimingAnswer {
  readonly execution: Rates;
  readonly timing: Rates;
  /** Of the longest stretch of code without a branch. */
  readonly bodyInstructions: number;
}

const [file, repeats = '5'] = process.argv.slice(2);
const profile = loadProfile('nvidia-h200').value!;
const driver = { dialect: 'dawn', without: [] } as const;
const launch = loadLaunch(file, { params: {} }).value!;
const module = decodeKernel(launch, readFileSync(launch.shaderPath, 'utf8')).value!;
const program = generateKernel(optimizeKernel(module, driver), driver);
const bindings = program.module.buffers.map(
  (buffer) => launch.bindings.find((each) => each.group === buffer.group && each.binding === buffer.binding)!,
);
const sampled = () =>
  sampleTrace(program, bindings, launch, { profile, seed: 0, files: () => new Uint8Array() }).value!;

function ratesOf(work: () => number): Rates {
  const rates = Array.from({ length: Number(repeats) + 1 }, () => {
    const before = process.cpuUsage();
    const done = work();
    const { user, system } = process.cpuUsage(before);
    return (done / (user + system)) * 1e6;
  });
  return { first: rates[0], best: Math.max(...rates) };
}

const execution = ratesOf(() => traceSize(sampled()).executed);
const trace = sampled();
const preparation = prepare(trace, profile);
const input = { trace, profile, preparation, workgroupSize: invocationsOf(module), cache: 'warm' } as const;
const timing = ratesOf(() => predictTime(input).warpInstructions);
const bodyInstructions = Math.max(...program.segments.map(({ instructions }) => instructions.length));
console.log(JSON.stringify({ execution, timing, bodyInstructions } satisfies TimingAnswer));
