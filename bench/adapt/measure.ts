// Measures the kernels of plan.json at their inputs on this machine's GPU:
//   node build.mjs bench/adapt/measure.ts
//   node dist/bench/adapt/measure.js --output DIR [--max-seconds 85] [--only KERNEL]… [--samples 3] [--adapter NAME]
// The time is divided evenly among kernels and among their inputs, and each record is written as soon as its kernel is
// done. Exit 0 when all was measured, 3 when time ran out, 4 without a GPU.

import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measuringNow } from '../../src/cli/gpu.ts';
import { printDiagnostics } from '../../src/cli/terminal.ts';
import { GpuError } from '../../src/hardware/gpu-error.ts';
import { Variants } from '../../src/hardware/variants.ts';
import { writeWhole } from '../../src/hardware/write-whole.ts';
import { gpuProblem } from '../../src/measure/gpu-problem.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { packageRoot } from '../../src/profile/package-root.ts';
import { HardwareEvaluator } from '../../src/tune/evaluators/hardware.ts';
import type { RecordedConfiguration } from '../../src/tune/trials/space-record.ts';
import { recordedOf } from '../spaces/record-space.ts';
import { openAt, PLANNED_KERNELS, type Planned, paramsOfInput, plannedOf } from './planned.ts';
import { SIZED_SCHEMA, type SizedInput, sizedText } from './sized-record.ts';

const { values: flags } = parseArgs({
  options: {
    output: { type: 'string', default: '.' },
    'max-seconds': { type: 'string', default: '85' },
    only: { type: 'string', multiple: true, default: [] },
    samples: { type: 'string', default: '3' },
    adapter: { type: 'string' },
  },
});

/** One sample is enough of what is so many times as slow as the best. */
const HOPELESS = 2;
const profile = loadProfile('nvidia-h200').value!;
const now = () => performance.now();

function openGpu(): Variants {
  return new Variants({
    program: path.join(packageRoot(), 'dist', 'gpu-process.js'),
    timeoutMs: 60_000,
    ahead: Math.max(2, availableParallelism() - 2),
    compileLimitMs: 20_000,
    dispatchLimitMs: 2000,
    ...(flags.adapter === undefined ? {} : { adapter: flags.adapter }),
  });
}

/** All points at one input, as many as there is time for. @throws GpuError */
async function measureInput(
  gpu: Variants,
  planned: Planned,
  at: number,
  untilMs: number,
): Promise<SizedInput> {
  const { kernel, space, inputs, points } = planned;
  const params = Object.fromEntries(space.map(({ name }, axis) => [name, inputs[at][axis]]));
  const tunable = openAt(kernel, profile, paramsOfInput(space, inputs[at]));
  const samples = Number(flags.samples);
  const evaluator = new HardwareEvaluator(gpu, { samples, baseSamples: 2 * samples });
  const base = tunable.instantiate(tunable.base);
  const opened = base.value ? await evaluator.open(base.value) : { diagnostics: base.diagnostics };
  if (opened.value === undefined) {
    printDiagnostics(opened.diagnostics);
    return { params, configurations: [] };
  }
  const measured: (RecordedConfiguration | undefined)[] = [recordedOf(points[0], opened.value)];
  let bestNs = opened.value.timeNs ?? Number.POSITIVE_INFINITY;
  const working = new Set<Promise<void>>();
  for (const [index, point] of points.entries()) {
    if (index === 0) continue;
    while (evaluator.room === 0) await Promise.race(working);
    if (now() > untilMs) break;
    const instance = tunable.instantiate(point);
    if (instance.value === undefined) continue;
    const trial = evaluator.evaluate(instance.value, HOPELESS * bestNs).then((evaluation) => {
      measured[index] = recordedOf(point, evaluation);
      if (evaluation.status === 'correct') bestNs = Math.min(bestNs, evaluation.timeNs!);
    });
    working.add(trial);
    trial.finally(() => working.delete(trial)).catch(() => {});
  }
  await Promise.all(working);
  return { params, configurations: measured.filter((each) => each !== undefined) };
}

async function main(): Promise<number> {
  const endMs = now() + Number(flags['max-seconds']) * 1000;
  const kernels = PLANNED_KERNELS.filter(
    ({ kernel }) => flags.only.length === 0 || flags.only.includes(kernel),
  );
  const gpu = openGpu();
  let isComplete = true;
  try {
    const { device, driver } = await gpu.device();
    const { date, webgpuVersion } = measuringNow();
    for (const [turn, each] of kernels.entries()) {
      const planned = plannedOf(each, profile);
      const kernelEndMs = now() + (endMs - now()) / (kernels.length - turn);
      const inputs: SizedInput[] = [];
      for (const at of planned.inputs.keys()) {
        const untilMs = now() + (kernelEndMs - now()) / (planned.inputs.length - at);
        inputs.push(await measureInput(gpu, planned, at, untilMs));
      }
      const { space, base } = openAt(each.kernel, profile);
      const parameters = space.parameters.map(({ name, values, isOrdered }) => ({ name, values, isOrdered }));
      const { kernel } = each;
      const head = { schema: SIZED_SCHEMA, kernel, device, driver, webgpu: webgpuVersion, date } as const;
      const file = path.join(flags.output, `${kernel}-${profile.name}.json`);
      writeWhole(file, sizedText({ ...head, parameters, base, inputs }));
      const trials = inputs.reduce((sum, input) => sum + input.configurations.length, 0);
      const wanted = inputs.length * planned.points.length;
      if (trials < wanted) isComplete = false;
      const left = ((endMs - now()) / 1000).toFixed(1);
      process.stdout.write(
        `${kernel}: ${trials} of ${wanted} trials at ${inputs.length} inputs; ${left} s left\n`,
      );
    }
  } catch (error) {
    if (!(error instanceof GpuError)) throw error;
    printDiagnostics([gpuProblem('adapt/measure', error.reason, error.message)]);
    return 4;
  } finally {
    gpu.close();
  }
  return isComplete ? 0 : 3;
}

process.exit(await main());
