// Who gives `tune` its times: the GPU of this machine, the model, or a recording.

import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Backend } from '../configure/backend.ts';
import type { ModelOptions } from '../configure/evaluate.ts';
import { openBackend } from '../configure/open-backend.ts';
import type { Instance } from '../configure/tunable.ts';
import { type Diagnostic, DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import type { LaunchGpu } from '../hardware/gpu.ts';
import type { VariantGpu, Variants, VariantsOptions } from '../hardware/variants.ts';
import { fileOf } from '../launch/launch.ts';
import type { TrialEvaluator } from '../tune/evaluators/evaluator.ts';
import type { Trialled } from '../tune/pair.ts';
import { durationNs } from './flags.ts';
import { gpuProgram, measuringNow, openGpu } from './gpu.ts';
import { UsageError } from './usage-error.ts';

export interface EvaluatorFlags {
  /** `hardware`, `model` or `replay:FILE`. */
  readonly evaluator: string;
  readonly samples: number;
  readonly adapter?: string;
  readonly timeout: string;
  /** Trials under way at once; else as many as the GPU or the farm takes. */
  readonly batch?: number;
}

/** A farm in the place of this machine's GPU and processors. */
export interface FarSource {
  variants(): VariantGpu;
  launches(): LaunchGpu & { close(): void };
  backend(options: ModelOptions): Backend;
}

/** Evaluators of several launches: the GPU's process is shared by them. */
export interface EvaluatorSource {
  readonly kind: TrialEvaluator['kind'];
  open(trialled: Trialled): Promise<TrialEvaluator & { readonly unverified?: readonly string[] }>;
  close(): void;
}

/**
 * Several are compiled while one is measured. Not many: what is asked for before results are there cannot learn
 * from them.
 */
const MOST_AHEAD = 4;
/** The base and the final few are measured so many times as carefully. */
const CARE = 3;
const COMPILE_LIMIT_MS = 120_000;
/** A dispatch that takes longer never ends, as far as tuning is concerned. */
const DISPATCH_LIMIT_MS = 5000;

export function checkEvaluator({ evaluator }: EvaluatorFlags): void {
  if (evaluator === 'hardware' || evaluator === 'model' || /^replay:./.test(evaluator)) return;
  throw new UsageError(`--evaluator ${evaluator}: expected hardware, model or replay:FILE`);
}

/** @throws DiagnosticError, GpuError */
export async function openEvaluators(
  flags: EvaluatorFlags,
  options: ModelOptions,
  far?: FarSource,
): Promise<EvaluatorSource> {
  if (flags.evaluator === 'model') return modelSource(options, flags.batch, far);
  if (flags.evaluator === 'hardware') return await hardwareSource(flags, options, far);
  return await replaySource(flags.evaluator.slice('replay:'.length));
}

async function hardwareSource(
  { samples, adapter, timeout, batch }: EvaluatorFlags,
  options: ModelOptions,
  far: FarSource | undefined,
): Promise<EvaluatorSource> {
  const { hardwareTrials } = await import('../tune/evaluators/hardware-trials.ts');
  const gpu = far ? far.variants() : await localVariants({ adapter, timeout }, batch);
  try {
    const info = await gpu.device();
    const open = far
      ? () => far.launches()
      : () => openGpu({ timeout, ...(adapter === undefined ? {} : { adapter }) }, () => {});
    const verify = verifierOf(open, options);
    const care = { samples, baseSamples: CARE * samples, info, verify };
    return {
      kind: 'hardware',
      open: async (trialled) => hardwareTrials(trialled, gpu, care),
      close: () => gpu.close(),
    };
  } catch (error) {
    gpu.close();
    throw error;
  }
}

/** How a GPU of this machine is driven: the one whose name has `adapter` in it. */
export async function localVariants(
  { adapter, timeout }: { readonly adapter: string | undefined; readonly timeout: string },
  batch?: number,
): Promise<Variants> {
  const { Variants } = await import('../hardware/variants.ts');
  return new Variants(variantsOptions({ adapter, timeout }, batch));
}

/** The limits of trials, for a GPU of this machine. */
export function variantsOptions(
  { adapter, timeout }: { readonly adapter: string | undefined; readonly timeout: string },
  batch?: number,
): VariantsOptions {
  const timeoutMs = durationNs('--timeout', timeout) / 1e6;
  return {
    program: gpuProgram(),
    timeoutMs,
    ahead: batch ?? Math.min(MOST_AHEAD, Math.max(2, availableParallelism() - 2)),
    compileLimitMs: COMPILE_LIMIT_MS,
    dispatchLimitMs: Math.min(DISPATCH_LIMIT_MS, timeoutMs),
    ...(adapter === undefined ? {} : { adapter }),
  };
}

/** Compares an instance's output with kernelcast's own execution of it, in a process of its own. */
function verifierOf(
  open: () => LaunchGpu & { close(): void },
  { files }: ModelOptions,
): (instance: Instance) => Promise<string | undefined> {
  return async ({ launch, source }) => {
    const { measureLaunch } = await import('../measure/measure.ts');
    const gpu = open();
    try {
      const options = { samples: 1, verifies: true, params: {}, files, ...measuringNow() };
      const { value, diagnostics } = await measureLaunch(gpu, launch, source, options);
      if (!value) return diagnostics[0]?.message ?? 'it cannot be run';
      const { mismatches, firstMismatch } = value.verification;
      return mismatches > 0 ? `its output is wrong: ${firstMismatch ?? `${mismatches} words`}` : undefined;
    } finally {
      gpu.close();
    }
  };
}

async function modelSource(
  options: ModelOptions,
  batch: number | undefined,
  far: FarSource | undefined,
): Promise<EvaluatorSource> {
  const { modelTrials } = await import('../tune/evaluators/model-trials.ts');
  /** By the files of data that they have: workers take long to start. */
  const backends = new Map<string, Backend>();
  const { profile, files: _, now: __, ...rest } = options;
  const identity = createHash('sha256')
    .update(JSON.stringify([profile, rest]))
    .digest('hex');
  return {
    kind: 'model',
    async open(trialled) {
      const { bindings } = trialled.launch;
      const files = bindings.flatMap(({ data }) => fileOf(data) ?? []).join('\n');
      const open = () => far?.backend(options) ?? openBackend({ bindings }, options);
      const backend = backends.get(files) ?? (await open());
      backends.set(files, backend);
      const about = { device: profile.name, driver: `model ${identity}`, ...(batch ? { ahead: batch } : {}) };
      return modelTrials(trialled, backend, about);
    },
    close() {
      for (const backend of backends.values()) backend.close();
    },
  };
}

/** @throws DiagnosticError */
async function replaySource(file: string): Promise<EvaluatorSource> {
  const { replayTrials } = await import('../tune/evaluators/replay-trials.ts');
  const { recordedOfFile } = await import('../tune/recorded-file.ts');
  const recorded = required(recordedOfFile(file));
  return { kind: 'replay', open: async (trialled) => replayTrials(trialled, recorded), close: () => {} };
}

function required<T>({ value, diagnostics }: Outcome<T>): T {
  if (value === undefined) throw new DiagnosticError(diagnostics as Diagnostic[]);
  return value;
}
