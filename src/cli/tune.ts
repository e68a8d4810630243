// `kernelcast tune FILE`: the fastest configuration of a kernel, or of the kernels of an app, tried on the GPU of this
// machine (or by the model, or from a recording), with every trial kept.

import type { ModelOptions } from '../configure/evaluate.ts';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { Imported } from '../tune/recorded-file.ts';
import { orCaptures } from './captures.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { behavioursOf, paramsOf, profileOf, seedOf } from './flags.ts';
import { checkSamples } from './gpu.ts';
import { command } from './options.ts';
import { Progress, printDiagnostics } from './terminal.ts';
import type { TuneContext, TuneSettings } from './tune-context.ts';
import { checkEvaluator } from './tune-evaluator.ts';
import {
  batchOf,
  budgetOf,
  modelBudgetOf,
  objectiveOf,
  refuseForApps,
  refuseForFarms,
  type TuneFlags,
  techniquesOf,
  withOneProfile,
  withTuneFlags,
} from './tune-flags.ts';
import { printReport, writeWinner } from './tune-output.ts';
import { runTuning } from './tune-run.ts';

/** Runs the command; the exit code is returned. */
export async function runTune(given: TuneFlags): Promise<number> {
  const flags = withOneProfile(given);
  if (flags.technique.includes('list')) return await listTechniques();
  const params = paramsOf(flags.define);
  const seed = seedOf(flags.seed);
  checkSamples(flags.samples);
  checkEvaluator(flags);
  refuseForFarms(flags);
  batchOf(flags);
  const [budget, modelBudget] = [budgetOf(flags), modelBudgetOf(flags)];
  const techniques = await techniquesOf(flags);
  const { isAppFile } = await import('../app/load.ts');
  const isApp = isAppFile(flags.launch);
  if (isApp) refuseForApps(flags);
  const profile = profileOf(flags);
  if (typeof profile === 'number') return profile;
  const { fileReader } = await import('./kernels.ts');
  const { importFiles, refuseOutputs } = await import('./tune-files.ts');
  refuseOutputs(flags, isApp);
  const imported = await importFiles(flags.import);
  if (flags.database !== false) await refuseDatabase(flags.database);
  const { limitsOf } = await import('../configure/needs.ts');
  const limits = limitsOf(flags.limits, profile);
  const { dialect, cache } = flags;
  const without = behavioursOf(flags.without);
  const now = () => performance.now();
  const model: ModelOptions = { profile, dialect, cache, without, seed, files: fileReader(), now };
  const interruption = onInterrupt();
  const progress = new Progress();
  const request: TuneSettings['request'] = {
    model,
    budget,
    seed,
    ...(techniques ? { techniques } : {}),
    modelBudget,
    ...(imported.recorded ? { imported: imported.recorded } : {}),
    wantsResume: flags.resume,
    isInterrupted: interruption.isInterrupted,
    onStage: (text) => progress.show(text),
  };
  const settings: TuneSettings = { flags, params, limits, progress, request };
  try {
    return await withGpuProblems(flags, progress, async () => {
      if (!isApp) return await tuneLaunch(settings, imported);
      const { tuneApp } = await import('./tune-app.ts');
      return await tuneApp(settings, imported);
    });
  } finally {
    interruption.end();
    const { closeTint } = await import('../hardware/tint.ts');
    await closeTint();
  }
}

async function tuneLaunch(settings: TuneSettings, { space: given, records }: Imported): Promise<number> {
  const { flags, params, limits, progress } = settings;
  const { openTunable } = await import('../configure/open.ts');
  const { validate } = await import('./search.ts');
  const { value: tunable, diagnostics } = openTunable(flags.launch, params, given, limits, flags);
  const problems = [...diagnostics, ...(tunable ? await validate(tunable) : [])];
  printDiagnostics(problems);
  if (tunable === undefined || exitCodeOf(problems) !== EXIT.fine) return exitCodeOf(problems);
  const objective = await objectiveOf(flags, tunable);
  const { progressText } = await import('../report/tuning-text.ts');
  const { openStore } = await import('./tune-store.ts');
  const { openTuneFarm, sharedTrials, sourceOf, tuneDevices } = await import('./tune-farm.ts');
  const farm = await openTuneFarm(flags, false);
  const source = await sourceOf(flags, settings.request.model, farm);
  try {
    const opened = await openStore(flags, source.kind, records);
    const request: TuneContext['request'] = {
      ...settings.request,
      ...opened,
      ...(await sharedTrials(farm, opened.store)),
      objective,
      onProgress: (state) => progress.show(progressText(state, tunable.space, objective)),
    };
    const context = { flags, params, given, limits, tunable, source, progress, request };
    if (farm && farm.targets.length > 1) return await tuneDevices(context, farm);
    if (flags.saturation === undefined) return await tuneOnce(context);
    const { tuneAtSaturation } = await import('./tune-saturation.ts');
    return await tuneAtSaturation(context, flags.saturation);
  } finally {
    source.close();
  }
}

