// Calibration against a device that is the model itself with other numbers: it must find those numbers. The
// launches of the plan are made small, since every answer takes dozens of timings.

import { describe, expect, it } from 'vitest';
import { calibrate, type Timed } from '../../src/calibrate/calibrate.ts';
import { deviceProfile, sourceKey } from '../../src/calibrate/device-profile.ts';
import { numberAt, sourceAt, withNumber } from '../../src/calibrate/field.ts';
import { openBenchmark } from '../../src/calibrate/microbench.ts';
import { plan, planFor, type Step, variantsOf } from '../../src/calibrate/plan.ts';
import { predictTime } from '../../src/emulate/estimate.ts';
import type { DeviceInfo } from '../../src/hardware/job.ts';
import { invocationsOf } from '../../src/predict/limits.ts';
import { traceLaunch } from '../../src/predict/traced-launch.ts';
import { profileFileText } from '../../src/profile/format.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { parseProfile } from '../../src/profile/parse.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { toy } from '../emulate/toy.ts';

/** A step of the plan, with few trips and no more workgroups than the toy device holds. */
function step(id: string, params: Step['params'] = {}): Step {
  const found = plan.find((each) => each.id === id)!;
  const small = found.vary ? { TRIPS: 4, GROUPS: 4 } : {};
  return { ...found, params: { ...found.params, ...small, ...params } };
}
const open = (each: Step, variant: number) => openBenchmark(each, variant, false);

/** What the device would take for the launch. */
function timedOn(device: Profile): (each: Step, variant: number) => Timed {
  return (each, variant) => {
    const { launch, source } = open(each, variant);
    const files = () => new Uint8Array();
    const options = { profile: device, dialect: 'dawn', without: [], seed: 0, files } as const;
    const { trace, program } = traceLaunch(launch, source, options).value!;
    const input = { trace, profile: device, workgroupSize: invocationsOf(program.module) };
    return { timeNs: predictTime({ ...input, cache: 'warm' }).timeNs, errorNs: 2 };
  };
}

function calibrated(steps: readonly Step[], device: Profile) {
  const source = (each: Step) => `measured:DEVICE (${each.id})`;
  return calibrate({ profile: toy, plan: steps, open, timed: timedOn(device), source });
}

