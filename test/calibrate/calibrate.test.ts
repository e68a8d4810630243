// Calibration against a device that is the model itself with other numbers: it must find those numbers.

import { describe, expect, it } from 'vitest';
import { type Answer, calibrate, type Timed } from '../../src/calibrate/calibrate.ts';
import { deviceProfile, sourceKey } from '../../src/calibrate/device-profile.ts';
import { numberAt, sourceAt, withNumber } from '../../src/calibrate/field.ts';
import { openBenchmark } from '../../src/calibrate/microbench.ts';
import { plan, type Step, variantsOf } from '../../src/calibrate/plan.ts';
import type { DeviceInfo } from '../../src/hardware/job.ts';
import { predictLaunch } from '../../src/predict/predict.ts';
import { profileFileText } from '../../src/profile/format.ts';
import { parseProfile } from '../../src/profile/load.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { toy } from '../emulate/toy.ts';

const step = (id: string): Step => plan.find((each) => each.id === id)!;
const open = (each: Step, variant: number) => openBenchmark(each, variant, false);

/** What the device would take for the launch. */
function measuredOn(device: Profile): (each: Step, variant: number) => Timed {
  return (each, variant) => {
    const { launch, source } = open(each, variant);
    const files = () => new Uint8Array();
    const options = {
      profile: device,
      dialect: 'dawn',
      without: [],
      seed: 0,
      cache: 'warm',
      files,
      now: () => 0,
    } as const;
    return { timeNs: predictLaunch(launch, source, options).value!.timeNs, errorNs: 5 };
  };
}

function calibrated(ids: readonly string[], device: Profile) {
  const steps = ids.map(step);
  const source = (each: Step) => `measured:DEVICE (${each.id})`;
  return calibrate({ profile: toy, plan: steps, open, timed: measuredOn(device), source });
}

describe('calibrate', () => {
  it('recovers the numbers of a device that the model describes', () => {
    const truth: Readonly<Record<string, number>> = {
      'launch.overheadNs': 8000,
      'resources.fma.latencyCycles': 6,
      'resources.alu.latencyCycles': 5,
      'resources.sfu.gapCycles': 4,
      'resources.shared.latencyCycles': 31,
      'barrier.baseCycles': 25,
      'resources.l1.latencyCycles': 45,
    };
    const device = Object.entries(truth).reduce(
      (profile, [field, value]) => withNumber(profile, field, value),
      toy,
    );
    const ids = plan.filter((each) => each.field !== undefined && each.field in truth).map((each) => each.id);
    expect(ids).toHaveLength(Object.keys(truth).length);
    const { profile, answers } = calibrated(ids, device);
    for (const { step: asked, fit } of answers) {
      const field = asked.field!;
      expect(fit?.kind, field).toBe('value');
      expect(numberAt(profile, field)! / truth[field]!, field).toBeCloseTo(1, 1.5);
      expect(sourceAt(profile, field)).toBe(`measured:DEVICE (${asked.id})`);
    }
    expect(profile.resources['fma']!.source).toBe(
      'measured:DEVICE (fma-f32-latency); gap derived:round number',
    );
    expect(profile.memory.l2Bytes).toEqual(toy.memory.l2Bytes);
  });

  it('finds nothing to change on the device of the profile', () => {
    const { answers } = calibrated(['launch', 'fma-f32-latency', 'square-root-gap', 'l1-latency'], toy);
    for (const { fit, old } of answers) {
      const value = fit?.kind === 'value' ? fit.value : Number.NaN;
      expect(value / old!).toBeCloseTo(1, 1);
    }
  });

  it('answers later questions with the numbers of earlier ones', () => {
    const device = withNumber(withNumber(toy, 'launch.overheadNs', 12_000), 'launch.firstAccessNs', 3000);
    const { profile } = calibrated(['launch', 'first-access'], device);
    expect(profile.launch.firstAccessNs!.value / 3000).toBeCloseTo(1, 1);
  });

  it('leaves a number alone that was not measured, or not slower for more', () => {
    const steps = [step('fma-f32-latency')];
    const about = { profile: toy, plan: steps, open, source: () => 'measured:X' };
    const unmeasured = calibrate({ ...about, timed: () => undefined });
    expect(unmeasured.answers).toEqual([{ step: steps[0], problem: 'not measured' }]);
    expect(unmeasured.profile).toEqual(toy);
    const [answer] = calibrate({ ...about, timed: () => ({ timeNs: 9000, errorNs: 1 }) }).answers as [Answer];
    expect(answer).toMatchObject({ problem: 'the longer launch was not slower', old: 4 });
  });

  it('compares where no number is asked', () => {
    const { answers, profile } = calibrated(['sine-check'], toy);
    expect(answers[0]!.modelNs! / answers[0]!.observed!.ns).toBeCloseTo(1, 3);
    expect(answers[0]).not.toHaveProperty('fit');
    expect(profile).toEqual(toy);
    expect(variantsOf(step('sine-check'))).toHaveLength(2);
  });
});

describe('the profile of a new device', () => {
  const info: DeviceInfo = {
    device: 'ACME GPU 9000',
    driver: '1.0',
    backend: 'vulkan',
    isSoftware: false,
    subgroupSizes: [16, 16],
    features: [],
    limits: { maxComputeInvocationsPerWorkgroup: 1024, maxComputeWorkgroupStorageSize: 32_768 },
  };
  const key = sourceKey(info.device, '2026-11-21T10:00:00Z');

  it('has its name and the limits that it shows, and can be loaded', () => {
    const profile = deviceProfile(toy, info.device, key, info);
    expect(profile).toMatchObject({ name: 'acme-gpu-9000', title: 'ACME GPU 9000' });
    const source = 'measured:ACME-GPU-9000-2026-11-21 (limit of the adapter)';
    expect(profile.limits.subgroupSize).toEqual({ value: 16, source });
    expect(profile.limits.sharedBytesPerWorkgroup).toEqual({ value: 32_768, source });
    // The same as before: no new source.
    expect(profile.limits.invocationsPerWorkgroup).toEqual(toy.limits.invocationsPerWorkgroup);
    expect(parseProfile(profileFileText(profile), 'acme.json')).toEqual({ value: profile, diagnostics: [] });
  });

  it('leaves a subgroup size open that varies', () => {
    const { limits } = deviceProfile(toy, 'x', 'X', { ...info, subgroupSizes: [8, 32] });
    expect(limits.subgroupSize).toEqual(toy.limits.subgroupSize);
  });

  it('keeps the name of a profile that is of the device', () => {
    const h200 = { ...toy, name: 'nvidia-h200', title: 'NVIDIA H200 SXM (Hopper GH100)' };
    expect(deviceProfile(h200, 'NVIDIA H200', 'K').name).toBe('nvidia-h200');
    expect(deviceProfile(h200, 'NVIDIA H20', 'K').name).toBe('nvidia-h20');
  });
});
