// The program of one worker thread of pool.ts: takes instances, answers with what the model says of them.

import { parentPort, workerData } from 'node:worker_threads';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { InstanceModel, type ModelOptions } from './evaluate.ts';
import type { Job, JobResult, WorkerSetup } from './pool.ts';

const { data, ...model } = workerData as WorkerSetup;

const options: ModelOptions = {
  ...model,
  files: (path) => {
    const bytes = data[path];
    if (bytes === undefined) throw new DiagnosticError([unread(path)]);
    return bytes;
  },
  now: () => performance.now(),
};

function unread(path: string): Diagnostic {
  return { severity: 'invalid', code: 'launch/missing-file', message: `${path} was not read` };
}

const instances = new InstanceModel(options);

function resultOf({ what, instance }: Job): JobResult {
  return instances[what](instance);
}

parentPort!.on('message', (job: Job) => {
  parentPort!.postMessage(resultOf(job));
});
