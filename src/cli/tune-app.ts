// `kernelcast tune APP`: the kernels of an app that matter, tuned by turns, with the trials where they gain the whole the
// most. What is found is then tried on all dispatches, and on a GPU the whole app is run with it.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { exchangeKernels } from '../app/exchange.ts';
import { unexecutedContents } from '../app/unexecuted.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { AppMeasurement } from '../measure/app-measurement.ts';
import type { AppTuningEnd, AppTuningReport, TunedKernelReport } from '../report/app-tuning-text.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import { tuningDocument } from '../report/tuning-json.ts';
import { progressText } from '../report/tuning-text.ts';
import { divide } from '../search/divide.ts';
import { TIME } from '../tune/objective.ts';
import type { Imported } from '../tune/recorded-file.ts';
import { changedBy, changesOf, openKernels } from './app-kernels.ts';
import { type PredictedApp, predictApp } from './apps.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts';
import { measuringNow, openGpu } from './gpu.ts';
import { VERIFIED_WARP_INSTRUCTIONS } from './measure-app.ts';
import { failed } from './per-launch.ts';
import { validateWinner } from './search.ts';
import { printDiagnostics, wantsColor } from './terminal.ts';
import { KernelTuning, type TunedKernel, type TunedWinner } from './tune-app-kernel.ts';
import type { TuneSettings } from './tune-context.ts';
import type { EvaluatorSource } from './tune-evaluator.ts';
import { openTuneFarm, sharedTrials, sourceOf } from './tune-farm.ts';
import { exportTrials } from './tune-files.ts';
import { openStore } from './tune-store.ts';
import { UsageError } from './usage-error.ts';
import { fileNameOf, writeApp } from './write-app.ts';

/** Returns the exit code. @throws UsageError, DiagnosticError, GpuError */
export async function tuneApp(settings: TuneSettings, imported: Imported): Promise<ExitCode> {
  const { flags, params, limits, progress, request } = settings;
  if (imported.recorded ?? imported.space)
    throw new UsageError(
      `--import: ${flags.launch} is an app, and ${imported.space ? 'a space is' : 'trials of other tuners are'} of one kernel; give a database of kernelcast`,
    );
  const options = {
    ...request.model,
    cache: flags.cache,
    furtherWarpInstructions: VERIFIED_WARP_INSTRUCTIONS,
  };
  const { value, diagnostics } = await predictApp(flags.launch, params, flags, options, progress);
  if (!value) return failed(diagnostics).code;
  const { kernels, leftOut } = openKernels(value, limits);
  const farm = await openTuneFarm(flags, true);
  const source = await sourceOf(flags, request.model, farm);
  try {
    const { store, notes } = await openStore(flags, source.kind, imported.records);
    const shared = await sharedTrials(farm, store);
    const spent = () => tunings.reduce((all, { seconds }) => all + seconds, 0);
    const secondsLeft = () => request.budget.seconds && Math.max(0, request.budget.seconds - spent());
    const tunings: KernelTuning[] = kernels.map((kernel) => {
      const { pipeline } = kernel.work;
      const show = (text: string) => progress.show(`${pipeline}: ${text}`);
      const { space } = kernel.tunable;
      const own = {
        ...request,
        ...shared,
        objective: TIME,
        store,
        onStage: show,
        onProgress: (state: Parameters<typeof progressText>[0]) =>
          show(progressText({ ...state, secondsLeft: secondsLeft() }, space, TIME)),
      };
      return new KernelTuning(kernel, { app: value.prediction, source, request: own, secondsLeft });
    });
    const isOver = () =>
      request.isInterrupted() || secondsLeft() === 0 || tunings.some(({ end }) => end === 'store');
    await divide(tunings, { budget: request.budget.trials ?? Number.POSITIVE_INFINITY, isTimeUp: isOver });
    const tuned = new Map<KernelTuning, TunedKernel>();
    for (const tuning of tunings) {
      const found = await tuning.finish();
      if (found) tuned.set(tuning, found);
    }
    const winners = [...tuned.values()].flatMap(({ winner }) => winner ?? []);
    for (const { instance } of winners) {
      const wrong = await validateWinner(instance);
      printDiagnostics(wrong);
      if (exitCodeOf(wrong) !== EXIT.fine) return EXIT.internal;
    }
    const whole = await wholeOf(value, winners, source, settings);
    progress.clear();
    const report: AppTuningReport = {
      ...headOf(value, source, tuned),
      ...whole.times,
      trials: tunings.reduce((all, each) => all + each.spent, 0),
      seconds: spent(),
      end: endOf(settings, tunings, secondsLeft() === 0),
      kernels: [...tuned].map(([tuning, found]) => reportOf(tuning, found)),
      notTuned: [...tunings.flatMap((each) => notTuned(each, tuned.has(each))), ...leftOut],
      notes: [
        ...notes,
        ...(value.app.tunables ? [PARAMS_STAY] : []),
        ...lackingOf(value, [...tuned.keys()]),
        ...whole.notes,
        ...new Set(tunings.flatMap(({ rescued }) => rescued)),
      ],
    };
    if (flags.export !== undefined) exportAll(flags.export, settings, tuned);
    const isRight = (report.verification?.mismatches ?? 0) === 0;
    const isFaster = report.gain > 1;
    const written = isRight && isFaster ? writtenOf(value, winners, settings) : {};
    await print({ ...report, ...written }, flags.format);
    return isRight ? exitCodeOf(diagnostics) : EXIT.checkFailed;
  } finally {
    progress.clear();
    source.close();
  }
}

