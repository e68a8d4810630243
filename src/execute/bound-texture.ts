// A texture as a kernel under execution sees it: texels by coordinates, looked up through samplers (WebGPU
// specification, "Texture and Sampler"; formulas of the Vulkan specification, "Texel Input" and "Image Sample
// Operations"). Filtering is exact here, while devices keep eight bits of the fraction between texels. Where an access
// is traced it notes the texels that it touches, by their place in the blocked layout.

import type { TextureType } from '../ir/ir.ts';
import { BlockedLayout } from '../texture/blocked-layout.ts';
import { formatOf } from '../texture/formats.ts';
import {
  type AddressMode,
  type CompareFunction,
  defaultSampler,
  type SamplerState,
} from '../texture/sampler.ts';
import { type Level, levelsOf, type TextureDimension, type TextureShape } from '../texture/shape.ts';
import { directionIn, faceSpot } from './cube-faces.ts';
import type { PagedBuffer } from './memory.ts';
import type { TouchedTexels } from './record-texture.ts';
import { type Texel, type TexelCoder, texelCoder } from './texels.ts';
import { loadPasses, lookupPasses, QUAD_LANES } from './texture-passes.ts';

/** What one access in the code works with, from one lane to the next. */
export interface TextureSink {
  /** Where its result goes; null where only its places matter. */
  readonly out: Texel | null;
  /** What it touched, where that is traced. */
  readonly touched: TouchedTexels | null;
  /** Texels that are added to where a sampler looks. */
  readonly offset: readonly number[];
}

/** What takes texels by their place, stores them, or looks them up. */
export type TextureAccess = 'load' | 'store' | 'sample';

export class BoundTexture {
  private readonly buffer: PagedBuffer;
  private readonly dimension: TextureDimension;
  private readonly levels: readonly Level[];
  private readonly firstLevel: number;
  private readonly samples: number;
  private readonly texelBytes: number;
  private readonly isCube: boolean;
  private readonly isVolume: boolean;
  private readonly isUnpadded: boolean;
  private readonly coder: TexelCoder;
  private readonly layout: BlockedLayout;
  private readonly single = new Float64Array(4);
  private readonly gathering: { out: Texel | null; touched: TouchedTexels | null; offset: readonly number[] };
  /** Of the lookup at hand: its sampler, and with what depths are compared, texel by texel. */
  private sampler: SamplerState = defaultSampler;
  private reference: number | undefined;

  /** @param type what the shader says of it: a storage texture shows one level */
  constructor(buffer: PagedBuffer, shape: TextureShape, type: TextureType) {
    const format = formatOf(shape.format)!;
    this.buffer = buffer;
    this.dimension = type.dimension;
    this.firstLevel = shape.baseMipLevel;
    const end = type.format === undefined ? undefined : shape.baseMipLevel + 1;
    this.levels = levelsOf(shape).slice(shape.baseMipLevel, end);
    this.samples = shape.sampleCount;
    this.texelBytes = format.bytes;
    this.isUnpadded = format.components === 4;
    this.isCube = type.dimension.startsWith('cube');
    this.isVolume = type.dimension === '3d';
    this.coder = texelCoder(shape.format);
    this.layout = new BlockedLayout(shape);
    this.gathering = { out: this.single, touched: null, offset: [] };
  }

  /**
   * Passes of the texture unit. Looked up, a quad of lanes takes one for up to eight bytes of a texel, or four where
   * texels are blended; one more for each further level or pair of slices. Stored, a quad takes one for each four
   * bytes. As measured (microbench/textures).
   * @param lanes of a warp, active or not
   * @param count of those that take part
   * @param sampler of a lookup; none for what takes texels as they are
   */
  passes(lanes: number, count: number, op: TextureAccess, sampler: SamplerState | undefined): number {
    if (op === 'load') return loadPasses(lanes, this.texelBytes);
    if (op === 'store') return Math.ceil(count / QUAD_LANES) * Math.max(1, this.texelBytes / 4);
    const isLinear = sampler?.magFilter === 'linear' || sampler?.minFilter === 'linear';
    const width = Math.max(1, this.texelBytes / (isLinear ? 4 : 8));
    const levels = sampler?.mipmapFilter === 'linear' && this.levels.length > 1 ? 2 : 1;
    return lookupPasses(lanes, width * levels * (isLinear && this.isVolume ? 2 : 1));
  }

  /** Bytes in the blocked layout. */
  get blockedBytes(): number {
    return this.layout.sizeBytes;
  }

  /** A number that the launch fixes; 0 for the sizes of a level that there is not. */
  query(what: 'width' | 'height' | 'depth' | 'layers' | 'levels' | 'samples', level: number): number {
    if (what === 'levels') return this.levels.length;
    if (what === 'samples') return this.samples;
    if (what === 'layers') return this.levels[0].depth / (this.isCube ? 6 : 1);
    return this.levels[level]?.[what] ?? 0;
  }

