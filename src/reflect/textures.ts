// The textures and samplers of a kernel: formats that suit how the shader declares them, sizes by how it reaches texels.

import type { Buffer, TextureType } from '../ir/ir.ts';
import { axesOf, isArrayed } from '../texture/shape.ts';
import { upperName } from './params.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import { type Axis, extentName, texelsName } from './quantities.ts';
import type { Sizes } from './sizes.ts';

export interface DraftTexture {
  readonly format: string;
  readonly size: readonly Polynomial[];
  /** Texels that somebody reads must hold something: bytes, floats, or zeros where random bits are no numbers. */
  readonly data?: 'random-u32' | 'random-f32' | 'random-f16';
}

/** Along each axis of a volume that kernels look colours or densities up in. */
const VOLUME = 64;
const CUBE = 512;
const CUBE_FACES = 6;

/** A texture as a launch file has it. `index` is its place in the module. */
export function draftTexture(
  buffer: Buffer & { readonly texture: TextureType },
  index: number,
  sizes: Sizes,
): DraftTexture {
  const { texture } = buffer;
  const accesses = sizes.quantities.texels.filter((each) => each.buffer === index);
  const format = formatFor(texture);
  const isCube = texture.dimension.startsWith('cube');
  const along = Array.from({ length: axesOf[texture.dimension] }, (_, axis) => axis as Axis);
  const sizeOf = (axis: Axis): Polynomial => {
    const known = sizes.over(texelsName(index, axis));
    if (known) return known;
    const ends = accesses.flatMap(({ coordinates, facts }) => {
      const last = coordinates[axis] && sizes.bounds.upper(coordinates[axis], facts);
      return last ? [poly.add(last, poly.constant(1))] : [];
    });
    const [largest] = ends.sort((a, b) => sizes.bounds.number(b) - sizes.bounds.number(a));
    return largest ?? assumedSize(buffer, index, axis, sizes);
  };
  const layers = isCube
    ? [poly.constant(CUBE_FACES)]
    : isArrayed(texture.dimension)
      ? [poly.constant(1)]
      : [];
  const size = isCube ? cubeSize(buffer, index, sizes) : along.map(sizeOf);
  const isRead = accesses.some(({ op }) => op !== 'store');
  const data = isRead ? dataFor(format) : undefined;
  return { format, size: [...size, ...layers], ...(data ? { data } : {}) };
}

/** As large as the grid, where the grid has that axis. */
function assumedSize({ name, texture }: Buffer, index: number, axis: Axis, sizes: Sizes): Polynomial {
  const hasAll = axesOf[texture!.dimension] <= sizes.quantities.axes.size;
  const extent = hasAll ? sizes.over(extentName(axis)) : undefined;
  const number = extent ? Math.ceil(sizes.bounds.number(extent)) : VOLUME;
  return sizes.params.add(
    `${upperName(name)}_${['WIDTH', 'HEIGHT', 'DEPTH'][axis]}`,
    number,
    { kind: 'texels', buffer: index, axis },
    `texels of \`${name}\` along ${'xyz'[axis]}, which the kernel's data lead into`,
  );
}

function cubeSize({ name }: Buffer, index: number, { params }: Sizes): Polynomial[] {
  const told = `texels of \`${name}\` along each side`;
  const of = { kind: 'texels', buffer: index, axis: 0 } as const;
  const side = params.add(`${upperName(name)}_SIDE`, CUBE, of, told);
  return [side, side];
}

function formatFor({ format, isDepth, scalar }: TextureType): string {
  if (format !== undefined) return format;
  if (isDepth) return 'depth32float';
  return { f32: 'rgba8unorm', u32: 'rgba8uint', i32: 'rgba8sint' }[scalar];
}

function dataFor(format: string): DraftTexture['data'] {
  const bits = /(16|32)float$/.exec(format)?.[1];
  if (bits) return bits === '16' ? 'random-f16' : 'random-f32';
  return /float$/.test(format) ? undefined : 'random-u32';
}
