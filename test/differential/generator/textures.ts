// A random kernel on textures: loads, stores, lookups by a sampler, gathers, comparisons of depths, sizes. Places and
// levels keep away from where two implementations may decide differently (between texels, between levels, out of
// bounds for loads), so that texels taken as they are agree; what is interpolated has a tolerance.

import { formatOf } from '../../../src/texture/formats.ts';
import { defaultSampler, type SamplerState } from '../../../src/texture/sampler.ts';
import { axesOf, isArrayed, type TextureDimension, type TextureShape } from '../../../src/texture/shape.ts';
import { Random } from '../random.ts';
import { block, list, statement, type Tree } from '../tree.ts';
import type { Tolerance } from './approximate.ts';

export interface KernelTexture {
  readonly binding: number;
  readonly shape: TextureShape;
  readonly access: 'sampled' | 'read' | 'write' | 'read_write';
}

export interface KernelSampler {
  readonly binding: number;
  readonly state: SamplerState;
}

export interface TextureProgram {
  readonly tree: Tree;
  readonly dispatch: readonly [number, number, number];
  readonly textures: readonly KernelTexture[];
  readonly samplers: readonly KernelSampler[];
  /** Of each float that an invocation leaves in buffer 2. */
  readonly tolerances: readonly Tolerance[];
}

export const INPUT_WORDS = 64;
const PER_GROUP = 8;
const GROUPS = 5;
export const THREADS = PER_GROUP * GROUPS;
/** Bindings in the order in which Dawn numbers them: buffers, textures, storage textures, samplers. */
const FIRST_TEXTURE = 3;

const SAMPLED = [
  'r8unorm',
  'rg8unorm',
  'rgba8unorm',
  'rgba8snorm',
  'rgba8unorm-srgb',
  'bgra8unorm',
  'r16float',
  'rg16float',
  'rgba16float',
  'rgb9e5ufloat',
  'rgb10a2unorm',
  'rg11b10ufloat',
  'r32float',
  'rg32float',
  'rgba32float',
  'r8uint',
  'rg16sint',
  'rgba8sint',
  'rgba16uint',
  'r32uint',
  'rgba32sint',
  'depth16unorm',
];
const WRITTEN = [
  'rgba8unorm',
  'rgba8snorm',
  'rgba8uint',
  'rgba8sint',
  'rgba16uint',
  'rgba16sint',
  'rgba16float',
  'r32uint',
  'r32sint',
  'r32float',
  'rg32uint',
  'rg32sint',
  'rg32float',
  'rgba32uint',
  'rgba32sint',
  'rgba32float',
];
const BOTH = ['r32uint', 'r32sint', 'r32float'];

/** What components of a format are at most, as the contents here have them. */
function rangeOf(format: string): number {
  if (/float/.test(format)) return 32;
  return 1;
}

/** How far two implementations may be apart in a component that nothing blends. */
function exactnessOf(format: string): Tolerance {
  if (format.endsWith('-srgb')) return { ulp: 0, absolute: 2 ** -9 };
  return { ulp: /float/.test(format) ? 0 : 4, absolute: /norm/.test(format) ? 2 ** -22 : 0 };
}

/** Bits of the place between two texels or levels, as devices keep them. */
const FRACTION_BITS = 8;

const SAMPLERS = ['hard', 'soft', 'order'] as const;

class Writer {
  readonly random: Random;
  readonly textures: KernelTexture[] = [];
  readonly samplers: KernelSampler[] = [];
  readonly tolerances: Tolerance[] = [];
  readonly declarations: Tree[] = [];
  private names = 0;

  constructor(seed: number) {
    this.random = new Random(seed ^ 0x7e47);
  }

