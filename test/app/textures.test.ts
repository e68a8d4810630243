// Textures in apps: what files say of them, which bytes copies and views mean, and an app file as captures write them.

import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadApp } from '../../src/app/load.ts';
import { forecastOf } from './forecast.ts';
import { problems, read } from './read.ts';

const textures = {
  image: { format: 'rgba8unorm', size: [8, 4, 1], dimension: '2d', mipLevels: 3 },
  stack: { format: 'r32float', size: [8, 8, 12], dimension: '2d', mipLevels: 2 },
  volume: { format: 'rg16float', size: [4, 4, 4], dimension: '3d' },
  line: { format: 'r8uint', size: [10, 1, 1], dimension: '1d' },
};
const samplers = { linear: { magFilter: 'linear', maxAnisotropy: 4 } };

const bound = (binding: object) => {
  const { operations } = read({
    textures,
    samplers,
    steps: [{ dispatch: [1], pipeline: 'run', bindings: [{ group: 0, binding: 0, ...binding }] }],
  });
  return operations[0];
};

describe('views', () => {
  it.each([
    ['all levels', 'image', {}, 0, 168, { dimension: '2d', mipLevels: 3, baseMipLevel: 0 }],
    ['levels from one on', 'image', { baseMipLevel: 1 }, 0, 168, { mipLevels: 3, baseMipLevel: 1 }],
    [
      'one level',
      'image',
      { baseMipLevel: 1, mipLevelCount: 1 },
      128,
      32,
      { size: [4, 2, 1], mipLevels: 1, baseMipLevel: 0 },
    ],
    ['all layers', 'stack', {}, 0, 3840, { dimension: '2d-array', size: [8, 8, 12] }],
    ['cubes', 'stack', { dimension: 'cube-array' }, 0, 3840, { dimension: 'cube-array' }],
    [
      'one layer of one level',
      'stack',
      { dimension: '2d', baseArrayLayer: 3, baseMipLevel: 1, mipLevelCount: 1 },
      3072 + 3 * 64,
      64,
      { dimension: '2d', size: [4, 4, 1] },
    ],
    [
      'one cube',
      'stack',
      { dimension: 'cube', baseArrayLayer: 6, mipLevelCount: 1 },
      6 * 256,
      6 * 256,
      { dimension: 'cube', size: [8, 8, 6] },
    ],
    ['a volume', 'volume', {}, 0, 256, { dimension: '3d', size: [4, 4, 4] }],
    ['a line', 'line', {}, 0, 12, { dimension: '1d', size: [10, 1, 1] }],
    ['another format', 'image', { format: 'rgba8unorm-srgb' }, 0, 168, { format: 'rgba8unorm-srgb' }],
  ])('show %s', (_, texture, view, offsetBytes, sizeBytes, shape) => {
    expect(bound({ texture, view })).toMatchObject({
      bindings: [{ buffer: { name: texture }, offsetBytes, sizeBytes, texture: shape }],
    });
  });

  it('are of textures; samplers are bound beside them', () => {
    expect(bound({ sampler: 'linear' })).toMatchObject({
      bindings: [],
      samplers: [{ group: 0, binding: 0, sampler: { magFilter: 'linear', minFilter: 'nearest' } }],
    });
  });
});

const copied = (step: object) => read({ textures, steps: [step] }).operations[0];