/** Before anything takes long. @throws DiagnosticError, UsageError */
async function refuseDatabase(file: string): Promise<void> {
  const { placeOf } = await import('../tune/trials/place.ts');
  const { refuseUnwritable } = await import('./output-file.ts');
  const { value, diagnostics } = placeOf(file);
  if (!value) throw new DiagnosticError(diagnostics);
  // What is there was found to be a log, which is only added to.
  refuseUnwritable({ flag: '--database', file: value.log, force: true });
}

async function tuneOnce(context: TuneContext): Promise<number> {
  const { flags, params, tunable, source, progress, request } = context;
  const evaluator = await source.open(tunable);
  const { report, tuner } = await runTuning({ ...request, tunable, evaluator });
  progress.clear();
  if (flags.export !== undefined) {
    const { exportTrials } = await import('./tune-files.ts');
    exportTrials(flags.export, context, report, tuner);
  }
  const written = await writeWinner(flags, tunable, report, params);
  await printReport({ ...report, written }, flags.format);
  return EXIT.fine;
}

/** What goes wrong with the GPU itself ends the command, and says how to go on. */
export async function withGpuProblems(
  flags: Pick<TuneFlags, 'launch'>,
  progress: Progress,
  run: () => Promise<number>,
): Promise<number> {
  const { GpuError } = await import('../hardware/gpu-error.ts');
  const { gpuProblem } = await import('../measure/gpu-problem.ts');
  try {
    return await run();
  } catch (error) {
    progress.clear();
    if (!(error instanceof GpuError)) throw error;
    const problem = gpuProblem(flags.launch, error.reason, error.message);
    const isAbsent = error.reason === 'no-adapter' || error.reason === 'no-timestamps';
    const advice = isAbsent
      ? '--evaluator model needs no GPU'
      : 'what was tried is kept; --resume goes on from there';
    const diagnostic: Diagnostic = { ...problem, notes: [...(problem.notes ?? []), advice] };
    printDiagnostics([diagnostic]);
    return exitCodeOf([diagnostic]);
  } finally {
    progress.clear();
  }
}

/** What people and what schedulers and containers end a process with, and the exit codes that shells know. */
const INTERRUPTIONS = { SIGINT: 130, SIGTERM: 143 } as const;

/** The first interruption ends the run in good order; the second one ends the process. */
function onInterrupt(): { isInterrupted: () => boolean; end: () => void } {
  let isInterrupted = false;
  const interrupt = (signal: NodeJS.Signals) => {
    if (isInterrupted) process.exit(INTERRUPTIONS[signal as keyof typeof INTERRUPTIONS]);
    isInterrupted = true;
  };
  const signals = Object.keys(INTERRUPTIONS) as NodeJS.Signals[];
  for (const signal of signals) process.on(signal, interrupt);
  const end = () => {
    for (const signal of signals) process.off(signal, interrupt);
  };
  return { isInterrupted: () => isInterrupted, end };
}

async function listTechniques(): Promise<number> {
  const { DEFAULT_TECHNIQUES, TECHNIQUE_NAMES } = await import('../tune/techniques/index.ts');
  const isDefault = (name: string) =>
    DEFAULT_TECHNIQUES.some((each) => each.name === name) ? ' (by default)' : '';
  process.stdout.write(TECHNIQUE_NAMES.map((name) => `${name}${isDefault(name)}\n`).join(''));
  return EXIT.fine;
}

export const tuneCommand = command(
  'tune <launch>',
  'Find the fastest configuration of a kernel or of the kernels of an app by trying them on the GPU',
  withTuneFlags,
  orCaptures(runTune),
);
