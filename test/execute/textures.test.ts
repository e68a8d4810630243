// What textures give: texels by place and through samplers against values worked out by hand, formats there and back.

import { describe, expect, it } from 'vitest';
import { Allowance } from '../../src/execute/allowance.ts';
import { BoundTexture } from '../../src/execute/bound-texture.ts';
import { PagedBuffer } from '../../src/execute/memory.ts';
import { TouchedTexels } from '../../src/execute/record-texture.ts';
import type { BufferData } from '../../src/launch/launch.ts';
import { formatNames, formatOf } from '../../src/texture/formats.ts';
import { defaultSampler, type SamplerState } from '../../src/texture/sampler.ts';
import { bytesOf, type TextureShape } from '../../src/texture/shape.ts';

function bound(shape: Partial<TextureShape>, data: BufferData, isStorage = false): BoundTexture {
  const whole: TextureShape = {
    format: 'r32float',
    dimension: '2d',
    size: [4, 4, 1],
    mipLevels: 1,
    sampleCount: 1,
    baseMipLevel: 0,
    ...shape,
  };
  const about = { name: 't', access: isStorage ? 'read_write' : 'read' } as const;
  const buffer = new PagedBuffer(about, bytesOf(whole), data, undefined, new Allowance({}, () => 0));
  return new BoundTexture(buffer, whole, {
    dimension: whole.dimension,
    scalar: formatOf(whole.format)!.type,
    isDepth: false,
    isMultisampled: false,
    ...(isStorage ? { format: whole.format } : {}),
  });
}

const sink = () => ({ out: new Float64Array(4), touched: new TouchedTexels(), offset: [] });
const floats = (...values: number[]): BufferData => ({
  kind: 'words',
  words: new Uint32Array(Float32Array.from(values).buffer),
});
const linear: SamplerState = { ...defaultSampler, magFilter: 'linear', minFilter: 'linear' };

function sampled(texture: BoundTexture, sampler: SamplerState, x: number, y = 0, z = 0, lod = 0): number {
  const to = sink();
  texture.sample(to, sampler, undefined, x, y, z, 0, lod);
  return to.out[0];
}

describe('texels by their place', () => {
  const texture = bound({ size: [2, 2, 1] }, floats(1, 2, 3, 4));

  it('lie in rows', () => {
    const to = sink();
    expect(texture.load(to, 1, 1, 0, 0, 0)).toBe(true);
    expect([...to.out]).toEqual([4, 0, 0, 1]);
  });

  it('are zeros where there are none', () => {
    const to = sink();
    expect(texture.load(to, 2, 0, 0, 0, 0)).toBe(false);
    expect(texture.load(to, 0, 0, 0, 0, 1)).toBe(false);
    expect(texture.load(to, -1, 0, 0, 0, 0)).toBe(false);
    expect([...to.out]).toEqual([0, 0, 0, 1]);
    expect(to.touched.count).toBe(0);
  });
});

