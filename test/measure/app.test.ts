// What a measurement of an app is made of, with a GPU that returns what the test says: no device is needed.

import { describe, expect, it } from 'vitest';
import { parseApp } from '../../src/app/parse.ts';
import { forecastApp } from '../../src/app/predict.ts';
import type { AppJob, AppTimes } from '../../src/hardware/app-job.ts';
import type { AppResult, Gpu } from '../../src/hardware/gpu.ts';
import { measureApp, timedSteps } from '../../src/measure/app.ts';
import { loadProfile } from '../../src/profile/load.ts';

const profile = loadProfile('nvidia-h200').value!;

const SHADER = `
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<uniform> factor: vec4u;
@group(0) @binding(3) var<storage, read_write> unused: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  y[id.x] = factor.x * x[id.x];
}`;

const LOOK = `
@group(0) @binding(0) var t: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  y[id.x] = u32(textureLoad(t, vec2u(id.x, 0u), 0).x);
}`;

const DISPATCH = {
  dispatch: [4],
  pipeline: 'triple',
  bindings: ['x', 'y', 'factor', 'unused'].map((buffer, binding) => ({ group: 0, binding, buffer })),
};
const STEPS: readonly object[] = [{ clear: 'y' }, DISPATCH, { copy: { buffer: 'y' }, to: { buffer: 'z' } }];

function forecastOf(steps: readonly object[]) {
  const text = JSON.stringify({
    name: 'an app',
    buffers: {
      x: { size: 1024, data: { kind: 'iota-u32' } },
      y: { size: 1024 },
      z: { size: 1024 },
      factor: { size: 16, data: { kind: 'u32', values: [3, 0, 0, 0] } },
      unused: { size: 4 },
    },
    ...(steps.some((each) => 'pipeline' in each && each.pipeline === 'look')
      ? { textures: { t: { format: 'rgba8unorm', size: [8, 8] } } }
      : {}),
    pipelines: { triple: { shader: 'k.wgsl' }, look: { shader: 'look.wgsl' } },
    steps,
  });
  const app = parseApp(text, 'app.json').value!;
  const options = {
    profile,
    cache: 'warm',
    without: [],
    seed: 0,
    files: () => new Uint8Array(),
    now: () => 0,
    sourceOf: ({ shaderPath }: { readonly shaderPath: string }) => (shaderPath === 'k.wgsl' ? SHADER : LOOK),
    furtherWarpInstructions: 1e6,
  } as const;
  return { app, forecast: forecastApp(app, options).value! };
}

const ROUND = (timeNs: number, spinNs = 1000) => ({ timeNs, spinNs });
const TIMES: AppTimes = {
  whole: [ROUND(900), ROUND(1000), ROUND(5000, 3000), ROUND(1100)],
  apart: [700, 800, 750].map((timeNs) => ({ ...ROUND(timeNs), dispatchNs: [timeNs] })),
  wanted: { whole: 3, apart: 3 },
  fullSpinNs: 1000,
};

async function measure(
  leave: (pages: Uint32Array) => void,
  { steps = STEPS, times = TIMES }: { steps?: readonly object[]; times?: AppTimes } = {},
) {
  const { app, forecast } = forecastOf(steps);
  const jobs: Omit<AppJob, 'id'>[] = [];
  const gpu = {
    device: async () => ({ device: 'a device', driver: '1.0', isSoftware: false, subgroupSizes: [32, 32] }),
    async runApp(job: Omit<AppJob, 'id'>): Promise<AppResult> {
      jobs.push(job);
      const pages = job.buffers.map(({ readPages }) => {
        const words = readPages && new Uint32Array(readPages.length * 1024);
        if (words) leave(words);
        return words;
      });
      return { pages, times };
    },
  };
  const outcome = await measureApp(gpu as unknown as Gpu, app, forecast, {
    samples: 3,
    verifies: true,
    params: {},
    subgroupSize: 32,
    otherRounding: () => undefined,
    date: '2026-11-21T10:00:00Z',
    webgpuVersion: '0.3.0',
  });
  return { ...outcome, job: jobs[0] };
}

const right = (words: Uint32Array) => {
  for (let i = 0; i < 256; i++) words[i] = 3 * i;
};

describe('a measured app', () => {
  it('has the medians at full clock, and what it leaves compared', async () => {
    const { value, diagnostics } = await measure(right);
    expect(diagnostics).toEqual([]);
    expect(value).toMatchObject({
      schema: 'kernelcast/app-measurement@1',
      timeNs: 1000,
      untimed: ['clear before the first pass', 'copy after the last pass'],
      quality: ['noisy'],
      dispatches: [{ name: 'triple', dispatch: [4, 1, 1], timeNs: 750 }],
      verification: { method: 'full', mismatches: 0, unverified: [] },
    });
    expect(value!.verification.words).toBe(1024);
  });

  it('says where the clock was not proven', async () => {
    const whole = [ROUND(900), ROUND(5000, 3000), ROUND(5000, 3000)];
    const { value } = await measure(right, { times: { ...TIMES, whole } });
    expect(value).toMatchObject({ timeNs: 900, quality: ['clock-unstable'] });
  });

  it('names the buffer, the word and the dispatch where something is wrong', async () => {
    const { value } = await measure((words) => {
      right(words);
      words[77] = 5;
    });
    const { mismatches, firstMismatch } = value!.verification;
    expect(mismatches).toBe(1);
    expect(firstMismatch).toBe('y[word 77] is 0x5, expected 0xe7; triple wrote it last');
  });

  it('binds what the kernel uses, and asks for what dispatches wrote', async () => {
    const { job } = await measure(right);
    const [clear, dispatch, copy] = job.operations;
    expect([clear.kind, copy.kind]).toEqual(['clear', 'copy']);
    expect(dispatch).toMatchObject({
      pass: 0,
      dispatch: [4, 1, 1],
      anchor: 1,
      bindings: [
        { binding: 0, usage: 'storage', buffer: 0 },
        { binding: 1, usage: 'storage', buffer: 1 },
        { binding: 2, usage: 'uniform', buffer: 3 },
      ],
    });
    expect(job.buffers.map(({ readPages }) => readPages?.length)).toEqual([
      undefined,
      1,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('binds textures as their views have them', async () => {
    const bindings = [
      { group: 0, binding: 0, texture: 't' },
      { group: 0, binding: 1, buffer: 'y' },
    ];
    const { job } = await measure(right, { steps: [{ dispatch: [1], pipeline: 'look', bindings }] });
    const [dispatch] = job.operations;
    const texture = job.buffers.findIndex((each) => each.texture);
    expect(job.buffers[texture].texture).toMatchObject({ isSampled: true, isStored: false, viewFormats: [] });
    expect(dispatch).toMatchObject({
      bindings: [
        { usage: 'texture', buffer: texture, view: { format: 'rgba8unorm', baseMipLevel: 0 } },
        { usage: 'storage' },
      ],
    });
  });

  it('is none where nothing is dispatched', async () => {
    const empty = await measure(right, { steps: [{ clear: 'y' }] });
    expect(empty.diagnostics[0].message).toBe('an app has no dispatch to measure');
  });
});

it('compares what lies between the first dispatch and the last', () => {
  const { forecast } = forecastOf([...STEPS, DISPATCH, { clear: 'z' }]);
  expect(timedSteps(forecast.steps).map(({ operation }) => operation.kind)).toEqual([
    'dispatch',
    'copy',
    'dispatch',
  ]);
});