const PARAMS_STAY =
  "the app's own tunables stay as they are: search varies them, tune what its kernels allow";

/** What is known before the whole is timed. */
function headOf(
  { prediction }: PredictedApp,
  source: EvaluatorSource,
  tuned: ReadonlyMap<KernelTuning, TunedKernel>,
) {
  const { name, profile, warnings } = prediction;
  const [first] = tuned.values();
  const limits = [...tuned.values()].flatMap(({ winner, report }) => (winner ? [report.requiredLimits] : []));
  return {
    schema: 'kernelcast/app-tune@1' as const,
    name,
    device: first?.report.device ?? profile,
    isPredicted: source.kind === 'model',
    profile,
    requiredLimits: mostOf(limits),
    warnings,
  };
}

/** Of each limit the most that one asks for. */
function mostOf(limits: readonly AppTuningReport['requiredLimits'][]): AppTuningReport['requiredLimits'] {
  const most = new Map<string, number>();
  for (const each of limits)
    for (const [name, value] of Object.entries(each)) most.set(name, Math.max(value, most.get(name) ?? 0));
  return Object.fromEntries(most);
}

interface Whole {
  readonly times: Pick<AppTuningReport, 'timed' | 'timeNs' | 'changedNs' | 'gain' | 'verification'>;
  readonly notes: readonly string[];
}

/** The app as it is and with the winners: predicted, or run on the GPU. @throws GpuError */
async function wholeOf(
  value: PredictedApp,
  winners: readonly TunedWinner[],
  source: EvaluatorSource,
  settings: TuneSettings,
): Promise<Whole> {
  const savedNs = winners.reduce((all, each) => all + each.savedNs, 0);
  const timed = (kind: AppTuningReport['timed'], timeNs: number, changedNs: number) => {
    return { timed: kind, timeNs, changedNs, gain: timeNs / changedNs };
  };
  const { timeNs } = value.prediction;
  if (source.kind === 'model') return { times: timed('app', timeNs, timeNs - savedNs), notes: [] };
  settings.progress.show('running the whole app');
  const measured = await measuredOf(value, winners, settings);
  if (!Array.isArray(measured)) {
    const beforeNs = winners.reduce((all, { times, launches }) => all + times.beforeNs * launches.size, 0);
    const why = `the app was not run as a whole: ${measured.message}`;
    return { times: timed('kernels', beforeNs, beforeNs - savedNs), notes: [why] };
  }
  const [before, after] = measured;
  const { mismatches } = before.verification;
  const notes = mismatches > 0 ? ['the app as it is leaves something else than kernelcast computes'] : [];
  const times = timed('app', before.timeNs, after.timeNs);
  // What is wrong already is no fault of the winners.
  return mismatches > 0 ? { times, notes } : { times: { ...times, verification: after.verification }, notes };
}

