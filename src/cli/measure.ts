// `kernelcast measure FILE...`: how long each kernel or app takes on the GPU of this machine, and whether its output
// is right.

import type { Argv } from 'yargs';
import type { LaunchGpu } from '../hardware/gpu.ts';
import type { ComparedApp } from '../measure/app-measurement.ts';
import type { Measurement } from '../measure/measurement.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import { orCaptures } from './captures.ts';
import { EXIT, type ExitCode, worst } from './exit-codes.ts';
import { type ProfileFlags, paramsOf, profileOf, withProfileFlags } from './flags.ts';
import { checkSamples, type GpuFlags, measuringNow, openGpu, withGpuFlags } from './gpu.ts';
import { ALLOW_READ, choice, command, DEFINE, LAUNCHES_OR_APPS, text } from './options.ts';
import { failed, safely } from './per-launch.ts';
import { Progress, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface MeasureFlags extends GpuFlags, ProfileFlags {
  readonly launch: readonly string[];
  readonly define: readonly string[];
  readonly allowRead: readonly string[];
  readonly format: 'table' | 'json' | 'jsonl';
  readonly verify: boolean;
  readonly record?: string;
  readonly from?: string;
}

function builder(yargs: Argv): Argv<unknown> {
  return withProfileFlags(withGpuFlags(yargs, { samples: 15 }))
    .positional('launch', LAUNCHES_OR_APPS)
    .option('define', DEFINE)
    .option('allow-read', ALLOW_READ)
    .option('format', choice(['table', 'json', 'jsonl'], 'jsonl: one object per line; json: an array'))
    .option('verify', {
      type: 'boolean',
      default: true,
      describe: 'Compare the output with kernelcast’s own execution; --no-verify to skip',
    })
    .option('record', {
      ...text('Append the measurements with all samples to this JSON file'),
      alias: 'output',
    })
    .option('from', text('Compare apps with what was recorded in this file instead of measuring'));
}

type Result = { readonly measurement?: Measurement; readonly code: ExitCode };

/** What to measure, and how. */
export interface MeasureRequest extends GpuFlags {
  readonly launch: readonly string[];
  readonly define: readonly string[];
  readonly allowRead: readonly string[];
  readonly verify: boolean;
  /** Called with each measurement as soon as it is there. */
  readonly onMeasured?: (measurement: Measurement) => void;
  readonly progress: Progress;
  /** In the place of the GPU of this machine; it is closed. */
  readonly gpu?: LaunchGpu & { close(): void };
}

/** Measures the launches one after the other; problems are printed. */
export async function measureAll(
  request: MeasureRequest,
): Promise<{ readonly measurements: Measurement[]; readonly code: ExitCode }> {
  const { progress } = request;
  const params = paramsOf(request.define);
  const { fileReader, loadKernel } = await import('./kernels.ts');
  const { closeTint } = await import('../hardware/tint.ts');
  const { measureLaunch } = await import('../measure/measure.ts');
  let current = '';
  const own = request.gpu ? undefined : openGpu(request, (stage) => progress.show(`${current}: ${stage}`));
  const gpu = request.gpu ?? own!;
  const measureOne = async (path: string): Promise<Result> => {
    const kernel = await loadKernel(path, params, request);
    if (kernel.value === undefined) return failed(kernel.diagnostics);
    const outcome = await measureLaunch(gpu, kernel.value.launch, kernel.value.source, {
      samples: request.samples,
      verifies: request.verify,
      params,
      files: fileReader(),
      ...measuringNow(),
    });
    progress.clear();
    if (outcome.value === undefined) return failed(outcome.diagnostics);
    request.onMeasured?.(outcome.value);
    const isWrong = outcome.value.verification.mismatches > 0;
    return { measurement: outcome.value, code: isWrong ? EXIT.checkFailed : EXIT.fine };
  };

  const results: Result[] = [];
  for (const [i, path] of request.launch.entries()) {
    current = `${i + 1} of ${request.launch.length}: ${path}`;
    progress.show(current);
    results.push(await safely(path, () => measureOne(path).finally(() => progress.clear())));
    // Without a GPU the other launches would only repeat it.
    if (results.at(-1)!.code === EXIT.noGpu && own?.isKnown === false) break;
  }
  progress.clear();
  gpu.close();
  await closeTint();
  return {
    measurements: results.flatMap((result) => result.measurement ?? []),
    code: worst(results.map((result) => result.code)),
  };
}

/** Measures launches, and appends each to the record as soon as it is there. */
async function measureLaunches(flags: MeasureFlags): Promise<Awaited<ReturnType<typeof measureAll>>> {
  if (flags.launch.length === 0) return { measurements: [], code: EXIT.fine };
  const { appendMeasurements, readMeasurements } = await import('../measure/record.ts');
  const { record } = flags;
  // A file that cannot be appended to is better known before an hour of measuring.
  if (record !== undefined) readMeasurements(record);
  return await measureAll({
    ...flags,
    ...(record === undefined
      ? {}
      : { onMeasured: (each: Measurement) => appendMeasurements(record, [each]) }),
    progress: new Progress(),
  });
}

/** Runs the command; the exit code is returned. */
async function runMeasure(flags: MeasureFlags): Promise<number> {
  checkSamples(flags.samples);
  const { isAppFile } = await import('../app/load.ts');
  const apps = flags.launch.filter(isAppFile);
  const launch = flags.launch.filter((path) => !apps.includes(path));
  if (launch.length > 0 && flags.from !== undefined)
    throw new UsageError(`--from: apps are compared with records; ${launch[0]} is a launch, see validate`);
  if (launch.length > 0 && apps.length > 0 && flags.record !== undefined)
    throw new UsageError(
      '--record: launches and apps have files of their own; measure them one after the other',
    );
  const profile = apps.length > 0 ? profileOf(flags) : undefined;
  if (typeof profile === 'number') return profile;
  const launches = await measureLaunches({ ...flags, launch });
  const { measureApps } = await import('./measure-app.ts');
  const compared = profile ? await measureApps(apps, flags, profile) : { apps: [], code: EXIT.fine };
  await print(launches.measurements, compared.apps, flags.format);
  return worst([launches.code, compared.code]);
}

async function print(
  measurements: readonly Measurement[],
  apps: readonly ComparedApp[],
  format: MeasureFlags['format'],
): Promise<void> {
  if (format === 'jsonl') {
    for (const each of [...measurements, ...apps]) process.stdout.write(jsonLine(each));
  } else if (format === 'json') {
    process.stdout.write(jsonText([...measurements, ...apps]));
  } else if (measurements.length + apps.length > 0) {
    const { styleFor } = await import('../report/layout.ts');
    const { measurementDetail, measurementTable } = await import('../report/measurement-text.ts');
    const { comparedAppText } = await import('../report/measured-app-text.ts');
    const style = styleFor(wantsColor(process.stdout));
    const [first, ...others] = measurements;
    const parts = apps.map((app) => comparedAppText(app, style));
    if (first)
      parts.unshift(
        others.length === 0 ? measurementDetail(first, style) : measurementTable(measurements, style),
      );
    process.stdout.write(parts.join('\n'));
  }
}

export const measureCommand = command(
  'measure <launch..>',
  "Run kernels and apps on this machine's GPU: their time, and whether their output is right",
  builder,
  orCaptures(runMeasure),
);