describe('copies', () => {
  it('of a whole level whose rows follow one another are copies of bytes', () => {
    const step = {
      copy: { buffer: 'a', offset: 256, bytesPerRow: 32 },
      to: { texture: 'image', mipLevel: 0, origin: [0, 0, 0] },
      size: [8, 4, 1],
    };
    const operation = copied(step);
    expect(operation).toMatchObject({
      from: { buffer: { name: 'a' }, offsetBytes: 256, sizeBytes: 128 },
      to: { buffer: { name: 'image' }, offsetBytes: 0, sizeBytes: 128 },
    });
    expect(operation).not.toHaveProperty('rows');
  });

  it('of a part go by rows', () => {
    const step = {
      copy: { texture: 'stack', mipLevel: 1, origin: [1, 2, 3] },
      to: { buffer: 'a', offset: 4, bytesPerRow: 256, rowsPerImage: 2 },
      size: [3, 2, 1],
    };
    expect(copied(step)).toMatchObject({
      rows: {
        bytes: 12,
        rows: 2,
        images: 1,
        from: { firstByte: 3072 + 3 * 64 + 2 * 16 + 4, rowBytes: 16 },
        to: { firstByte: 4, rowBytes: 256 },
      },
      to: { offsetBytes: 4, sizeBytes: 268 },
    });
  });

  it('between textures take texels of one size', () => {
    const [image, stack, line] = ['image', 'stack', 'line'].map((texture) => ({ texture }));
    expect(copied({ copy: image, to: stack, size: [8, 4, 1] })).toMatchObject({ to: { sizeBytes: 128 } });
    expect(problems({ textures, steps: [{ copy: image, to: line, size: [1, 1, 1] }] })).toMatchObject([
      ['app/range', expect.stringContaining('1 bytes, those copied 4'), '{"texture":"line"}'],
    ]);
  });

  it('and writes of nothing do nothing', () => {
    const nothing = { copy: { texture: 'image' }, to: { texture: 'stack' }, size: [0, 4, 1] };
    expect(read({ textures, steps: [nothing] }).operations).toEqual([]);
  });
});

describe('wrong in an app file with textures:', () => {
  const write = (changes: object) => ({
    write: { texture: 'image' },
    bytesPerRow: 32,
    size: [8, 4, 1],
    data: { kind: 'zeros' },
    ...changes,
  });
  it.each([
    ['a copy beyond the level', write({ size: [9, 4, 1] }), 'launch/value|app/range'],
    ['a level that is not there', write({ write: { texture: 'image', mipLevel: 3 } }), 'launch/value'],
    ['rows that overlap', write({ bytesPerRow: 16 }), 'launch/value'],
    ['rows without a distance', write({ bytesPerRow: undefined }), 'app/step'],
    ['a size in bytes', write({ size: 128 }), 'app/step'],
    ['no size', write({ size: undefined }), 'app/step'],
    ['too many data', write({ data: { kind: 'u32', values: Array(33).fill(1) } }), 'launch/size'],
    ['an unknown texture', write({ write: { texture: 'imagge' } }), 'app/unknown-texture'],
    ['rows of a buffer', { ...write({}), write: 'a', size: 4 }, 'app/step'],
    ['texels of a buffer', { clear: 'a', size: [1, 1, 1] }, 'app/step'],
    [
      'a buffer too small',
      { copy: { texture: 'image' }, to: { buffer: 'b', bytesPerRow: 256 }, size: [8, 4, 1] },
      'app/range',
    ],
    ['an end of two kinds', { copy: { texture: 'image', buffer: 'a' }, to: { buffer: 'b' } }, 'app/step'],
    ['an end of none', { copy: {}, to: { buffer: 'b' } }, 'app/step'],
  ])('%s', (_, step, codes) => {
    const [[code, , place]] = problems({ textures, steps: [step] });
    expect(codes.split('|')).toContain(code);
    expect(place).toBeDefined();
  });

  it.each([
    ['two kinds', { buffer: 'a', texture: 'image' }, 'app/binding'],
    ['a part of a texture in bytes', { texture: 'image', offset: 4 }, 'app/binding'],
    ['an unknown sampler', { sampler: 'near' }, 'app/unknown-sampler'],
    [
      'a cube of eight layers',
      { texture: 'stack', view: { dimension: 'cube', arrayLayerCount: 8 } },
      'app/view',
    ],
    ['a plane as a volume', { texture: 'image', view: { dimension: '3d' } }, 'app/view'],
    ['texels of another size', { texture: 'image', view: { format: 'r8unorm' } }, 'app/view'],
    ['some layers of several levels', { texture: 'stack', view: { baseArrayLayer: 1 } }, 'app/view'],
  ])('bound: %s', (_, binding, code) => {
    const step = { dispatch: [1], pipeline: 'run', bindings: [{ group: 0, binding: 0, ...binding }] };
    expect(problems({ textures, samplers, steps: [step] })).toMatchObject([
      [code, expect.any(String), expect.any(String)],
    ]);
  });

  it('a format that nobody knows', () => {
    expect(problems({ textures: { t: { format: 'rgba8unrm', size: [1] } } })).toMatchObject([
      ['launch/texture', expect.stringContaining('did you mean "rgba8unorm"?'), '"rgba8unrm"'],
    ]);
  });
});

