// Where texels lie: levels in files, and blocks in a device's memory.

import { describe, expect, it } from 'vitest';
import { BlockedLayout } from '../../src/texture/blocked-layout.ts';
import { formatNames, formatOf } from '../../src/texture/formats.ts';
import { bytesOf, levelsOf, mostLevels, type TextureShape } from '../../src/texture/shape.ts';

const plain = { format: 'rgba8unorm', mipLevels: 1, sampleCount: 1, baseMipLevel: 0 } as const;

describe('levels', () => {
  it('halve, down to a texel, one after the other', () => {
    const shape: TextureShape = { ...plain, dimension: '2d', size: [5, 3, 1], mipLevels: 3 };
    expect(levelsOf(shape).map(({ width, height, offsetBytes }) => [width, height, offsetBytes])).toEqual([
      [5, 3, 0],
      [2, 1, 60],
      [1, 1, 68],
    ]);
    expect(bytesOf(shape)).toBe(72);
    expect(mostLevels('2d', [5, 3, 1])).toBe(3);
  });

  it('of a volume halve their slices, of an array they keep the layers', () => {
    const depths = (dimension: TextureShape['dimension']) =>
      levelsOf({ ...plain, dimension, size: [4, 4, 4], mipLevels: 3 }).map(({ depth }) => depth);
    expect(depths('3d')).toEqual([4, 2, 1]);
    expect(depths('2d-array')).toEqual([4, 4, 4]);
  });
});

describe('the blocked layout', () => {
  const shapes: TextureShape[] = [
    { ...plain, dimension: '2d', size: [70, 45, 1], mipLevels: 4 },
    { ...plain, format: 'r8unorm', dimension: '3d', size: [33, 17, 5] },
    { ...plain, format: 'rgba32float', dimension: '2d-array', size: [9, 300, 3] },
    { ...plain, format: 'rg16float', dimension: '1d', size: [1000, 1, 1] },
  ];

  it.each(shapes)('gives every texel bytes of its own: %j', (shape) => {
    const layout = new BlockedLayout(shape);
    const bytes = formatOf(shape.format)!.bytes;
    const taken = new Set<number>();
    levelsOf(shape).forEach(({ width, height, depth }, level) => {
      for (let z = 0; z < depth; z++)
        for (let y = 0; y < height; y++)
          for (let x = 0; x < width; x++) {
            const address = layout.addressOf(level, x, y, z);
            expect(address % bytes).toBe(0);
            expect(address + bytes).toBeLessThanOrEqual(layout.sizeBytes);
            expect(taken.has(address)).toBe(false);
            taken.add(address);
          }
    });
  });

  it('keeps 16 bytes of two rows in a sector, 32 bytes of four in a line', () => {
    const layout = new BlockedLayout({ ...plain, dimension: '2d', size: [64, 64, 1] });
    const within = (bytes: number, width: number, height: number) => {
      const found = new Set<number>();
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) found.add(Math.floor(layout.addressOf(0, 8 + x, 4 + y, 0) / bytes));
      return found.size;
    };
    expect([within(32, 4, 2), within(128, 8, 4), within(512, 8, 4)]).toEqual([1, 1, 1]);
    expect(within(32, 8, 4)).toBe(4);
  });
});

it('formats have texels of whole bytes, storage ones among them those that WebGPU always has', () => {
  for (const name of formatNames) expect([1, 2, 4, 8, 16]).toContain(formatOf(name)!.bytes);
  const always = formatNames.filter((name) => !['none', 'optional'].includes(formatOf(name)!.storage));
  expect(always).toHaveLength(16);
});