  declare(): void {
    const { random } = this;
    for (let i = random.between(1, 3); i > 0; i--) this.declareTexture(sampledShape(random), 'sampled');
    for (let i = random.below(3); i > 0; i--) {
      const access = random.choose<KernelTexture['access']>(['read', 'write', 'write', 'read_write']);
      this.declareTexture(storageShape(random, access), access);
    }
    const compare = random.choose<NonNullable<SamplerState['compare']>>([
      'less',
      'less-equal',
      'greater',
      'greater-equal',
      'always',
      'never',
    ]);
    const point = { magFilter: 'nearest', minFilter: 'nearest', mipmapFilter: 'nearest' } as const;
    this.declareSampler('hard', 'sampler', { ...samplerState(random), ...point });
    this.declareSampler('soft', 'sampler', samplerState(random));
    this.declareSampler('order', 'sampler_comparison', { ...samplerState(random), compare });
  }

  private declareTexture(shape: TextureShape, access: KernelTexture['access']): void {
    const binding = FIRST_TEXTURE + this.textures.length;
    this.textures.push({ binding, shape, access });
    const type = typeOf(shape, access);
    this.declarations.push(statement(`@group(0) @binding(${binding}) var t${binding}: ${type};`));
  }

  private declareSampler(name: string, type: string, state: SamplerState): void {
    const binding = FIRST_TEXTURE + this.textures.length + this.samplers.length;
    this.samplers.push({ binding, state });
    this.declarations.push(statement(`@group(0) @binding(${binding}) var ${name}: ${type};`));
  }

  private fresh(prefix: string): string {
    return `${prefix}${this.names++}`;
  }

  statements(count: number, depth: number): Tree[] {
    return Array.from({ length: count }, () => this.statement(depth));
  }

  private statement(depth: number): Tree {
    const { random } = this;
    if (depth > 0 && random.once(5)) return this.nested(depth - 1);
    const texture = random.choose(this.textures);
    if (random.once(6)) return this.query(texture);
    if (texture.access !== 'sampled') return this.storage(texture);
    const { dimension, format } = texture.shape;
    const isCube = dimension.startsWith('cube');
    if (!isCube && random.once(3)) return this.load(texture);
    const about = formatOf(format)!;
    const isGathered = about.type !== 'f32' || random.once(4);
    if (isGathered && dimension !== '1d' && dimension !== '3d') return this.gather(texture);
    if (about.type !== 'f32') return isCube ? this.query(texture) : this.load(texture);
    if (about.isDepth && random.once(2)) return this.compare(texture);
    return this.sample(texture);
  }

  private nested(depth: number): Tree {
    const { random } = this;
    const inside = () => block(this.statements(random.between(1, 2), depth));
    const condition = random.choose([
      'thread % 3u == 1u',
      'inputs[thread] > 100u',
      `thread < ${THREADS / 2}u`,
    ]);
    const k = this.fresh('k');
    switch (random.below(3)) {
      case 0:
        return statement(`if (${condition}) `, inside());
      case 1:
        return statement(`if (${condition}) `, inside(), ' else ', inside());
      default:
        return statement(`for (var ${k} = 0u; ${k} < 3u; ${k}++) `, inside());
    }
  }

  private query({ binding, shape, access }: KernelTexture): Tree {
    const t = `t${binding}`;
    const isStorage = access !== 'sampled';
    const isMany = shape.dimension !== '1d';
    const level = !isStorage && this.random.once(2) ? `, ${this.random.below(shape.mipLevels)}` : '';
    const size = `textureDimensions(${t}${level})${isMany ? '.yx.x' : ''}`;
    const found = [`${size}`];
    if (!isStorage) found.push(`textureNumLevels(${t})`);
    if (isArrayed(shape.dimension)) found.push(`textureNumLayers(${t})`);
    return statement(`note(${this.random.choose(found)});`);
  }

  private load({ binding, shape }: KernelTexture): Tree {
    const { random } = this;
    const level = random.once(2) ? `${random.below(shape.mipLevels)}` : `(thread % ${shape.mipLevels}u)`;
    const place = this.texel(`textureDimensions(t${binding}, ${level})`, shape);
    const layer = isArrayed(shape.dimension) ? `, ${this.below(layersOf(shape))}` : '';
    return this.keep(shape, `textureLoad(t${binding}, ${place}${layer}, ${level})`);
  }

