// The apps of `kernelcast measure`: predicted, measured or taken from a record, and both beside one another.

import type { AppOptions } from '../app/predict.ts';
import type { AppMeasurement, ComparedApp } from '../measure/app-measurement.ts';
import type { Profile } from '../profile/profile.ts';
import { openApp } from './apps.ts';
import { EXIT, type ExitCode, worst } from './exit-codes.ts';
import { paramsOf } from './flags.ts';
import { type GpuFlags, measuringNow, openGpu } from './gpu.ts';
import { failed, safely } from './per-launch.ts';
import { asNamed, Progress, say } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface AppFlags extends GpuFlags {
  readonly define: readonly string[];
  readonly allowRead: readonly string[];
  readonly verify: boolean;
  readonly record?: string;
  readonly from?: string;
}

/** Warp instructions that are executed only to know what an app must leave: some seconds at most. */
export const VERIFIED_WARP_INSTRUCTIONS = 2 ** 26;

type Result = { readonly compared?: ComparedApp; readonly code: ExitCode };

/** Measures the apps one after the other; problems are printed. */
export async function measureApps(
  paths: readonly string[],
  flags: AppFlags,
  profile: Profile,
): Promise<{ readonly apps: ComparedApp[]; readonly code: ExitCode }> {
  const { appendAppMeasurements, readAppMeasurements } = await import('../measure/record.ts');
  const { forecastApp } = await import('../app/predict.ts');
  const { summarize } = await import('../app/summary.ts');
  const { measureApp, timedSteps } = await import('../measure/app.ts');
  const { closeTint } = await import('../hardware/tint.ts');
  const { fileReader } = await import('./kernels.ts');
  const { record, from } = flags;
  // A file that cannot be appended to is better known before an hour of measuring.
  if (record !== undefined) readAppMeasurements(record);
  const recorded = from === undefined ? undefined : readAppMeasurements(from).measurements;
  const params = paramsOf(flags.define);
  const progress = new Progress();
  const gpu = openGpu(flags, (stage) => progress.show(stage));
  const measureOne = async (path: string): Promise<Result> => {
    const opened = await openApp(path, params, flags);
    if (opened.value === undefined) return failed(opened.diagnostics);
    const { app, sourceOf } = opened.value;
    const options: AppOptions = {
      profile,
      cache: 'warm',
      without: [],
      seed: 0,
      files: fileReader(),
      now: () => performance.now(),
      sourceOf,
      progress: (done, of) => progress.show(`${path}: ${done} of ${of} operations predicted`),
      furtherWarpInstructions: flags.verify && !recorded ? VERIFIED_WARP_INSTRUCTIONS : 0,
    };
    const { value: forecast, diagnostics } = forecastApp(app, options);
    if (!forecast) return failed(diagnostics);
    const outcome = recorded
      ? { value: recordOf(recorded, app.name, params, from!), diagnostics: [] }
      : await measureApp(gpu, app, forecast, {
          samples: flags.samples,
          verifies: flags.verify,
          params,
          subgroupSize: profile.limits.subgroupSize.value,
          otherRounding: () => forecastApp(app, { ...options, without: ['contraction'] }).value,
          ...measuringNow(),
        });
    progress.clear();
    if (!outcome.value) return failed(outcome.diagnostics);
    const measured = { ...outcome.value, app: asNamed(outcome.value.app) };
    if (record !== undefined && !recorded) appendAppMeasurements(record, [measured]);
    const { timeNs, dispatches, warnings } = summarize(
      app,
      { ...forecast, steps: timedSteps(forecast.steps) },
      profile,
      0,
    );
    for (const warning of warnings) say(`warning: ${path}: ${warning}`);
    const dispatchNs = dispatches.map((each) => each.timeNs);
    if (dispatchNs.length !== measured.dispatches.length)
      throw new UsageError(
        `${path}: has ${dispatchNs.length} dispatches, and ${measured.dispatches.length} were recorded`,
      );
    return {
      compared: { ...measured, predicted: { profile: profile.name, timeNs, dispatchNs } },
      code: measured.verification.mismatches > 0 ? EXIT.checkFailed : EXIT.fine,
    };
  };
  const results: Result[] = [];
  for (const path of paths) {
    progress.show(path);
    results.push(await safely(path, () => measureOne(path).finally(() => progress.clear())));
    // Without a GPU the other apps would only repeat it.
    if (results.at(-1)!.code === EXIT.noGpu && !gpu.isKnown) break;
  }
  gpu.close();
  await closeTint();
  return {
    apps: results.flatMap(({ compared }) => compared ?? []),
    code: worst(results.map(({ code }) => code)),
  };
}

/** The latest of the app with these params. @throws UsageError */
function recordOf(
  recorded: readonly AppMeasurement[],
  name: string,
  params: Readonly<Record<string, string>>,
  file: string,
): AppMeasurement {
  const text = (some: object) => JSON.stringify(Object.entries(some).sort());
  const found = recorded.findLast((each) => each.name === name && text(each.params ?? {}) === text(params));
  if (found) return found;
  const names = [...new Set(recorded.map((each) => each.name))].join(', ');
  throw new UsageError(`--from ${file}: no measurement of ${name} with these params; it has ${names}`);
}
