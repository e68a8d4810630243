// The process that owns the GPU: takes jobs one after the other, answers with output and samples. It is a
// process of its own because drivers crash and hang, and because Dawn prints on standard output. What it
// does per sample follows the rules of docs/measuring.md: spin pass, a small copy that keeps the passes
// apart, the one dispatch between two timestamps.

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { create, globals } from 'webgpu';
import { fillWords } from '../launch/data.ts';
import {
  type DeviceInfo,
  type FailureReason,
  type Job,
  type JobBinding,
  type Message,
  PAGE_BYTES,
  type Sample,
} from './job.ts';
import { usableSamples } from './quality.ts';
import { Spin } from './spin.ts';

Object.assign(globalThis, globals);

/** Carries why a job failed to the one place that answers. */
class JobFailure extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

const FEATURES: readonly GPUFeatureName[] = ['timestamp-query', 'subgroups', 'shader-f16'];
const LIMITS = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxComputeWorkgroupSizeZ',
] as const;
/** Keeps the work that is queued, and the memory it is staged in, small while buffers are filled. */
const FILL_WORDS = 1 << 22;
/** Time for the clock to rise after the idle moments of filling and compiling. */
const RAMP_MS = 300;
/** A sample that was taken at a low clock is taken again, up to so many times what was asked for. */
const MOST_RETRIES = 4;
/** Fewer samples of long kernels; seconds over all of them. */
const SAMPLING_SECONDS = 4;
const FEWEST_SAMPLES = 5;
const SHORT_NS = 30_000;
const SHORT_FACTOR = 3;

