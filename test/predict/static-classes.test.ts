// What a prediction counts of the code: all instructions, and those of each of the vendor's units.

import { expect, it } from 'vitest';
import { loadProfile } from '../../src/profile/load.ts';
import { forecast } from './forecast.ts';

const KERNEL = `
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;
var<workgroup> words: array<f32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  words[lane] = sums[id.x];
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < u32(sums[0]); i++) { sum += words[(lane + i) % 64u]; }
  sums[id.x] = sum;
}`;

function counted(device: string) {
  const launch = { dispatch: [4], bindings: [{ group: 0, binding: 0, size: 1024 }] };
  return forecast(KERNEL, launch, loadProfile(device).value!).prediction;
}

it.each([
  ['amd-rx-6800-xt', ['branch', 'lds', 'salu', 'smem', 'valu', 'vmem'], 64],
  ['amd-rx-7900-xtx', ['branch', 'lds', 'salu', 'smem', 'valu', 'vmem'], 64],
  ['intel-arc-a770', ['alu', 'branch', 'send'], 16],
  ['intel-arc-b580', ['alu', 'branch', 'send'], 32],
])('%s counts by its own units', (device, units, lanes) => {
  const { instructions, subgroupSize } = counted(device);
  const { staticByClass } = instructions;
  expect(Object.keys(staticByClass).sort()).toEqual(units);
  expect(subgroupSize).toBe(lanes);
  for (const unit of units) expect(staticByClass[unit], unit).toBeGreaterThan(unit === 'smem' ? -1 : 0);
  // Waits and the like are of no unit.
  const sum = Object.values(staticByClass).reduce((all, each) => all + each, 0);
  expect(sum).toBeLessThan(instructions.static);
});

it.each(['nvidia-h200', 'apple-m1'])('%s counts by cost class', (device) => {
  const { instructions } = counted(device);
  expect(instructions.staticByClass).toMatchObject({ load_shared: 1, barrier: expect.any(Number) });
  const sum = Object.values(instructions.staticByClass).reduce((all, each) => all + each, 0);
  expect(sum).toBe(instructions.static);
});