  /** A texel by its place; false, and zeros, where there is none. `level` is the sample of a multisampled texture. */
  load(sink: TextureSink, x: number, y: number, z: number, layer: number, level: number): boolean {
    sink.touched?.startLane();
    const { out } = sink;
    const sample = this.samples > 1 ? level : 0;
    const at = this.samples > 1 ? 0 : level;
    const slice = this.isVolume ? z : layer;
    out?.fill(0);
    if (!this.isInside(at, x, y, slice) || sample >>> 0 >= this.samples) {
      if (out && !this.isUnpadded) out[3] = 1;
      return false;
    }
    this.reference = undefined;
    this.addTexel(sink, at, x, y, slice, 1, sample);
    return true;
  }

  /** Stores four components; false where there is no such texel. */
  store(sink: TextureSink, x: number, y: number, z: number, layer: number): boolean {
    sink.touched?.startLane();
    const slice = this.isVolume ? z : layer;
    if (!this.isInside(0, x, y, slice)) return false;
    this.note(sink, 0, x, y, slice);
    if (sink.out) this.coder.write(this.buffer, this.addressOf(0, x, y, slice, 0), sink.out);
    return true;
  }

  /** Texels around a place, filtered. `lod` is the level before the sampler's limits. */
  sample(
    sink: TextureSink,
    sampler: SamplerState,
    reference: number | undefined,
    x: number,
    y: number,
    z: number,
    layer: number,
    lod: number,
  ): void {
    sink.touched?.startLane();
    sink.out?.fill(0);
    this.sampler = sampler;
    this.reference = reference;
    const limited = Math.min(Math.max(lod, sampler.lodMinClamp), sampler.lodMaxClamp);
    const filter = limited <= 0 ? sampler.magFilter : sampler.minFilter;
    const last = this.levels.length - 1;
    const level = Math.min(Math.max(limited, 0), last);
    if (sampler.mipmapFilter === 'nearest') {
      // Halfway the larger level is taken, as Vulkan prefers.
      this.filter(sink, filter, Math.ceil(level + 0.5) - 1, x, y, z, layer, 1);
      return;
    }
    const lower = Math.floor(level);
    const share = level - lower;
    this.filter(sink, filter, lower, x, y, z, layer, 1 - share);
    if (share > 0) this.filter(sink, filter, lower + 1, x, y, z, layer, share);
  }

  /** The level for coordinates that change so much from one invocation to the next: by the larger of both changes. */
  lodOf(dx: readonly number[], dy: readonly number[]): number {
    const { width, height, depth } = this.levels[0];
    const sizes = [width, height, this.isVolume ? depth : width];
    const lengthOf = (change: readonly number[]) =>
      Math.hypot(...change.map((each, axis) => each * sizes[axis] * (this.isCube ? 0.5 : 1)));
    return Math.log2(Math.max(lengthOf(dx), lengthOf(dy)));
  }

  /** One component of the four texels that a linear filter would take, in WebGPU's order. */
  gather(
    sink: TextureSink,
    sampler: SamplerState,
    reference: number | undefined,
    component: number,
    x: number,
    y: number,
    z: number,
    layer: number,
  ): void {
    sink.touched?.startLane();
    this.sampler = sampler;
    this.reference = reference;
    const { single, gathering } = this;
    gathering.out = sink.out && single;
    gathering.touched = sink.touched;
    const spot = this.spotOf(sink.offset, 0, x, y, z, layer);
    const [i, j] = [Math.floor(spot.x - 0.5), Math.floor(spot.y - 0.5)];
    GATHERED.forEach(([right, down], position) => {
      single.fill(0);
      this.addWrapped(gathering, 0, i + right, j + down, spot.slice, 1);
      if (sink.out) sink.out[position] = single[component];
    });
  }

  private filter(
    sink: TextureSink,
    filter: SamplerState['magFilter'],
    level: number,
    x: number,
    y: number,
    z: number,
    layer: number,
    weight: number,
  ): void {
    const spot = this.spotOf(sink.offset, level, x, y, z, layer);
    if (filter === 'nearest') {
      const slice = this.isVolume ? Math.floor(spot.slice) : spot.slice;
      this.addWrapped(sink, level, Math.floor(spot.x), Math.floor(spot.y), slice, weight);
      return;
    }
    const [i, j] = [Math.floor(spot.x - 0.5), Math.floor(spot.y - 0.5)];
    const [a, b] = [spot.x - 0.5 - i, spot.y - 0.5 - j];
    const isFlat = this.dimension === '1d';
    const k = this.isVolume ? Math.floor(spot.slice - 0.5) : spot.slice;
    const c = this.isVolume ? spot.slice - 0.5 - k : 0;
    for (let corner = 0; corner < (this.isVolume ? 8 : isFlat ? 2 : 4); corner++) {
      const [right, down, back] = [corner & 1, (corner >> 1) & 1, corner >> 2];
      const share =
        (right ? a : 1 - a) * (isFlat ? 1 : down ? b : 1 - b) * (this.isVolume ? (back ? c : 1 - c) : 1);
      this.addWrapped(sink, level, i + right, isFlat ? 0 : j + down, k + back, weight * share);
    }
  }

