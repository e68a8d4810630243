// `kernelcast measure LAUNCH...`: how long each kernel takes on the GPU of this machine, and whether its output
// is right.

import type { Argv } from 'yargs';
import type { Measurement } from '../measure/measurement.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import { EXIT, type ExitCode, worst } from './exit-codes.ts';
import { paramsOf } from './flags.ts';
import { checkSamples, type GpuFlags, measuringNow, openGpu, withGpuFlags } from './gpu.ts';
import { ALLOW_READ, choice, command, DEFINE, LAUNCHES, text } from './options.ts';
import { failed, safely } from './per-launch.ts';
import { Progress, wantsColor } from './terminal.ts';

interface MeasureFlags extends GpuFlags {
  readonly launch: readonly string[];
  readonly define: readonly string[];
  readonly allowRead: readonly string[];
  readonly format: 'table' | 'json' | 'jsonl';
  readonly verify: boolean;
  readonly record?: string;
}

function builder(yargs: Argv): Argv<unknown> {
  return withGpuFlags(yargs, { samples: 15 })
    .positional('launch', LAUNCHES)
    .option('define', DEFINE)
    .option('allow-read', ALLOW_READ)
    .option('format', choice(['table', 'json', 'jsonl'], 'jsonl: one object per line; json: an array'))
    .option('verify', {
      type: 'boolean',
      default: true,
      describe: 'Compare the output with kernelcast’s own execution; --no-verify to skip',
    })
    .option('record', text('Append the measurements with all samples to this JSON file'));
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
  const gpu = openGpu(request, (stage) => progress.show(`${current}: ${stage}`));
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
    if (results.at(-1)!.code === EXIT.noGpu && !gpu.isKnown) break;
  }
  progress.clear();
  gpu.close();
  await closeTint();
  return {
    measurements: results.flatMap((result) => result.measurement ?? []),
    code: worst(results.map((result) => result.code)),
  };
}

/** Runs the command; the exit code is returned. */
async function runMeasure(flags: MeasureFlags): Promise<ExitCode> {
  checkSamples(flags.samples);
  const { appendMeasurements, readMeasurements } = await import('../measure/record.ts');
  const { record } = flags;
  // A file that cannot be appended to is better known before an hour of measuring.
  if (record !== undefined) readMeasurements(record);
  const { measurements, code } = await measureAll({
    ...flags,
    ...(record === undefined
      ? {}
      : { onMeasured: (each: Measurement) => appendMeasurements(record, [each]) }),
    progress: new Progress(),
  });
  await print(measurements, flags.format);
  return code;
}

async function print(measurements: readonly Measurement[], format: MeasureFlags['format']): Promise<void> {
  if (format === 'jsonl') {
    for (const each of measurements) process.stdout.write(jsonLine(each));
  } else if (format === 'json') {
    process.stdout.write(jsonText(measurements));
  } else if (measurements.length > 0) {
    const { styleFor } = await import('../report/layout.ts');
    const { measurementDetail, measurementTable } = await import('../report/measurement-text.ts');
    const style = styleFor(wantsColor(process.stdout));
    const [first, ...others] = measurements;
    process.stdout.write(
      others.length === 0 ? measurementDetail(first, style) : measurementTable(measurements, style),
    );
  }
}

export const measureCommand = command(
  'measure <launch..>',
  "Run kernels on this machine's GPU: their time, and whether their output is right",
  builder,
  runMeasure,
);
