// The model over worker threads (worker.ts, bundled by itself). A worker that dies takes its own instance with
// it, which is then refused; the next job gets a fresh one.

import { Worker } from 'node:worker_threads';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { SpareOccupancy } from '../search/cost.ts';
import type { Backend } from './backend.ts';
import type { Evaluation, ModelOptions } from './evaluate.ts';
import type { Instance } from './tunable.ts';

/** What a worker is started with. */
export interface WorkerSetup extends Omit<ModelOptions, 'files' | 'now'> {
  /** The data files that instances may name, read once for all workers. */
  readonly data: Readonly<Record<string, Uint8Array>>;
}

export interface Job {
  readonly what: 'evaluate' | 'spare-occupancy';
  readonly instance: Instance;
}

export type JobResult = Outcome<Evaluation> | SpareOccupancy | undefined;

export interface PoolOptions {
  /** The bundled `model-worker.js`. */
  readonly program: string;
  readonly workers: number;
  readonly setup: WorkerSetup;
}

interface Pending {
  readonly job: Job;
  readonly settle: (result: JobResult) => void;
}

export class ModelPool implements Backend {
  private readonly options: PoolOptions;
  private readonly queue: Pending[] = [];
  private readonly idle: Worker[] = [];
  private readonly busy = new Map<Worker, Pending>();

  constructor(options: PoolOptions) {
    this.options = options;
  }

  async evaluate(instance: Instance): Promise<Outcome<Evaluation>> {
    return (await this.run({ what: 'evaluate', instance })) as Outcome<Evaluation>;
  }

  async spareOccupancy(instance: Instance): Promise<SpareOccupancy | undefined> {
    const result = await this.run({ what: 'spare-occupancy', instance });
    return result !== undefined && 'occupancyFraction' in result ? result : undefined;
  }

  close(): void {
    for (const worker of [...this.idle, ...this.busy.keys()]) void worker.terminate();
    this.idle.length = 0;
    this.queue.length = 0;
  }

  private run(job: Job): Promise<JobResult> {
    return new Promise((settle) => {
      this.queue.push({ job, settle });
      this.assign();
    });
  }

  private assign(): void {
    while (this.queue.length > 0) {
      const worker = this.idle.pop() ?? (this.busy.size < this.options.workers ? this.start() : undefined);
      if (worker === undefined) return;
      const pending = this.queue.shift()!;
      this.busy.set(worker, pending);
      worker.postMessage(pending.job);
    }
  }

  private start(): Worker {
    const { program, setup } = this.options;
    const worker = new Worker(program, { workerData: setup });
    worker.on('message', (result: JobResult) => this.finish(worker, result, true));
    worker.on('error', (error) => this.finish(worker, { diagnostics: [died(error)] }, false));
    return worker;
  }

  private finish(worker: Worker, result: JobResult, isAlive: boolean): void {
    const pending = this.busy.get(worker);
    this.busy.delete(worker);
    if (isAlive) this.idle.push(worker);
    pending?.settle(result);
    this.assign();
  }
}

function died({ message }: Error): Diagnostic {
  return {
    severity: 'unsupported',
    code: 'configure/worker',
    message: `the model gave up on it: ${message}`,
  };
}

/** Bytes that all workers see without a copy for each. */
export function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
