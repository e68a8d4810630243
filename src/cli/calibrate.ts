// `kernelcast calibrate`: measures what a profile needs to know about the GPU of this machine, and writes it.

import { existsSync } from 'node:fs';
import type { Argv } from 'yargs';
import type { Calibration } from '../calibrate/calibrate.ts';
import type { Step } from '../calibrate/plan.ts';
import type { LaunchGpu } from '../hardware/gpu.ts';
import type { DeviceInfo } from '../hardware/job.ts';
import type { Measurement } from '../measure/measurement.ts';
import type { Profile } from '../profile/profile.ts';
import { jsonText } from '../report/json.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts';
import { type ProfileFlags, profileOf, withProfileFlags } from './flags.ts';
import { checkSamples, type GpuFlags, measuringNow, openGpu, withGpuFlags } from './gpu.ts';
import { choice, command, text } from './options.ts';
import { Progress, printDiagnostics, say, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface CalibrateFlags extends ProfileFlags, GpuFlags {
  readonly format: 'table' | 'json';
  readonly output?: string;
  readonly from?: string;
  readonly record?: string;
  readonly only?: string;
  readonly farm?: string;
  readonly device?: string;
}

function builder(yargs: Argv): Argv<unknown> {
  return withGpuFlags(withProfileFlags(yargs), { samples: 9 })
    .option('format', choice(['table', 'json'], 'Output'))
    .option('output', {
      ...text('Profile file to write, or to update; without it, what would change is only shown'),
      alias: 'o',
    })
    .option('from', text('Fit measurements that were recorded before, without a GPU'))
    .option('record', text('Append all samples to this JSON file'))
    .option('only', text('Steps whose name contains this'))
    .option('farm', text('Measure on a GPU of this farm (kernelcast farm)'))
    .option('device', text("Part of the name of the farm's GPU, where it has several kinds"));
}

/** What was measured, on what. */
interface Measured {
  readonly device: string;
  readonly date: string;
  readonly isSoftware: boolean;
  /** Unknown when the measurements come from a file. */
  readonly info?: DeviceInfo;
  readonly measurements: readonly Measurement[];
}

/** Runs the plan on the GPU; each measurement is recorded as soon as it is there. */
async function measureNow(flags: CalibrateFlags, plan: readonly Step[]): Promise<Measured | ExitCode> {
  const { measurePlan } = await import('../calibrate/measure-plan.ts');
  const { openBenchmark } = await import('../calibrate/microbench.ts');
  const { GpuError } = await import('../hardware/gpu-error.ts');
  const { gpuProblem } = await import('../measure/gpu-problem.ts');
  const { appendMeasurements, readMeasurements } = await import('../measure/record.ts');
  const { record, samples } = flags;
  if (record !== undefined) readMeasurements(record);
  const progress = new Progress();
  let current = '';
  const gpu = await gpuOf(flags, (stage) => progress.show(`${current}: ${stage}`));
  try {
    const info = await gpu.device();
    if (info.isSoftware && flags.output !== undefined) refuseSoftware(info.device);
    const about = measuringNow();
    const measurements = await measurePlan(gpu, info, plan, {
      ...about,
      samples,
      open: openBenchmark,
      onStart(text) {
        current = text;
        progress.show(text);
      },
      onMeasured(measurement) {
        if (record !== undefined) appendMeasurements(record, [measurement]);
      },
      onProblem(step, problems) {
        progress.clear();
        for (const { message } of problems) say(`warning: ${step.id}: ${message}`);
      },
    });
    if (measurements.length === 0) return EXIT.noGpu;
    return { device: info.device, date: about.date, isSoftware: info.isSoftware, info, measurements };
  } catch (error) {
    if (!(error instanceof GpuError)) throw error;
    const problem = gpuProblem('calibrate', error.reason, error.message);
    printDiagnostics([problem]);
    return exitCodeOf([problem]);
  } finally {
    progress.clear();
    gpu.close();
  }
}

/** Of this machine, or of a farm. @throws DiagnosticError */
async function gpuOf(
  flags: CalibrateFlags,
  onStage: (stage: string) => void,
): Promise<LaunchGpu & { close(): void }> {
  const { farm, device, adapter } = flags;
  if (farm === undefined) {
    if (device !== undefined) throw new UsageError('--device: goes with --farm; this machine has --adapter');
    return openGpu(flags, onStage);
  }
  if (adapter !== undefined) throw new UsageError('--adapter: is of this machine; a farm has --device');
  const { farLaunches } = await import('./farm-connection.ts');
  return await farLaunches(farm, device, () => new Uint8Array());
}

/** Measurements from a file. */
async function readRecorded(file: string): Promise<Measured> {
  if (!existsSync(file)) throw new UsageError(`--from ${file}: there is no such file`);
  const { readMeasurements } = await import('../measure/record.ts');
  const { measurements } = readMeasurements(file);
  const devices = [...new Set(measurements.map((each) => each.device))];
  const [device] = devices;
  if (device === undefined) throw new UsageError(`--from ${file}: it holds no measurements`);
  if (devices.length > 1) {
    throw new UsageError(
      `--from ${file}: it holds measurements of ${devices.join(' and ')}; keep those of one`,
    );
  }
  const isSoftware = measurements.some((each) => each.quality.includes('software'));
  return { device, date: measurements.at(-1)!.date, isSoftware, measurements };
}

/** The profile that is changed: one that is there already is updated. */
function baseOf(flags: CalibrateFlags): Profile | ExitCode {
  const { output } = flags;
  if (output !== undefined && !output.endsWith('.json')) {
    throw new UsageError(`--output ${output}: a profile's name ends in .json`);
  }
  const isUpdate = output !== undefined && existsSync(output);
  return profileOf(isUpdate ? { ...flags, profile: output } : flags) as Profile | ExitCode;
}

function refuseSoftware(device: string): never {
  throw new UsageError(
    `--output: ${device} is no GPU, and a profile of it would mislead; nothing was written`,
  );
}

/** Runs the command; the exit code is returned. */
async function runCalibrate(flags: CalibrateFlags): Promise<ExitCode> {
  checkSamples(flags.samples);
  const base = baseOf(flags);
  if (typeof base === 'number') return base;
  const { planFor } = await import('../calibrate/plan.ts');
  const whole = planFor(base);
  const plan = whole.filter((step) => flags.only === undefined || step.id.includes(flags.only));
  if (plan.length === 0) {
    const known = whole.map((step) => step.id).join(', ');
    throw new UsageError(`--only ${flags.only}: no step is called so; there are ${known}`);
  }
  const measured = flags.from === undefined ? await measureNow(flags, plan) : await readRecorded(flags.from);
  if (typeof measured === 'number') return measured;
  if (measured.isSoftware && flags.output !== undefined) refuseSoftware(measured.device);
  const calibration = await fitPlan(base, plan, measured);
  if (flags.output !== undefined) {
    const { writeWhole } = await import('../hardware/write-whole.ts');
    const { profileFileText } = await import('../profile/format.ts');
    writeWhole(flags.output, profileFileText(calibration.profile));
  }
  await print(calibration, measured, flags);
  return EXIT.fine;
}

async function fitPlan(base: Profile, plan: readonly Step[], measured: Measured): Promise<Calibration> {
  const { calibrate } = await import('../calibrate/calibrate.ts');
  const { deviceProfile, sourceKey } = await import('../calibrate/device-profile.ts');
  const { timesOf } = await import('../calibrate/measure-plan.ts');
  const { openBenchmark } = await import('../calibrate/microbench.ts');
  const key = sourceKey(measured.device, measured.date);
  const progress = new Progress();
  const calibration = calibrate({
    profile: deviceProfile(base, measured.device, key, measured.info),
    plan,
    open: (step, variant) => openBenchmark(step, variant, measured.isSoftware),
    timed: timesOf(measured.measurements),
    source: (step) => `measured:${key} (${step.id})`,
    onStep: (step) => progress.show(`fitting ${step.id}`),
  });
  progress.clear();
  return calibration;
}

async function print(
  calibration: Calibration,
  { device, isSoftware }: Measured,
  flags: CalibrateFlags,
): Promise<void> {
  if (flags.format === 'json') {
    const { answers, profile } = calibration;
    process.stdout.write(jsonText({ device, profile: profile.name, answers }));
    return;
  }
  const { styleFor } = await import('../report/layout.ts');
  const { calibrationText } = await import('../report/calibration-text.ts');
  process.stdout.write(calibrationText(calibration, device, styleFor(wantsColor(process.stdout))));
  if (isSoftware) process.stdout.write('\nThese times are of a software adapter: they describe no GPU.\n');
  if (flags.output !== undefined) process.stdout.write(`\nwritten: ${flags.output}\n`);
}

export const calibrateCommand = command(
  'calibrate',
  "Measure this machine's GPU and write a profile of it",
  builder,
  runCalibrate,
);
