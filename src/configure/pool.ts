// The model over worker threads (worker.ts, bundled by itself). A worker that dies takes its own instance with
// it, which is then refused; the next job gets a fresh one.

import { Worker } from 'node:worker_threads';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { SpareOccupancy } from '../search/cost.ts';
import type { Backend } from './backend.ts';
import type { Evaluation, InstanceModel, ModelOptions, Timed } from './evaluate.ts';
import { type Instance, identityOf } from './tunable.ts';

/** What a worker is started with. */
export interface WorkerSetup extends Omit<ModelOptions, 'files' | 'now'> {
  /** The data files that instances may name, read once for all workers. */
  readonly data: Readonly<Record<string, Uint8Array>>;
}

export interface Job {
  readonly what: keyof Pick<InstanceModel, 'time' | 'evaluate' | 'spareOccupancy'>;
  readonly instance: Instance;
}

export type JobResult = Outcome<Timed> | SpareOccupancy | undefined;

export interface PoolOptions {
  /** The bundled `model-worker.js`. */
  readonly program: string;
  readonly workers: number;
  readonly setup: WorkerSetup;
}

interface Pending {
  readonly job: Job;
  readonly identity: string;
  /** Asked about before, so somebody waits for this alone; it goes to the worker that may have its traces still. */
  readonly known?: Worker;
  readonly settle: (result: JobResult) => void;
}

export class ModelPool implements Backend {
  private readonly options: PoolOptions;
  private readonly queue: Pending[] = [];
  /** What nobody waits for yet. */
  private readonly ahead: Pending[] = [];
  private readonly asked = new Set<string>();
  private readonly expected = new Map<string, Promise<JobResult>>();
  private readonly idle: Worker[] = [];
  private readonly busy = new Map<Worker, Pending>();
  /** Who has evaluated an instance, by its identity, and may have its traces still. */
  private readonly knownBy = new Map<string, Worker>();

  constructor(options: PoolOptions) {
    this.options = options;
  }

  async evaluate(instance: Instance): Promise<Outcome<Evaluation>> {
    return (await this.answerTo({ what: 'evaluate', instance })) as Outcome<Evaluation>;
  }

  async time(instance: Instance): Promise<Outcome<Timed>> {
    return (await this.answerTo({ what: 'time', instance })) as Outcome<Timed>;
  }

  async expect(what: 'time' | 'evaluate', instance: Instance): Promise<void> {
    const key = keyOf({ what, instance });
    if (this.asked.has(key)) return;
    const answer = this.expected.get(key) ?? this.run({ what, instance }, this.ahead);
    this.expected.set(key, answer);
    await answer;
  }

  async spareOccupancy(instance: Instance): Promise<SpareOccupancy | undefined> {
    const result = await this.run({ what: 'spareOccupancy', instance }, this.queue);
    return result !== undefined && 'occupancyFraction' in result ? result : undefined;
  }

  private answerTo(job: Job): Promise<JobResult> {
    const key = keyOf(job);
    this.asked.add(key);
    const at = this.ahead.findIndex((pending) => keyOf(pending.job) === key);
    if (at >= 0) this.queue.push(...this.ahead.splice(at, 1));
    return this.expected.get(key) ?? this.run(job, this.queue);
  }

  close(): void {
    for (const worker of [...this.idle, ...this.busy.keys()]) void worker.terminate();
    this.idle.length = 0;
    this.queue.length = 0;
    this.ahead.length = 0;
  }

  private run(job: Job, queue: Pending[]): Promise<JobResult> {
    return new Promise((settle) => {
      const identity = identityOf(job.instance);
      const known = this.knownBy.get(identity);
      if (known === undefined) queue.push({ job, settle, identity });
      else queue.unshift({ job, settle, identity, known });
      this.assign();
    });
  }

  private assign(): void {
    for (;;) {
      const isFree = ({ known }: Pending) => known === undefined || !this.busy.has(known);
      const queue = this.queue.some(isFree) ? this.queue : this.ahead;
      const next = queue.findIndex(isFree);
      if (next < 0) return;
      const { known } = queue[next];
      const isIdle = known !== undefined && this.idle.includes(known);
      const worker = isIdle ? known : (this.idle.at(-1) ?? this.another());
      if (worker === undefined) return;
      const [pending] = queue.splice(next, 1);
      this.give(worker, pending);
    }
  }

  private another(): Worker | undefined {
    return this.busy.size < this.options.workers ? this.start() : undefined;
  }

  private give(worker: Worker, pending: Pending): void {
    const at = this.idle.indexOf(worker);
    if (at >= 0) this.idle.splice(at, 1);
    this.busy.set(worker, pending);
    this.knownBy.set(pending.identity, worker);
    worker.postMessage(pending.job);
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

function keyOf({ what, instance }: Job): string {
  return `${what} ${instance.cache} ${identityOf(instance)}`;
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
