// Measures the base configuration of the kernels in saturation.json at all of their sizes:
//   node build.mjs bench/spaces/saturation-sweep.ts bench/spaces/measure.ts
//   node dist/bench/spaces/saturation-sweep.js --record bench/spaces/recorded/saturation/sweep-nvidia-h200.json
//     [--only KERNEL]… [--adapter NAME]
// Afterwards it prints, a line each, the spaces that the study needs: kernel, param, size.

import path from 'node:path';
import { parseArgs } from 'node:util';
import { measuringNow } from '../../src/cli/gpu.ts';
import { printDiagnostics } from '../../src/cli/terminal.ts';
import { openTunable } from '../../src/configure/open.ts';
import { type Outcome, unreachable } from '../../src/diagnostics/diagnostic.ts';
import { GpuError } from '../../src/hardware/gpu-error.ts';
import { Variants } from '../../src/hardware/variants.ts';
import { writeWhole } from '../../src/hardware/write-whole.ts';
import { gpuProblem } from '../../src/measure/gpu-problem.ts';
import { packageRoot } from '../../src/profile/package-root.ts';
import { HardwareEvaluator } from '../../src/tune/evaluators/hardware.ts';
import { findSaturation } from '../../src/tune/saturation.ts';
import plan from './saturation.json' with { type: 'json' };
import { curveOf, type SizedRecord, type SweepRecord, type SweptKernel } from './saturation-record.ts';

const SAMPLES = 15;
const DISPATCH_LIMIT_MS = 5000;

const { values: flags } = parseArgs({
  options: {
    record: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    adapter: { type: 'string' },
  },
});

function expectValue<T>({ value, diagnostics }: Outcome<T>): T {
  if (value !== undefined) return value;
  printDiagnostics(diagnostics);
  process.exit(2);
}

async function timeOf(gpu: Variants, { kernel, param }: SweptKernel, size: number): Promise<SizedRecord> {
  const file = `bench/spaces/kernels/${kernel}.json`;
  const tunable = expectValue(openTunable(file, { [param]: String(size) }));
  const evaluator = new HardwareEvaluator(gpu, { samples: SAMPLES, baseSamples: SAMPLES });
  const base = await evaluator.open(expectValue(tunable.instantiate(tunable.base)));
  const { timeNs, spread, used, quality } = expectValue(base);
  if (timeNs === undefined) return unreachable(`no time of ${kernel}`);
  process.stderr.write(`${kernel} ${param}=${size}: ${timeNs} ns\n`);
  return { size, timeNs, spread: spread!, used: used!, ...(quality === undefined ? {} : { quality }) };
}

/** A process of its own for each kernel, so that no buffers of others are in the way. */
function openGpu(): Variants {
  return new Variants({
    program: path.join(packageRoot(), 'dist', 'gpu-process.js'),
    timeoutMs: 120_000,
    ahead: 1,
    compileLimitMs: 120_000,
    dispatchLimitMs: DISPATCH_LIMIT_MS,
    ...(flags.adapter === undefined ? {} : { adapter: flags.adapter }),
  });
}

async function main(): Promise<void> {
  const swept = (plan.kernels as readonly SweptKernel[]).filter(
    ({ kernel }) => flags.only.length === 0 || flags.only.includes(kernel),
  );
  const { date, webgpuVersion } = measuringNow();
  const kernels: { kernel: string; param: string; curve: SizedRecord[] }[] = [];
  for (const each of swept) {
    const gpu = openGpu();
    try {
      const { device, driver } = await gpu.device();
      const curve: SizedRecord[] = [];
      for (const size of each.sizes) curve.push(await timeOf(gpu, each, size));
      kernels.push({ kernel: each.kernel, param: each.param, curve });
      const schema = 'kernelcast/saturation-sweep@1';
      const record: SweepRecord = { schema, device, driver, webgpu: webgpuVersion, date, kernels };
      if (flags.record !== undefined) writeWhole(flags.record, `${JSON.stringify(record, undefined, 1)}\n`);
      const saturation = findSaturation(curveOf(curve, each));
      const point = saturation.curve[saturation.chosen];
      const wanted = saturation.verdict === 'saturates' ? [point.size, each.sizes.at(-1)!] : [];
      for (const one of wanted) process.stdout.write(`${each.kernel} ${each.param} ${one}\n`);
    } finally {
      gpu.close();
    }
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof GpuError)) throw error;
  printDiagnostics([gpuProblem('saturation-sweep', error.reason, error.message)]);
  process.exitCode = 4;
}