function send(message: Message): void {
  process.send!(message);
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
    const { device } = this;
    send({ kind: 'stage', stage: 'compiling' });
    const pipeline = await this.compile(job);
    send({ kind: 'stage', stage: 'filling buffers' });
    device.pushErrorScope('out-of-memory');
    device.pushErrorScope('validation');
    const bound = job.bindings.map((each) => this.createBuffer(each));
    const groups = groupsOf(device, pipeline, job, bound);
    await this.check('validation');
    await this.check('out-of-memory');
    for (const [i, each] of job.bindings.entries()) await this.fill(bound[i]!, each);
    const pristine = job.bindings.map((each, i) => (each.isRestored ? this.copyOf(bound[i]!) : undefined));
    try {
      send({ kind: 'stage', stage: 'running' });
      await this.runOnce(pipeline, groups, job);
      const pages: (Uint32Array | undefined)[] = [];
      for (const [i, each] of job.bindings.entries()) pages.push(await this.readPages(bound[i]!, each));
      send({ kind: 'output', id: job.id, pages });
      const samples = job.samples > 0 ? await this.sample(pipeline, groups, job, bound, pristine) : [];
      send({ kind: 'done', id: job.id, samples });
    } finally {
      for (const buffer of [...bound, ...pristine]) buffer?.destroy();
    }
  }

  private async compile(job: Job): Promise<GPUComputePipeline> {
    const { device } = this;
    device.pushErrorScope('validation');
    const module = device.createShaderModule({ code: job.code });
    const { messages } = await module.getCompilationInfo();
    await device.popErrorScope();
    const error = messages.find((each) => each.type === 'error');
    if (error) throw new JobFailure('validation', `${error.lineNum}:${error.linePos}: ${error.message}`);
    try {
      const compute = { module, entryPoint: job.entryPoint, constants: job.constants };
      return await device.createComputePipelineAsync({ layout: 'auto', compute });
    } catch (problem) {
      throw new JobFailure('validation', (problem as Error).message);
    }
  }

  private createBuffer(binding: JobBinding): GPUBuffer {
    const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const usage = (binding.usage === 'uniform' ? UNIFORM : STORAGE) | COPY_DST | COPY_SRC;
    return this.device.createBuffer({ size: binding.sizeBytes, usage });
  }

  private async fill(buffer: GPUBuffer, { data, sizeBytes }: JobBinding): Promise<void> {
    if (data.kind === 'zeros') return;
    const file = data.kind === 'file' ? new Uint8Array(readFileSync(data.path)) : undefined;
    const total = sizeBytes / 4;
    for (let first = 0; first < total; first += FILL_WORDS) {
      const words = new Uint32Array(Math.min(FILL_WORDS, total - first));
      fillWords(data, sizeBytes, first, words, file);
      this.device.queue.writeBuffer(buffer, first * 4, words);
      await this.device.queue.onSubmittedWorkDone();
      send({ kind: 'stage', stage: 'filling buffers' });
    }
  }

  private copyOf(buffer: GPUBuffer): GPUBuffer {
    const { COPY_DST, COPY_SRC } = GPUBufferUsage;
    const copy = this.device.createBuffer({ size: buffer.size, usage: COPY_DST | COPY_SRC });
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, copy, 0, buffer.size);
    this.device.queue.submit([encoder.finish()]);
    return copy;
  }

  private async runOnce(pipeline: GPUComputePipeline, groups: Groups, job: Job): Promise<void> {
    this.device.pushErrorScope('validation');
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    dispatch(pass, pipeline, groups, job);
    this.device.queue.submit([encoder.finish()]);
    await this.check('validation');
    await this.device.queue.onSubmittedWorkDone();
  }

  /** The wanted pages of a buffer, one after the other; the last one of the buffer may be short. */
  private async readPages(buffer: GPUBuffer, { readPages }: JobBinding): Promise<Uint32Array | undefined> {
    if (readPages === undefined || readPages.length === 0) return undefined;
    const words = new Uint32Array((readPages.length * PAGE_BYTES) / 4);
    const chunkPages = 4096;
    const chunkBytes = chunkPages * PAGE_BYTES;
    for (let at = 0; at < readPages.length; ) {
      const firstPage = readPages[at]!;
      let last = at;
      while (last + 1 < readPages.length && readPages[last + 1]! < firstPage + chunkPages) last++;
      const start = firstPage * PAGE_BYTES;
      const bytes = Math.min(buffer.size - start, chunkBytes, (readPages[last]! + 1) * PAGE_BYTES - start);
      const chunk = await this.read(buffer, start, bytes);
      for (; at <= last; at++) {
        const from = (readPages[at]! - firstPage) * (PAGE_BYTES / 4);
        words.set(chunk.subarray(from, from + PAGE_BYTES / 4), at * (PAGE_BYTES / 4));
      }
    }
    return words;
  }

  private async read(buffer: GPUBuffer, start: number, bytes: number): Promise<Uint32Array> {
    const { COPY_DST, MAP_READ } = GPUBufferUsage;
    const staging = this.device.createBuffer({ size: bytes, usage: COPY_DST | MAP_READ });
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, start, staging, 0, bytes);
    this.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const words = new Uint32Array(staging.getMappedRange().slice(0));
    staging.destroy();
    send({ kind: 'stage', stage: 'reading the output' });
    return words;
  }

  private async sample(
    pipeline: GPUComputePipeline,
    groups: Groups,
    job: Job,
    bound: readonly GPUBuffer[],
    pristine: readonly (GPUBuffer | undefined)[],
  ): Promise<readonly Sample[]> {
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
        dispatch(pass, pipeline, groups, job);
      });
    send({ kind: 'stage', stage: 'sampling' });
    const ramp = performance.now();
    while (!isSoftware && performance.now() - ramp < RAMP_MS) await this.timeSpin(spin);
    const wanted = sampleCount(job.samples, (await take()).timeNs);
    const samples: Sample[] = [];
    while (
      samples.length < wanted * MOST_RETRIES &&
      (samples.length < wanted || usableSamples(samples, isSoftware).length < wanted)
    ) {
      samples.push(await take());
      send({ kind: 'stage', stage: 'sampling' });
    }
    return samples;
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

  private async check(reason: 'validation' | 'out-of-memory'): Promise<void> {
    const problem = await this.device.popErrorScope();
    if (problem) throw new JobFailure(reason, problem.message);
  }
}

