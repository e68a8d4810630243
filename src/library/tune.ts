// Tuning as a function: what `kernelcast tune` does with one launch file, its result as an object.

import { fileReader } from '../cli/kernels.ts';
import { type EvaluatorFlags, openEvaluators } from '../cli/tune-evaluator.ts';
import { runTuning } from '../cli/tune-run.ts';
import { openTunable } from '../configure/open.ts';
import type { Instance } from '../configure/tunable.ts';
import { type Diagnostic, DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { validateWgsl } from '../hardware/tint.ts';
import type { ReadOptions } from '../launch/load.ts';
import type { TuningReport } from '../report/tuning-text.ts';
import { TIME } from '../tune/objective.ts';
import type { Budget } from '../tune/progress.ts';
import { TrialStore } from '../tune/trials/store.ts';
import type { GpuSettings } from './measure.ts';
import { optionsOf, type Settings } from './settings.ts';

/** How a kernel is tuned; whatever is left out is as `kernelcast tune` has it. */
export interface TuneSettings extends Omit<Settings, 'files' | 'timeoutMs'>, GpuSettings, ReadOptions {
  /** Who gives the times; the GPU when left out. */
  readonly evaluator?: 'hardware' | 'model' | `replay:${string}`;
  /** When to end; when no gain is likely any more, if left out. */
  readonly budget?: Budget;
  /** Params of the launch file that are overridden. */
  readonly params?: Readonly<Record<string, string>>;
  /** Timed dispatches of each trial; 7 when left out. */
  readonly samples?: number;
  /** Kernels that the model looks at beforehand; 60 when left out, 0 for none. */
  readonly modelBudget?: number;
  /** The file that trials are kept in; in memory alone when left out. */
  readonly database?: string;
  /** Ends the run in good order once it answers true. */
  readonly isInterrupted?: () => boolean;
}

/** What tuning has found. */
export interface Tuned {
  readonly report: TuningReport;
  /** The launch and the source of the best configuration, which may be the kernel as it is. */
  readonly winner: Instance;
}

/** The fastest configuration of a launch file's kernel, found by trying. @throws GpuError */
export async function tune(path: string, settings: TuneSettings = {}): Promise<Outcome<Tuned>> {
  const { params = {}, evaluator = 'hardware', adapter, timeoutMs = 60_000, samples = 7 } = settings;
  const { budget = {}, modelBudget = 60, database, isInterrupted = () => false } = settings;
  const { onStage = () => {}, allowRead = [] } = settings;
  const opened = openTunable(path, params, undefined, undefined, { allowRead });
  if (opened.value === undefined) return { diagnostics: opened.diagnostics };
  const tunable = opened.value;
  const found: Diagnostic[] = [...opened.diagnostics];
  for (const { file, text } of tunable.shaders) found.push(...(await validateWgsl(text, file)));
  if (found.some(({ severity }) => severity !== 'warning')) return { diagnostics: found };
  const { profile, cache, dialect, without, seed, now, memoryBytes } = settings;
  const model = optionsOf({ profile, cache, dialect, without, seed, now, memoryBytes, files: fileReader() });
  const flags: EvaluatorFlags = {
    evaluator,
    samples,
    timeout: `${timeoutMs}ms`,
    ...(adapter ? { adapter } : {}),
  };
  try {
    const source = await openEvaluators(flags, model);
    try {
      const { value: store, diagnostics } = await TrialStore.open(database, source.kind === 'hardware');
      if (!store) return { diagnostics };
      const { report } = await runTuning({
        tunable,
        evaluator: await source.open(tunable),
        model,
        objective: TIME,
        budget,
        seed: model.seed,
        modelBudget,
        store,
        wantsResume: false,
        isInterrupted,
        onStage,
        onProgress: () => {},
      });
      const winner = tunable.instantiate(report.confirmation.winner.point).value!;
      return { value: { report, winner }, diagnostics: found };
    } finally {
      source.close();
    }
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { diagnostics: [...found, ...error.diagnostics] };
  }
}
