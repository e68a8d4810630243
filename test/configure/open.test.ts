import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchFileOf } from '../../src/configure/launch-file.ts';
import { limitsOf } from '../../src/configure/needs.ts';
import { openTunable } from '../../src/configure/open.ts';
import { identityOf, strideDoubts, type Tunable } from '../../src/configure/tunable.ts';
import type { DeviceLimits } from '../../src/launch/device-limits.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { configurationOf, isValid, pointOf } from '../../src/space/space.ts';
import { FIXED, FIXED_LAUNCH, Folder, LAUNCH, SCALE } from './kernels.ts';

let folder: Folder;
beforeAll(() => {
  folder = new Folder();
});
afterAll(() => folder.remove());

const ADAPTER = limitsOf('adapter', loadProfile('nvidia-h200').value!);

function open(launch: object, params: Record<string, string> = {}, limits?: DeviceLimits): Tunable {
  const outcome = openTunable(folder.write('launch.json', launch), params, undefined, limits);
  expect(outcome.diagnostics.filter(({ severity }) => severity !== 'warning')).toEqual([]);
  return outcome.value!;
}

const at = (tunable: Tunable, configuration: Record<string, number | string | boolean>) =>
  pointOf(tunable.space, { ...configurationOf(tunable.space, tunable.base), ...configuration })!;