describe('an app that computes with textures', () => {
  const store = `@group(0) @binding(0) var image: texture_storage_2d<r32uint, write>;
@compute @workgroup_size(4, 4) fn main(@builtin(global_invocation_id) id: vec3u) {
  textureStore(image, id.xy, vec4u(id.x + 8 * id.y));
}`;
  const sum = `@group(0) @binding(0) var image: texture_2d<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<u32, 3>;
@compute @workgroup_size(1) fn main() {
  counts = array(textureLoad(image, vec2u(7, 7), 0).x, textureLoad(image, vec2u(5, 0), 0).x, 1);
}`;
  const bind = (...bound: readonly object[]) =>
    bound.map((each, binding) => ({ group: 0, binding, ...each }));
  const file = (between: readonly object[], last = 'image') => ({
    buffers: { counts: { size: 12 }, rows: { size: 4096 } },
    textures: {
      image: { format: 'r32uint', size: [8, 8] },
      other: { format: 'r32uint', size: [8, 8] },
    },
    pipelines: { store: { shader: 'store.wgsl' }, sum: { shader: 'sum.wgsl' } },
    steps: [
      { dispatch: [2, 2], pipeline: 'store', bindings: bind({ texture: 'image' }) },
      ...between,
      { dispatch: [1], pipeline: 'sum', bindings: bind({ texture: last }, { buffer: 'counts' }) },
      {
        dispatch: { indirect: 'counts' },
        pipeline: 'sum',
        bindings: bind({ texture: 'image' }, { buffer: 'counts' }),
      },
    ],
  });
  const shaders = { 'store.wgsl': store, 'sum.wgsl': sum };
  const countsOf = (app: object) => forecastOf(app, shaders).prediction.dispatches.at(-1)!.dispatch;

  it('knows what one dispatch stores when the next loads it', () => {
    expect(countsOf(file([]))).toEqual([63, 5, 1]);
  });

  it('copies texels through buffers and textures', () => {
    const between = [
      {
        copy: { texture: 'image' },
        to: { buffer: 'rows', offset: 512, bytesPerRow: 256 },
        size: [8, 8, 1],
      },
      {
        copy: { buffer: 'rows', offset: 512 + 4 * 3, bytesPerRow: 256 },
        to: { texture: 'other', origin: [1, 0, 0] },
        size: [5, 8, 1],
      },
    ];
    expect(countsOf(file(between, 'other'))).toEqual([0, 7, 1]);
  });

  it('takes what the host writes', () => {
    const between = [
      {
        write: { texture: 'image', mipLevel: 0, origin: [5, 0, 0] },
        bytesPerRow: 8,
        size: [1, 8, 1],
        data: { kind: 'iota-u32' },
      },
    ];
    expect(countsOf(file(between))).toEqual([63, 0, 1]);
  });

  it('is read as captures write it, and every dispatch has a time', () => {
    const { value, diagnostics } = loadApp(path.join(import.meta.dirname, 'blur/app.json'));
    expect(diagnostics).toEqual([]);
    expect(value!.operations.map(({ kind }) => kind)).toEqual([
      'write',
      'copy',
      'dispatch',
      'dispatch',
      'copy',
    ]);
  });
});