  /** A number from 0 on, as an expression of the invocation. */
  private below(limit: number | string): string {
    const { random } = this;
    const value = random.choose([
      `thread * ${random.between(1, 9)}u + ${random.below(9)}u`,
      `inputs[(thread + ${random.below(64)}u) % ${INPUT_WORDS}u]`,
      `${random.below(100)}u`,
      `thread / ${random.between(2, 5)}u`,
    ]);
    return `((${value}) % ${typeof limit === 'number' ? `${limit}u` : limit})`;
  }

  /** Coordinates of a texel that there is. */
  private texel(size: string, { dimension }: TextureShape): string {
    const axes = axesOf[dimension];
    if (axes === 1) return this.signed(1, this.below(size));
    const parts = ['x', 'y', 'z'].slice(0, axes).map((axis) => this.below(`${size}.${axis}`));
    return this.signed(axes, `vec${axes}u(${parts.join(', ')})`);
  }

  private signed(axes: number, value: string): string {
    if (this.random.once(2)) return value;
    return axes === 1 ? `i32(${value})` : `vec${axes}i(${value})`;
  }

  private storage({ binding, shape, access }: KernelTexture): Tree {
    const { random } = this;
    const own = ownTexel(shape);
    if (access === 'read')
      return this.keep(shape, `textureLoad(t${binding}, ${this.storageTexel(binding, shape)})`);
    if (access === 'read_write' && random.once(2))
      return this.keep(shape, `textureLoad(t${binding}, ${own})`);
    const value = this.texelValue(shape.format);
    const added =
      access === 'read_write' && random.once(2) ? `textureLoad(t${binding}, ${own}) + ${value}` : value;
    return statement(`textureStore(t${binding}, ${own}, ${added});`);
  }

  private storageTexel(binding: number, shape: TextureShape): string {
    const layer = isArrayed(shape.dimension) ? `, ${this.below(layersOf(shape))}` : '';
    return `${this.texel(`textureDimensions(t${binding})`, shape)}${layer}`;
  }

  /** What a format keeps exactly, whichever way it is rounded. */
  private texelValue(format: string): string {
    const { random } = this;
    const { type, bits, encoding } = formatOf(format)!;
    const number = `inputs[(thread + ${random.below(64)}u) % ${INPUT_WORDS}u]`;
    const others = Array.from({ length: 3 }, () => random.below(120));
    if (type !== 'f32') {
      const most = bits === 8 ? 127 : bits === 16 ? 32767 : 0x7fffffff;
      const vector = type === 'u32' ? 'vec4u' : 'vec4i';
      const sign = type === 'i32' && random.once(2) ? '-' : '';
      return `${vector}(${sign}${type}(${number} % ${most}u), ${others.join(', ')})`;
    }
    const scale = encoding === 'unorm' ? 255 : encoding === 'snorm' ? 127 : 4;
    const last = random.choose(['1.0', '0.0', ...(scale === 4 ? ['-3.5'] : ['1.5', '-2.0'])]);
    const parts = [`f32(${number} % ${scale === 4 ? 128 : scale + 1}u)`, `${others[0]}.0`, `${others[1]}.0`];
    return `vec4f(vec3f(${parts.join(', ')}) / ${scale}.0, ${last})`;
  }

  /** Coordinates for a sampler, at so many texels of the largest level; beyond the edge now and then. */
  private spot(shape: TextureShape, fractions: readonly number[], isInside: boolean): string {
    const { random } = this;
    const { dimension, size } = shape;
    const sizes = dimension === '3d' ? size : size.slice(0, axesOf[dimension]);
    const parts = sizes.map((each) => {
      const shift = isInside || random.once(2) ? 0 : random.between(-2, 2) * each;
      const place = `f32(${this.below(each)}) + ${random.choose(fractions) + shift}`;
      return `(${place}) / ${each}.0`;
    });
    if (parts.length === 1) return parts[0];
    return `vec${parts.length}f(${parts.join(', ')})`;
  }

