// Runs an app: once for what it leaves, then in rounds for its time. Each round begins as a sample of a launch does,
// with the first contents where these steer and a spin pass that proves the clock; then comes the app as it is, its
// time taken from the beginning of its first pass to the end of its last, or with every dispatch in a pass of its own.

import { levelsOf } from '../texture/shape.ts';
import type { ApartSample, AppJob, AppTimes, Bound, JobDispatch, JobOperation, JobRange } from './app-job.ts';
import { HostWrite, recordTransfer } from './app-transfer.ts';
import { createSampler } from './device-textures.ts';
import { HeldResource } from './held-resource.ts';
import type { Sample } from './job.ts';
import {
  bindGroups,
  checked,
  compilePipeline,
  type Dispatchable,
  recordDispatch,
  refuseImmediates,
} from './pipeline.ts';
import { readFile } from './read-file.ts';
import { NO_SAMPLES, takeSamples } from './sampling.ts';
import { Stamps } from './stamps.ts';
import type { Stopwatch } from './stopwatch.ts';

/** Of the stamps, the spin pass has the first two. */
const SPIN_STAMPS = 2;
/**
 * So long the host takes for a submit at most, or for so many operations of one: the GPU spins meanwhile, so that it
 * never waits for the host.
 */
const OPERATIONS_PER_SPIN = 200;
const SUBMITS_PER_SPIN = 10;

export interface AppListener {
  readonly stage: (name: string) => void;
  /** What the buffers hold after the first run: of each the pages asked for. */
  readonly output: (pages: readonly (Uint32Array | undefined)[]) => void;
}

/** What is done in one go: work that is submitted together, or a write of the host. */
type Action = (() => void) | GPUCommandBuffer;

/** How dispatches come into passes. */
interface Timing {
  readonly isApart: boolean;
  /** Stamps for the pass of the dispatches from `first` to `last`, as far as it has any. */
  readonly stampsOf?: (first: number, last: number) => GPUComputePassTimestampWrites | undefined;
}

export class AppRunner {
  private readonly device: GPUDevice;
  private readonly watch: Stopwatch;

  constructor(device: GPUDevice, watch: Stopwatch) {
    this.device = device;
    this.watch = watch;
  }

  /** @throws JobFailure */
  async run(job: AppJob, listener: AppListener): Promise<AppTimes> {
    const { device, watch } = this;
    const held: { destroy(): void }[] = [];
    try {
      const app = new PreparedApp(device, job, held);
      await app.prepare(listener.stage);
      listener.stage('running');
      await checked(device, () => submit(device, app.record({ isApart: false })));
      await device.queue.onSubmittedWorkDone();
      listener.output(await app.read(listener.stage));
      const take = <S extends Sample>(round: () => Promise<S>) =>
        takeSamples(job.samples, watch, round, () => listener.stage('sampling'));
      const isTimed = job.samples > 0 && app.dispatches.length > 0;
      listener.stage('sampling');
      if (isTimed) await watch.holdClock();
      const whole = isTimed ? await take(this.wholeRound(app, held)) : NO_SAMPLES;
      const apart = isTimed ? await take(this.apartRound(app, held)) : NO_SAMPLES;
      return {
        whole: whole.samples,
        apart: apart.samples,
        wanted: { whole: whole.wanted, apart: apart.wanted },
        fullSpinNs: watch.fullSpinNs,
      };
    } finally {
      for (const each of held) each.destroy();
    }
  }

  private wholeRound(app: PreparedApp, held: { destroy(): void }[]): () => Promise<Sample> {
    const stamps = new Stamps(this.device, SPIN_STAMPS + 2);
    held.push(stamps);
    const last = app.dispatches.length - 1;
    const stampsOf = (from: number, to: number): GPUComputePassTimestampWrites | undefined => {
      if (from === 0 && to === last) return stamps.pass(SPIN_STAMPS);
      if (from === 0) return stamps.beginning(SPIN_STAMPS);
      return to === last ? stamps.end(SPIN_STAMPS + 1) : undefined;
    };
    return async () => {
      const [a, b, c, d] = await this.round(app, stamps, { isApart: false, stampsOf });
      return { spinNs: Number(b - a), timeNs: Number(d - c) };
    };
  }

