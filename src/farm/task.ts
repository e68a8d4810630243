// What agents do: the requests that a machine's own processes get today, as values. A kernel is a text, data are numbers
// or contents by hash; nothing in a task names a file.

import type { Instance } from '../configure/tunable.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { JobResult as LaunchResult } from '../hardware/gpu.ts';
import type { Job } from '../hardware/job.ts';
import type { VariantOutcome, VariantRequest } from '../hardware/variants.ts';
import type { PredictOptions } from '../predict/predict.ts';
import type { Prediction } from '../predict/prediction.ts';
import type { Kernel } from '../predict/shader.ts';
import validateShape from './validate-shape.ts';

/** The hash of a text that was encoded by itself. */
export interface Reference {
  readonly content: string;
}

/** Tells apart what is to be measured several times. */
interface Repeatable {
  readonly repeat?: string;
}

/** The base kernel of a space: how its own outputs differ from run to run, and its time. */
export interface BaseTask extends Repeatable {
  readonly kind: 'base';
  readonly base: Reference;
}

/** A configuration, whose output is compared with that of the base kernel. */
export interface VariantTask extends Repeatable {
  readonly kind: 'variant';
  readonly base: Reference;
  readonly variant: VariantRequest;
}

/** A launch with its samples and the pages of its output that are wanted. */
export interface LaunchTask extends Repeatable {
  readonly kind: 'launch';
  readonly job: Omit<Job, 'id'>;
}

/** What the model is asked with: profile and options. */
export type ModelSetup = Omit<PredictOptions, 'files' | 'now'>;

export interface EvaluateTask {
  readonly kind: 'evaluate' | 'spare-occupancy';
  readonly setup: Reference;
  readonly instance: Instance;
}

/** A launch predicted, with the baselines that predictions are judged by. */
export interface PredictTask {
  readonly kind: 'predict';
  readonly setup: Reference;
  readonly kernel: Kernel;
}

export type GpuTask = BaseTask | VariantTask | LaunchTask;
export type ModelTask = EvaluateTask | PredictTask;
export type Task = GpuTask | ModelTask;

export interface Predicted {
  readonly prediction: Prediction;
  readonly baselines: Readonly<Record<string, number>>;
}

/** What comes of a task: the same values as from a process of the own machine. */
export type GpuOutcome =
  | { readonly kind: 'variant'; readonly outcome: VariantOutcome }
  | { readonly kind: 'launch'; readonly result: LaunchResult }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };

/** @throws DiagnosticError for what is none, or asks for more than an agent gives */
export function taskOf(value: unknown, mostBytes: number): Task {
  if (!validateShape(value)) {
    const [first] = validateShape.errors ?? [];
    throw refused(`${first?.instancePath || 'it'} ${first?.message ?? 'is no task'}`);
  }
  const task = value as Task;
  const bytes = sizesIn(task).reduce((all, each) => all + each, 0);
  if (bytes > mostBytes)
    throw refused(`its buffers have ${bytes} bytes together, and this agent gives ${mostBytes} (--memory)`);
  return task;
}

function sizesIn(task: Task): number[] {
  if (task.kind === 'base') return [];
  const bindings =
    task.kind === 'variant'
      ? task.variant.bindings
      : task.kind === 'launch'
        ? task.job.bindings
        : task.kind === 'predict'
          ? task.kernel.launch.bindings
          : task.instance.launch.bindings;
  return bindings.map(({ sizeBytes }) => sizeBytes);
}

function refused(reason: string): DiagnosticError {
  return new DiagnosticError([
    { severity: 'invalid', code: 'farm/task', message: `a task is refused: ${reason}` },
  ]);
}
