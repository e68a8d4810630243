// Runs the launches of the plan on the GPU, and reads what was measured before.

import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { LaunchGpu } from '../hardware/gpu.ts';
import type { DeviceInfo } from '../hardware/job.ts';
import { type MeasureOptions, measureLaunch } from '../measure/measure.ts';
import type { Measurement } from '../measure/measurement.ts';
import type { Benchmark } from './benchmark.ts';
import type { Timed } from './calibrate.ts';
import { nameOf, type Step, variantsOf } from './plan.ts';

export interface PlanOptions extends Pick<MeasureOptions, 'samples' | 'now' | 'date' | 'webgpuVersion'> {
  /** The launch and source of a step's variant. @throws DiagnosticError */
  readonly open: (step: Step, variant: number, isSoftware: boolean) => Benchmark;
  readonly onStart: (text: string) => void;
  readonly onMeasured: (measurement: Measurement) => void;
  readonly onProblem: (step: Step, problems: readonly Diagnostic[]) => void;
}

/** What could be measured of the plan; each measurement and each problem is reported as it comes. */
export async function measurePlan(
  gpu: LaunchGpu,
  device: DeviceInfo,
  plan: readonly Step[],
  options: PlanOptions,
): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const [i, step] of plan.entries()) {
    for (const variant of variantsOf(step).keys()) {
      options.onStart(`${i + 1} of ${plan.length}: ${step.says}`);
      try {
        const { launch, source } = options.open(step, variant, device.isSoftware);
        const outcome = await measureLaunch(gpu, launch, source, {
          ...options,
          verifies: false,
          params: {},
          files: () => new Uint8Array(),
        });
        if (outcome.value === undefined) throw new DiagnosticError(outcome.diagnostics);
        if (step.vary === undefined && outcome.value.dispatchesPerSample !== undefined) throw tooCoarse(step);
        options.onMeasured(outcome.value);
        found.push(outcome.value);
      } catch (error) {
        if (!(error instanceof DiagnosticError)) throw error;
        options.onProblem(step, error.diagnostics);
      }
    }
  }
  return found;
}

/** Repeated within a pass, a dispatch shows nothing of what a launch takes. */
function tooCoarse({ id }: Step): DiagnosticError {
  const message = `${id}: timestamps are too coarse here for a single dispatch`;
  return new DiagnosticError([{ severity: 'warning', code: 'calibrate/coarse', message }]);
}

/** Measurements of a plan on one device, by step and variant; the newest where there are several. */
export function timesOf(
  measurements: readonly Measurement[],
): (step: Step, variant: number) => Timed | undefined {
  const byName = new Map(measurements.map((each) => [each.name, each]));
  return (step, variant) => {
    const found = byName.get(nameOf(step, variant));
    return found && { timeNs: found.timeNs, errorNs: (found.spread * found.timeNs) / 2 };
  };
}
