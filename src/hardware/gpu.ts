// The other end of `gpu-process.ts`: starts the process, gives it jobs, and turns everything that can go wrong
// with it (no adapter, a crash, silence) into a reason. After a failure that leaves the GPU in doubt, the next
// job gets a fresh process.

import type { AppJob, AppTimes } from './app-job.ts';
import { afterLastWords, type GpuChild, type GpuProgram, startGpuChild, timerMs } from './gpu-child.ts';
import { GpuError } from './gpu-error.ts';
import type { DeviceInfo, FailureReason, Job, Message, Sample } from './job.ts';

export interface GpuOptions extends GpuProgram {
  /** Silence for longer than this is a hang. */
  readonly timeoutMs: number;
  readonly onStage?: (stage: string) => void;
}

export interface JobResult {
  /** Per binding of the job: the pages asked for. */
  readonly pages: readonly (Uint32Array | undefined)[];
  readonly samples: readonly Sample[];
  /** How many of them at full clock were aimed at: of long kernels fewer than the job asks for. */
  readonly wanted: number;
  /** What the spin pass takes at full clock, as far as is known. */
  readonly fullSpinNs: number;
  /** More than one where a sample is the mean of so many dispatches in one pass. */
  readonly repeats: number;
}

export interface AppResult {
  /** Per buffer of the job: the pages asked for. */
  readonly pages: readonly (Uint32Array | undefined)[];
  readonly times: AppTimes;
}

/** What measures launches: the GPU of this machine, or that of a browser. */
export type LaunchGpu = Pick<Gpu, 'device' | 'run'>;

/** Problems of the job, not of the device: the process can go on. */
const HARMLESS: ReadonlySet<FailureReason> = new Set<FailureReason>(['validation', 'out-of-memory']);

/** The GPU of this machine, behind a process that may crash or hang without harm to this one. */
export class Gpu {
  private readonly options: GpuOptions;
  private child: GpuChild | undefined;
  private nextId = 1;
  private known: DeviceInfo | undefined;

  constructor(options: GpuOptions) {
    this.options = options;
  }

  /** A device has answered before. */
  get isKnown(): boolean {
    return this.known !== undefined;
  }

  /** What the device is. @throws GpuError */
  async device(): Promise<DeviceInfo> {
    await this.started();
    return this.known!;
  }

  /** Runs one job to its end. @throws GpuError */
  async run(job: Omit<Job, 'id'>): Promise<JobResult> {
    return await this.ask(job, (message, pages) => {
      if (message.kind !== 'done') return undefined;
      const { samples, wanted, fullSpinNs, repeats } = message;
      return { pages, samples, wanted, fullSpinNs, repeats };
    });
  }

  /** Runs an app to its end. @throws GpuError */
  async runApp(job: Omit<AppJob, 'id'>): Promise<AppResult> {
    return await this.ask(job, (message, pages) =>
      message.kind === 'timed' ? { pages, times: message.times } : undefined,
    );
  }

  /** Ends the process. */
  close(): void {
    this.child?.process.kill('SIGKILL');
    this.child = undefined;
  }

  private async ask<T>(
    job: Omit<Job, 'id'> | Omit<AppJob, 'id'>,
    take: (message: Message, pages: JobResult['pages']) => T | undefined,
  ): Promise<T> {
    const child = await this.started();
    const id = this.nextId++;
    let pages: JobResult['pages'] = [];
    const result = this.listen(child, id, (message) => {
      if (message.kind === 'output') pages = message.pages;
      return take(message, pages);
    });
    // When the channel is gone, so is the process, and `listen` tells how it ended.
    child.process.send({ ...job, id }, () => {});
    return await result;
  }

  private async started(): Promise<GpuChild> {
    if (this.child) return this.child;
    const child = startGpuChild(this.options);
    this.child = child;
    // It may also end between two jobs; the next one gets another process.
    child.process.on('exit', () => this.forget(child));
    child.process.on('error', () => this.forget(child));
    this.known = await this.listen(child, 0, (message) =>
      message.kind === 'device' ? message.info : undefined,
    );
    return child;
  }

  private forget(child: GpuChild): void {
    if (this.child === child) this.child = undefined;
  }

  /**
   * Waits until `take` makes something of a message about the job `id` (0: none yet); failure, death and
   * silence of the process reject.
   */
  private listen<T>(child: GpuChild, id: number, take: (message: Message) => T | undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        child.process.off('message', onMessage).off('exit', onExit).off('error', onError);
        finish();
      };
      const fail = (reason: FailureReason, message: string): void => {
        if (!HARMLESS.has(reason)) this.close();
        settle(() => reject(new GpuError(reason, message)));
      };
      const watch = (): void => {
        clearTimeout(timer);
        const timeoutMs = timerMs(this.options.timeoutMs);
        const silent = () => fail('hang', `the GPU gave no sign of life for ${timeoutMs / 1000} s`);
        timer = setTimeout(silent, timeoutMs);
      };
      const onMessage = (message: Message): void => {
        watch();
        if (message.kind === 'stage') this.options.onStage?.(message.stage);
        if ('id' in message && message.id !== id) return;
        if (message.kind === 'failed') {
          fail(message.reason, message.message);
          return;
        }
        const taken = take(message);
        if (taken !== undefined) settle(() => resolve(taken));
      };
      const onExit = (code: number | null, signal: string | null): void => {
        afterLastWords(child.process, () => fail('crash', child.describeEnd(code, signal)));
      };
      const onError = (error: Error): void =>
        fail('crash', `cannot run the kernel's process: ${error.message}`);
      child.process.on('message', onMessage).on('exit', onExit).on('error', onError);
      watch();
    });
  }
}