/** Short kernels vary by more of their time and cost nothing to repeat; long ones are sampled less. */
function sampleCount(asked: number, timeNs: number): number {
  const affordable = Math.floor((SAMPLING_SECONDS * 1e9) / Math.max(timeNs, 1));
  const useful = timeNs < SHORT_NS ? asked * SHORT_FACTOR : asked;
  return Math.min(useful, Math.max(FEWEST_SAMPLES, affordable));
}

type Groups = readonly (readonly [number, GPUBindGroup])[];

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
function dispatch(pass: GPUComputePassEncoder, pipeline: GPUComputePipeline, groups: Groups, job: Job): void {
  pass.setPipeline(pipeline);
  for (const [number, group] of groups) pass.setBindGroup(number, group);
  pass.dispatchWorkgroups(...job.dispatch);
  pass.end();
}

function describe(adapter: GPUAdapter): DeviceInfo {
  const info = adapter.info as GPUAdapterInfo & { readonly backend?: string; readonly backendType?: string };
  const limits = adapter.limits as unknown as Record<string, number | undefined>;
  const isSoftware = /swiftshader|llvmpipe|lavapipe|warp/i.test(`${info.device} ${info.description}`);
  return {
    device: info.device || info.description || info.vendor,
    driver: info.description,
    backend: info.backend ?? info.backendType ?? 'unknown',
    isSoftware,
    subgroupSizes: [info.subgroupMinSize ?? 0, info.subgroupMaxSize ?? 0],
    features: [...adapter.features].sort(),
    limits: Object.fromEntries(LIMITS.map((name) => [name, limits[name] ?? 0])),
  };
}

async function open(adapterName: string | undefined): Promise<{ readonly dawn: GPU; readonly gpu: Gpu }> {
  // Without these, Dawn rounds timestamps to 65,536 ns.
  const flags = [
    'disable-dawn-features=timestamp_quantization',
    // f16 works on NVIDIA's current drivers, but Dawn keeps it behind a switch there.
    'enable-dawn-features=allow_unsafe_apis,vulkan_enable_f16_on_nvidia',
    ...(adapterName === undefined ? [] : [`adapter=${adapterName}`]),
  ];
  const dawn = create(flags);
  const adapter = await dawn.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) throw new JobFailure('no-adapter', 'WebGPU found no adapter');
  const info = describe(adapter);
  if (!adapter.features.has('timestamp-query')) {
    throw new JobFailure('no-timestamps', `${info.device} offers no timestamps`);
  }
  const device = await adapter.requestDevice({
    requiredFeatures: FEATURES.filter((name) => adapter.features.has(name)),
    requiredLimits: { ...info.limits },
  });
  return { dawn, gpu: new Gpu(device, info) };
}

function failed(id: number, error: unknown): void {
  const reason = error instanceof JobFailure ? error.reason : 'internal';
  send({ kind: 'failed', id, reason, message: error instanceof Error ? error.message : String(error) });
}

/** Referenced for as long as the process lives: Dawn crashes when its instance is collected. */
let opened: Awaited<ReturnType<typeof open>> | undefined;
let current = 0;

try {
  opened = await open(process.argv[2] || undefined);
  const { gpu } = opened;
  void gpu.device.lost.then((lost) => {
    if (lost.reason !== 'destroyed') failed(current, new JobFailure('lost', lost.message));
  });
  send({ kind: 'device', info: gpu.info });
  process.on('message', (job: Job) => {
    current = job.id;
    gpu.run(job).catch((error: unknown) => failed(job.id, error));
  });
} catch (error) {
  failed(current, error);
}
process.on('disconnect', () => process.exit(0));
