// Types of images: what OpTypeImage says, in terms of textures. Those that no launch file can bind stay opaque, named
// by what they are.

import { formatOf, type TexelType } from '../../texture/formats.ts';
import type { TextureDimension } from '../../texture/shape.ts';
import { enumerantName } from './grammar.ts';
import type { Lowering } from './lowering.ts';
import { Op } from './opcodes.ts';
import { invalid } from './problems.ts';
import type { SpirvType } from './types.ts';

/** By Dim: an image alone, and one in an array. */
const DIMENSIONS: Readonly<Record<string, readonly [TextureDimension, TextureDimension?]>> = {
  '1D': ['1d'],
  '2D': ['2d', '2d-array'],
  '3D': ['3d'],
  Cube: ['cube', 'cube-array'],
};

const OTHERS: Readonly<Record<string, string>> = {
  Buffer: 'a texel buffer',
  SubpassData: 'an input attachment',
};

/** What the operand `Sampled` is of an image that is read and written without a sampler. */
const STORAGE = 2;
const UNKNOWN_FORMAT = 0;

/** The type that the OpTypeImage at `at` declares. */
export function imageType(lowering: Lowering, at: number): SpirvType {
  const [component, dim, depth, arrayed, samples, sampled, format] = lowering.words.subarray(at + 2, at + 9);
  const scalar = texelType(lowering, component);
  const dimName = enumerantName('Dim', dim);
  const dimension = DIMENSIONS[dimName]?.[arrayed];
  const isStorage = sampled === STORAGE;
  const isMultisampled = samples === 1;
  const isOdd = (isMultisampled && (isStorage || dimension !== '2d')) || (isStorage && dimName === 'Cube');
  if (dimension === undefined || isOdd) {
    const parts = [isStorage ? 'a storage image' : 'an image', ` of Dim ${dimName}`];
    const what = [...parts, arrayed ? ', arrayed' : '', isMultisampled ? ', multisampled' : ''].join('');
    return { kind: 'opaque', what: OTHERS[dimName] ?? what };
  }
  if (scalar === undefined) return { kind: 'opaque', what: 'an image of components that have not 32 bits' };
  const about = { dimension, scalar, isDepth: depth === 1 && !isStorage, isMultisampled };
  if (!isStorage || format === UNKNOWN_FORMAT) return { kind: 'image', isStorage, texture: about };
  const formatName = enumerantName('ImageFormat', format);
  const name = webFormat(formatName);
  const known = formatOf(name);
  if (!known) return { kind: 'opaque', what: `an image of format ${formatName}` };
  if ((known.type === 'f32') !== (scalar === 'f32'))
    invalid('image', `texels of format ${formatName} are no ${scalar}`, lowering.span(at));
  return { kind: 'image', isStorage, texture: { ...about, scalar: known.type, format: name } };
}

/** Of a texel's components. Types of values keep no sign here, so the declaration is asked. */
function texelType(lowering: Lowering, component: number): TexelType | undefined {
  const at = lowering.definedAt[component] ?? 0;
  if (at === 0 || lowering.words[at + 2] !== 32) return undefined;
  const opcode = lowering.opcode(at);
  if (opcode === Op.typeFloat) return 'f32';
  if (opcode !== Op.typeInt) return undefined;
  return lowering.words[at + 3] === 1 ? 'i32' : 'u32';
}

/** Names that no rule makes. */
const PACKED: Readonly<Record<string, string>> = {
  R11fG11fB10f: 'rg11b10ufloat',
  Rgb10A2: 'rgb10a2unorm',
  Rgb10a2ui: 'rgb10a2uint',
};

const ENCODINGS: Readonly<Record<string, string>> = {
  '': 'unorm',
  Snorm: 'snorm',
  i: 'sint',
  ui: 'uint',
  f: 'float',
};

/** WebGPU's name of a format, which may be one that it lacks. */
function webFormat(name: string): string {
  const [, channels, bits, encoding = ''] = /^(R|Rg|Rgba)(8|16|32)(Snorm|ui|i|f)?$/.exec(name) ?? [];
  if (channels === undefined) return PACKED[name] ?? '';
  return `${channels.toLowerCase()}${bits}${ENCODINGS[encoding]}`;
}
