// Measures variants one at a time while others are being compiled: whichever is ready first is next.

import { DeviceComparer } from './device-compare.ts';
import type { BufferComparison, Sample, Variant, VariantTimes } from './job.ts';
import {
  bindGroups,
  checked,
  compilePipeline,
  type Dispatchable,
  recordDispatch,
  refuseImmediates,
} from './pipeline.ts';
import { usableSamples } from './quality.ts';
import type { Stopwatch } from './stopwatch.ts';
import { type Bound, Workspace } from './workspace.ts';

/** A sample that was taken at a low clock is taken again, up to so many times what was asked for. */
const MOST_RETRIES = 3;
/** Time for all samples of a variant; long kernels get fewer of them, and short ones vary by more. */
const SAMPLING_NS = 60e6;
const FEWEST_SAMPLES = 3;
const SHORT_NS = 30_000;
const SHORT_FACTOR = 3;
/** The first dispatch finds caches cold, which shorter kernels feel most. */
const COLD_FACTOR = 4;

export interface Reports {
  compiled(): void;
  dispatching(): void;
}

export class VariantRunner {
  private readonly device: GPUDevice;
  private readonly watch: Stopwatch;
  private readonly workspace: Workspace;
  private comparer: DeviceComparer | undefined;
  /** The end of the queue of measurements. */
  private measured: Promise<unknown> = Promise.resolve();

  constructor(device: GPUDevice, watch: Stopwatch, onProgress: () => void) {
    this.device = device;
    this.watch = watch;
    this.workspace = new Workspace(device, onProgress);
  }

  /** @throws JobFailure */
  async run(variant: Variant, reports: Reports): Promise<VariantTimes> {
    const start = performance.now();
    refuseImmediates(this.device, variant);
    const pipeline = await compilePipeline(this.device, variant);
    const compileMs = performance.now() - start;
    reports.compiled();
    const turn = this.measured.then(() => this.measure(variant, pipeline, reports));
    this.measured = turn.catch(() => {});
    return { ...(await turn), compileMs };
  }

  private async measure(
    variant: Variant,
    pipeline: GPUComputePipeline,
    reports: Reports,
  ): Promise<Omit<VariantTimes, 'compileMs'>> {
    const { device, watch } = this;
    const bound = await this.workspace.bind(variant.bindings);
    const resources = bound.resources.map(({ resource }) => resource);
    const groups = await checked(device, () => bindGroups(device, pipeline, variant.bindings, resources));
    const { dispatch, immediates } = variant;
    const dispatchable = { pipeline, groups, dispatch, ...(immediates ? { immediates } : {}) };
    const anchor = bound.resources.find(({ storage }) => storage)?.storage;
    const take = () => {
      reports.dispatching();
      return watch.take(bound.restoreSteering, anchor, (pass) => recordDispatch(pass, dispatchable));
    };
    await watch.holdClock();
    const first = await take();
    const comparisons = await this.compare(variant, bound, dispatchable, reports);
    const sampled = await this.sample(variant, first, take);
    return { ...sampled, comparisons, fastestSpinNs: watch.fastestSpinNs };
  }

  private async sample(
    variant: Variant,
    cold: Sample,
    take: () => Promise<Sample>,
  ): Promise<Pick<VariantTimes, 'samples' | 'wanted' | 'isHopeless'>> {
    const { watch } = this;
    if (cold.timeNs > COLD_FACTOR * variant.limitNs) return { samples: [cold], wanted: 1, isHopeless: true };
    const isHopeless = (sample: Sample) => sample.timeNs > variant.limitNs;
    await watch.holdClock();
    const samples = [await take()];
    if (isHopeless(samples[0])) {
      // Only a clock that fell could excuse it.
      await watch.holdClock();
      const second = await take();
      if (isHopeless(second)) return { samples: [second], wanted: 1, isHopeless: true };
      samples.push(second);
    }
    const wanted = sampleCount(variant.samples, samples[0].timeNs);
    const usable = () => usableSamples(samples, watch.isSoftware, watch.fastestSpinNs).length;
    while (samples.length < wanted * MOST_RETRIES && usable() < wanted) samples.push(await take());
    return { samples, wanted, isHopeless: false };
  }

  /** The output of one dispatch that started from the first contents. */
  private async compare(
    variant: Variant,
    bound: Bound,
    dispatchable: Dispatchable,
    reports: Reports,
  ): Promise<BufferComparison[]> {
    this.comparer ??= await DeviceComparer.create(this.device);
    if (variant.isReference) {
      await this.comparer.expect(variant.bindings, this.wordsOf(variant, bound));
      reports.dispatching();
      this.once(dispatchable, bound);
    }
    return await this.comparer.compare(variant.bindings, this.wordsOf(variant, bound));
  }

  /** What the kernel has left in what is compared. */
  private wordsOf({ bindings }: Variant, { resources }: Bound): (GPUBuffer | undefined)[] {
    const encoder = this.device.createCommandEncoder();
    const words = resources.map((each, at) => (bindings[at].compares ? each.words(encoder) : undefined));
    this.device.queue.submit([encoder.finish()]);
    return words;
  }

  private once(dispatchable: Dispatchable, bound: Bound): void {
    const encoder = this.device.createCommandEncoder();
    bound.restoreAll(encoder);
    const pass = encoder.beginComputePass();
    recordDispatch(pass, dispatchable);
    pass.end();
    this.device.queue.submit([encoder.finish()]);
  }
}

function sampleCount(asked: number, timeNs: number): number {
  const affordable = Math.floor(SAMPLING_NS / Math.max(timeNs, 1));
  const useful = timeNs < SHORT_NS ? asked * SHORT_FACTOR : asked;
  return Math.max(Math.min(useful, affordable), Math.min(asked, FEWEST_SAMPLES));
}