  /** Coordinates in texels of the level, and the layer, or in a volume the coordinate across slices. */
  private spotOf(
    offset: readonly number[],
    level: number,
    x: number,
    y: number,
    z: number,
    layer: number,
  ): { readonly x: number; readonly y: number; readonly slice: number } {
    const { width, height, depth } = this.levels[level];
    if (this.isVolume)
      return {
        x: x * width + (offset[0] ?? 0),
        y: y * height + (offset[1] ?? 0),
        slice: z * depth + (offset[2] ?? 0),
      };
    if (!this.isCube) {
      const slice = Math.min(Math.max(layer, 0), depth - 1);
      return { x: x * width + (offset[0] ?? 0), y: y * height + (offset[1] ?? 0), slice };
    }
    const cube = Math.min(Math.max(layer, 0), depth / 6 - 1);
    const { face, u, v } = faceSpot(x, y, z);
    return { x: u * width, y: v * height, slice: 6 * cube + face };
  }

  /** A texel after the sampler's address modes; beyond an edge of a cube's face lies the next face. */
  private addWrapped(
    sink: TextureSink,
    level: number,
    x: number,
    y: number,
    slice: number,
    weight: number,
  ): void {
    const { width, height, depth } = this.levels[level];
    if (this.isCube) {
      this.addOfCube(sink, level, x, y, slice, weight);
      return;
    }
    const { addressModeU, addressModeV, addressModeW } = this.sampler;
    const i = wrapped(x, width, addressModeU);
    const j = wrapped(y, height, addressModeV);
    const k = this.isVolume ? wrapped(slice, depth, addressModeW) : slice;
    this.addTexel(sink, level, i, j, k, weight, 0);
  }

  /** A texel of a face or beside it; beyond a corner lies none, and the three around it count alike. */
  private addOfCube(
    sink: TextureSink,
    level: number,
    x: number,
    y: number,
    slice: number,
    weight: number,
  ): void {
    const { width } = this.levels[level];
    const [i, j] = [x, y].map((each) => Math.min(Math.max(each, 0), width - 1));
    if (i === x && j === y) {
      this.addTexel(sink, level, x, y, slice, weight, 0);
      return;
    }
    if (i !== x && j !== y) {
      this.addOfCube(sink, level, i, j, slice, weight / 3);
      this.addOfCube(sink, level, x, j, slice, weight / 3);
      this.addOfCube(sink, level, i, y, slice, weight / 3);
      return;
    }
    const face = slice % 6;
    const direction = directionIn(face, (x + 0.5) / width, (y + 0.5) / width);
    const { face: next, u, v } = faceSpot(...direction);
    const place = (each: number) => Math.min(width - 1, Math.floor(each * width));
    this.addTexel(sink, level, place(u), place(v), slice - face + next, weight, 0);
  }

  private addTexel(
    sink: TextureSink,
    level: number,
    x: number,
    y: number,
    slice: number,
    weight: number,
    sample: number,
  ): void {
    this.note(sink, level, x, y, slice);
    const { out } = sink;
    if (!out) return;
    const address = this.addressOf(level, x, y, slice, sample);
    if (this.reference === undefined) {
      this.coder.add(this.buffer, address, weight, out);
      return;
    }
    const depth = DEPTH;
    depth.fill(0);
    this.coder.add(this.buffer, address, 1, depth);
    if (passes(this.sampler.compare ?? 'always', this.reference, depth[0])) out[0] += weight;
  }

  private note({ touched }: TextureSink, level: number, x: number, y: number, slice: number): void {
    touched?.add(this.layout.addressOf(level + this.firstLevel, x, y, slice));
  }

  private isInside(level: number, x: number, y: number, slice: number): boolean {
    const size = this.levels[level];
    if (size === undefined) return false;
    return x >>> 0 < size.width && y >>> 0 < size.height && slice >>> 0 < size.depth;
  }

  private addressOf(level: number, x: number, y: number, slice: number, sample: number): number {
    const { width, height, offsetBytes } = this.levels[level];
    return offsetBytes + (((slice * height + y) * width + x) * this.samples + sample) * this.texelBytes;
  }
}

const DEPTH = new Float64Array(4);

/** Right and down of the first texel: lower left, lower right, upper right, upper left. */
const GATHERED: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
];

function wrapped(at: number, size: number, mode: AddressMode): number {
  if (mode === 'clamp-to-edge') return Math.min(Math.max(at, 0), size - 1);
  if (mode === 'repeat') return at - Math.floor(at / size) * size;
  const there = at - Math.floor(at / (2 * size)) * 2 * size;
  return there < size ? there : 2 * size - 1 - there;
}

function passes(compare: CompareFunction, reference: number, depth: number): boolean {
  switch (compare) {
    case 'never':
      return false;
    case 'less':
      return reference < depth;
    case 'equal':
      return reference === depth;
    case 'less-equal':
      return reference <= depth;
    case 'greater':
      return reference > depth;
    case 'not-equal':
      return reference !== depth;
    case 'greater-equal':
      return reference >= depth;
    case 'always':
      return true;
  }
}
