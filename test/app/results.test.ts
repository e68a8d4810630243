// What the execution of an app says of its buffers: what dispatches leave for one another, and where nothing is said.

import { describe, expect, it } from 'vitest';
import { parseApp } from '../../src/app/parse.ts';
import { type AppForecast, forecastApp } from '../../src/app/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';

const profile = loadProfile('nvidia-h200').value!;

const SHADER = `
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> slots: atomic<u32>;
@compute @workgroup_size(32) fn add(@builtin(global_invocation_id) id: vec3u) { a[id.x] += id.x; }
@compute @workgroup_size(32) fn pass_on(@builtin(global_invocation_id) id: vec3u) { b[id.x] = a[id.x]; }
@compute @workgroup_size(32) fn follow(@builtin(global_invocation_id) id: vec3u) { b[id.x] = a[a[id.x] % 64]; }
@compute @workgroup_size(32) fn append(@builtin(global_invocation_id) id: vec3u) {
  a[atomicAdd(&slots, 1u)] = id.x;
}
@compute @workgroup_size(32) fn count(@builtin(global_invocation_id) id: vec3u) { atomicAdd(&slots, id.x); }`;

const BINDINGS: Readonly<Record<string, readonly string[]>> = {
  add: ['a'],
  pass_on: ['a', 'b'],
  follow: ['a', 'b'],
  append: ['a', 'slots'],
  count: ['slots'],
};

/** A step per word: the name of a dispatch, or what it says. */
function forecast(steps: readonly (string | object)[], furtherWarpInstructions = 1e6): AppForecast {
  const all = ['a', 'b', 'slots'];
  const text = JSON.stringify({
    buffers: { a: { size: 256, data: { kind: 'iota-u32' } }, b: { size: 256 }, slots: { size: 4 } },
    pipelines: Object.fromEntries(
      Object.keys(BINDINGS).map((name) => [name, { shader: 'k.wgsl', entryPoint: name }]),
    ),
    steps: steps.map((step) =>
      typeof step === 'string'
        ? {
            dispatch: [2],
            pipeline: step,
            bindings: BINDINGS[step].map((buffer) => ({ group: 0, binding: all.indexOf(buffer), buffer })),
          }
        : step,
    ),
  });
  const app = parseApp(text, 'app.json');
  expect(app.diagnostics).toEqual([]);
  const { value, diagnostics } = forecastApp(app.value!, {
    profile,
    cache: 'warm',
    without: [],
    seed: 0,
    files: () => new Uint8Array(),
    now: () => 0,
    sourceOf: () => SHADER,
    furtherWarpInstructions,
  });
  expect(diagnostics).toEqual([]);
  return value!;
}

function wordsOf({ results, steps }: AppForecast, name: string): number[] {
  const bound = steps.flatMap(({ dispatched }) => dispatched?.operation.bindings ?? []);
  const { buffer } = bound.find((each) => each.buffer.name === name)!;
  return [...results.contents.words({ buffer, offsetBytes: 0, sizeBytes: buffer.sizeBytes })];
}

const unsure = ({ results }: AppForecast) => [...results.unsure.keys()].map(({ name }) => name).sort();

describe('what an app leaves', () => {
  it('is what dispatch after dispatch makes of it, alike ones too', () => {
    const run = forecast(['add', 'add', 'add', 'pass_on']);
    expect(wordsOf(run, 'b')).toEqual(Array.from({ length: 64 }, (_, i) => 4 * i));
    expect(unsure(run)).toEqual([]);
    expect([...run.results.writers].map(([{ name }, by]) => `${name} ${by.name}`).sort()).toEqual([
      'a add',
      'b pass_on',
    ]);
  });

  it('is not known where something was not executed, nor what is made of that', () => {
    const run = forecast(['add', 'pass_on'], 0);
    expect(unsure(run)).toEqual(['a', 'b']);
    expect(run.results.unsure.values().next().value).toMatch(/too large.*add/);
  });

  it('is not known where the order of atomics decides, until it is overwritten as a whole', () => {
    expect(unsure(forecast(['append']))).toEqual(['a', 'slots']);
    expect(unsure(forecast(['append', 'pass_on']))).toEqual(['a', 'b', 'slots']);
    expect(unsure(forecast(['append', { clear: 'a' }, 'pass_on']))).toEqual(['slots']);
    expect(unsure(forecast(['append', { clear: 'a', size: 4 }, 'pass_on']))).toEqual(['a', 'b', 'slots']);
    const copied = { copy: { buffer: 'a' }, to: { buffer: 'b' } };
    expect(unsure(forecast(['append', copied, { clear: 'a' }]))).toEqual(['b', 'slots']);
  });

  it('is known where atomics only add up', () => {
    const run = forecast(['count']);
    expect(unsure(run)).toEqual([]);
    expect(wordsOf(run, 'slots')).toEqual([(63 * 64) / 2]);
  });
});

describe('buffers that are filled anew', () => {
  const restored = (...steps: (string | object)[]) => forecast(steps).restored.map(({ name }) => name);

  it('are those that steer and that the app changes', () => {
    expect(restored('add')).toEqual([]);
    expect(restored('follow')).toEqual([]);
    expect(restored('add', 'follow')).toEqual(['a']);
    expect(restored('follow', 'add')).toEqual(['a']);
  });

  it('are not those that the app fills itself', () => {
    expect(restored({ clear: 'a' }, 'add', 'follow')).toEqual([]);
  });
});
