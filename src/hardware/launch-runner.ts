// One launch on a device: run once for its output, then sampled as docs/measuring.md says.

import { BoundResource } from './bound-resources.ts';
import type { Job, Sample } from './job.ts';
import {
  bindGroups,
  checked,
  compilePipeline,
  type Dispatchable,
  recordDispatch,
  refuseImmediates,
} from './pipeline.ts';
import { repeatsFor } from './repeats.ts';
import { NO_SAMPLES, type Samples, takeSamples } from './sampling.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { Filling } from './transfer.ts';

type LaunchJob = Omit<Job, 'id'>;

/** What is told while a launch runs. */
export interface LaunchReports {
  /** Work goes on, and what with. */
  stage(name: string): void;
  /** What the first dispatch left in each binding. */
  output(pages: readonly (Uint32Array | undefined)[]): void;
}

export interface LaunchSamples extends Samples<Sample> {
  /** Dispatches in the pass of a sample, whose mean it is. */
  readonly repeats: number;
}

export class LaunchRunner {
  private readonly device: GPUDevice;
  private readonly watch: Stopwatch;
  private readonly readFile: Filling['readFile'];

  constructor(device: GPUDevice, watch: Stopwatch, readFile: Filling['readFile']) {
    this.device = device;
    this.watch = watch;
    this.readFile = readFile;
  }

  /** @throws JobFailure */
  async run(job: LaunchJob, { stage, output }: LaunchReports): Promise<LaunchSamples> {
    stage('compiling');
    refuseImmediates(this.device, job);
    const pipeline = await compilePipeline(this.device, job);
    const held: { destroy(): void }[] = [];
    try {
      stage('filling buffers');
      const prepared = await this.prepare(job, pipeline, held);
      const onProgress = () => stage('filling buffers');
      for (const each of prepared.bound) await each.fill({ onProgress, readFile: this.readFile });
      stage('running');
      await this.runOnce(prepared);
      const pages: (Uint32Array | undefined)[] = [];
      for (const each of prepared.bound) pages.push(await each.read(() => stage('reading the output')));
      output(pages);
      if (job.samples === 0) return { ...NO_SAMPLES, repeats: 1 };
      return await this.sample(prepared, () => stage('sampling'));
    } finally {
      for (const each of held) each.destroy();
    }
  }

  /** What is bound; all of it noted in `held` as soon as it is there. */
  private async prepare(
    job: LaunchJob,
    pipeline: GPUComputePipeline,
    held: { destroy(): void }[],
  ): Promise<Prepared> {
    const { device } = this;
    return await checked(device, () => {
      const bound = job.bindings.map((each) => new BoundResource(device, each, held));
      const resources = bound.map(({ resource }) => resource);
      const groups = bindGroups(device, pipeline, job.bindings, resources);
      const { dispatch, immediates } = job;
      return { job, bound, pipeline, groups, dispatch, ...(immediates ? { immediates } : {}) };
    });
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

  private async sample(
    { job, bound, ...dispatchable }: Prepared,
    onProgress: () => void,
  ): Promise<LaunchSamples> {
    const { watch } = this;
    const storage = bound.find((each) => each.storage)?.storage;
    const restore = (encoder: GPUCommandEncoder) => {
      for (const each of bound) each.restore(encoder);
    };
    const takeSome = async (count: number): Promise<Sample> => {
      const { timeNs, spinNs } = await watch.take(restore, storage, (pass) => {
        for (let k = 0; k < count; k++) recordDispatch(pass, dispatchable);
      });
      return { timeNs: timeNs / count, spinNs };
    };
    onProgress();
    await watch.holdClock();
    // A dispatch that must find its first contents again cannot follow another within a pass.
    const isRepeatable = !job.bindings.some((each) => each.isRestored);
    const repeats = isRepeatable ? await repeatsFor(() => watch.stepNs, takeSome) : 1;
    const taken = await takeSamples(job.samples, watch, () => takeSome(repeats), onProgress, repeats);
    return { ...taken, repeats };
  }
}

/** A job that is ready to be dispatched. */
interface Prepared extends Dispatchable {
  readonly job: LaunchJob;
  /** One for each of the job's bindings. */
  readonly bound: readonly BoundResource[];
}