  /** A direction into the inside of a face. */
  private direction({ size: [width] }: TextureShape, fractions: readonly number[]): string {
    const { random } = this;
    const across = () =>
      `(f32(1u + ${this.below(width - 2)}) + ${random.choose(fractions)}) * ${2 / width} - 1.0`;
    const parts = [random.choose(['1.0', '-1.0']), across(), across()];
    const turn = random.below(3);
    const turned = [...parts.slice(turn), ...parts.slice(0, turn)];
    return `vec3f(${turned.join(', ')})`;
  }

  private placeFor(shape: TextureShape, fractions: readonly number[]): string {
    const isCube = shape.dimension.startsWith('cube');
    const place = isCube ? this.direction(shape, fractions) : this.spot(shape, fractions, false);
    return isArrayed(shape.dimension) ? `${place}, ${this.below(layersOf(shape))}` : place;
  }

  private offset({ dimension }: TextureShape, sampler: 'hard' | 'soft' | 'order'): string {
    const { random } = this;
    const { addressModeU, addressModeV, addressModeW, mipmapFilter } =
      this.samplers[SAMPLERS.indexOf(sampler)].state;
    // SwiftShader adds offsets before it mirrors, and errs where it blends levels with them: not as it does each alone.
    if (mipmapFilter === 'linear') return '';
    if ([addressModeU, addressModeV, addressModeW].includes('mirror-repeat')) return '';
    if (dimension.startsWith('cube') || dimension === '1d' || !random.once(4)) return '';
    const parts = Array.from({ length: axesOf[dimension] }, () => random.between(-8, 7));
    return `, vec${parts.length}i(${parts.join(', ')})`;
  }

  private gather({ binding, shape }: KernelTexture): Tree {
    const { isDepth } = formatOf(shape.format)!;
    const component = isDepth ? '' : `${this.random.below(4)}, `;
    const place = this.placeFor(shape, [0.25, 0.75]);
    const call = `textureGather(${component}t${binding}, hard, ${place}${this.offset(shape, 'hard')})`;
    return this.keep(shape, call, 'gathered');
  }

  private compare({ binding, shape }: KernelTexture): Tree {
    const { random } = this;
    const reference = (random.below(16) + 0.4) / 16;
    if (random.once(3)) {
      const place = this.placeFor(shape, [0.25, 0.75]);
      return this.keep(
        shape,
        `textureGatherCompare(t${binding}, order, ${place}, ${reference}${this.offset(shape, 'order')})`,
        'gathered',
      );
    }
    const place = this.placeFor(shape, [0.25, 0.75]);
    const call = `textureSampleCompareLevel(t${binding}, order, ${place}, ${reference}${this.offset(shape, 'order')})`;
    return this.keepFloat(call, this.blended(shape));
  }

  private sample({ binding, shape }: KernelTexture): Tree {
    const { random } = this;
    const { isFilterable, isDepth } = formatOf(shape.format)!;
    const isBlended = isFilterable && !isDepth && random.once(2);
    const state = isBlended ? this.samplers[1].state : undefined;
    const sampler = isBlended ? 'soft' : 'hard';
    const place = this.placeFor(shape, isBlended ? [0.125, 0.25, 0.375, 0.625, 0.75] : [0.25, 0.75]);
    const tolerance = isBlended ? this.blended(shape) : exactnessOf(shape.format);
    const finish = (call: string) =>
      isDepth ? this.keepFloat(call, tolerance) : this.keep(shape, call, undefined, tolerance);
    if (!isDepth && shape.dimension === '2d' && random.once(8))
      return finish(
        `textureSampleBaseClampToEdge(t${binding}, ${sampler}, ${this.spot(shape, [0.25], false)})`,
      );
    if (!isDepth && shape.dimension !== '1d' && random.once(5)) {
      const [x, y] = this.changes(shape);
      return finish(
        `textureSampleGrad(t${binding}, ${sampler}, ${place}, ${x}, ${y}${this.offset(shape, sampler)})`,
      );
    }
    const levels =
      state?.mipmapFilter === 'linear' ? [0, 0.25, 0.75, 1.25, 2, -1, 9] : [0, 0.25, 0.75, 1.2, 2, -1, 9];
    const level = isDepth ? `${random.below(3)}` : `${random.choose(levels)}`;
    return finish(
      `textureSampleLevel(t${binding}, ${sampler}, ${place}, ${level}${this.offset(shape, sampler)})`,
    );
  }

