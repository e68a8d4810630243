// Many variants of one kernel, measured one at a time and compiled ahead: the other end of `variant-runner.ts`.
// A process that dies or falls silent is replaced, and the rest goes on. Whatever was in it then is run again
// alone, so that only what really did it takes the blame.

import type { GpuOptions } from './gpu.ts';
import { afterLastWords, type GpuChild, startGpuChild, timerMs } from './gpu-child.ts';
import { GpuError } from './gpu-error.ts';
import type { DeviceInfo, FailureReason, Message, Variant, VariantTimes } from './job.ts';

export type VariantRequest = Omit<Variant, 'kind' | 'id' | 'isReference'>;

export interface VariantsOptions extends GpuOptions {
  /** Variants that the process works on: one is measured, the others are compiled. */
  readonly ahead: number;
  /** Compiling for longer than this is given up. */
  readonly compileLimitMs: number;
  /** A single dispatch that takes longer than this is taken for one that never ends. */
  readonly dispatchLimitMs: number;
}

export type VariantOutcome =
  | { readonly kind: 'measured'; readonly times: VariantTimes }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string }
  /** Stopped at a limit. */
  | { readonly kind: 'timeout'; readonly stage: 'compiling' | 'running' };

/** What measures configurations: the GPU of this machine, or others of its kind elsewhere. */
export interface VariantGpu {
  /** How many more are worth asking for at once. */
  readonly room: number;
  device(): Promise<DeviceInfo>;
  setReference(reference: VariantRequest): Promise<VariantOutcome>;
  isReference(request: VariantRequest): boolean;
  /** @param isAgain what may be known of it already does not count */
  measure(request: VariantRequest, isAgain?: boolean): Promise<VariantOutcome>;
  close(): void;
}

interface Entry {
  readonly id: number;
  readonly variant: Variant;
  readonly settle: (outcome: VariantOutcome) => void;
  readonly refuse: (error: GpuError) => void;
  /** Was in a process that died: it runs with nothing beside it. */
  isSuspect: boolean;
  stage: 'compiling' | 'ready' | 'running';
  timer?: NodeJS.Timeout | undefined;
}

/** Problems of the variant alone: the process goes on. */
const HARMLESS: ReadonlySet<FailureReason> = new Set<FailureReason>(['validation', 'out-of-memory']);
/** A device that was lost may need a moment to come back. */
const STARTS = 3;
const REST_MS = 500;

export class Variants implements VariantGpu {
  private readonly options: VariantsOptions;
  private child: GpuChild | undefined;
  /** The process has opened its device and knows the reference. */
  private isReady = false;
  private nextId = 1;
  private known: DeviceInfo | undefined;
  private reference: VariantRequest | undefined;
  private queue: Entry[] = [];
  private silence: NodeJS.Timeout | undefined;
  private readonly working = new Map<number, Entry>();
  private starting: Promise<void> | undefined;

  constructor(options: VariantsOptions) {
    this.options = options;
  }

  /** What the device is. @throws GpuError */
  async device(): Promise<DeviceInfo> {
    if (!this.known) await this.start();
    return this.known!;
  }

  /**
   * Runs the reference, whose output is what that of all others is compared with, in this process and in every
   * one after it. The comparisons of its outcome are between two runs of itself. @throws GpuError
   */
  async setReference(reference: VariantRequest): Promise<VariantOutcome> {
    this.reference = undefined;
    await this.device();
    const outcome = await this.enqueue({ ...reference, isReference: true });
    if (outcome.kind === 'measured') this.reference = reference;
    return outcome;
  }

  /** Whether it is that with which outputs are compared now. */
  isReference(request: VariantRequest): boolean {
    return this.reference === request;
  }

  /** May be called for several at once; they end in any order. @throws GpuError where there is no device */
  measure(request: VariantRequest): Promise<VariantOutcome> {
    return this.enqueue({ ...request, isReference: false });
  }

  /** How many more are worth asking for at once. */
  get room(): number {
    return Math.max(0, this.options.ahead - this.working.size - this.queue.length);
  }

  close(): void {
    const { child } = this;
    this.child = undefined;
    this.isReady = false;
    child?.process.kill('SIGKILL');
    clearTimeout(this.silence);
    for (const entry of this.working.values()) clearTimeout(entry.timer);
  }

  private enqueue(variant: Omit<Variant, 'kind' | 'id'>): Promise<VariantOutcome> {
    return new Promise((settle, refuse) => {
      const id = this.nextId++;
      const entry = { id, variant: { kind: 'variant', id, ...variant } as const, settle, refuse };
      this.queue.push({ ...entry, isSuspect: false, stage: 'compiling' });
      this.pump();
    });
  }

  /** Hands out what the process has room for. */
  private pump(): void {
    if (this.queue.length === 0) return;
    if (!this.isReady) {
      this.starting ??= this.start()
        .catch((error: unknown) => this.refuseAll(error as GpuError))
        .finally(() => {
          this.starting = undefined;
          this.pump();
        });
      return;
    }
    while (this.queue.length > 0 && this.working.size < this.options.ahead) {
      const isAlone = this.queue[0].isSuspect || [...this.working.values()].some((each) => each.isSuspect);
      if (isAlone && this.working.size > 0) return;
      this.hand(this.queue.shift()!);
    }
  }

  private hand(entry: Entry): void {
    entry.stage = 'compiling';
    this.working.set(entry.id, entry);
    this.limit(entry, this.options.compileLimitMs);
    this.watchSilence();
    this.child!.process.send(entry.variant, () => {});
  }

