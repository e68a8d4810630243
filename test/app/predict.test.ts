// Times of apps against those of their dispatches alone, and what is executed whole.

import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';
import { predictLaunch } from '../../src/predict/predict.ts';
import { forecastOf, options, outcomeOf } from './forecast.ts';

const scale = `@group(0) @binding(0) var<storage, read_write> x: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { x[id.x] = 2 * x[id.x]; }`;

/** Keeps the places of numbers above 4 and counts them; then counts are workgroups of 64. */
const compact = `@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> kept: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>, 3>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (x[id.x] > 4) { kept[atomicAdd(&counts[0], 1)] = id.x; }
}`;
const round = `@group(0) @binding(0) var<storage, read_write> counts: array<u32, 3>;
@compute @workgroup_size(1) fn main() { counts = array(counts[0] / 64, 1, 1); }`;
const gather = `@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read> kept: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { y[id.x] = x[kept[id.x]]; }`;

const bind = (...buffers: readonly string[]) =>
  buffers.map((buffer, binding) => ({ group: 0, binding, buffer }));

const scaled = (count: number, steps: readonly object[]) => ({
  buffers: { x: { size: 4 * count, data: { kind: 'random-f32' } }, y: { size: 4 * count } },
  pipelines: { scale: { shader: 'scale.wgsl' } },
  steps,
});
const once = (count: number, buffer = 'x') => ({
  dispatch: [count / 64],
  pipeline: 'scale',
  bindings: bind(buffer),
});

function launched(count: number, cache: 'warm' | 'cold'): number {
  const file = {
    shader: 'scale.wgsl',
    dispatch: [count / 64],
    bindings: [{ group: 0, binding: 0, size: 4 * count, data: { kind: 'random-f32' } }],
  };
  const launch = parseLaunch(JSON.stringify(file), 'launch.json').value!;
  return predictLaunch(launch, scale, { ...options, cache }).value!.timeNs;
}

describe('an app of one dispatch', () => {
  it.each([
    [2 ** 16, 'warm'],
    [2 ** 16, 'cold'],
    [2 ** 25, 'warm'],
  ] as const)('of %d numbers takes what its launch file takes, caches %s', (count, cache) => {
    const { prediction } = forecastOf(scaled(count, [once(count)]), { 'scale.wgsl': scale }, { cache });
    expect(prediction.timeNs).toBeCloseTo(launched(count, cache), 6);
    expect(prediction.dispatches).toMatchObject([{ timeNs: prediction.timeNs, isExecutedWhole: false }]);
  });
});

describe('dispatches that are alike', () => {
  it('are predicted once, and take gaps within their pass', () => {
    const steps = [{ repeat: 50, steps: [once(2 ** 16)] }];
    const { forecast, prediction } = forecastOf(scaled(2 ** 16, steps), { 'scale.wgsl': scale });
    expect(forecast.predicted).toBe(1);
    expect(prediction.dispatches).toHaveLength(50);
    const [{ workNs, gapNs }] = prediction.dispatches;
    const within = options.profile.gaps!.dispatchNs.value;
    expect(prediction.timeNs).toBeCloseTo(50 * workNs + gapNs + 49 * within, 3);
  });

  it('find less in L2 where others lie between', () => {
    const wide = scale.replace('array<f32>', 'array<vec4f>');
    const buffers = { x: { size: 2 ** 24 }, y: { size: 2 ** 27 } };
    const run = (buffer: string, bytes: number) => ({
      dispatch: [bytes / 1024],
      pipeline: 'scale',
      bindings: bind(buffer),
    });
    const [few, many] = [run('x', 2 ** 24), run('y', 2 ** 27)];
    const work = (steps: readonly object[]) =>
      forecastOf({ ...scaled(1, steps), buffers }, { 'scale.wgsl': wide }).prediction.dispatches.at(-1)!
        .workNs;
    expect(work([few, many, few])).toBeGreaterThan(work([few, few]));
  });
});

const compaction = (count: number) => ({
  buffers: {
    x: { size: 4 * count, data: { kind: 'random-u32', modulo: 10 } },
    kept: { size: 4 * count },
    counts: { size: 12 },
    y: { size: 4 * count },
  },
  pipelines: {
    compact: { shader: 'compact.wgsl' },
    round: { shader: 'round.wgsl' },
    gather: { shader: 'gather.wgsl' },
  },
  steps: [
    { dispatch: [count / 64], pipeline: 'compact', bindings: bind('x', 'kept', 'counts') },
    { dispatch: [1], pipeline: 'round', bindings: bind('counts') },
    { dispatch: { indirect: 'counts' }, pipeline: 'gather', bindings: bind('x', 'kept', 'y') },
  ],
});
const shaders = { 'compact.wgsl': compact, 'round.wgsl': round, 'gather.wgsl': gather };

