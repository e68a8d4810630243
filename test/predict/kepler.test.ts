// What is Kepler's own: its divisions, against the cycles measured on a Tesla K40m (HPEC 2019,
// 10.1109/HPEC.2019.8916466), and its wide banks of workgroup memory.

import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';
import { deviceOf } from '../../src/predict/compile-stages.ts';
import { forecastLaunch, inspectLaunch, type PredictOptions } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';

const profile = loadProfile('nvidia-k20c').value!;
const options: PredictOptions = {
  profile,
  cache: 'warm',
  dialect: 'raw',
  without: [],
  seed: 0,
  files: () => new Uint8Array(),
  now: () => 0,
};

function launchOf(code: string) {
  const json = { shader: 'kernel.wgsl', dispatch: [1], bindings: [{ group: 0, binding: 0, size: 512 }] };
  return { launch: parseLaunch(JSON.stringify(json), 'kernel.json').value!, code };
}

function chainOf(type: 'u32' | 'i32', operator: string, links: number) {
  return launchOf(`
    @group(0) @binding(0) var<storage, read_write> data: array<${type}>;
    @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) lane: u32) {
      var x = data[lane];
      for (var link = 0; link < ${links}; link++) { x = 1000003 ${operator} x; }
      data[lane] = x;
    }`);
}

function cyclesOf(type: 'u32' | 'i32', operator: string, links: number): number {
  const { launch, code } = chainOf(type, operator, links);
  return forecastLaunch(launch, code, options).value!.prediction.cycles;
}

describe('division on Kepler', () => {
  it.each([
    ['u32', '/', 131],
    ['u32', '%', 116],
    ['i32', '/', 149],
    ['i32', '%', 132],
  ] as const)('%s %s takes about the %i cycles that were measured', (type, operator, measured) => {
    const perLink = (cyclesOf(type, operator, 48) - cyclesOf(type, operator, 16)) / 32;
    expect(Math.abs(perLink / measured - 1)).toBeLessThan(0.15);
  });

  it('is made of conversions and multiplications, none of which an H200 has', () => {
    const { launch, code } = chainOf('u32', '/', 1);
    const onKepler = inspectLaunch(launch, code, 'machine', { without: [], device: deviceOf(profile) });
    const onHopper = inspectLaunch(launch, code, 'machine', { without: [] });
    expect(onKepler.value!.text).toMatch(/I2F\.F32\.U32\.RP.*convert/);
    expect(onKepler.value!.text).not.toMatch(/I2FP|IMAD\.MOV|UIADD3/);
    expect(onHopper.value!.text).toMatch(/I2FP/);
  });
});

describe('workgroup memory of Kepler', () => {
  /** Passes of an access in which each lane has its own element. */
  function passesOf(type: string, bankBytes: number): Set<number> {
    const { launch, code } = launchOf(`
      @group(0) @binding(0) var<storage, read_write> data: array<${type}>;
      var<workgroup> tile: array<${type}, 32>;
      @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) lane: u32) {
        tile[lane] = data[lane];
        workgroupBarrier();
        data[lane] = tile[31u - lane];
      }`);
    const sharedBankBytes = { value: bankBytes, source: 'guess: for this test' };
    const memory = { ...profile.memory, sharedBankBytes };
    const forecast = forecastLaunch(launch, code, { ...options, profile: { ...profile, memory } });
    const { prepared } = forecast.value!.timing.preparation!;
    return new Set(prepared.accessPasses.filter((_, access) => prepared.accessSectors[access] === 0));
  }

  it('serves two words of a lane in one pass', () => {
    expect(profile.memory.sharedBankBytes!.value).toBe(8);
    expect(passesOf('vec2<f32>', 8)).toEqual(new Set([1]));
    expect(passesOf('vec2<f32>', 4)).toEqual(new Set([2]));
    expect(passesOf('vec4<f32>', 8)).toEqual(new Set([2]));
  });

  it('serves single words as any other', () => expect(passesOf('f32', 8)).toEqual(passesOf('f32', 4)));
});
