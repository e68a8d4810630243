// All GPUs of one model in a farm, as a tuner and as measurements see them: in the place of the process that owns the GPU
// of this machine.

import { randomUUID } from 'node:crypto';
import { DiagnosticError } from '../../diagnostics/diagnostic.ts';
import type { JobResult, LaunchGpu } from '../../hardware/gpu.ts';
import { GpuError } from '../../hardware/gpu-error.ts';
import type { DeviceInfo, FailureReason, Job } from '../../hardware/job.ts';
import type { VariantGpu, VariantOutcome, VariantRequest } from '../../hardware/variants.ts';
import type { FarmClient } from '../client.ts';
import { queueOf, type Skill } from '../identity.ts';
import type { FarmStatus } from '../protocol.ts';
import type { GpuOutcome, GpuTask, Reference } from '../task.ts';
import { added, type Contents, encode } from '../wire.ts';
import { Asking } from './asking.ts';

/** A model of GPU with its driver, and the workers that have one. */
export interface FarDevice {
  readonly info: DeviceInfo;
  readonly workers: number;
  /** Tasks that all of them take at once. */
  readonly slots: number;
}

/** Of the agents that are there, by device and driver. */
export function devicesOf({ agents }: FarmStatus): FarDevice[] {
  const devices = new Map<string, FarDevice>();
  for (const { workers } of agents.filter(({ isHere }) => isHere))
    for (const { info, slots } of workers) {
      if (info === undefined) continue;
      const key = JSON.stringify([info.device, info.driver]);
      const known = devices.get(key) ?? { info, workers: 0, slots: 0 };
      devices.set(key, { ...known, workers: known.workers + 1, slots: known.slots + slots });
    }
  return [...devices.values()];
}

export interface FarGpuOptions {
  readonly files: (path: string) => Uint8Array;
  /** Trials under way at once; else as many as the GPUs take. */
  readonly batch?: number;
}

/** Agents come and go. */
const LOOK_MS = 5000;

/** Tasks for the GPUs of one model. */
class GpuQueue {
  readonly asking: Asking;
  private readonly queue: string;
  private readonly files: FarGpuOptions['files'];

  constructor(client: FarmClient, { device, driver }: DeviceInfo, { files }: FarGpuOptions) {
    const skill: Skill = { kind: 'gpu', device, driver };
    this.asking = new Asking(client);
    this.queue = queueOf(client.build, skill);
    this.files = files;
  }

  /** @throws GpuError */
  async ask(task: GpuTask, contents: Contents): Promise<GpuOutcome> {
    try {
      const text = encode(task, { contents, files: this.files });
      return (await this.asking.ask(this.queue, text, contents)) as GpuOutcome;
    } catch (error) {
      if (error instanceof DiagnosticError) throw new GpuError('internal', error.message);
      throw error;
    }
  }

  /** A request that many tasks refer to. */
  reference(request: VariantRequest, contents: Contents): Reference {
    const text = encode(request, { contents, files: this.files });
    return { content: added(contents, new TextEncoder().encode(text)) };
  }
}

/** Configurations of kernels, each compared with its base, on whichever of the GPUs has room. */
export class FarVariants implements VariantGpu {
  private readonly queue: GpuQueue;
  private readonly client: FarmClient;
  private readonly info: DeviceInfo;
  private readonly batch: number | undefined;
  private readonly looking: NodeJS.Timeout;
  private slots: number;
  private underWay = 0;
  private base:
    | { readonly request: VariantRequest; readonly reference: Reference; readonly contents: Contents }
    | undefined;

  constructor(client: FarmClient, device: FarDevice, options: FarGpuOptions) {
    this.queue = new GpuQueue(client, device.info, options);
    this.client = client;
    this.info = device.info;
    this.slots = device.slots;
    this.batch = options.batch;
    this.looking = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  async device(): Promise<DeviceInfo> {
    return this.info;
  }

  get room(): number {
    return Math.max(0, (this.batch ?? Math.max(1, this.slots)) - this.underWay);
  }

  /** @throws GpuError */
  async setReference(request: VariantRequest): Promise<VariantOutcome> {
    this.base = undefined;
    const contents: Contents = new Map();
    const reference = this.queue.reference(request, contents);
    const outcome = await this.variantOutcome(
      { kind: 'base', base: reference, repeat: randomUUID() },
      contents,
    );
    if (outcome.kind === 'measured') this.base = { request, reference, contents };
    return outcome;
  }

  isReference(request: VariantRequest): boolean {
    return this.base?.request === request;
  }

  /** What another tuner measured of the same configuration counts, unless it is measured again. @throws GpuError */
  async measure(request: VariantRequest, isAgain = false): Promise<VariantOutcome> {
    const { reference, contents } = this.base!;
    this.underWay++;
    try {
      const variant = { ...request, limitNs: commonLimitNs(request.limitNs) };
      const task: GpuTask = { kind: 'variant', base: reference, variant };
      return await this.variantOutcome(isAgain ? { ...task, repeat: randomUUID() } : task, new Map(contents));
    } finally {
      this.underWay--;
    }
  }

  close(): void {
    clearInterval(this.looking);
    void this.queue.asking.close();
  }

  private async variantOutcome(task: GpuTask, contents: Contents): Promise<VariantOutcome> {
    const found = await this.queue.ask(task, contents);
    if (found.kind === 'variant') return found.outcome;
    if (found.kind === 'failed')
      return { kind: 'failed', reason: found.reason as FailureReason, message: found.message };
    throw new GpuError('internal', 'the farm answered something else than was asked');
  }

  private async look(): Promise<void> {
    try {
      const devices = devicesOf(await this.client.call('status', {}));
      const own = devices.find(
        ({ info }) => info.device === this.info.device && info.driver === this.info.driver,
      );
      this.slots = own?.slots ?? 0;
    } catch {
      // The farm is away for a while.
    }
  }
}

/** Launches with their output, on whichever of the GPUs has room. */
export class FarLaunches implements LaunchGpu {
  private readonly queue: GpuQueue;
  private readonly info: DeviceInfo;

  constructor(client: FarmClient, device: FarDevice, options: FarGpuOptions) {
    this.queue = new GpuQueue(client, device.info, options);
    this.info = device.info;
  }

  async device(): Promise<DeviceInfo> {
    return this.info;
  }

  /** @throws GpuError */
  async run(job: Omit<Job, 'id'>): Promise<JobResult> {
    const found = await this.queue.ask({ kind: 'launch', job, repeat: randomUUID() }, new Map());
    if (found.kind === 'launch') return found.result;
    if (found.kind === 'failed') throw new GpuError(found.reason as FailureReason, found.message);
    throw new GpuError('internal', 'the farm answered something else than was asked');
  }

  close(): void {
    void this.queue.asking.close();
  }
}

/** Tuners with about the same best have the same limit, so that they ask for the same: a power of two above. */
function commonLimitNs(limitNs: number): number {
  return Number.isFinite(limitNs) && limitNs > 0 ? 2 ** Math.ceil(Math.log2(limitNs)) : limitNs;
}
