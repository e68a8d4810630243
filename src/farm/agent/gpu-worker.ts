// One GPU of an agent: tasks as the requests that its own process gets from a tuner on the same machine. A trial has the
// GPU for itself; meanwhile the next ones of the same kernel are compiled.

import { Gpu } from '../../hardware/gpu.ts';
import type { GpuProgram } from '../../hardware/gpu-child.ts';
import { GpuError } from '../../hardware/gpu-error.ts';
import type { DeviceInfo } from '../../hardware/job.ts';
import { summarize } from '../../hardware/quality.ts';
import { type VariantOutcome, type VariantRequest, Variants } from '../../hardware/variants.ts';
import type { GpuOutcome, GpuTask } from '../task.ts';
import type { DecodeOptions } from '../wire.ts';
import { decodeContent } from './content-folder.ts';
import { Turns } from './turns.ts';

export interface GpuWorkerOptions extends GpuProgram {
  readonly contents: Required<DecodeOptions>;
  readonly timeoutMs: number;
  readonly compileLimitMs: number;
  readonly dispatchLimitMs: number;
  /** Tasks at once: one is measured, the others are compiled. */
  readonly ahead: number;
}

/** The GPU, not the task, is to blame: another worker should have it. */
export class GpuAway extends Error {}

export class GpuWorker {
  private readonly options: GpuWorkerOptions;
  private readonly turns = new Turns();
  private readonly variants: Variants;
  private readonly launches: Gpu;
  private base: { readonly hash: string; readonly request: VariantRequest } | undefined;

  constructor(options: GpuWorkerOptions) {
    this.options = options;
    this.variants = new Variants(options);
    this.launches = new Gpu(options);
  }

  get slots(): number {
    return this.options.ahead;
  }

  /** What the device is. @throws GpuError */
  async device(): Promise<DeviceInfo> {
    return await this.variants.device();
  }

  /** @throws GpuAway, DiagnosticError */
  async run(task: GpuTask): Promise<GpuOutcome> {
    try {
      if (task.kind === 'launch') return await this.turns.run('launch', () => this.launch(task.job));
      const { content } = task.base;
      const run = () => (task.kind === 'base' ? this.setBase(content) : this.variant(content, task.variant));
      // Another base takes the place of the one before: nothing may be under way.
      const key = task.kind === 'base' ? `base ${content}` : content;
      return { kind: 'variant', outcome: await this.turns.run(key, run) };
    } catch (error) {
      if (error instanceof GpuError) throw new GpuAway(error.message);
      throw error;
    }
  }

  close(): void {
    this.variants.close();
    this.launches.close();
  }

  private async launch(job: Parameters<Gpu['run']>[0]): Promise<GpuOutcome> {
    try {
      return { kind: 'launch', result: await this.launches.run(job) };
    } catch (error) {
      if (!(error instanceof GpuError)) throw error;
      // Without a device there is nothing wrong with the task.
      if (error.reason === 'no-adapter') throw error;
      const { reason, message } = error;
      return { kind: 'failed', reason, message };
    }
  }

  private async setBase(hash: string): Promise<VariantOutcome> {
    const request = decodeContent(hash, this.options.contents) as VariantRequest;
    const outcome = await this.variants.setReference(request);
    this.base = outcome.kind === 'measured' ? { hash, request } : undefined;
    return outcome;
  }

  private async variant(base: string, variant: VariantRequest): Promise<VariantOutcome> {
    if (this.base?.hash !== base) {
      this.settingBase ??= this.setBase(base).finally(() => {
        this.settingBase = undefined;
      });
      const outcome = await this.settingBase;
      if (outcome.kind !== 'measured')
        throw new GpuAway('the base kernel, which runs elsewhere, does not run on this GPU');
    }
    return await this.variants.measure(variant);
  }

  private settingBase: Promise<VariantOutcome> | undefined;
}

/** Whether samples could not be taken at full clock, so that another GPU may know better. */
export function isThrottled(outcome: GpuOutcome, { isSoftware }: DeviceInfo): boolean {
  if (outcome.kind !== 'variant' || outcome.outcome.kind !== 'measured') return false;
  const { samples, wanted, isHopeless, fastestSpinNs } = outcome.outcome.times;
  if (isHopeless) return false;
  return summarize(samples, wanted, isSoftware, fastestSpinNs)?.quality.includes('clock-unstable') === true;
}