describe('a sampler', () => {
  const row = bound({ dimension: '1d', size: [4, 1, 1] }, floats(10, 20, 30, 40));

  it('takes the nearest texel', () => {
    expect([0, 0.24, 0.26, 0.99].map((x) => sampled(row, defaultSampler, x))).toEqual([10, 10, 20, 40]);
  });

  it('interpolates between the middles of texels', () => {
    expect([0.125, 0.25, 0.375, 0.3125].map((x) => sampled(row, linear, x))).toEqual([10, 15, 20, 17.5]);
  });

  it.each([
    ['clamp-to-edge', [10, 40, 40]],
    ['repeat', [40, 10, 20]],
    ['mirror-repeat', [10, 40, 30]],
  ] as const)('goes on beyond the edge: %s', (addressModeU, expected) => {
    const sampler = { ...defaultSampler, addressModeU };
    expect([-0.1, 1.1, 1.3].map((x) => sampled(row, sampler, x))).toEqual(expected);
  });

  it('takes eight texels of a volume', () => {
    const volume = bound({ dimension: '3d', size: [2, 2, 2] }, floats(0, 1, 2, 3, 4, 5, 6, 7));
    expect(sampled(volume, linear, 0.5, 0.5, 0.5)).toBe(3.5);
    expect(sampled(volume, linear, 0.25, 0.25, 0.5)).toBe(2);
  });

  it('chooses levels, or interpolates between them, within its limits', () => {
    const levels = bound({ size: [2, 2, 1], mipLevels: 2 }, floats(0, 0, 0, 0, 8));
    const at = (lod: number, more: Partial<SamplerState> = {}) =>
      sampled(levels, { ...defaultSampler, ...more }, 0.5, 0.5, 0, lod);
    expect([0, 0.4, 0.6, 5].map((lod) => at(lod))).toEqual([0, 0, 8, 8]);
    expect([0.25, 0.75].map((lod) => at(lod, { mipmapFilter: 'linear' }))).toEqual([2, 6]);
    expect(at(1, { mipmapFilter: 'linear', lodMaxClamp: 0.5 })).toBe(4);
    expect(at(0, { lodMinClamp: 1 })).toBe(8);
  });

  it('goes over the edges of a cube without a seam', () => {
    const cube = bound(
      { dimension: 'cube', size: [8, 8, 6] },
      { kind: 'random-f32', seed: 3, min: 0, max: 1 },
    );
    for (let step = 0; step < 100; step++) {
      const [a, b] = [Math.sin(step * 7.1) * 0.8, 1e-6];
      const [near, beyond] = [1 - b, 1 + b].map((x) => sampled(cube, linear, x, a, 1));
      expect(Math.abs(near - beyond)).toBeLessThan(1e-4);
    }
  });

  it('gathers the four texels around a place', () => {
    const to = sink();
    const texture = bound({ size: [2, 2, 1] }, floats(1, 2, 3, 4));
    texture.gather(to, defaultSampler, undefined, 0, 0.5, 0.5, 0, 0);
    expect([...to.out]).toEqual([3, 4, 2, 1]);
  });
});

describe('what is stored', () => {
  const storable = formatNames.filter((name) => formatOf(name)!.storage !== 'none');

  it.each(storable)('comes back, within a step of the format: %s', (format) => {
    const { type, components, encoding, bits } = formatOf(format)!;
    const texture = bound(
      { format, size: [3, 2, 1] },
      { kind: 'random-u32', seed: 1, modulo: 2 ** 32 },
      true,
    );
    const given = type === 'f32' ? [0.1, 0.9, 0.5, 1] : [100, 3, 77, 1];
    const to = sink();
    to.out.set(given);
    expect(texture.store(to, 1, 1, 0, 0)).toBe(true);
    expect(texture.load(to, 1, 1, 0, 0, 0)).toBe(true);
    const step =
      encoding === 'float' ? 2 ** -10 : encoding === 'rg11b10' ? 2 ** -5 : bits === 8 ? 1 / 127 : 1 / 1023;
    given.slice(0, components).forEach((value, component) => {
      expect(Math.abs(to.out[component] - value)).toBeLessThanOrEqual(type === 'f32' ? step : 0);
    });
  });

  it('is clamped to what the format holds', () => {
    const last = (format: string, value: number) => {
      const texture = bound({ format, size: [1, 1, 1] }, { kind: 'zeros' }, true);
      const to = sink();
      to.out.fill(value);
      texture.store(to, 0, 0, 0, 0);
      texture.load(to, 0, 0, 0, 0, 0);
      return to.out[0];
    };
    expect([last('rgba8unorm', 3), last('rgba8unorm', -1), last('rgba8snorm', -7)]).toEqual([1, 0, -1]);
    expect([last('rgba8uint', 300), last('rgba8sint', -300), last('rgba8sint', 300)]).toEqual([
      255, -128, 127,
    ]);
    expect(last('rgba8unorm', Number.NaN)).toBe(0);
  });

  it('is dropped where there is no texel', () => {
    const texture = bound({ size: [2, 2, 1] }, floats(1, 2, 3, 4), true);
    expect(texture.store(sink(), 0, 2, 0, 0)).toBe(false);
  });
});
