// An agent: the GPUs and processors of one machine at work for a farm. It asks for tasks as long as it has room, says
// every few seconds that it lives, and keeps what it has measured until the hub has it.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DiagnosticError } from '../../diagnostics/diagnostic.ts';
import type { DeviceInfo } from '../../hardware/job.ts';
import type { FarmClient } from '../client.ts';
import { queueOf, type Skill } from '../identity.ts';
import type { Assignment, Delivery, Held, Returned, WorkerFacts } from '../protocol.ts';
import { type GpuTask, taskOf } from '../task.ts';
import { Together } from '../together.ts';
import { decode, encode } from '../wire.ts';
import { type ContentFolder, contentsIn } from './content-folder.ts';
import { GpuAway, type GpuWorker, isThrottled } from './gpu-worker.ts';
import type { ModelWorkers } from './model-workers.ts';

export interface AgentOptions {
  readonly client: FarmClient;
  readonly contents: ContentFolder;
  readonly gpus: readonly { readonly worker: GpuWorker; readonly info: DeviceInfo }[];
  readonly model?: ModelWorkers;
  /** Of the buffers of a task, together. */
  readonly memoryBytes: number;
  readonly onEvent: (text: string) => void;
  readonly machine?: string;
}

const BEAT_MS = 3000;
const WAIT_MS = 15_000;
const LEAVE_MS = 1000;
/** A GPU that is away, or too hot, rests; longer each time, up to the longest. */
const REST_MS = 2000;
const LONGEST_REST_MS = 60_000;

/** One GPU, or the processors. */
interface Worker {
  readonly facts: WorkerFacts;
  readonly queue: string;
  /** @throws GpuAway */
  readonly work: (task: string) => Promise<Pick<Delivery, 'outcome' | 'isThrottled'>>;
  /** Tasks that it holds at once. */
  readonly most: number;
  restMs: number;
  isResting: boolean;
}

export class Agent {
  private readonly options: AgentOptions;
  private readonly id = randomUUID();
  private readonly machine: string;
  private readonly workers: readonly Worker[];
  private readonly held = new Map<string, Held>();
  private readonly ending = new AbortController();
  private readonly deliveries = new Together<Delivery>((results) => this.deliver(results));
  private failure: unknown;
  private done = 0;

  constructor(options: AgentOptions) {
    this.options = options;
    this.machine = options.machine ?? hostname();
    this.workers = [...options.gpus.map((gpu) => this.gpuWorker(gpu)), ...this.modelWorker()];
  }

  /** Results that counted. */
  get counted(): number {
    return this.done;
  }

  /** Until `stop`. @throws DiagnosticError where the farm refuses it */
  async run(): Promise<void> {
    await this.announce();
    const beating = this.beat();
    try {
      await Promise.all(this.workers.map((worker) => this.serve(worker)));
    } finally {
      this.ending.abort();
      await beating;
    }
    if (this.failure !== undefined) throw this.failure;
    // A farm that is away notices by itself.
    await this.options.client
      .call('leave', { agent: this.id }, AbortSignal.timeout(LEAVE_MS))
      .catch(() => {});
  }

  /** Takes nothing new, and ends when what it has is delivered. */
  stop(): void {
    this.ending.abort();
  }

  private async announce(): Promise<void> {
    const workers = this.workers.map(({ facts }) => facts);
    await this.options.client.call('announce', { agent: this.id, machine: this.machine, workers });
  }

  /** For as long as anything is held, also while it ends. */
  private async beat(): Promise<void> {
    while (!this.ending.signal.aborted || this.held.size > 0) {
      await pause(BEAT_MS, this.held.size > 0 ? undefined : this.ending.signal);
      if (this.ending.signal.aborted && this.held.size === 0) return;
      const body = { agent: this.id, held: [...this.held.values()] };
      try {
        const { known } = await this.options.client.call('beat', body, AbortSignal.timeout(2 * BEAT_MS));
        if (!known) await this.announce();
      } catch {
        // The farm is away, or refuses it: what asks for tasks says so.
      }
    }
  }

