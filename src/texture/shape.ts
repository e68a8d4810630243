// What a texture is: its format, its size, its levels, and how a kernel looks at it. In memory here its levels lie one
// after the other, each with its texels in rows without gaps, rows in slices or layers, as files give them.

import { formatOf } from './formats.ts';

export const textureDimensions = ['1d', '2d', '2d-array', '3d', 'cube', 'cube-array'] as const;

/** As which a shader sees the texture. */
export type TextureDimension = (typeof textureDimensions)[number];

/** Axes of a texel's coordinates, and of those that a sampler takes: a cube is looked up by a direction. */
export const axesOf: Readonly<Record<TextureDimension, 1 | 2 | 3>> = {
  '1d': 1,
  '2d': 2,
  '2d-array': 2,
  '3d': 3,
  cube: 3,
  'cube-array': 3,
};

/** True where accesses name a layer apart from the coordinates. */
export function isArrayed(dimension: TextureDimension): boolean {
  return dimension === '2d-array' || dimension === 'cube-array';
}

export interface TextureShape {
  readonly format: string;
  readonly dimension: TextureDimension;
  /** Width, height, and slices of a volume or layers (six to a cube); 1 where there is none. */
  readonly size: readonly [number, number, number];
  readonly mipLevels: number;
  readonly sampleCount: number;
  /** The first level that the kernel sees. */
  readonly baseMipLevel: number;
}

/** One level of detail. */
export interface Level {
  readonly width: number;
  readonly height: number;
  /** Slices of a volume, else layers. */
  readonly depth: number;
  /** From the start of the texture's bytes. */
  readonly offsetBytes: number;
  readonly sizeBytes: number;
}

/** All levels, the largest first. Samples of a texel lie beside each other. */
export function levelsOf({ format, dimension, size, mipLevels, sampleCount }: TextureShape): Level[] {
  const bytes = (formatOf(format)?.bytes ?? 4) * sampleCount;
  const levels: Level[] = [];
  let offsetBytes = 0;
  for (let level = 0; level < mipLevels; level++) {
    const [width, height, slices] = size.map((each) => Math.max(1, each >> level)) as [
      number,
      number,
      number,
    ];
    const depth = dimension === '3d' ? slices : size[2];
    const sizeBytes = width * height * depth * bytes;
    levels.push({ width, height, depth, offsetBytes, sizeBytes });
    offsetBytes += sizeBytes;
  }
  return levels;
}

/** Bytes of all levels, up to a whole word. */
export function bytesOf(shape: TextureShape): number {
  const last = levelsOf(shape).at(-1)!;
  return Math.ceil((last.offsetBytes + last.sizeBytes) / 4) * 4;
}

/** Levels of a texture of that size down to a single texel. */
export function mostLevels(
  dimension: TextureDimension,
  [width, height, depth]: TextureShape['size'],
): number {
  if (dimension === '1d') return 1;
  const largest = Math.max(width, height, dimension === '3d' ? depth : 1);
  return Math.floor(Math.log2(largest)) + 1;
}
