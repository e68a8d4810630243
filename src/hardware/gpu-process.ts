// The process that owns the GPU: takes jobs one after the other, answers with output and samples. It is a
// process of its own because drivers crash and hang, and because Dawn prints on standard output. What it
// does per sample follows the rules of docs/measuring.md: spin pass, a small copy that keeps the passes
// apart, the one dispatch between two timestamps.

import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { globals } from 'webgpu';
import { type Opened, openAdapter } from './adapter.ts';
import type { DeviceInfo, Job, Message, Sample } from './job.ts';
import { JobFailure } from './job-failure.ts';
import { usableSamples } from './quality.ts';
import { Spin } from './spin.ts';
import { fillBuffer, readBuffer } from './transfer.ts';

Object.assign(globalThis, globals);

/** Time for the clock to rise after the idle moments of filling and compiling. */
const RAMP_MS = 300;
/** A sample that was taken at a low clock is taken again, up to so many times what was asked for. */
const MOST_RETRIES = 4;
/** Fewer samples of long kernels; seconds over all of them. */
const SAMPLING_SECONDS = 4;
const FEWEST_SAMPLES = 5;
const SHORT_NS = 30_000;
/** After this time a lost device is known to be lost. */
const LOSS_SHOWS_MS = 50;
const SHORT_FACTOR = 3;

function send(message: Message): void {
  process.send!(message);
}

/** Says that work goes on. */
function stage(name: string): void {
  send({ kind: 'stage', stage: name });
}

class Gpu {
  readonly device: GPUDevice;
  readonly info: DeviceInfo;
  private spin: Spin | undefined;
  private readonly queries: GPUQuerySet;
  private readonly resolved: GPUBuffer;
  private readonly readback: GPUBuffer;