  private apartRound(app: PreparedApp, held: { destroy(): void }[]): () => Promise<ApartSample> {
    const count = app.dispatches.length;
    const stamps = new Stamps(this.device, SPIN_STAMPS + 2 * count);
    held.push(stamps);
    const stampsOf = (at: number) => stamps.pass(SPIN_STAMPS + 2 * at);
    return async () => {
      const [a, b, ...times] = await this.round(app, stamps, { isApart: true, stampsOf });
      const dispatchNs = Array.from({ length: count }, (_, at) => Number(times[2 * at + 1] - times[2 * at]));
      return { spinNs: Number(b - a), timeNs: Number(times.at(-1)! - times[0]), dispatchNs };
    };
  }

  private async round(app: PreparedApp, stamps: Stamps, timing: Timing): Promise<BigUint64Array> {
    const { device, watch } = this;
    const ahead = device.createCommandEncoder();
    app.restore(ahead);
    const { submits, operations } = app;
    const spins = 1 + Math.floor(submits / SUBMITS_PER_SPIN + operations / OPERATIONS_PER_SPIN);
    await watch.recordLead(ahead, stamps.pass(0), spins, app.anchorOf(0));
    await checked(device, () => {
      const actions = app.record(timing, (encoder, before, after) => watch.separate(encoder, before, after));
      const behind = device.createCommandEncoder();
      stamps.collect(behind);
      submit(device, [ahead.finish(), ...actions, behind.finish()]);
    });
    return await stamps.read();
  }
}

function submit({ queue }: GPUDevice, actions: readonly Action[]): void {
  for (const action of actions) {
    if (typeof action === 'function') action();
    else queue.submit([action]);
  }
}

/** An app on the device. */
class PreparedApp {
  readonly dispatches: readonly JobDispatch[];
  readonly submits: number;
  readonly operations: number;
  private readonly device: GPUDevice;
  private readonly job: AppJob;
  private readonly held: { destroy(): void }[];
  private resources: readonly HeldResource[] = [];
  private dispatchable: readonly Dispatchable[] = [];
  /** What the host writes, by operation. */
  private readonly writes = new Map<JobOperation, HostWrite>();

  /** @param held everything made is noted there, to be destroyed */
  constructor(device: GPUDevice, job: AppJob, held: { destroy(): void }[]) {
    this.device = device;
    this.job = job;
    this.held = held;
    this.dispatches = job.operations.filter((each) => each.kind === 'dispatch');
    this.submits = new Set(job.operations.map((each) => each.submit)).size;
    this.operations = job.operations.length;
  }

  async prepare(stage: (name: string) => void): Promise<void> {
    const { device, job } = this;
    stage('compiling');
    const pipelines: GPUComputePipeline[] = [];
    for (const each of job.pipelines) pipelines.push(await compilePipeline(device, each));
    const usages = usagesOf(job);
    stage('filling buffers');
    await checked(device, () => {
      this.resources = job.buffers.map((about, at) => new HeldResource(device, about, usages[at], this.held));
    });
    for (const each of this.resources)
      await each.fill({ onProgress: () => stage('filling buffers'), readFile });
    this.dispatchable = await checked(device, () =>
      this.dispatches.map((each) => this.dispatchableOf(each, pipelines[each.pipeline])),
    );
    for (const each of job.operations)
      if (each.kind === 'write') this.writes.set(each, new HostWrite(each, this.resources[each.to.buffer]));
  }

  async read(stage: (name: string) => void): Promise<(Uint32Array | undefined)[]> {
    const pages: (Uint32Array | undefined)[] = [];
    for (const each of this.resources) {
      const { texture } = each.about;
      const mipLevels = texture ? levelsOf(texture.shape).map((_, at) => at) : [];
      pages.push(await each.read(mipLevels, () => stage('reading the output')));
    }
    return pages;
  }

