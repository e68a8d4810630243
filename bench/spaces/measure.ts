// Measures every valid configuration of a launch file's space on this machine's GPU:
//   node build.mjs bench/spaces/measure.ts
//   node dist/bench/spaces/measure.js --launch FILE --record OUT.json [-D NAME=VALUE]… [--limit N] [--samples S]
//     [--max-seconds T] [--ahead A] [--limits default] [--first CONFIGURATIONS.json]
// --limits default: only what WebGPU promises on every device. --first: a list of configurations that come before all
// others. The record is written as it grows, and a second run goes on where it ends. Exit 0 when the space is complete,
// 3 when configurations are left, 2 and 4 as the commands.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measuringNow } from '../../src/cli/gpu.ts';
import { printDiagnostics } from '../../src/cli/terminal.ts';
import { openTunable } from '../../src/configure/open.ts';
import type { Tunable } from '../../src/configure/tunable.ts';
import { type Diagnostic, DiagnosticError } from '../../src/diagnostics/diagnostic.ts';
import { GpuError } from '../../src/hardware/gpu-error.ts';
import type { DeviceInfo } from '../../src/hardware/job.ts';
import { Variants } from '../../src/hardware/variants.ts';
import { DEFAULT_LIMITS, raised } from '../../src/launch/device-limits.ts';
import { gpuProblem } from '../../src/measure/gpu-problem.ts';
import { packageRoot } from '../../src/profile/package-root.ts';
import { type Configuration, keyOf, type Point, pointOf } from '../../src/space/space.ts';
import { HardwareEvaluator } from '../../src/tune/evaluators/hardware.ts';
import {
  type RecordedConfiguration,
  readSpaceRecord,
  SPACE_RECORD_SCHEMA,
  type SpaceRecord,
} from '../../src/tune/trials/space-record.ts';
import { differenceOf, recordedOf, recordSpace, writeSpaceRecord } from './record-space.ts';

const MOST_AHEAD = 12;
/** Between two lines of progress. */
const PROGRESS_MS = 5000;

const { values: flags } = parseArgs({
  options: {
    launch: { type: 'string' },
    record: { type: 'string' },
    define: { type: 'string', short: 'D', multiple: true, default: [] },
    limit: { type: 'string', default: 'Infinity' },
    samples: { type: 'string', default: '7' },
    'max-seconds': { type: 'string', default: 'Infinity' },
    ahead: { type: 'string', default: String(Math.min(MOST_AHEAD, Math.max(2, availableParallelism() - 2))) },
    adapter: { type: 'string' },
    limits: { type: 'string', default: 'adapter' },
    first: { type: 'string' },
    'dispatch-limit': { type: 'string', default: '5' },
  },
});

function fail(diagnostics: readonly Diagnostic[]): never {
  printDiagnostics(diagnostics);
  process.exit(diagnostics.some((each) => each.severity === 'no-gpu') ? 4 : 2);
}

function countOf(name: 'limit' | 'samples' | 'max-seconds' | 'ahead' | 'dispatch-limit'): number {
  const value = Number(flags[name]);
  if (value > 0) return value;
  return fail([
    { severity: 'invalid', code: 'measure/usage', message: `--${name}: expected a number above 0` },
  ]);
}

function headOf(
  tunable: Tunable,
  info: DeviceInfo,
  params: Record<string, string>,
  known: SpaceRecord | undefined,
): SpaceRecord {
  const { space, points, base } = tunable;
  const parameters = space.parameters.map(({ name, values, isOrdered }) => ({ name, values, isOrdered }));
  const declared = (tunable.launch.constraints ?? []).map((each) => each.text);
  // Behind them, records have the limits of their device in the words of their time.
  const isOfLaunch = known && declared.every((text, i) => known.constraints[i] === text);
  const constraints = isOfLaunch ? known.constraints : space.constraints.map((each) => each.text);
  const instance = tunable.instantiate(base);
  if (!instance.value) return fail(instance.diagnostics);
  const { launch, source } = instance.value;
  const { date, webgpuVersion } = measuringNow();
  const identity = JSON.stringify([source, launch.params, parameters, constraints]);
  return {
    schema: SPACE_RECORD_SCHEMA,
    kernel: launch.name,
    launch: flags.launch!,
    ...(Object.keys(params).length > 0 ? { params } : {}),
    source: createHash('sha256').update(identity).digest('hex'),
    device: info.device,
    driver: info.driver,
    webgpu: webgpuVersion,
    date,
    parameters,
    constraints,
    base,
    valid: points.count,
    unverified: [],
    configurations: [],
  };
}