  private async serve(worker: Worker): Promise<void> {
    const { signal } = this.ending;
    const own = new Set<Promise<void>>();
    while (!signal.aborted) {
      if (worker.isResting) await pause(worker.restMs, signal);
      worker.isResting = false;
      const room = worker.most - own.size;
      if (room <= 0) {
        await Promise.race(own);
        continue;
      }
      for (const task of await this.take(worker, room)) {
        const working = this.handle(worker, task).catch((error: unknown) => this.fail(error));
        own.add(working);
        void working.finally(() => own.delete(working));
      }
    }
    await Promise.all(own);
  }

  private async take({ facts, queue }: Worker, count: number): Promise<readonly Assignment[]> {
    const { signal } = this.ending;
    try {
      const asked = { worker: facts.worker, queue, count, waitMs: WAIT_MS };
      return (await this.options.client.call('take', asked, signal)).tasks;
    } catch (error) {
      if (!signal.aborted) this.fail(error);
      return [];
    }
  }

  /** The farm refuses it: nothing that is under way can be delivered. */
  private fail(error: unknown): void {
    this.failure ??= error;
    this.ending.abort();
    this.held.clear();
  }

  private async handle(worker: Worker, { task, ...held }: Assignment): Promise<void> {
    this.held.set(held.id, held);
    let result: Awaited<ReturnType<Worker['work']>>;
    try {
      await this.options.contents.prepare(task, this.options.client);
      result = await worker.work(task);
      worker.isResting = result.isThrottled === true;
      worker.restMs = result.isThrottled ? restAfter(worker.restMs) : 0;
    } catch (error) {
      const { message } = error as Error;
      if (!(error instanceof DiagnosticError)) {
        if (error instanceof GpuAway) this.rest(worker, message);
        return await this.giveBack({ ...held, reason: message });
      }
      // It is no task, or asks for too much: nobody else would do it either.
      result = {
        outcome: encode({ kind: 'failed', reason: 'validation', message, diagnostics: error.diagnostics }),
      };
    }
    await this.deliveries.add({ ...held, ...result });
    this.held.delete(held.id);
  }

  private rest(worker: Worker, reason: string): void {
    worker.isResting = true;
    worker.restMs = restAfter(worker.restMs);
    const { skill } = worker.facts;
    const name = skill.kind === 'gpu' ? skill.device : 'predictions';
    this.options.onEvent(`${name} rests ${worker.restMs / 1000} s: ${reason}`);
  }

  private async deliver(results: readonly Delivery[]): Promise<void> {
    const { counted } = await this.options.client.call('deliver', { agent: this.id, results });
    this.done += counted.filter(Boolean).length;
  }

  private async giveBack(task: Returned): Promise<void> {
    await this.options.client.call('return', { agent: this.id, tasks: [task] });
    this.held.delete(task.id);
  }

  private gpuWorker({ worker, info }: AgentOptions['gpus'][number]): Worker {
    const skill: Skill = { kind: 'gpu', device: info.device, driver: info.driver };
    const contents = contentsIn(this.options.contents.folder);
    return {
      ...this.workerOf(skill, worker.slots, info),
      work: async (text) => {
        const task = taskOf(decode(text, contents), this.options.memoryBytes);
        if (task.kind !== 'base' && task.kind !== 'variant' && task.kind !== 'launch')
          throw new Error('a prediction came to a GPU');
        const outcome = await worker.run(task satisfies GpuTask);
        return { outcome: encode(outcome), isThrottled: isThrottled(outcome, info) };
      },
    };
  }

  private modelWorker(): Worker[] {
    const { model } = this.options;
    if (model === undefined || model.slots === 0) return [];
    return [
      {
        ...this.workerOf({ kind: 'model' }, model.slots),
        // The next one is there when one is done.
        most: model.slots + 1,
        work: async (task) => ({ outcome: await model.run(task) }),
      },
    ];
  }

  private workerOf(skill: Skill, slots: number, info?: DeviceInfo): Omit<Worker, 'work'> {
    const facts = { worker: randomUUID(), skill, slots, ...(info ? { info } : {}) };
    return {
      facts,
      queue: queueOf(this.options.client.build, skill),
      most: slots,
      restMs: 0,
      isResting: false,
    };
  }
}

const restAfter = (restMs: number): number => Math.min(LONGEST_REST_MS, Math.max(REST_MS, 2 * restMs));

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done);
  });
}
