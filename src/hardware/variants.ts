// Many variants of one kernel, measured one at a time and compiled ahead: the other end of `variant-runner.ts`.
// A process that dies or falls silent is replaced, and the rest goes on. Whatever was in it then is run again
// alone, so that only what really did it takes the blame.

import { type ChildProcess, fork } from 'node:child_process';
import { GpuError, type GpuOptions } from './gpu.ts';
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
/** Last words of a process that died, to say why. */
const STDERR_KEPT = 2000;
/** Node's timers know no longer time and would fire at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export class Variants {
  private readonly options: VariantsOptions;
  private child: ChildProcess | undefined;
  /** The process has opened its device and knows the reference. */
  private isReady = false;
  private errors = '';
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
    child?.kill('SIGKILL');
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
      const isAlone = this.queue[0]!.isSuspect || [...this.working.values()].some((each) => each.isSuspect);
      if (isAlone && this.working.size > 0) return;
      this.hand(this.queue.shift()!);
    }
  }

  private hand(entry: Entry): void {
    entry.stage = 'compiling';
    this.working.set(entry.id, entry);
    this.limit(entry, this.options.compileLimitMs);
    this.watchSilence();
    this.child!.send(entry.variant, () => {});
  }

  /** Opens a device in a new process and, where there is a reference, runs it there. @throws GpuError */
  private async start(): Promise<void> {
    if (this.child) this.close();
    const child = this.fork();
    const silence = Math.min(this.options.timeoutMs, LONGEST_TIMEOUT_MS);
    this.known = await new Promise<DeviceInfo>((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new GpuError('hang', `the device did not open within ${silence / 1000} s`));
      }, silence);
      const done = (finish: () => void) => {
        clearTimeout(timer);
        child.off('exit', onExit);
        finish();
      };
      const onExit = (code: number | null, signal: string | null) =>
        done(() => reject(new GpuError('crash', this.describeEnd(code, signal))));
      child.on('exit', onExit);
      child.on('message', (message: Message) => {
        if (message.kind === 'device') done(() => resolve(message.info));
        else if (message.kind === 'failed' && message.id === 0)
          done(() => reject(new GpuError(message.reason, message.message)));
      });
    });
    child.on('message', (message: Message) => {
      if (child === this.child) this.hear(message);
    });
    if (this.reference) await this.repeatReference(this.reference);
    this.isReady = true;
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

  private fork(): ChildProcess {
    const { program, adapter } = this.options;
    const child = fork(program, [adapter ?? ''], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    });
    this.child = child;
    this.errors = '';
    child.stderr?.on('data', (data) => {
      this.errors = (this.errors + data).slice(-STDERR_KEPT);
    });
    child.on('error', () => {});
    child.on('exit', (code, signal) => {
      const end = () => {
        if (child === this.child) this.bury('crash', this.describeEnd(code, signal));
      };
      // What it said last may still be on its way.
      if (child.connected) child.once('disconnect', end);
      else end();
    });
    return child;
  }

  private describeEnd(code: number | null, signal: string | null): string {
    const words = this.errors.trim().split('\n').at(-1);
    const how = signal === null ? `ended with ${code}` : `was ended by ${signal}`;
    return `the process that runs the kernel ${how}${words ? `: ${words}` : ''}`;
  }

  /** A process with work that says nothing at all hangs, whatever it is at. */
  private watchSilence(): void {
    clearTimeout(this.silence);
    if (this.working.size === 0) return;
    const limitMs = Math.min(this.options.timeoutMs, LONGEST_TIMEOUT_MS);
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
      clearTimeout(entry!.timer);
      this.working.delete(entry!.id);
      entry!.settle({ kind: 'failed', reason, message });
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
