// The program of one process that predicts: takes tasks one after the other, answers with what the model says. It runs
// kernels of strangers as code that kernelcast made of them, so it gets limits of memory and time from outside and,
// where Node has permissions, sees no file but contents and the program itself.

import process from 'node:process';
import { InstanceModel } from '../../configure/evaluate.ts';
import { DiagnosticError, type Outcome } from '../../diagnostics/diagnostic.ts';
import { forecastLaunch, type PredictOptions } from '../../predict/predict.ts';
import { baselinesOf } from '../../validate/baselines.ts';
import { type ModelSetup, type ModelTask, type Predicted, type PredictTask, taskOf } from '../task.ts';
import { decode, encode } from '../wire.ts';
import { contentsIn, decodeContent } from './content-folder.ts';

export interface ModelRequest {
  readonly id: number;
  readonly task: string;
}

export interface ModelAnswer {
  readonly id: number;
  readonly outcome: string;
}

const contents = contentsIn(process.argv[2]);
const mostBytes = Number(process.argv[3]);
/** Profiles are large, and the same for many tasks. */
const setups = new Map<string, ModelSetup>();
/** By setup: what is asked about an instance right after its time shares its trace. */
const models = new Map<string, InstanceModel>();

function optionsOf(hash: string): PredictOptions {
  const setup = setups.get(hash) ?? (decodeContent(hash, contents) as ModelSetup);
  setups.set(hash, setup);
  // Names of files were replaced by those of their contents.
  const files = (path: string) => contents.content(path.slice(-64));
  return { ...setup, files, now: () => performance.now() };
}

function resultOf(task: ModelTask): unknown {
  const options = optionsOf(task.setup.content);
  if (task.kind === 'predict') return predicted(task.kernel, options);
  const { content } = task.setup;
  const model = models.get(content) ?? new InstanceModel(options);
  models.set(content, model);
  return task.kind === 'evaluate' ? model.evaluate(task.instance) : model.spareOccupancy(task.instance);
}

function predicted({ launch, source }: PredictTask['kernel'], options: PredictOptions): Outcome<Predicted> {
  const { value, diagnostics } = forecastLaunch(launch, source, options);
  if (!value) return { diagnostics };
  const baselines = { ...baselinesOf(value, launch, options.profile) };
  return { value: { prediction: value.prediction, baselines }, diagnostics };
}

process.on('disconnect', () => process.exit(0));
process.on('message', ({ id, task }: ModelRequest) => {
  let outcome: unknown;
  try {
    outcome = resultOf(taskOf(decode(task, contents), mostBytes) as ModelTask);
  } catch (error) {
    const diagnostics =
      error instanceof DiagnosticError
        ? error.diagnostics
        : [{ severity: 'unsupported', code: 'configure/failed', message: String((error as Error).message) }];
    outcome = { diagnostics };
  }
  process.send!({ id, outcome: encode(outcome ?? null) } satisfies ModelAnswer);
});