async function main(): Promise<number> {
  const { launch, record: file } = flags;
  if (launch === undefined || file === undefined) {
    return fail([
      {
        severity: 'invalid',
        code: 'measure/usage',
        message: '--launch FILE and --record OUT.json are needed',
      },
    ]);
  }
  const params = Object.fromEntries(flags.define.map((each) => each.split('=', 2) as [string, string]));
  const gpu = new Variants({
    program: path.join(packageRoot(), 'dist', 'gpu-process.js'),
    timeoutMs: 120_000,
    ahead: countOf('ahead'),
    compileLimitMs: 120_000,
    dispatchLimitMs: countOf('dispatch-limit') * 1000,
    ...(flags.adapter === undefined ? {} : { adapter: flags.adapter }),
  });
  try {
    const info = await gpu.device();
    // All that the device has, so that a record holds for whoever asks for it, and for whoever does not.
    const limits = flags.limits === 'default' ? DEFAULT_LIMITS : raised(DEFAULT_LIMITS, info.limits);
    const opened = openTunable(launch, params, undefined, limits);
    if (!opened.value) throw new DiagnosticError(opened.diagnostics);
    return await measure(opened.value, gpu, headOf(opened.value, info, params, readSpaceRecord(file)), file);
  } catch (error) {
    if (error instanceof GpuError) return fail([gpuProblem(launch, error.reason, error.message)]);
    if (error instanceof DiagnosticError) return fail(error.diagnostics);
    throw error;
  } finally {
    gpu.close();
  }
}

async function measure(tunable: Tunable, gpu: Variants, head: SpaceRecord, file: string): Promise<number> {
  const known = readSpaceRecord(file);
  const difference = known && differenceOf(known, head);
  if (difference) return fail([difference]);
  const evaluator = new HardwareEvaluator(gpu, { samples: countOf('samples'), baseSamples: 15 });
  const base = tunable.instantiate(tunable.base);
  const begun = performance.now();
  const opened = await evaluator.open(base.value!);
  if (!opened.value) return fail(opened.diagnostics);
  const isKnown = (known?.configurations ?? []).some((each) => keyOf(each.at) === keyOf(tunable.base));
  const configurations = [
    ...(known?.configurations ?? []),
    ...(isKnown ? [] : [recordedOf(tunable.base, opened.value)]),
  ];
  process.stderr.write(
    `${head.kernel} on ${head.device}: ${head.valid} configurations, ${known?.configurations.length ?? 0} known; base ${opened.value.timeNs} ns after ${seconds(begun)} s\n`,
  );
  const endMs = performance.now() + countOf('max-seconds') * 1000;
  const start = performance.now();
  let [measured, lastMs] = [0, start];
  const onTrial = (_: RecordedConfiguration, done: number) => {
    measured++;
    if (performance.now() - lastMs < PROGRESS_MS) return;
    lastMs = performance.now();
    process.stderr.write(`  ${done} of ${head.valid}, ${Math.round((lastMs - start) / measured)} ms each\n`);
  };
  const record = await recordSpace(
    tunable,
    evaluator,
    { ...(known ?? head), unverified: evaluator.unverified, configurations },
    {
      limit: countOf('limit'),
      first: firstOf(tunable),
      mayGoOn: () => performance.now() < endMs,
      save: (current) => writeSpaceRecord(file, current),
      onTrial,
    },
  );
  summarize(record, measured, start);
  return record.configurations.length === record.valid ? 0 : 3;
}

function firstOf({ space }: Tunable): readonly Point[] {
  if (flags.first === undefined) return [];
  const configurations = JSON.parse(readFileSync(flags.first, 'utf8')) as Configuration[];
  return configurations.map((each) => pointOf(space, each)).filter((each) => each !== undefined);
}

function seconds(startMs: number): string {
  return ((performance.now() - startMs) / 1000).toFixed(1);
}

function summarize({ configurations, valid, kernel }: SpaceRecord, measured: number, start: number): void {
  const counts = new Map<string, number>();
  for (const { status } of configurations) counts.set(status, (counts.get(status) ?? 0) + 1);
  const correct = configurations.filter((each) => each.status === 'correct');
  const best = correct.reduce((a, b) => (b.timeNs! < a.timeNs! ? b : a), correct[0]);
  const each = measured > 0 ? Math.round((performance.now() - start) / measured) : 0;
  const statuses = [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
  process.stdout.write(
    `${kernel}: ${configurations.length} of ${valid}; ${statuses}; best ${best?.timeNs} ns at ${best?.at.join(',')}; ${measured} in ${seconds(start)} s, ${each} ms each\n`,
  );
}

process.exit(await main());