describe('a tunable', () => {
  it('follows params through every expression of the launch file', () => {
    const tunable = open({ ...LAUNCH, tunables: { SIZE: [32, 64, 128] } });
    expect(configurationOf(tunable.space, tunable.base)).toEqual({ SIZE: 64 });
    const instance = tunable.instantiate(at(tunable, { SIZE: 128 })).value!;
    expect(instance.launch).toMatchObject({ constants: { SIZE: 128 }, dispatch: [512, 1, 1] });
    expect(instance.source).toBe(SCALE);
  });

  it.each(['constructor', '__proto__'])('may be called %s', (name) => {
    const text = `{ "shader": "fixed.wgsl", "dispatch": ["${name}"], "params": { "N": 65536, "${name}": 64 },
      "bindings": ${JSON.stringify(FIXED_LAUNCH.bindings)}, "tunables": { "${name}": [32, 64] } }`;
    const tunable = open(JSON.parse(text));
    expect(Object.entries(configurationOf(tunable.space, tunable.base))).toEqual([[name, 64]]);
    const [point] = [...Array(2).keys()]
      .map((i) => [i])
      .filter((each) => tunable.space.parameters[0].values[each[0]] === 32);
    expect(tunable.instantiate(point).value!.launch.dispatch).toEqual([32, 1, 1]);
  });

  it('that the launch has no value for is not one of JavaScript’s own', () => {
    const launch = { ...FIXED_LAUNCH, tunables: { constructor: [1, 2] } };
    const { value, diagnostics } = openTunable(folder.write('launch.json', launch), {});
    expect(value).toBeUndefined();
    expect(diagnostics[0].message).toMatch(/"constructor" is no param/);
  });

  it('names no shader outside of its folder', () => {
    const file = folder.write('launch.json', {
      ...FIXED_LAUNCH,
      tunables: { shader: ['fixed.wgsl', '../other.wgsl'] },
    });
    const { value, diagnostics } = openTunable(file, {});
    expect(value).toBeUndefined();
    expect(diagnostics[0].message).toMatch(
      /other\.wgsl: it lies outside of the launch file's folder; --allow-read/,
    );
  });

  it('keeps what the command line set', () => {
    const tunable = open({ ...LAUNCH, tunables: { SIZE: [32, 64] } }, { N: '4096' });
    expect(tunable.instantiate(at(tunable, { SIZE: 32 })).value!.launch.dispatch).toEqual([128, 1, 1]);
  });

  it('sets override constants that the launch file does not mention', () => {
    const launch = { ...LAUNCH, constants: {}, dispatch: [1024], tunables: { SIZE: [32, 64, 128] } };
    const { SIZE: _, ...params } = LAUNCH.params;
    const tunable = open({ ...launch, params });
    // The shader's own value is the base.
    expect(configurationOf(tunable.space, tunable.base)).toEqual({ SIZE: 64 });
    expect(tunable.instantiate(at(tunable, { SIZE: 32 })).value!.launch.constants).toEqual({ SIZE: 32 });
  });

  it('has alternatives to its shader', () => {
    const tunable = open({
      ...FIXED_LAUNCH,
      tunables: { shader: ['fixed.wgsl', 'scale.wgsl'] },
    });
    expect(configurationOf(tunable.space, tunable.base)).toEqual({ shader: 'fixed.wgsl' });
    expect(tunable.instantiate(tunable.base).value!.source).toBe(FIXED);
    expect(tunable.instantiate(at(tunable, { shader: 'scale.wgsl' })).value!.source).toBe(SCALE);
    expect(tunable.shaders.map(({ file }) => path.basename(file))).toEqual(['fixed.wgsl', 'scale.wgsl']);
  });

  it('is transformed as its reserved names say', () => {
    const tunables = { 'coarsen.x': [1, 2, 4], 'coarsen.x.stride': [1, 'warp'] };
    const tunable = open({ ...FIXED_LAUNCH, tunables });
    const base = tunable.instantiate(tunable.base).value!;
    expect(base.source).toBe(FIXED);
    const coarse = tunable.instantiate(at(tunable, { 'coarsen.x': 4, 'coarsen.x.stride': 1 })).value!;
    expect(coarse.launch.dispatch).toEqual([256, 1, 1]);
    const strided = tunable.instantiate(at(tunable, { 'coarsen.x': 4, 'coarsen.x.stride': 'warp' })).value!;
    expect(strided.source).not.toBe(coarse.source);
    // Without coarsening the stride means nothing.
    const other = tunable.instantiate(at(tunable, { 'coarsen.x.stride': 1 })).value!;
    expect(identityOf(other)).toBe(identityOf(base));
    expect(identityOf(strided)).not.toBe(identityOf(coarse));
  });

  it('doubts strides other than that of coalesced accesses, where they mean something', () => {
    const tunables = { 'coarsen.x': [1, 2], 'coarsen.x.stride': [1, 'warp'] };
    const tunable = open({ ...FIXED_LAUNCH, tunables });
    const doubts = (factor: number, stride: number | string) =>
      strideDoubts(tunable, at(tunable, { 'coarsen.x': factor, 'coarsen.x.stride': stride }));
    expect([doubts(1, 1), doubts(2, 1), doubts(1, 'warp'), doubts(2, 'warp')]).toEqual([0, 1, 0, 0]);
  });

  it('says why a transformation is refused', () => {
    const source = FIXED.replace('if (id', 'workgroupBarrier();\n  if (id').replace(
      'main(',
      'main(@builtin(local_invocation_index) index: u32, ',
    );
    folder.write(
      'barrier.wgsl',
      `var<workgroup> seen: array<u32, 64>;\n${source.replace('workgroupBarrier();', 'seen[index] = id.x; workgroupBarrier();')}`,
    );
    const tunable = open({ ...FIXED_LAUNCH, shader: 'barrier.wgsl', tunables: { 'workgroup.x': [64, 128] } });
    const outcome = tunable.instantiate(at(tunable, { 'workgroup.x': 128 }));
    expect(outcome.value).toBeUndefined();
    expect(outcome.diagnostics[0]).toMatchObject({ severity: 'unsupported' });
  });

  it('never leaves the limits of WebGPU', () => {
    const sizes = { 'workgroup.x': [16, 64, 256, 1024, 2048], 'workgroup.y': [1, 4, 16] };
    const most = (tunable: Tunable) =>
      Math.max(
        ...[...tunable.points].map((point) => {
          const { 'workgroup.x': x, 'workgroup.y': y } = configurationOf(tunable.space, point);
          return (x as number) * (y as number);
        }),
      );
    expect(most(open({ ...FIXED_LAUNCH, tunables: sizes }))).toBe(256);
    expect(most(open({ ...FIXED_LAUNCH, tunables: sizes }, {}, ADAPTER))).toBe(1024);
    const declared = { ...LAUNCH, tunables: { SIZE: [64, 1024, 2048] } };
    const sizesOf = (tunable: Tunable) =>
      [...tunable.points].map((point) => configurationOf(tunable.space, point)['SIZE']);
    expect(sizesOf(open(declared))).toEqual([64]);
    expect(sizesOf(open(declared, {}, ADAPTER))).toEqual([64, 1024]);
    // A launch that says so, or needs it as it is, may have more.
    const limits = { maxComputeInvocationsPerWorkgroup: 1024, maxComputeWorkgroupSizeX: 1024 };
    expect(sizesOf(open({ ...declared, limits }))).toEqual([64, 1024]);
    expect(sizesOf(open(declared, { SIZE: '1024' }))).toEqual([64, 1024]);
    const wide = open({ ...LAUNCH, params: { N: 2 ** 22, SIZE: 64 }, tunables: { SIZE: [32, 64] } });
    // 65536 workgroups are more than a dimension may have, but the launch has them as it is; 131072 are too many.
    expect(sizesOf(wide)).toEqual([64]);
    const narrow = open({ ...LAUNCH, params: { N: 2 ** 21, SIZE: 64 }, tunables: { SIZE: [16, 32, 64] } });
    expect([...narrow.points].map((point) => configurationOf(narrow.space, point)['SIZE'])).toEqual([64]);
  });

  it('starts from the nearest valid configuration where its own is none', () => {
    const launch = { ...LAUNCH, tunables: { SIZE: [32, 64, 128, 256] }, constraints: ['SIZE > 100'] };
    const outcome = openTunable(folder.write('launch.json', launch), {});
    expect(configurationOf(outcome.value!.space, outcome.value!.base)).toEqual({ SIZE: 128 });
    expect(outcome.diagnostics).toMatchObject([{ severity: 'warning', code: 'configure/base' }]);
  });

  it('varies what its kernel allows when it declares nothing', () => {
    const outcome = openTunable(folder.write('launch.json', FIXED_LAUNCH), {});
    const { space, base, points } = outcome.value!;
    const names = space.parameters.map(({ name }) => name);
    expect(names).toEqual(['coarsen.x', 'coarsen.x.stride', 'workgroup.x']);
    expect(configurationOf(space, base)).toMatchObject({ 'coarsen.x': 1, 'workgroup.x': 64 });
    expect(points.count).toBeGreaterThan(20);
    expect(outcome.diagnostics).toMatchObject([{ severity: 'warning', code: 'configure/default-space' }]);
  });

  it.each([
    ['for (var i = 0u; i < arrayLength(&given); i++) { data[id.x] += f32(i); }', ['unroll']],
    ['for (var i = 0u; i < 12u; i++) { data[id.x] += f32(i); }', []],
    [
      'for (var i = 0u; i < 12u; i++) { data[id.x] += f32(i); } for (var i = 0u; i < arrayLength(&given); i++) { data[id.x] += 2; }',
      ['unroll.runtime'],
    ],
  ])('varies the unrolling of loops that only run time can count: %s', (loops, unrolling) => {
    const shader = `@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@group(0) @binding(1) var<storage, read> given: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { ${loops} }`;
    folder.write('loops.wgsl', shader);
    const bindings = [0, 1].map((binding) => ({ group: 0, binding, size: 4096 }));
    const launch = { shader: 'loops.wgsl', dispatch: [16], bindings };
    const { space } = openTunable(folder.write('launch.json', launch), {}).value!;
    expect(space.parameters.map(({ name }) => name).filter((name) => /unroll/.test(name))).toEqual(unrolling);
  });

  it('refuses SPIR-V, a missing alternative and a launch without any valid configuration', () => {
    const codeOf = (launch: object) =>
      openTunable(folder.write('launch.json', launch), {}).diagnostics.find((d) => d.severity !== 'warning')
        ?.code;
    folder.write('kernel.spvasm', '; nothing');
    expect(codeOf({ ...LAUNCH, shader: 'kernel.spvasm' })).toBe('configure/not-wgsl');
    expect(codeOf({ ...LAUNCH, tunables: { shader: ['scale.wgsl', 'none.wgsl'] } })).toBe(
      'launch/missing-file',
    );
    expect(codeOf({ ...LAUNCH, tunables: { SIZE: [64] }, constraints: ['SIZE < 10'] })).toBe('space/empty');
  });

  it('instantiates every valid point to the same bytes each time', () => {
    const tunables = {
      'coarsen.x': [1, 2, 4, 8],
      'coarsen.x.stride': [1, 2, 'warp'],
      'workgroup.x': [32, 64, 128],
    };
    const tunable = open({ ...FIXED_LAUNCH, tunables });
    fc.assert(
      fc.property(fc.nat(tunable.points.count - 1), (index) => {
        const point = tunable.points.at(index);
        expect(isValid(tunable.space, point)).toBe(true);
        const once = tunable.instantiate(point).value!;
        const { 'workgroup.x': size, 'coarsen.x': factor } = configurationOf(tunable.space, point);
        expect(once.launch.dispatch[0] * (size as number) * (factor as number)).toBeGreaterThanOrEqual(65536);
        expect(identityOf(tunable.instantiate(point).value!)).toBe(identityOf(once));
      }),
      { numRuns: 25, seed: 5 },
    );
  });
});