  /** Opens a device in a new process and, where there is a reference, runs it there. @throws GpuError */
  private async start(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.startOnce();
        return;
      } catch (error) {
        this.close();
        // One that never answered is not there; one that did deserves another try.
        const isHopeless = this.known === undefined || attempt === STARTS || !(error instanceof GpuError);
        if (isHopeless || error.reason === 'no-adapter') throw error;
        await new Promise((resolve) => setTimeout(resolve, REST_MS * attempt));
      }
    }
  }

  private async startOnce(): Promise<void> {
    if (this.child) this.close();
    const child = this.fork();
    this.known = await this.opened(child);
    child.process.on('message', (message: Message) => {
      if (child === this.child) this.hear(message);
    });
    if (this.reference) await this.repeatReference(this.reference);
    this.isReady = true;
  }

  private opened({ process, describeEnd }: GpuChild): Promise<DeviceInfo> {
    return new Promise((resolve, reject) => {
      const silenceMs = timerMs(this.options.timeoutMs);
      const done = (finish: () => void) => {
        clearTimeout(timer);
        process.off('exit', onExit).off('error', onError).off('message', onMessage);
        finish();
      };
      const fail = (reason: FailureReason, message: string) =>
        done(() => reject(new GpuError(reason, message)));
      const timer = setTimeout(
        () => fail('hang', `the device did not open within ${silenceMs / 1000} s`),
        silenceMs,
      );
      const onExit = (code: number | null, signal: string | null) => fail('crash', describeEnd(code, signal));
      const onError = (error: Error) => fail('crash', `cannot run the kernel's process: ${error.message}`);
      const onMessage = (message: Message) => {
        if (message.kind === 'device') done(() => resolve(message.info));
        else if (message.kind === 'failed') fail(message.reason, message.message);
      };
      process.on('exit', onExit).on('error', onError).on('message', onMessage);
    });
  }

  /** The new process has to learn what is right, too. */
  private async repeatReference(reference: VariantRequest): Promise<void> {
    const outcome = await new Promise<VariantOutcome>((settle, refuse) => {
      const id = this.nextId++;
      const variant = { kind: 'variant', id, ...reference, isReference: true } as const;
      this.hand({ id, variant, settle, refuse, isSuspect: true, stage: 'compiling' });
    });
    if (outcome.kind === 'measured') return;
    const reason = outcome.kind === 'failed' ? outcome.reason : 'hang';
    const why = outcome.kind === 'failed' ? outcome.message : 'it did not end';
    throw new GpuError(reason, `the base kernel, which ran before, does not any more: ${why}`);
  }

  private fork(): GpuChild {
    const child = startGpuChild(this.options);
    this.child = child;
    child.process.on('error', () => {});
    child.process.on('exit', (code, signal) =>
      afterLastWords(child.process, () => {
        if (child === this.child) this.bury('crash', child.describeEnd(code, signal));
      }),
    );
    return child;
  }

  /** A process with work that says nothing at all hangs, whatever it is at. */
  private watchSilence(): void {
    clearTimeout(this.silence);
    if (this.working.size === 0) return;
    const limitMs = timerMs(this.options.timeoutMs);
    const why = `the GPU gave no sign of life for ${limitMs / 1000} s`;
    this.silence = setTimeout(() => this.bury('hang', why), limitMs);
  }

  private hear(message: Message): void {
    this.watchSilence();
    if (message.kind === 'stage') {
      this.options.onStage?.(message.stage);
      // Buffers are being filled for the one that is about to run.
      for (const entry of this.working.values()) if (entry.stage === 'running') this.limitRun(entry);
    }
    if (!('id' in message)) return;
    const entry = this.working.get(message.id);
    if (!entry) return;
    if (message.kind === 'compiled') {
      entry.stage = 'ready';
      clearTimeout(entry.timer);
    } else if (message.kind === 'dispatching') {
      entry.stage = 'running';
      this.limitRun(entry);
    } else if (message.kind === 'measured') {
      this.finish(entry, { kind: 'measured', times: message.times });
    } else if (message.kind === 'failed') {
      const { reason, message: text } = message;
      if (HARMLESS.has(reason)) this.finish(entry, { kind: 'failed', reason, message: text });
      else this.bury(reason, text);
    }
  }

  private limit(entry: Entry, limitMs: number): void {
    clearTimeout(entry.timer);
    const stage = entry.stage === 'running' ? 'running' : 'compiling';
    entry.timer = setTimeout(() => {
      this.working.delete(entry.id);
      entry.settle({ kind: 'timeout', stage });
      this.replace();
    }, limitMs);
  }

  private limitRun(entry: Entry): void {
    this.limit(entry, this.options.dispatchLimitMs);
  }

  private finish(entry: Entry, outcome: VariantOutcome): void {
    clearTimeout(entry.timer);
    this.working.delete(entry.id);
    this.watchSilence();
    entry.settle(outcome);
    this.pump();
  }

  /** The process is gone or cannot be trusted: one that was alone did it; of several, each gets a second chance. */
  private bury(reason: FailureReason, message: string): void {
    if (this.working.size === 1) {
      const [entry] = this.working.values();
      clearTimeout(entry.timer);
      this.working.delete(entry.id);
      entry.settle({ kind: 'failed', reason, message });
    }
    this.replace();
  }

  /** Ends the process; what was in it comes first in the next. */
  private replace(): void {
    const suspects = [...this.working.values()];
    this.close();
    this.working.clear();
    for (const entry of suspects) entry.isSuspect = true;
    this.queue = [...suspects, ...this.queue];
    this.pump();
  }

  private refuseAll(error: GpuError): void {
    const entries = this.queue;
    this.queue = [];
    for (const entry of entries) entry.refuse(error);
  }
}