describe('what steers later dispatches', () => {
  it('is executed whole, what nothing hangs on is not', () => {
    const { prediction } = forecastOf(compaction(2 ** 14), shaders);
    expect(prediction.dispatches.map((each) => each.isExecutedWhole)).toEqual([true, true, false]);
    const [groups] = prediction.dispatches[2].dispatch;
    expect(prediction.dispatches[2].isIndirect).toBe(true);
    // Half of the numbers below ten are above four.
    expect(groups / (2 ** 14 / 64)).toBeCloseTo(0.5, 1);
    expect(prediction.warnings).toEqual([]);
  });

  it('is taken as it was, with a warning, where it takes too long', () => {
    const { prediction } = forecastOf(compaction(2 ** 14), shaders, { wholeWarpInstructions: 1000 });
    expect(prediction.dispatches.map((each) => each.isExecutedWhole)).toEqual([false, true, false]);
    expect(prediction.warnings.join()).toContain('whose contents are not known; taken to be 0');
    expect(prediction.dispatches[2]).toMatchObject({ dispatch: [0, 1, 1], workNs: 0 });
  });

  it('is found through copies', () => {
    const file = compaction(2 ** 12);
    const [first, second, third] = file.steps;
    const copied = {
      ...file,
      buffers: { ...file.buffers, counted: { size: 16 } },
      steps: [
        first,
        second,
        { copy: { buffer: 'counts' }, to: { buffer: 'counted', offset: 4 } },
        { ...third, dispatch: { indirect: 'counted', offset: 4 } },
      ],
    };
    const [direct, indirect] = [file, copied].map((each) => forecastOf(each, shaders).prediction);
    expect(indirect.dispatches.map((each) => each.isExecutedWhole)).toEqual([true, true, false]);
    expect(indirect.dispatches[2].dispatch).toEqual(direct.dispatches[2].dispatch);
  });

  it('refuses counts of which no device runs any', () => {
    const steps = [
      { write: 'counts', data: { kind: 'u32', values: [65536, 1, 1] } },
      { ...compaction(2 ** 12).steps[2] },
    ];
    const { diagnostics } = outcomeOf({ ...compaction(2 ** 12), steps }, shaders);
    expect(diagnostics).toMatchObject([
      { severity: 'invalid', code: 'app/indirect', message: expect.stringContaining('65536 × 1 × 1') },
    ]);
  });
});

describe('data by members', () => {
  const limited = `struct Params { unused: f32, count: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> x: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < params.count; i++) { x[id.x] = 2 * x[id.x]; }
}`;
  const looped = (steps: readonly object[], data: object = { kind: 'struct', values: { count: 1 } }) => ({
    buffers: {
      params: { size: 8, data },
      copied: { size: 8 },
      x: { size: 4096, data: { kind: 'random-f32' } },
    },
    pipelines: { run: { shader: 'run.wgsl' } },
    steps,
  });
  const run = { dispatch: [16], pipeline: 'run', bindings: bind('params', 'x') };
  const work = (steps: readonly object[]) =>
    forecastOf(looped(steps), { 'run.wgsl': limited }).prediction.dispatches.at(-1)!.workNs;

  it('are laid out by the shader, in buffers, in writes and copied', () => {
    const more = { write: 'params', data: { kind: 'struct', values: { count: 50 } } };
    const asWords = { write: 'params', data: { kind: 'u32', values: [0, 50] } };
    const fifty = work([asWords, run]);
    expect(work([run])).toBeLessThan(fifty);
    expect(work([run, more, run])).toBe(work([run, asWords, run]));
    const copy = [
      { copy: { buffer: 'params' }, to: { buffer: 'copied' }, size: 8 },
      { ...run, bindings: bind('copied', 'x') },
    ];
    expect(work([more, run, ...copy])).toBe(work([asWords, run, ...copy]));
  });

  it('are refused where no shader has a type for them', () => {
    const steps = [
      { copy: { buffer: 'params' }, to: { buffer: 'x' }, size: 8 },
      { ...run, bindings: bind('x', 'copied') },
    ];
    const { diagnostics } = outcomeOf(looped(steps), { 'run.wgsl': limited });
    expect(diagnostics).toMatchObject([{ code: 'app/struct', span: { file: 'app.json' } }]);
  });
});