  constructor(device: GPUDevice, info: DeviceInfo) {
    this.device = device;
    this.info = info;
    const { QUERY_RESOLVE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
    this.queries = device.createQuerySet({ type: 'timestamp', count: 4 });
    this.resolved = device.createBuffer({ size: 32, usage: QUERY_RESOLVE | COPY_SRC });
    this.readback = device.createBuffer({ size: 32, usage: COPY_DST | MAP_READ });
  }

  async run(job: Job): Promise<void> {
    stage('compiling');
    const pipeline = await this.compile(job);
    const buffers: GPUBuffer[] = [];
    try {
      stage('filling buffers');
      const prepared = await this.prepare(job, pipeline, buffers);
      stage('running');
      await this.checked(async () => this.runOnce(prepared));
      const pages: (Uint32Array | undefined)[] = [];
      for (const [i, each] of job.bindings.entries()) {
        const isRead = () => stage('reading the output');
        pages.push(await readBuffer(this.device, prepared.bound[i]!, each, isRead));
      }
      send({ kind: 'output', id: job.id, pages });
      const { samples, wanted } = job.samples > 0 ? await this.sample(prepared) : { samples: [], wanted: 0 };
      send({ kind: 'done', id: job.id, samples, wanted });
    } finally {
      for (const buffer of buffers) buffer.destroy();
    }
  }

  /** Buffers with their first contents, noted in `buffers` as soon as they are there. */
  private async prepare(job: Job, pipeline: GPUComputePipeline, buffers: GPUBuffer[]): Promise<Prepared> {
    const make = (size: number, usage: number): GPUBuffer => {
      const buffer = this.device.createBuffer({ size, usage });
      buffers.push(buffer);
      return buffer;
    };
    const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const copying = COPY_DST | COPY_SRC;
    const prepared = await this.checked(async () => {
      const bound = job.bindings.map(({ usage, sizeBytes }) =>
        make(sizeBytes, (usage === 'uniform' ? UNIFORM : STORAGE) | copying),
      );
      const pristine = job.bindings.map((each) =>
        each.isRestored ? make(each.sizeBytes, copying) : undefined,
      );
      return { job, pipeline, bound, pristine, groups: groupsOf(this.device, pipeline, job, bound) };
    });
    for (const [i, each] of job.bindings.entries()) {
      await fillBuffer(this.device, prepared.bound[i]!, each, () => stage('filling buffers'));
      const copy = prepared.pristine[i];
      if (copy) this.copy(prepared.bound[i]!, copy);
    }
    return prepared;
  }

  private async compile(job: Job): Promise<GPUComputePipeline> {
    const { device } = this;
    device.pushErrorScope('validation');
    const module = device.createShaderModule({ code: job.code });
    await device.popErrorScope();
    const { messages } = await module.getCompilationInfo();
    const error = messages.find((each) => each.type === 'error');
    if (error) throw new JobFailure('validation', `${error.lineNum}:${error.linePos}: ${error.message}`);
    try {
      const compute = { module, entryPoint: job.entryPoint, constants: job.constants };
      return await device.createComputePipelineAsync({ layout: 'auto', compute });
    } catch (problem) {
      throw new JobFailure('validation', (problem as Error).message);
    }
  }

  private copy(from: GPUBuffer, to: GPUBuffer): void {
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(from, 0, to, 0, from.size);
    this.device.queue.submit([encoder.finish()]);
  }

  private async runOnce(prepared: Prepared): Promise<void> {
    const encoder = this.device.createCommandEncoder();
    dispatch(encoder.beginComputePass(), prepared);
    this.device.queue.submit([encoder.finish()]);
    await this.device.queue.onSubmittedWorkDone();
  }

  private async sample(
    prepared: Prepared,
  ): Promise<{ readonly samples: readonly Sample[]; readonly wanted: number }> {
    const { job, bound, pristine } = prepared;
    const { isSoftware } = this.info;
    this.spin ??= await Spin.create(this.device, isSoftware, (spin) => this.timeSpin(spin));
    const spin = this.spin;
    const storage = bound[job.bindings.findIndex((each) => each.usage === 'storage')];
    const take = () =>
      this.timed((encoder) => {
        pristine.forEach((from, i) => {
          if (from) encoder.copyBufferToBuffer(from, 0, bound[i]!, 0, from.size);
        });
        spin.record(encoder, this.stamps(0));
        if (storage) encoder.copyBufferToBuffer(storage, 0, spin.seed, 0, 4);
        const pass = encoder.beginComputePass({ timestampWrites: this.stamps(2) });
        dispatch(pass, prepared);
      });
    stage('sampling');
    const ramp = performance.now();
    while (!isSoftware && performance.now() - ramp < RAMP_MS) await this.timeSpin(spin);
    const wanted = sampleCount(job.samples, (await take()).timeNs);
    const samples: Sample[] = [];
    while (
      samples.length < wanted * MOST_RETRIES &&
      (samples.length < wanted || usableSamples(samples, isSoftware).length < wanted)
    ) {
      samples.push(await take());
      stage('sampling');
    }
    return { samples, wanted };
  }

  private async timeSpin(spin: Spin): Promise<number> {
    const { spinNs } = await this.timed((encoder) => {
      spin.record(encoder, this.stamps(0));
      encoder.beginComputePass({ timestampWrites: this.stamps(2) }).end();
    });
    return spinNs;
  }

  private stamps(first: number): GPUComputePassTimestampWrites {
    const { queries } = this;
    return { querySet: queries, beginningOfPassWriteIndex: first, endOfPassWriteIndex: first + 1 };
  }

  private async timed(record: (encoder: GPUCommandEncoder) => void): Promise<Sample> {
    const { device, readback, resolved } = this;
    const encoder = device.createCommandEncoder();
    record(encoder);
    encoder.resolveQuerySet(this.queries, 0, 4, resolved, 0);
    encoder.copyBufferToBuffer(resolved, 0, readback, 0, 32);
    device.queue.submit([encoder.finish()]);
    await readback.mapAsync(GPUMapMode.READ);
    const [a, b, c, d] = new BigUint64Array(readback.getMappedRange().slice(0));
    readback.unmap();
    return { spinNs: Number(b! - a!), timeNs: Number(d! - c!) };
  }

  /** Runs `action` and throws what the device had to say about it. */
  private async checked<T>(action: () => Promise<T>): Promise<T> {
    const { device } = this;
    device.pushErrorScope('out-of-memory');
    device.pushErrorScope('validation');
    const [result] = await Promise.allSettled([action()]);
    const invalid = await device.popErrorScope();
    const exhausted = await device.popErrorScope();
    // What is made of a buffer that found no room is invalid, too.
    if (exhausted) throw new JobFailure('out-of-memory', exhausted.message);
    if (invalid) throw new JobFailure('validation', invalid.message);
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }
}

/** Short kernels vary by more of their time and cost nothing to repeat; long ones are sampled less. */
function sampleCount(asked: number, timeNs: number): number {
  const affordable = Math.floor((SAMPLING_SECONDS * 1e9) / Math.max(timeNs, 1));
  const useful = timeNs < SHORT_NS ? asked * SHORT_FACTOR : asked;
  return Math.min(useful, Math.max(FEWEST_SAMPLES, affordable));
}

type Groups = readonly (readonly [number, GPUBindGroup])[];

/** A job that is ready to be dispatched. */
interface Prepared {
  readonly job: Job;
  readonly pipeline: GPUComputePipeline;
  readonly groups: Groups;
  /** One for each of the job's bindings. */
  readonly bound: readonly GPUBuffer[];
  /** First contents of those that are restored. */
  readonly pristine: readonly (GPUBuffer | undefined)[];
}

function groupsOf(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  job: Job,
  bound: readonly GPUBuffer[],
): Groups {
  const numbers = [...new Set(job.bindings.map((each) => each.group))];
  return numbers.map((group) => {
    const entries = job.bindings.flatMap((each, i) =>
      each.group === group ? [{ binding: each.binding, resource: { buffer: bound[i]! } }] : [],
    );
    return [group, device.createBindGroup({ layout: pipeline.getBindGroupLayout(group), entries })] as const;
  });
}

/** Fills and ends the pass. */
function dispatch(pass: GPUComputePassEncoder, { pipeline, groups, job }: Prepared): void {
  pass.setPipeline(pipeline);
  for (const [number, group] of groups) pass.setBindGroup(number, group);
  pass.dispatchWorkgroups(...job.dispatch);
  pass.end();
}

function failed(id: number, error: unknown): void {
  const reason = error instanceof JobFailure ? error.reason : 'internal';
  send({ kind: 'failed', id, reason, message: error instanceof Error ? error.message : String(error) });
}

/**
 * A driver that hangs inside a call keeps this process from noticing that nobody waits for it any longer. A
 * thread of its own notices.
 */
function endWithParent(): void {
  const program = `
    const parent = ${process.ppid};
    setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 500);
  `;
  new Worker(program, { eval: true }).unref();
}

/** Referenced for as long as the process lives. */
let opened: Opened | undefined;
/** The job at hand; 0 while the device is opened. */
let current = 0;

/** Nothing that comes after the loss of the device can be trusted, so the process ends with it. */
function endWith(lost: GPUDeviceLostInfo): void {
  failed(current, new JobFailure('lost', `the device was lost: ${lost.message}`));
  process.disconnect();
}

endWithParent();
process.on('disconnect', () => process.exit(0));
try {
  opened = await openAdapter(process.argv[2] || undefined);
  const gpu = new Gpu(opened.device, opened.info);
  let lost: GPUDeviceLostInfo | undefined;
  void gpu.device.lost.then((info) => {
    lost = info;
    endWith(info);
  });
  send({ kind: 'device', info: gpu.info });
  process.on('message', (job: Job) => {
    current = job.id;
    gpu.run(job).catch(async (error: unknown) => {
      // A loss shows first in the calls that it breaks.
      await new Promise((resolve) => setTimeout(resolve, LOSS_SHOWS_MS));
      if (!lost) failed(job.id, error);
    });
  });
} catch (error) {
  failed(current, error);
}