/** The app as it is and with the winners, or what keeps it from being run. @throws GpuError */
async function measuredOf(
  { app, forecast }: PredictedApp,
  winners: readonly TunedWinner[],
  { flags, params, progress, request }: TuneSettings,
): Promise<[before: AppMeasurement, after: AppMeasurement] | Diagnostic> {
  if (flags.farm !== undefined) {
    const message = 'a farm runs kernels, not whole apps; tune on a machine with the GPU to have it run';
    return { severity: 'warning', code: 'tune/farm-app', message };
  }
  const { measureApp } = await import('../measure/app.ts');
  const gpu = openGpu(flags, (stage) => progress.show(`the whole app: ${stage}`));
  const exchanged = winners.flatMap(({ launches, instance: { source } }) =>
    [...launches].map(([at, launch]) => [at, { launch, source }] as const),
  );
  const measure = async (one: { readonly app: typeof app; readonly forecast: typeof forecast }) => {
    return await measureApp(gpu, one.app, one.forecast, {
      samples: flags.samples,
      verifies: true,
      params,
      subgroupSize: request.model.profile.limits.subgroupSize.value,
      otherRounding: () => undefined,
      ...measuringNow(),
    });
  };
  try {
    const before = await measure({ app, forecast });
    if (!before.value) return before.diagnostics[0];
    if (exchanged.length === 0) return [before.value, before.value];
    const after = await measure(exchangeKernels(app, forecast, new Map(exchanged)));
    return after.value ? [before.value, after.value] : after.diagnostics[0];
  } finally {
    gpu.close();
  }
}

function endOf({ request }: TuneSettings, tunings: readonly KernelTuning[], isTimeUp: boolean): AppTuningEnd {
  const ends = tunings.map(({ end }) => end);
  if (ends.includes('store')) return 'store';
  if (request.isInterrupted()) return 'interrupted';
  if (isTimeUp) return 'seconds';
  const spent = tunings.reduce((all, each) => all + each.spent, 0);
  return spent >= (request.budget.trials ?? Number.POSITIVE_INFINITY) ? 'trials' : 'settled';
}

function notTuned({ kernel, problem }: KernelTuning, isTuned: boolean): AppTuningReport['notTuned'] {
  if (isTuned) return [];
  const { pipeline, share } = kernel.work;
  return [{ pipeline, share, reason: problem ?? 'the budget was spent before its turn came' }];
}

/** Kernels that were tuned on other contents than the app has. */
function lackingOf({ forecast }: PredictedApp, tunings: readonly KernelTuning[]): string[] {
  return tunings.flatMap(({ kernel: { work } }) => {
    const { buffers, writers } = unexecutedContents(forecast, work.longest);
    if (buffers.length === 0) return [];
    const what = `${work.pipeline} was tuned without what ${writers.join(', ')} would leave in ${buffers.join(', ')}`;
    return [`${what}, which is too large to be executed: it found what was there before`];
  });
}

function reportOf({ kernel }: KernelTuning, { report, winner, notTaken }: TunedKernel): TunedKernelReport {
  const { pipeline, share, dispatches } = kernel.work;
  const { result, confirmation, notes } = report;
  const baseNs = winner?.times.beforeNs ?? confirmation.base.value;
  const timeNs = winner?.times.afterNs ?? baseNs;
  return {
    pipeline,
    share,
    dispatches: dispatches.length,
    configurations: report.points,
    trials: result.trials,
    best: winner ? changedBy(kernel, winner.configuration) : {},
    baseNs,
    timeNs,
    gain: baseNs / timeNs,
    savedNs: winner?.savedNs ?? 0,
    notTaken,
    notes,
    tuning: tuningDocument(report),
  };
}

function exportAll(
  folder: string,
  { flags }: TuneSettings,
  tuned: ReadonlyMap<KernelTuning, TunedKernel>,
): void {
  mkdirSync(folder, { recursive: true });
  for (const [at, [{ kernel }, { report, tuner }]] of [...tuned].entries()) {
    const file = path.join(folder, `${fileNameOf(kernel.work.pipeline, at)}.json`);
    exportTrials(file, { flags, tunable: kernel.tunable }, report, tuner);
  }
}

function writtenOf(
  { app }: PredictedApp,
  winners: readonly TunedWinner[],
  { flags: { output: folder, force }, params }: TuneSettings,
): Pick<AppTuningReport, 'written'> {
  if (folder === undefined || winners.length === 0) return {};
  return { written: writeApp({ folder, force }, app, changesOf(app, winners), params) };
}

async function print(report: AppTuningReport, format: TuneSettings['flags']['format']): Promise<void> {
  if (format !== 'table') {
    process.stdout.write((format === 'json' ? jsonText : jsonLine)(report));
    return;
  }
  const { styleFor } = await import('../report/layout.ts');
  const { appTuningText } = await import('../report/app-tuning-text.ts');
  process.stdout.write(appTuningText(report, styleFor(wantsColor(process.stdout))));
}
