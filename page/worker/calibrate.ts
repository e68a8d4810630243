// Makes a profile of the GPU of this browser, as the command `calibrate` does of that of its machine.

import type { ReadText } from '../../src/calibrate/benchmark.ts';
import { benchmarkOf } from '../../src/calibrate/benchmark.ts';
import { calibrate } from '../../src/calibrate/calibrate.ts';
import { deviceProfile, sourceKey } from '../../src/calibrate/device-profile.ts';
import { measurePlan, timesOf } from '../../src/calibrate/measure-plan.ts';
import { planFor, type Step } from '../../src/calibrate/plan.ts';
import type { DeviceInfo } from '../../src/hardware/job.ts';
import type { Profile } from '../../src/profile/profile.ts';
import type { Say } from '../messages.ts';
import { gpuHere, measuringNow } from './measure.ts';

/** Fewer than the command takes: one waits for it. */
const SAMPLES = 7;

/** As the build writes it. */
interface Microbench {
  readonly steps: readonly Step[];
  readonly files: Readonly<Record<string, string>>;
}

/** @param base what is not measured stays as it says */
export async function calibrateHere(base: Profile, say: Say): Promise<void> {
  const { steps: all, files }: Microbench = await (await fetch('microbench.json')).json();
  const read: ReadText = (file) => files[file];
  const steps = planFor(base, all);
  const gpu = gpuHere(
    () => new Uint8Array(),
    () => {},
  );
  const info: DeviceInfo = await gpu.device();
  const about = measuringNow();
  const problems: string[] = [];
  const measurements = await measurePlan(gpu, info, steps, {
    ...about,
    samples: SAMPLES,
    open: (step, variant, isSoftware) => benchmarkOf(step, variant, isSoftware, read),
    onStart: (text) => say({ kind: 'progress', text: `measuring ${text}` }),
    onMeasured: () => {},
    onProblem: (_, found) => problems.push(...found.map(({ message }) => message)),
  });
  const key = sourceKey(info.device, about.date);
  const { profile, answers } = calibrate({
    profile: deviceProfile(base, info.device, key, info),
    plan: steps,
    open: (step, variant) => benchmarkOf(step, variant, info.isSoftware, read),
    timed: timesOf(measurements),
    source: (step) => `measured:${key} (${step.id})`,
    onStep: ({ id }) => say({ kind: 'progress', text: `fitting ${id}` }),
  });
  say({
    kind: 'calibrated',
    device: info.device,
    isSoftware: info.isSoftware,
    profile,
    asked: steps.length,
    set: answers.filter(({ value }) => value !== undefined).length,
    problems,
  });
}
