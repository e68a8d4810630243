// `kernelcast calibrate`: measures what a profile needs to know about the GPU of this machine, and writes it.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import type { Calibration, Timed } from '../calibrate/calibrate.ts';
import type { Step } from '../calibrate/plan.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { DeviceInfo, Sample } from '../hardware/job.ts';
import type { Launch } from '../launch/launch.ts';
import type { Measurement } from '../measure/measurement.ts';
import type { Profile } from '../profile/profile.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { durationNs, type ProfileFlags, profileOf, withProfileFlags } from './flags.ts';
import { Progress, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface CalibrateFlags extends ProfileFlags {
  readonly format: 'table' | 'json';
  readonly output?: string;
  readonly from?: string;
  readonly record?: string;
  readonly only?: string;
  readonly samples: number;
  readonly adapter?: string;
  readonly timeout: string;
}

function builder(yargs: Argv): Argv<CalibrateFlags> {
  return withProfileFlags(yargs)
    .option('format', { choices: ['table', 'json'] as const, default: 'table' as const, describe: 'Output' })
    .option('output', {
      alias: 'o',
      type: 'string',
      requiresArg: true,
      describe: 'Profile file to write; without it, what would change is only shown',
    })
    .option('from', {
      type: 'string',
      requiresArg: true,
      describe: 'Fit measurements that were recorded before, without a GPU',
    })
    .option('record', { type: 'string', requiresArg: true, describe: 'Append all samples to this JSON file' })
    .option('only', { type: 'string', requiresArg: true, describe: 'Steps whose name contains this' })
    .option('samples', {
      type: 'number',
      default: 9,
      requiresArg: true,
      describe: 'Timed dispatches per launch',
    })
    .option('adapter', {
      type: 'string',
      requiresArg: true,
      describe: 'Part of the name of the adapter to use',
    })
    .option('timeout', {
      type: 'string',
      default: '60s',
      requiresArg: true,
      describe: 'Silence of the GPU that counts as a hang',
    }) as unknown as Argv<CalibrateFlags>;
}

/** Where the plan's launches live, and how big they may be. */
class Bench {
  private readonly folder: string;
  private readonly caps: Readonly<Record<string, number>> | undefined;
  private readonly parse: typeof import('../launch/parse.ts').parseLaunch;

  constructor(
    folder: string,
    parse: typeof import('../launch/parse.ts').parseLaunch,
    caps: Readonly<Record<string, number>> | undefined,
  ) {
    this.folder = folder;
    this.parse = parse;
    this.caps = caps;
  }

  open(step: Step, params: Readonly<Record<string, number>>): { launch: Launch; source: string } {
    const file = path.join(this.folder, step.launch);
    const text = readFileSync(file, 'utf8');
    const numbers = Object.entries(params).map(([name, value]) => [name, String(value)] as const);
    const defaults = (JSON.parse(text) as { params: Record<string, number> }).params;
    const capped = Object.entries(this.caps ?? {}).flatMap(([name, cap]) => {
      const value = params[name] ?? defaults[name];
      return value !== undefined && value > cap ? [[name, String(cap)] as const] : [];
    });
    const { value, diagnostics } = this.parse(text, file, {
      params: Object.fromEntries([...numbers, ...capped]),
    });
    if (!value) throw new DiagnosticError(diagnostics);
    const launch = step.entryPoint === undefined ? value : { ...value, entryPoint: step.entryPoint };
    return { launch, source: readFileSync(launch.shaderPath, 'utf8') };
  }
}

const nameOf = (step: Step, variant: number) => `${step.id}/${variant}`;

interface Measured {
  readonly device: string;
  readonly date: string;
  readonly isSoftware: boolean;
  readonly timed: (step: Step, variant: number) => Timed | undefined;
}

/** Runs the plan on the GPU; each measurement is recorded as soon as it is there. */
async function measurePlan(flags: CalibrateFlags, plan: readonly Step[]): Promise<Measured | ExitCode> {
  const { parseLaunch } = await import('../launch/parse.ts');
  const { packageRoot } = await import('../profile/package-root.ts');
  const { GpuError } = await import('../hardware/gpu.ts');
  const { summarize } = await import('../hardware/quality.ts');
  const { timeLaunch } = await import('../measure/time.ts');
  const { appendMeasurements } = await import('../measure/record.ts');
  const { variantsOf } = await import('../calibrate/plan.ts');
  const { softwareCaps } = await import('../calibrate/plan.ts');
  const { openGpu, webgpuVersion } = await import('./gpu.ts');
  const progress = new Progress();
  let current = '';
  const gpu = openGpu({
    timeoutMs: durationNs('--timeout', flags.timeout) / 1e6,
    onStage: (stage) => progress.show(`${current}: ${stage}`),
    ...(flags.adapter === undefined ? {} : { adapter: flags.adapter }),
  });
  const date = `${new Date().toISOString().slice(0, 19)}Z`;
  const found = new Map<string, Timed>();
  let info: DeviceInfo;
  try {
    info = await gpu.device();
  } catch (error) {
    gpu.close();
    if (!(error instanceof GpuError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return EXIT.noGpu;
  }
  const bench = new Bench(
    path.join(packageRoot(), 'microbench'),
    parseLaunch,
    info.isSoftware ? softwareCaps : undefined,
  );
  const keep = (name: string, launch: Launch, samples: readonly Sample[]): void => {
    const timing = summarize(samples, flags.samples, info.isSoftware);
    if (!timing) return;
    const { timeNs, spread, minNs, maxNs, quality } = timing;
    found.set(name, { timeNs, errorNs: (spread * timeNs) / 2 });
    if (flags.record === undefined) return;
    const measurement: Measurement = {
      schema: 'kernelcast/measurement@1',
      name,
      launch: launch.file.split(/[\\/]/).slice(-2).join('/'),
      device: info.device,
      driver: info.driver,
      webgpu: webgpuVersion(),
      date,
      timeNs,
      minNs,
      maxNs,
      spread,
      quality,
      verification: { method: 'none', workgroups: 0, words: 0, mismatches: 0, unverified: ['not asked for'] },
      restored: [],
      samples,
    };
    appendMeasurements(flags.record, [measurement]);
  };
  for (const [i, step] of plan.entries()) {
    for (const [variant, params] of variantsOf(step).entries()) {
      current = `${i + 1} of ${plan.length}: ${step.says}`;
      progress.show(current);
      try {
        const { launch, source } = bench.open(step, params);
        const { value } = await timeLaunch(gpu, launch, source, flags.samples);
        if (value) keep(nameOf(step, variant), launch, value);
      } catch (error) {
        if (!(error instanceof GpuError)) throw error;
        progress.clear();
        process.stderr.write(`warning: ${step.id}: ${error.message.split('\n')[0]}\n`);
      }
    }
  }
  progress.clear();
  gpu.close();
  const timed = (step: Step, variant: number) => found.get(nameOf(step, variant));
  return { device: info.device, date, isSoftware: info.isSoftware, timed };
}

/** Measurements from a file. */
async function readPlan(file: string): Promise<Measured> {
  const { readMeasurements } = await import('../measure/record.ts');
  const { measurements } = readMeasurements(file);
  const [first] = measurements;
  if (!first) throw new UsageError(`--from: ${file} holds no measurements`);
  const byName = new Map(measurements.map((each) => [each.name, each]));
  return {
    device: first.device,
    date: first.date,
    isSoftware: first.quality.includes('software'),
    timed(step, variant) {
      const found = byName.get(nameOf(step, variant));
      return found && { timeNs: found.timeNs, errorNs: (found.spread * found.timeNs) / 2 };
    },
  };
}

/** Runs the command; the exit code is returned. */
async function runCalibrate(flags: CalibrateFlags): Promise<ExitCode> {
  const base = profileOf(flags);
  if (typeof base === 'number') return base as ExitCode;
  const { plan: whole } = await import('../calibrate/plan.ts');
  const plan = whole.filter((step) => flags.only === undefined || step.id.includes(flags.only));
  if (plan.length === 0) {
    throw new UsageError(
      `--only ${flags.only}: no step is called so; there are ${whole.map((s) => s.id).join(', ')}`,
    );
  }
  const measured = flags.from === undefined ? await measurePlan(flags, plan) : await readPlan(flags.from);
  if (typeof measured === 'number') return measured;
  const calibration = await fitPlan(base, plan, measured);
  if (flags.output !== undefined) write(flags.output, calibration, measured);
  if (flags.format === 'json') {
    process.stdout.write(
      `${JSON.stringify({ device: measured.device, answers: calibration.answers }, null, 2)}\n`,
    );
    return EXIT.fine;
  }
  const { styleFor } = await import('../report/layout.ts');
  const { calibrationText } = await import('../report/calibration-text.ts');
  const style = styleFor(wantsColor(process.stdout));
  process.stdout.write(calibrationText(calibration, measured.device, style));
  if (measured.isSoftware)
    process.stdout.write('\nThese times are of a software adapter: they describe no GPU.\n');
  return EXIT.fine;
}

async function fitPlan(profile: Profile, plan: readonly Step[], measured: Measured): Promise<Calibration> {
  const { calibrate } = await import('../calibrate/calibrate.ts');
  const { softwareCaps } = await import('../calibrate/plan.ts');
  const { parseLaunch } = await import('../launch/parse.ts');
  const { packageRoot } = await import('../profile/package-root.ts');
  const caps = measured.isSoftware ? softwareCaps : undefined;
  const bench = new Bench(path.join(packageRoot(), 'microbench'), parseLaunch, caps);
  const key = `${measured.device.toUpperCase().replace(/[^A-Z0-9]+/g, '-')}-${measured.date.slice(0, 10)}`;
  const progress = new Progress();
  const calibration = calibrate({
    profile,
    plan,
    open: (step, params) => bench.open(step, params),
    timed: measured.timed,
    source: (step) => `measured:${key} (${step.id})`,
    onStep: (step) => progress.show(`fitting ${step.id}`),
  });
  progress.clear();
  return calibration;
}

/** Beside its place first, so that an interruption leaves the old profile whole. */
function write(file: string, { profile }: Calibration, { isSoftware, device }: Measured): void {
  if (isSoftware) {
    throw new UsageError(
      `--output: ${device} is no GPU, and a profile of it would mislead; nothing was written`,
    );
  }
  if (!file.endsWith('.json')) throw new UsageError(`--output ${file}: a profile's name ends in .json`);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Profile) : profile;
  const { name, title } = known;
  writeFileSync(`${file}.part`, `${JSON.stringify({ ...profile, name, title }, null, 2)}\n`);
  renameSync(`${file}.part`, file);
}

export const calibrateCommand: CommandModule<object, CalibrateFlags> = {
  command: 'calibrate',
  describe: "Measure this machine's GPU and write a profile of it",
  builder: builder as never,
  handler: async (flags: ArgumentsCamelCase<CalibrateFlags>) => {
    process.exitCode = await runCalibrate(flags);
  },
};
