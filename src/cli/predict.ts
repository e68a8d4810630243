// `kernelcast predict LAUNCH...`: how long one dispatch of each kernel takes.

import type { Argv } from 'yargs';
import type { AppPrediction } from '../app/prediction.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
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
import { choice, command, LAUNCHES, text } from './options.ts';
import { failed, safely } from './per-launch.ts';
import { asNamed, oneLiners, Progress, say, wantsColor } from './terminal.ts';

interface PredictFlags extends ModelFlags, AllowanceFlags {
  readonly launch: readonly string[];
  readonly format: 'table' | 'json' | 'jsonl';
  readonly maxTime?: string;
}

function builder(yargs: Argv): Argv<unknown> {
  return withAllowanceFlags(withModelFlags(yargs))
    .positional('launch', LAUNCHES)
    .option('format', choice(['table', 'json', 'jsonl'], 'jsonl: one object per line; json: an array'))
    .option('max-time', text('Exit with 1 when a kernel takes longer, e.g. 20us'));
}

/** The warnings of loading become the prediction's own, so that every format shows them, with their places. */
function withWarnings<P extends Prediction | AppPrediction>(
  prediction: P,
  diagnostics: readonly Diagnostic[],
): P {
  const messages = new Set(diagnostics.map((diagnostic) => diagnostic.message));
  const placeless = prediction.warnings.filter((warning) => !messages.has(warning));
  return { ...prediction, warnings: [...new Set([...oneLiners(diagnostics), ...placeless])] };
}

/** The parts of an app's prediction that name files. */
function withFilesNamed({ dispatches, kernels, warnings }: AppPrediction) {
  const named = <T extends { readonly shader: string }>(each: T): T => ({
    ...each,
    shader: asNamed(each.shader),
  });
  return { dispatches: dispatches.map(named), kernels: kernels.map(named), warnings: warnings.map(asNamed) };
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

  const { appFileOf } = await import('./apps.ts');
  const { fileReader, loadKernel } = await import('./kernels.ts');
  const { predictLaunch } = await import('../predict/predict.ts');
  const { closeTint } = await import('../hardware/tint.ts');
  const { dialect, cache } = flags;
  const now = () => performance.now();
  const options = { profile, dialect, cache, without, seed, files: fileReader(), now, ...allowance };
  const progress = new Progress();
  const predictApp = async (path: string): Promise<Result> => {
    const { openApp } = await import('./apps.ts');
    const { forecastApp } = await import('../app/predict.ts');
    const { summarize } = await import('../app/summary.ts');
    const start = now();
    const opened = await openApp(path, params, flags);
    if (opened.value === undefined) return failed(opened.diagnostics);
    const { app, sourceOf } = opened.value;
    const show = (done: number, of: number) => progress.show(`${path}: ${done} of ${of} operations`);
    const outcome = forecastApp(app, { ...options, sourceOf, progress: show });
    const diagnostics = [...opened.diagnostics, ...outcome.diagnostics];
    if (outcome.value === undefined) return failed(diagnostics);
    const prediction = summarize(app, outcome.value, profile, (now() - start) / 1000);
    const named = { ...prediction, ...withFilesNamed(prediction) };
    return { prediction: withWarnings(named, diagnostics), code: exitCodeOf(diagnostics) };
  };
  const predictOne = async (path: string): Promise<Result> => {
    const appFile = appFileOf(path);
    if (appFile.value !== undefined) return predictApp(appFile.value);
    if (appFile.diagnostics.length > 0) return failed(appFile.diagnostics);
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
  return worst([...results.map((result) => result.code), await checkMaxTime(predictions, limitNs)]);
}

export const predictCommand = command(
  'predict <launch..>',
  'Predict how long one dispatch of each kernel takes, and what limits it',
  builder,
  runPredict,
);
