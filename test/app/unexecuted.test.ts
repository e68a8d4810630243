// Which buffers of a dispatch lack what dispatches before would have left there.

import { expect, it } from 'vitest';
import { unexecutedContents } from '../../src/app/unexecuted.ts';
import { forecastOf } from './forecast.ts';

const KERNEL = `@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { y[id.x] = x[id.x]; }`;

const dispatch = (from: string, to: string) => ({
  dispatch: [16],
  pipeline: 'k',
  name: `${from} to ${to}`,
  bindings: [from, to].map((buffer, binding) => ({ group: 0, binding, buffer })),
});
const FILE = {
  schema: 'kernelcast/app@1',
  buffers: { a: { size: 4096 }, b: { size: 4096 }, c: { size: 4096 } },
  pipelines: { k: { shader: 'k.wgsl' } },
  steps: [
    dispatch('a', 'b'),
    { copy: { buffer: 'b' }, to: { buffer: 'c' } },
    dispatch('c', 'a'),
    { clear: 'b' },
    { clear: 'c' },
    dispatch('b', 'c'),
  ],
};

it('follows what is not executed through copies, until it is replaced', () => {
  const shaders = { 'k.wgsl': KERNEL };
  const { forecast } = forecastOf(FILE, shaders);
  expect([0, 1, 2].map((at) => unexecutedContents(forecast, at))).toEqual([
    { buffers: [], writers: [] },
    { buffers: ['c'], writers: ['a to b'] },
    { buffers: [], writers: [] },
  ]);
  const whole = forecastOf(FILE, shaders, { furtherWarpInstructions: 1e6 }).forecast;
  expect(unexecutedContents(whole, 1).buffers).toEqual([]);
});