  /** Changes whose level is a whole number, and not the border between the filters. */
  private changes({ dimension, size: [width] }: TextureShape): [string, string] {
    const texels = 2 ** this.random.choose([-2, 1, 2]) * (dimension.startsWith('cube') ? 2 : 1);
    const axes = axesOf[dimension];
    const rest = Array<string>(axes - 1).fill('0.0');
    return [`vec${axes}f(${[texels / width, ...rest].join(', ')})`, `vec${axes}f(0)`];
  }

  private blended({ format, dimension }: TextureShape): Tolerance {
    // Along each axis and between levels, by either implementation.
    const places = axesOf[dimension] + 1;
    return { ulp: 16, absolute: 2 * rangeOf(format) * places * 2 ** -FRACTION_BITS };
  }

  /** Keeps four components: integers in the sum, floats in slots of their own. */
  private keep(
    { format }: TextureShape,
    call: string,
    how?: 'gathered',
    tolerance: Tolerance = exactnessOf(format),
  ): Tree {
    const { type, isDepth } = formatOf(format)!;
    if (isDepth && how !== 'gathered') return this.keepFloat(call, tolerance);
    const name = this.fresh('v');
    const parts = ['x', 'y', 'z', 'w'].map((axis) => `${name}.${axis}`);
    if (type !== 'f32') {
      const notes = parts.map((each) => statement(`note(bitcast<u32>(${each}));`));
      return statement(block([statement(`let ${name} = ${call};`), ...notes]));
    }
    const first = this.tolerances.length;
    for (let k = 0; k < parts.length; k++) this.tolerances.push(tolerance);
    const kept = parts.map((each, k) => statement(`keep(${first + k}u, ${each});`));
    return statement(block([statement(`let ${name} = ${call};`), ...kept]));
  }

  private keepFloat(call: string, tolerance: Tolerance): Tree {
    this.tolerances.push(tolerance);
    return statement(`keep(${this.tolerances.length - 1}u, ${call});`);
  }
}

function layersOf({ dimension, size }: TextureShape): number {
  return dimension === 'cube-array' ? size[2] / 6 : size[2];
}

/** The texel that belongs to the invocation; there may be none. */
function ownTexel({ dimension, size: [width, height] }: TextureShape): string {
  const [x, y, z] = [`thread % ${width}u`, `thread / ${width}u`, `thread / ${width * height}u`];
  switch (dimension) {
    case '1d':
      return 'thread';
    case '2d':
      return `vec2u(${x}, ${y})`;
    case '3d':
      return `vec3u(${x}, (${y}) % ${height}u, ${z})`;
    default:
      return `vec2u(${x}, (${y}) % ${height}u), ${z}`;
  }
}

function sizeFor(random: Random, dimension: TextureDimension): TextureShape['size'] {
  const side = () => random.choose([4, 5, 7, 8, 16]);
  const face = random.choose([4, 8, 16]);
  switch (dimension) {
    case '1d':
      return [side(), 1, 1];
    case '2d':
      return [side(), side(), 1];
    case 'cube':
      return [face, face, 6];
    case 'cube-array':
      return [face, face, 12];
    default:
      return [side(), side(), random.between(1, 4)];
  }
}

