// `kernelcast predict LAUNCH...`: how long one dispatch of each kernel takes, or an app with all of its dispatches.

import type { Argv } from 'yargs';
import type { AppPrediction } from '../app/prediction.ts';
import type { Prediction } from '../predict/prediction.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import { EXIT, type ExitCode, exitCodeOf, worst } from './exit-codes.ts';
import {
  type AllowanceFlags,
  allowanceOf,
  behavioursOf,
  durationNs,
  type ModelFlags,
  paramsOf,
  profileOf,
  seedOf,
  withAllowanceFlags,
  withModelFlags,
} from './flags.ts';
import { choice, command, LAUNCHES_OR_APPS, text } from './options.ts';
import { FORCE, type Output, refuseUnwritable, writeOutput } from './output-file.ts';
import { failed, safely } from './per-launch.ts';
import { Progress, say, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface PredictFlags extends ModelFlags, AllowanceFlags {
  readonly launch: readonly string[];
  readonly format: 'table' | 'json' | 'jsonl';
  readonly maxTime?: string;
  readonly html?: string;
  readonly trace?: string;
  readonly force: boolean;
}

function builder(yargs: Argv): Argv<unknown> {
  return withAllowanceFlags(withModelFlags(yargs))
    .positional('launch', LAUNCHES_OR_APPS)
    .option('format', choice(['table', 'json', 'jsonl'], 'jsonl: one object per line; json: an array'))
    .option('max-time', text('Exit with 1 when a kernel takes longer, e.g. 20us'))
    .option('html', text('Of app files: write a page with the timeline; it needs nothing else'))
    .option('trace', text('Of app files: write the timeline for Perfetto or chrome://tracing'))
    .option('force', FORCE);
}

type Result = { readonly prediction?: Prediction | AppPrediction; readonly code: ExitCode };

function isApp(prediction: Prediction | AppPrediction): prediction is AppPrediction {
  return 'dispatches' in prediction;
}

async function print(
  predictions: readonly (Prediction | AppPrediction)[],
  format: PredictFlags['format'],
): Promise<void> {
  if (format === 'table' && predictions.length === 0) return;
  if (format === 'table') {
    const { styleFor } = await import('../report/layout.ts');
    const { predictionDetail, predictionTable } = await import('../report/prediction-text.ts');
    const { appText } = await import('../report/app-text.ts');
    const style = styleFor(wantsColor(process.stdout));
    const launches = predictions.flatMap((each) => (isApp(each) ? [] : [each]));
    const apps = predictions.flatMap((each) => (isApp(each) ? [each] : []));
    if (launches.length === 1) process.stdout.write(predictionDetail(launches[0], style));
    else if (launches.length > 1) process.stdout.write(predictionTable(launches, style));
    process.stdout.write(apps.map((app) => appText(app, style)).join('\n'));
    return;
  }
  process.stdout.write(format === 'json' ? jsonText(predictions) : predictions.map(jsonLine).join(''));
}

/** What `--html` and `--trace` ask for, refused where it is known by then. @throws UsageError */
function picturesOf(flags: PredictFlags, isAppFile: (file: string) => boolean): Pictures {
  const wanted = (['html', 'trace'] as const).flatMap((name) => {
    const file = flags[name];
    return file === undefined ? [] : [{ name, output: { flag: `--${name}`, file, force: flags.force } }];
  });
  for (const { name, output } of wanted) {
    if (!flags.launch.some(isAppFile))
      throw new UsageError(`--${name}: shows apps, and none is given; diagnose --${name} shows a launch`);
    refuseUnwritable(output, flags.launch);
  }
  return wanted;
}

type Pictures = readonly { readonly name: 'html' | 'trace'; readonly output: Output }[];

/** @param inputs all files that were read. @throws UsageError, DiagnosticError */
async function draw(
  pictures: Pictures,
  predictions: readonly (Prediction | AppPrediction)[],
  inputs: readonly string[],
): Promise<void> {
  const apps = predictions.filter(isApp);
  if (apps.length === 0) return;
  for (const { name, output } of pictures) {
    const { appHtml } = await import('../report/app-html.ts');
    const { appTrace } = await import('../report/app-trace.ts');
    writeOutput(output, (name === 'html' ? appHtml : appTrace)(apps), inputs);
  }
}

async function checkMaxTime(
  predictions: readonly (Prediction | AppPrediction)[],
  limitNs: number | undefined,
): Promise<ExitCode> {
  if (limitNs === undefined) return EXIT.fine;
  const slow = predictions.filter((prediction) => prediction.timeNs > limitNs);
  if (slow.length === 0) return EXIT.fine;
  const { formatTime } = await import('../report/units.ts');
  for (const { name, timeNs } of slow) {
    say(`too slow: ${name} takes ${formatTime(timeNs)}, --max-time is ${formatTime(limitNs)}`);
  }
  return EXIT.checkFailed;
}

/** Runs the command; the exit code is returned. */
export async function runPredict(flags: PredictFlags): Promise<number> {
  const params = paramsOf(flags.define);
  const without = behavioursOf(flags.without);
  const seed = seedOf(flags.seed);
  const limitNs = flags.maxTime === undefined ? undefined : durationNs('--max-time', flags.maxTime);
  const allowance = allowanceOf(flags);
  const profile = profileOf(flags);
  if (typeof profile === 'number') return profile;

  const { appFileOf, predictApp, withWarnings } = await import('./apps.ts');
  const isApp = (file: string) => appFileOf(file).value !== undefined;
  const pictures = picturesOf(flags, isApp);
  const { inputsOf } = await import('../app/app.ts');
  const { fileReader, loadKernel } = await import('./kernels.ts');
  const { predictLaunch } = await import('../predict/predict.ts');
  const { closeTint } = await import('../hardware/tint.ts');
  const { dialect, cache } = flags;
  const now = () => performance.now();
  const options = { profile, dialect, cache, without, seed, files: fileReader(), now, ...allowance };
  const progress = new Progress();
  const inputs = [...flags.launch];
  const predictOne = async (path: string): Promise<Result> => {
    const appFile = appFileOf(path);
    if (appFile.value === undefined && appFile.diagnostics.length > 0) return failed(appFile.diagnostics);
    if (appFile.value !== undefined) {
      const { value, diagnostics } = await predictApp(appFile.value, params, flags, options, progress);
      if (value === undefined) return failed(diagnostics);
      inputs.push(...inputsOf(value.app));
      return { prediction: value.prediction, code: exitCodeOf(diagnostics) };
    }
    const kernel = await loadKernel(path, params, flags);
    if (kernel.value === undefined) return failed(kernel.diagnostics);
    const { launch, source } = kernel.value;
    const outcome = predictLaunch(launch, source, options);
    const diagnostics = [...kernel.diagnostics, ...outcome.diagnostics];
    if (outcome.value === undefined) return failed(diagnostics);
    return { prediction: withWarnings(outcome.value, diagnostics), code: exitCodeOf(diagnostics) };
  };

  const results: Result[] = [];
  for (const [i, path] of flags.launch.entries()) {
    progress.show(`${i + 1} of ${flags.launch.length}: ${path}`);
    results.push(await safely(path, () => predictOne(path).finally(() => progress.clear())));
  }
  progress.clear();
  await closeTint();
  const predictions = results.flatMap((result) => result.prediction ?? []);
  await print(predictions, flags.format);
  await draw(pictures, predictions, inputs);
  return worst([...results.map((result) => result.code), await checkMaxTime(predictions, limitNs)]);
}

export const predictCommand = command(
  'predict <launch..>',
  'Predict how long one dispatch of each kernel takes, and what limits it',
  builder,
  runPredict,
);
