// The GPU of this machine as functions: a kernel's time, and a profile of the device, as `kernelcast measure` and
// `calibrate` make them.

import { type Calibration, calibrate as fitPlan } from '../calibrate/calibrate.ts';
import { deviceProfile, sourceKey } from '../calibrate/device-profile.ts';
import { measurePlan, timesOf } from '../calibrate/measure-plan.ts';
import { openBenchmark } from '../calibrate/microbench.ts';
import { planFor } from '../calibrate/plan.ts';
import { measuringNow, openGpu as openProcess } from '../cli/gpu.ts';
import { fileReader } from '../cli/kernels.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { Gpu } from '../hardware/gpu.ts';
import type { Launch } from '../launch/launch.ts';
import { measureLaunch as measure } from '../measure/measure.ts';
import type { Measurement } from '../measure/measurement.ts';
import type { ShaderSource } from '../predict/shader.ts';
import { defaultProfile } from '../profile/default-profile-data.ts';
import type { Profile } from '../profile/profile.ts';

/** Which GPU, and when it counts as hung. */
export interface GpuSettings {
  /** Part of the name of the adapter to use. */
  readonly adapter?: string;
  /** Silence of the GPU that counts as a hang; a minute when left out. */
  readonly timeoutMs?: number;
  /** Told what is being done, for whoever waits. */
  readonly onStage?: (stage: string) => void;
}

/** The GPU in a process of its own, which starts with the first kernel. `close()` ends it. */
export function openGpu({ timeoutMs = 60_000, onStage = () => {}, ...rest }: GpuSettings = {}): Gpu {
  return openProcess({ ...rest, timeout: `${timeoutMs}ms` }, onStage);
}

/** How a kernel is measured; whatever is left out is as `kernelcast measure` has it. */
export interface MeasureSettings {
  /** Timed dispatches at full clock; 15 when left out. */
  readonly samples?: number;
  /** Whether the output is compared with kernelcast's own execution; true when left out. */
  readonly verifies?: boolean;
  /** Params that the launch was read with, to be recorded. */
  readonly params?: Readonly<Record<string, string>>;
}

/** How long the GPU takes for one dispatch; a wrong output is a value whose `verification` says so. */
export async function measureLaunch(
  gpu: Gpu,
  launch: Launch,
  source: ShaderSource,
  { samples = 15, verifies = true, params = {} }: MeasureSettings = {},
): Promise<Outcome<Measurement>> {
  const options = { samples, verifies, params, files: fileReader(), ...measuringNow() };
  return await measure(gpu, launch, source, options);
}

/** How a device is calibrated. */
export interface CalibrateSettings {
  /** The profile to start from: what cannot be measured stays as it says; the default one when left out. */
  readonly profile?: Profile;
  /** Timed dispatches of each microbenchmark; 9 when left out. */
  readonly samples?: number;
  /** Only steps whose name contains this. */
  readonly only?: string;
  /** Told before each step. */
  readonly onProgress?: (text: string) => void;
}

/** A profile of this machine's GPU, by microbenchmarks. @throws GpuError */
export async function calibrate(gpu: Gpu, settings: CalibrateSettings = {}): Promise<Outcome<Calibration>> {
  const { profile = defaultProfile, samples = 9, only = '', onProgress = () => {} } = settings;
  const steps = planFor(profile).filter(({ id }) => id.includes(only));
  const info = await gpu.device();
  const about = measuringNow();
  const diagnostics: Diagnostic[] = [];
  const measurements = await measurePlan(gpu, info, steps, {
    ...about,
    samples,
    open: openBenchmark,
    onStart: onProgress,
    onMeasured: () => {},
    onProblem: (_, problems) => diagnostics.push(...problems),
  });
  if (measurements.length === 0) return { diagnostics };
  const key = sourceKey(info.device, about.date);
  const value = fitPlan({
    profile: deviceProfile(profile, info.device, key, info),
    plan: steps,
    open: (step, variant) => openBenchmark(step, variant, info.isSoftware),
    timed: timesOf(measurements),
    source: (step) => `measured:${key} (${step.id})`,
  });
  return { value, diagnostics: diagnostics.map((each) => ({ ...each, severity: 'warning' })) };
}
