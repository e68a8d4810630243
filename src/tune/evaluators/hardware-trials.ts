// The GPU of this machine as the tuner's evaluator.

import type { Instance, Tunable } from '../../configure/tunable.ts';
import type { DeviceInfo } from '../../hardware/job.ts';
import type { VariantGpu } from '../../hardware/variants.ts';
import type { Point } from '../../space/space.ts';
import type { Evaluation } from '../trials/trial.ts';
import type { TrialEvaluator } from './evaluator.ts';
import { HardwareEvaluator, type HardwareOptions } from './hardware.ts';
import { reasonOf } from './variant-of.ts';

export interface HardwareTrials extends TrialEvaluator {
  /** Buffers whose contents cannot be compared, and why. */
  readonly unverified: readonly string[];
}

export interface HardwareTrialsOptions extends HardwareOptions {
  /** Of the device that `gpu` has opened. */
  readonly info: DeviceInfo;
  /** Compares an instance's output with kernelcast's own execution: what is wrong, or undefined. */
  readonly verify: (instance: Instance) => Promise<string | undefined>;
}

export function hardwareTrials(
  tunable: Pick<Tunable, 'base' | 'instantiate'>,
  gpu: VariantGpu,
  options: HardwareTrialsOptions,
): HardwareTrials {
  const { info } = options;
  const evaluator = new HardwareEvaluator(gpu, options);
  const run = async (
    point: Point,
    limitNs: number,
    samples: number,
    isAgain: boolean,
  ): Promise<Evaluation> => {
    const instance = tunable.instantiate(point);
    if (!instance.value) return { status: 'constraints', message: reasonOf(instance.diagnostics) };
    return await evaluator.evaluate(instance.value, limitNs, samples, isAgain);
  };
  return {
    kind: 'hardware',
    device: info.device,
    driver: info.driver,
    isNoisy: true,
    get room() {
      return evaluator.room;
    },
    get unverified() {
      return evaluator.unverified;
    },
    async open() {
      const base = tunable.instantiate(tunable.base);
      return base.value ? await evaluator.open(base.value) : { diagnostics: base.diagnostics };
    },
    resume: () => evaluator.resume(),
    evaluate: (point, limitNs) => run(point, limitNs, options.samples, false),
    confirm: (point) => run(point, Number.POSITIVE_INFINITY, options.baseSamples, true),
    async verify(point) {
      if (evaluator.unverified.length === 0) return undefined;
      const instance = tunable.instantiate(point);
      return instance.value && (await options.verify(instance.value));
    },
    close: () => gpu.close(),
  };
}
