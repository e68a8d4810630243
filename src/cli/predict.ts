// `kernelcast predict LAUNCH...`: how long one dispatch of each kernel takes, or an app with all of its dispatches.

import type { Argv } from 'yargs';
import type { AppPrediction } from '../app/prediction.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { Prediction } from '../predict/prediction.ts';
import type { Kernel } from '../predict/shader.ts';
import { nothingShared, type SharedCompilation } from '../predict/traced-launch.ts';
import { DEFAULT_PROFILE } from '../profile/default-profile.ts';
import { loadProfile } from '../profile/load.ts';
import type { Profile } from '../profile/profile.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import { chosenProfile, representatives } from './default-device.ts';
import { EXIT, type ExitCode, exitCodeOf, worst } from './exit-codes.ts';
import {
  type AllowanceFlags,
  allowanceOf,
  behavioursOf,
  durationNs,
  type ModelFlags,
  paramsOf,
  seedOf,
  withAllowanceFlags,
  withModelFlags,
} from './flags.ts';
import { choice, command, LAUNCHES_OR_APPS, text } from './options.ts';
import { FORCE, type Output, refuseUnwritable, writeOutput } from './output-file.ts';
import { failed, safely } from './per-launch.ts';
import { profilesOf, profilesOrNone } from './profile-list.ts';
import { Progress, say, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface PredictFlags extends Omit<ModelFlags, 'profile'>, AllowanceFlags {
  readonly launch: readonly string[];
  readonly profile: readonly string[];
  readonly format: 'table' | 'json' | 'jsonl';
  readonly maxTime?: string;
  readonly html?: string;
  readonly trace?: string;
  readonly force: boolean;
}

function builder(yargs: Argv): Argv<unknown> {
  return withAllowanceFlags(withModelFlags(yargs))
    .positional('launch', LAUNCHES_OR_APPS)
    .option('profile', profilesOrNone('without it a text shows a device of each kind'))
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
  profile: Profile | undefined,
): Promise<void> {
  if (format === 'table' && predictions.length === 0) return;
  if (format === 'table') {
    const { styleFor } = await import('../report/layout.ts');
    const { predictionDetail, predictionTable } = await import('../report/prediction-text.ts');
    const { appText } = await import('../report/app-text.ts');
    const style = styleFor(wantsColor(process.stdout));
    const launches = predictions.flatMap((each) => (isApp(each) ? [] : [each]));
    const apps = predictions.flatMap((each) => (isApp(each) ? [each] : []));
    if (launches.length > 0) {
      const { vendorWords } = await import('../report/vendor-words.ts');
      const text =
        launches.length === 1 ? predictionDetail(launches[0], style) : predictionTable(launches, style);
      process.stdout.write(text + vendorWords(text, profile, style));
    }
    process.stdout.write(apps.map((app) => appText(app, style)).join('\n'));
    return;
  }
  process.stdout.write(format === 'json' ? jsonText(predictions) : predictions.map(jsonLine).join(''));
}

/** Each launch or app on its devices. */
async function printDevices(
  made: readonly (readonly (Prediction | AppPrediction)[])[],
  profiles: readonly Profile[],
): Promise<void> {
  const { styleFor } = await import('../report/layout.ts');
  const { devicesText } = await import('../report/devices-text.ts');
  const style = styleFor(wantsColor(process.stdout));
  process.stdout.write(made.map((each) => devicesText(each, profiles, style)).join('\n'));
}

/** Launches on a device of each kind beside each other; apps by themselves. */
async function printEachKind(
  made: readonly (readonly (Prediction | AppPrediction)[])[],
  profiles: readonly Profile[],
): Promise<void> {
  const { styleFor } = await import('../report/layout.ts');
  const { kindsText } = await import('../report/kinds-text.ts');
  const launches = made.map((each) => each.flatMap((one) => (isApp(one) ? [] : [one])));
  const style = styleFor(wantsColor(process.stdout));
  process.stdout.write(
    kindsText(
      launches.filter((each) => each.length > 0),
      profiles,
      style,
    ),
  );
  await print(made.flat().filter(isApp), 'table', undefined);
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
  const isOne = new Set(predictions.map(({ profile }) => profile)).size === 1;
  for (const { name, profile, timeNs } of slow) {
    say(
      `too slow: ${isOne ? name : `${name} on ${profile}`} takes ${formatTime(timeNs)}, --max-time is ${formatTime(limitNs)}`,
    );
  }
  return EXIT.checkFailed;
}

/**
 * What `--profile` stands for: a device of each kind that people have where a text is asked for and no device, else the
 * one of all commands. What changes, checks or draws a prediction means one device.
 */
function devicesOf(flags: PredictFlags): {
  readonly profile: readonly string[];
  readonly isOfEachKind: boolean;
} {
  const chosen = chosenProfile();
  if (flags.profile.length > 0) return { profile: flags.profile, isOfEachKind: false };
  if (chosen !== undefined) return { profile: [chosen], isOfEachKind: false };
  const isPlain =
    flags.format === 'table' &&
    flags.set.length === 0 &&
    [flags.maxTime, flags.html, flags.trace].every((each) => each === undefined);
  return isPlain
    ? { profile: representatives(), isOfEachKind: true }
    : { profile: [DEFAULT_PROFILE], isOfEachKind: false };
}

/** Runs the command; the exit code is returned. */
export async function runPredict(flags: PredictFlags): Promise<number> {
  const params = paramsOf(flags.define);
  const without = behavioursOf(flags.without);
  const seed = seedOf(flags.seed);
  const limitNs = flags.maxTime === undefined ? undefined : durationNs('--max-time', flags.maxTime);
  const allowance = allowanceOf(flags);
  const { isOfEachKind, profile } = devicesOf(flags);
  const profiles = profilesOf({ profile, set: flags.set });
  if (typeof profiles === 'number') return profiles;

  const { appFileOf, predictApp, withWarnings } = await import('./apps.ts');
  const isApp = (file: string) => appFileOf(file).value !== undefined;
  const pictures = picturesOf(flags, isApp);
  const { inputsOf } = await import('../app/app.ts');
  const { fileReader, loadKernel } = await import('./kernels.ts');
  const { predictLaunch } = await import('../predict/predict.ts');
  const { closeTint } = await import('../hardware/tint.ts');
  const { dialect, cache } = flags;
  const now = () => performance.now();
  const shared = { dialect, cache, without, seed, files: fileReader(), now, ...allowance };
  const progress = new Progress();
  const inputs = [...flags.launch];
  const kernels = new Map<string, Outcome<Kernel>>();
  const predictOne = async (
    path: string,
    profile: Profile,
    compilation: SharedCompilation,
  ): Promise<Result> => {
    const appFile = appFileOf(path);
    if (appFile.value === undefined && appFile.diagnostics.length > 0) return failed(appFile.diagnostics);
    if (appFile.value !== undefined) {
      const options = { profile, ...shared };
      const { value, diagnostics } = await predictApp(appFile.value, params, flags, options, progress);
      if (value === undefined) return failed(diagnostics);
      inputs.push(...inputsOf(value.app));
      return { prediction: value.prediction, code: exitCodeOf(diagnostics) };
    }
    const kernel = kernels.get(path) ?? (await loadKernel(path, params, flags));
    kernels.set(path, kernel);
    if (kernel.value === undefined) return failed(kernel.diagnostics);
    const { launch, source } = kernel.value;
    const outcome = predictLaunch(launch, source, { profile, ...shared }, compilation);
    const diagnostics = [...kernel.diagnostics, ...outcome.diagnostics];
    if (outcome.value === undefined) return failed(diagnostics);
    return { prediction: withWarnings(outcome.value, diagnostics), code: exitCodeOf(diagnostics) };
  };

  const made: (Prediction | AppPrediction)[][] = [];
  const codes: ExitCode[] = [];
  for (const [i, path] of flags.launch.entries()) {
    const predictions: (Prediction | AppPrediction)[] = [];
    const compilation = nothingShared();
    // An app's text is about one device.
    const isAlone = isOfEachKind && isApp(path);
    for (const profile of isAlone ? [loadProfile(DEFAULT_PROFILE).value!] : profiles) {
      progress.show(`${i + 1} of ${flags.launch.length}: ${path} on ${profile.name}`);
      const run = () => predictOne(path, profile, compilation).finally(() => progress.clear());
      const { prediction, code }: Result = await safely<Result>(path, run);
      codes.push(code);
      if (prediction) predictions.push(prediction);
      // What is wrong with a file is so on every device.
      if (code === EXIT.badInput || (isOfEachKind && code === EXIT.unsupported)) break;
    }
    if (predictions.length > 0) made.push(predictions);
  }
  progress.clear();
  await closeTint();
  const predictions = made.flat();
  if (isOfEachKind) await printEachKind(made, profiles);
  else if (profiles.length > 1 && flags.format === 'table') await printDevices(made, profiles);
  else await print(predictions, flags.format, profiles[0]);
  await draw(pictures, predictions, inputs);
  return worst([...codes, await checkMaxTime(predictions, limitNs)]);
}

export const predictCommand = command(
  'predict <launch..>',
  'Predict how long one dispatch of each kernel takes, and what limits it',
  builder,
  runPredict,
);