describe('calibrate', () => {
  it('recovers the numbers of a device that the model describes', () => {
    const truth: Readonly<Record<string, number>> = {
      'launch.overheadNs': 8000,
      'resources.fma.latencyCycles': 6,
      'resources.alu.latencyCycles': 7,
      'resources.sfu.gapCycles': 12,
    };
    const device = Object.entries(truth).reduce(
      (profile, [field, value]) => withNumber(profile, field, value),
      toy,
    );
    const steps = ['launch', 'fma-f32-latency', 'logic-latency', 'square-root-gap'].map((id) => step(id));
    expect(steps.map((each) => each.field)).toEqual(Object.keys(truth));
    const { profile, answers } = calibrated(steps, device);
    for (const { step: asked, fit, old, oldSource } of answers) {
      const field = asked.field!;
      if (fit?.kind !== 'value') throw new Error(`${field}: ${JSON.stringify(fit)}`);
      expect(fit.value / truth[field], field).toBeCloseTo(1, 2);
      expect(fit.error / truth[field], field).toBeLessThan(0.05);
      expect(numberAt(profile, field)).toBe(Number(fit.value.toPrecision(4)));
      expect([old, oldSource]).toEqual([numberAt(toy, field), sourceAt(toy, field)]);
      expect(sourceAt(profile, field)).toBe(`measured:DEVICE (${asked.id})`);
    }
    expect(profile.resources['fma'].source).toBe(
      'measured:DEVICE (fma-f32-latency); gap derived:round number',
    );
    expect(profile.memory).toEqual(toy.memory);
  });

  it.each([
    [
      'amd-rx-6800-xt',
      {
        launch: ['launch.overheadNs', 5200],
        'fma-f32-latency': ['classes.fma.latencyCycles', 7],
        'logic-latency': ['resources.alu.latencyCycles', 6],
        'square-root-gap': ['resources.sfu.gapCycles', 12],
        'shared-latency': ['resources.shared.latencyCycles', 90],
        'barrier-per-warp': ['barrier.perWarpCycles', 3],
        'l1-latency': ['resources.l1.latencyCycles', 120],
        'l2-latency': ['resources.l2.latencyCycles', 260],
      },
    ],
    [
      'apple-m1',
      {
        launch: ['launch.overheadNs', 7300],
        'fma-f32-latency': ['classes.fma.latencyCycles', 8],
        'fma-f32-gap': ['classes.fma.gapCycles', 1.5],
        'logic-latency': ['resources.alu.latencyCycles', 4],
        'shared-latency': ['resources.shared.latencyCycles', 70],
        'l1-latency': ['resources.l1.latencyCycles', 75],
        'dram-read': ['memory.dramReadBytesPerSecond', 5e10],
      },
    ],
    [
      'intel-arc-a770',
      {
        launch: ['launch.overheadNs', 5000],
        'fma-f32-latency': ['resources.fma.latencyCycles', 13],
        'logic-latency': ['resources.alu.latencyCycles', 8],
        'square-root-gap': ['resources.sfu.gapCycles', 12],
        'shared-latency': ['resources.shared.latencyCycles', 50],
        'l1-latency': ['resources.l1.latencyCycles', 110],
        'l2-latency': ['resources.l2.latencyCycles', 350],
      },
    ],
  ] as const)('recovers those of %s with noise', (name, asked) => {
    const known = loadProfile(name).value!;
    const truth: Readonly<Record<string, readonly [string, number]>> = asked;
    const device = Object.values(truth).reduce(
      (profile, [field, value]) => withNumber(profile, field, value),
      known,
    );
    const exact = timedOn(device);
    let turn = 0;
    const timed = (each: Step, variant: number): Timed => {
      const { timeNs } = exact(each, variant);
      // Half a percent, now more, now less.
      return { timeNs: timeNs * (1 + (turn++ % 2 === 0 ? 0.005 : -0.005)), errorNs: 0.005 * timeNs };
    };
    const { answers } = calibrate({
      profile: known,
      plan: planFor(known).filter((each) => Object.hasOwn(truth, each.id)),
      open,
      timed,
      source: (each) => `measured:DEVICE (${each.id})`,
    });
    expect(answers.map(({ step: { id, field } }) => [id, field])).toEqual(
      Object.entries(truth).map(([id, [field]]) => [id, field]),
    );
    for (const { step: asked, value } of answers) {
      const [field, number] = truth[asked.id];
      expect(value! / number, field).toBeGreaterThan(0.9);
      expect(value! / number, field).toBeLessThan(1.1);
    }
  });

  it('answers later questions with the numbers of earlier ones', () => {
    const device = withNumber(withNumber(toy, 'launch.overheadNs', 12_000), 'launch.firstAccessNs', 3000);
    const { profile } = calibrated([step('launch'), step('first-access')], device);
    expect(profile.launch.firstAccessNs!.value / 3000).toBeCloseTo(1, 1);
    // Without the first answer, the second would have to explain the launch, too.
    const [alone] = calibrated([step('first-access')], device).answers;
    expect(alone.value).not.toBeCloseTo(3000, -3);
  });

  it('finds nothing to change on the device of the profile', () => {
    const { answers } = calibrated([step('launch'), step('fma-f32-latency')], toy);
    for (const { value, old } of answers) expect(value! / old!).toBeCloseTo(1, 1);
  });

  it('leaves a number alone that was not measured, or not slower for more', () => {
    const steps = [step('fma-f32-latency')];
    const about = { profile: toy, plan: steps, open, source: () => 'measured:X' };
    const unmeasured = calibrate({ ...about, timed: () => undefined });
    expect(unmeasured.answers).toEqual([{ step: steps[0], problem: 'not measured' }]);
    expect(unmeasured.profile).toEqual(toy);
    const equal = calibrate({ ...about, timed: () => ({ timeNs: 9000, errorNs: 1 }) });
    expect(equal.answers).toMatchObject([{ problem: 'the longer launch was not slower', old: 4 }]);
    expect(equal.profile).toEqual(toy);
  });

  it('leaves a number alone on which the time does not depend', () => {
    const unrelated: Step = { ...step('fma-f32-latency'), field: 'resources.sfu.latencyCycles' };
    const { answers, profile } = calibrated([unrelated], withNumber(toy, 'resources.sfu.latencyCycles', 50));
    expect(answers[0].fit).toMatchObject({ kind: 'inseparable', elasticity: 0 });
    expect(profile).toEqual(toy);
  });

  it('says why the model refuses a launch, and goes on', () => {
    const timed = () => ({ timeNs: 8000, errorNs: 1 });
    const steps = [step('fma-f32-latency', { WIDTH: 4096 }), step('launch')];
    const { answers } = calibrate({ profile: toy, plan: steps, open, timed, source: () => 'measured:X' });
    expect(answers[0]).toMatchObject({ problem: expect.stringMatching(/4096/) });
    expect(answers[1].fit?.kind).toBe('value');
  });

  it('compares where no number is asked', () => {
    const { answers, profile } = calibrated([step('sine-check')], toy);
    expect(answers[0].modelNs! / answers[0].observed!.ns).toBeCloseTo(1, 6);
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