describe('the launch file of a configuration', () => {
  it('says what the instance needs, with expressions where they hold', () => {
    const tunable = open({ ...LAUNCH, tunables: { SIZE: [32, 64, 128] } });
    const point = at(tunable, { SIZE: 128 });
    const instance = tunable.instantiate(point).value!;
    const placement = { file: 'out.json', shader: 'out.wgsl', move: (file: string) => file, params: {} };
    const text = launchFileOf(tunable, point, instance, placement);
    expect(text).toContain('"ceil(N / SIZE)"');
    expect(text).not.toContain('tunables');
    const launch = parseLaunch(text, 'out.json').value!;
    expect(launch).toMatchObject({ dispatch: [512, 1, 1], constants: { SIZE: 128 }, shaderPath: 'out.wgsl' });
  });

  it('keeps the dispatch an expression that a transformation changed, and moves paths', () => {
    folder.write('data.bin', 'x'.repeat(4 * 65536));
    const bindings = [
      { group: 0, binding: 0, size: '4 * N', data: { kind: 'file', path: 'data.bin' } },
      { group: 0, binding: 1, size: '4 * N' },
    ];
    const tunable = open({ ...FIXED_LAUNCH, bindings, tunables: { 'coarsen.x': [1, 2] } });
    const point = at(tunable, { 'coarsen.x': 2 });
    const instance = tunable.instantiate(point).value!;
    const move = (file: string) => `../${file}`;
    const placement = { file: 'a/out.json', shader: 'out.wgsl', move, params: { N: '32768' } };
    const launch = parseLaunch(launchFileOf(tunable, point, instance, placement), 'a/out.json').value!;
    expect(launch.dispatch).toEqual([512, 1, 1]);
    expect(launch.shaderPath).toBe('a/out.wgsl');
    expect(launchFileOf(tunable, point, instance, placement)).toContain('"dispatch":["ceil(N / 64)"]');
    expect(launch.bindings[0].data).toEqual({ kind: 'file', path: 'a/../data.bin' });
    expect(readFileSync(path.join(folder.path, 'launch.json'), 'utf8')).toBe(tunable.launchText);
  });
});