function sampledShape(random: Random): TextureShape {
  const format = random.choose(SAMPLED);
  const isDepth = formatOf(format)!.isDepth;
  const all: TextureDimension[] = [
    '2d',
    '2d',
    '2d-array',
    'cube',
    'cube-array',
    ...(isDepth ? [] : (['1d', '3d', '3d'] as const)),
  ];
  const isVolume = (each: TextureDimension) => each === '3d' || each === '1d';
  const dimension = random.choose(all.filter((each) => !(isVolume(each) && isDepth)));
  const size = sizeFor(random, dimension);
  // Halved, an even face keeps lookups from its edges: there SwiftShader filters what changes from run to run.
  const mipLevels = dimension === '1d' ? 1 : random.between(1, dimension.startsWith('cube') ? 2 : 3);
  return { format, dimension, size, mipLevels, sampleCount: 1, baseMipLevel: 0 };
}

function storageShape(random: Random, access: KernelTexture['access']): TextureShape {
  const format = random.choose(access === 'read_write' ? BOTH : WRITTEN);
  const dimension = random.choose<TextureDimension>(['1d', '2d', '2d', '2d-array', '3d']);
  // What an invocation loads again it must have; stores may miss.
  const isWhole = access === 'read_write';
  const size = isWhole ? WHOLE[dimension]! : sizeFor(random, dimension);
  return { format, dimension, size, mipLevels: 1, sampleCount: 1, baseMipLevel: 0 };
}

/** Sizes with a texel for each invocation. */
const WHOLE: Readonly<Partial<Record<TextureDimension, TextureShape['size']>>> = {
  '1d': [THREADS + 3, 1, 1],
  '2d': [7, 8, 1],
  '2d-array': [5, 4, 3],
  '3d': [4, 5, 2],
};

function samplerState(random: Random): SamplerState {
  const address = () => random.choose(['clamp-to-edge', 'repeat', 'mirror-repeat'] as const);
  const filter = () => random.choose(['nearest', 'linear'] as const);
  return {
    ...defaultSampler,
    addressModeU: address(),
    addressModeV: address(),
    addressModeW: address(),
    magFilter: filter(),
    minFilter: filter(),
    mipmapFilter: filter(),
    ...(random.once(5) ? { lodMinClamp: 0.75, lodMaxClamp: 1.2 } : {}),
  };
}

function typeOf({ dimension, format }: TextureShape, access: KernelTexture['access']): string {
  const shape = dimension.replace('-', '_');
  const { isDepth, type } = formatOf(format)!;
  if (access !== 'sampled') return `texture_storage_${shape}<${format}, ${access}>`;
  return isDepth ? `texture_depth_${shape}` : `texture_${shape}<${type}>`;
}

/** The kernel of a seed. */
export function textureProgram(seed: number): TextureProgram {
  const writer = new Writer(seed);
  writer.declare();
  const { random } = writer;
  const body = writer.statements(random.between(3, 8), 2);
  const slots = Math.max(1, writer.tolerances.length);
  const items = [
    statement('@group(0) @binding(0) var<storage, read> inputs: array<u32>;'),
    statement('@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;'),
    statement('@group(0) @binding(2) var<storage, read_write> floats: array<f32>;'),
    ...writer.declarations,
    statement('var<private> thread: u32;'),
    statement('var<private> sum: u32;'),
    statement('fn note(x: u32) {\n  sum = (sum ^ x) * 0x01000193u;\n}'),
    statement(`fn keep(slot: u32, x: f32) {\n  floats[thread * ${slots}u + slot] = x;\n}`),
    statement(
      `@compute @workgroup_size(${PER_GROUP}) fn main(@builtin(global_invocation_id) id: vec3u) `,
      block([statement('thread = id.x;'), ...body, statement('outputs[thread] = sum;')]),
    ),
  ];
  return {
    tree: list(items),
    dispatch: [GROUPS, 1, 1],
    textures: writer.textures,
    samplers: writer.samplers,
    tolerances: writer.tolerances,
  };
}
