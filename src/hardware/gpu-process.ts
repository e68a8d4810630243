// The process that owns the GPU: takes jobs one after the other, answers with output and samples. It is a
// process of its own because drivers crash and hang, and because Dawn prints on standard output. What it
// does per sample follows the rules of docs/measuring.md: spin pass, a small copy that keeps the passes
// apart, the one dispatch between two timestamps.

import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { globals } from 'webgpu';
import { type Opened, openAdapter } from './adapter.ts';
import type { AppJob } from './app-job.ts';
import { AppRunner } from './app-runner.ts';
import { BoundResource } from './bound-resources.ts';
import type { Job, Message, Sample, Variant } from './job.ts';
import { JobFailure } from './job-failure.ts';
import {
  bindGroups,
  checked,
  compilePipeline,
  type Dispatchable,
  recordDispatch,
  refuseImmediates,
} from './pipeline.ts';
import { type Samples, takeSamples } from './sampling.ts';
import { Stopwatch } from './stopwatch.ts';
import { VariantRunner } from './variant-runner.ts';

Object.assign(globalThis, globals);

/** After this time a lost device is known to be lost. */
const LOSS_SHOWS_MS = 50;

function send(message: Message): void {
  process.send!(message);
}

/** Says that work goes on. */
function stage(name: string): void {
  send({ kind: 'stage', stage: name });
}

/** One launch: run once for its output, then sampled. */
class LaunchRunner {
  private readonly device: GPUDevice;
  private readonly watch: Stopwatch;

  constructor(device: GPUDevice, watch: Stopwatch) {
    this.device = device;
    this.watch = watch;
  }

  async run(job: Job): Promise<void> {
    stage('compiling');
    refuseImmediates(this.device, job);
    const pipeline = await compilePipeline(this.device, job);
    const held: { destroy(): void }[] = [];
    try {
      stage('filling buffers');
      const prepared = await this.prepare(job, pipeline, held);
      stage('running');
      await this.runOnce(prepared);
      const pages: (Uint32Array | undefined)[] = [];
      for (const each of prepared.bound) pages.push(await each.read(() => stage('reading the output')));
      send({ kind: 'output', id: job.id, pages });
      const { samples, wanted } = job.samples > 0 ? await this.sample(prepared) : { samples: [], wanted: 0 };
      send({ kind: 'done', id: job.id, samples, wanted });
    } finally {
      for (const each of held) each.destroy();
    }
  }

  /** What is bound, with its first contents; all of it noted in `held` as soon as it is there. */
  private async prepare(
    job: Job,
    pipeline: GPUComputePipeline,
    held: { destroy(): void }[],
  ): Promise<Prepared> {
    const { device } = this;
    const prepared = await checked(device, () => {
      const bound = job.bindings.map((each) => new BoundResource(device, each, held));
      const resources = bound.map(({ resource }) => resource);
      const groups = bindGroups(device, pipeline, job.bindings, resources);
      const { dispatch, immediates } = job;
      return { job, bound, pipeline, groups, dispatch, ...(immediates ? { immediates } : {}) };
    });
    for (const each of prepared.bound) await each.fill(() => stage('filling buffers'));
    return prepared;
  }

  private async runOnce(prepared: Prepared): Promise<void> {
    const { device } = this;
    await checked(device, () => {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      recordDispatch(pass, prepared);
      pass.end();
      device.queue.submit([encoder.finish()]);
    });
    await device.queue.onSubmittedWorkDone();
  }

  private async sample({ job, bound, ...dispatchable }: Prepared): Promise<Samples<Sample>> {
    const { watch } = this;
    const storage = bound.find((each) => each.storage)?.storage;
    const restore = (encoder: GPUCommandEncoder) => {
      for (const each of bound) each.restore(encoder);
    };
    const take = () => watch.take(restore, storage, (pass) => recordDispatch(pass, dispatchable));
    stage('sampling');
    await watch.rampUp();
    return await takeSamples(job.samples, watch.isSoftware, take, () => stage('sampling'));
  }
}

/** A job that is ready to be dispatched. */
interface Prepared extends Dispatchable {
  readonly job: Job;
  /** One for each of the job's bindings. */
  readonly bound: readonly BoundResource[];
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
/** What is at hand, in the order in which it came; empty while the device is opened. */
const current = new Set<number>();

/** Nothing that comes after the loss of the device can be trusted, so the process ends with it. */
function endWith(lost: GPUDeviceLostInfo): void {
  const failure = new JobFailure('lost', `the device was lost: ${lost.message}`);
  for (const id of current.size > 0 ? current : [0]) failed(id, failure);
  process.disconnect();
}

async function runVariant(runner: VariantRunner, variant: Variant): Promise<void> {
  const { id } = variant;
  const times = await runner.run(variant, {
    compiled: () => send({ kind: 'compiled', id }),
    dispatching: () => send({ kind: 'dispatching', id }),
  });
  send({ kind: 'measured', id, times });
}

async function runApp(runner: AppRunner, job: AppJob): Promise<void> {
  const { id } = job;
  const times = await runner.run(job, { stage, output: (pages) => send({ kind: 'output', id, pages }) });
  send({ kind: 'timed', id, times });
}

endWithParent();
process.on('disconnect', () => process.exit(0));
try {
  opened = await openAdapter(process.argv[2] || undefined);
  const { device, info } = opened;
  const watch = new Stopwatch(device, info.isSoftware);
  const launches = new LaunchRunner(device, watch);
  const variants = new VariantRunner(device, watch, () => stage('filling buffers'));
  const apps = new AppRunner(device, watch);
  const run = (request: Job | Variant | AppJob): Promise<void> => {
    if (!('kind' in request)) return launches.run(request);
    return request.kind === 'app' ? runApp(apps, request) : runVariant(variants, request);
  };
  let lost: GPUDeviceLostInfo | undefined;
  void device.lost.then((loss) => {
    lost = loss;
    endWith(loss);
  });
  send({ kind: 'device', info });
  process.on('message', (request: Job | Variant | AppJob) => {
    current.add(request.id);
    run(request)
      .catch(async (error: unknown) => {
        // A loss shows first in the calls that it breaks.
        await new Promise((resolve) => setTimeout(resolve, LOSS_SHOWS_MS));
        if (!lost) failed(request.id, error);
      })
      .finally(() => current.delete(request.id));
  });
} catch (error) {
  failed(0, error);
}