  /** Records that the buffers which decide the app's way get their first contents again. */
  restore(encoder: GPUCommandEncoder): void {
    for (const each of this.resources) each.restore(encoder);
  }

  /** A buffer or texture that a dispatch writes. */
  anchorOf(at: number): GPUBuffer | GPUTexture | undefined {
    const { anchor } = this.dispatches[at];
    return anchor === undefined ? undefined : this.resources[anchor].live;
  }

  /**
   * The app from its first operation to its last, ready to be submitted.
   * @param separate keeps a pass that writes `after` from beginning before the one that wrote `before` has ended
   */
  record(
    { isApart, stampsOf }: Timing,
    separate?: (
      encoder: GPUCommandEncoder,
      before: GPUBuffer | GPUTexture | undefined,
      after: GPUBuffer | GPUTexture | undefined,
    ) => void,
  ): Action[] {
    const { device } = this;
    const { operations } = this.job;
    const actions: Action[] = [];
    let encoder: GPUCommandEncoder | undefined;
    let done = 0;
    for (let at = 0; at < operations.length; ) {
      const operation = operations[at];
      if (operation.kind === 'write') {
        const write = this.writes.get(operation)!;
        actions.push(() => write.run(device.queue));
        at++;
        continue;
      }
      encoder ??= device.createCommandEncoder();
      if (operation.kind === 'dispatch') {
        const count = isApart ? 1 : passLength(operations, at);
        if (isApart && done > 0) separate?.(encoder, this.anchorOf(done - 1), this.anchorOf(done));
        const timestampWrites = stampsOf?.(done, done + count - 1);
        const pass = encoder.beginComputePass(timestampWrites ? { timestampWrites } : {});
        for (const each of this.dispatchable.slice(done, done + count)) recordDispatch(pass, each);
        pass.end();
        done += count;
        at += count;
      } else {
        recordTransfer(encoder, operation, this.resources);
        at++;
      }
      const next = operations[at];
      if (next?.submit === operation.submit && next.kind !== 'write') continue;
      actions.push(encoder.finish());
      encoder = undefined;
    }
    return actions;
  }

  private dispatchableOf(each: JobDispatch, pipeline: GPUComputePipeline): Dispatchable {
    const { bindings, dispatch, immediates } = each;
    refuseImmediates(this.device, each);
    const part = ({ buffer, offsetBytes, sizeBytes }: JobRange) => ({
      buffer: this.resources[buffer].live as GPUBuffer,
      offset: offsetBytes,
      size: sizeBytes,
    });
    const bound = (each: Bound): GPUBindingResource => {
      if (each.usage === 'sampler') return createSampler(this.device, each.sampler);
      if (each.usage !== 'texture') return part(each);
      return (this.resources[each.buffer].live as GPUTexture).createView(
        each.view as GPUTextureViewDescriptor,
      );
    };
    const groups = bindGroups(this.device, pipeline, bindings, bindings.map(bound));
    const given = immediates ? { immediates } : {};
    return { pipeline, groups, dispatch: 'buffer' in dispatch ? part(dispatch) : dispatch, ...given };
  }
}

/** Dispatches of one pass that follow one another. */
function passLength(operations: readonly JobOperation[], from: number): number {
  const { pass } = operations[from] as JobDispatch;
  let to = from + 1;
  for (; to < operations.length; to++) {
    const next = operations[to];
    if (next.kind !== 'dispatch' || next.pass !== pass) break;
  }
  return to - from;
}

/** What kernels use each buffer for. */
function usagesOf({ buffers, operations }: AppJob): number[] {
  const { STORAGE, UNIFORM, INDIRECT } = GPUBufferUsage;
  const usages = buffers.map(() => 0);
  for (const operation of operations) {
    if (operation.kind !== 'dispatch') continue;
    for (const each of operation.bindings)
      if (each.usage === 'uniform') usages[each.buffer] |= UNIFORM;
      else if (each.usage === 'storage') usages[each.buffer] |= STORAGE;
    if ('buffer' in operation.dispatch) usages[operation.dispatch.buffer] |= INDIRECT;
  }
  return usages;
}
