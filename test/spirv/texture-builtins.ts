// Kernels that call each builtin function of textures with each type of texture that it takes, for compute shaders:
// those of the WGSL specification, section "Texture Built-in Functions".

import type { TextureDimension } from '../../src/texture/shape.ts';
import { axesOf, isArrayed } from '../../src/texture/shape.ts';

interface Kind {
  readonly type: string;
  readonly dimension: TextureDimension;
  readonly scalar: 'f32' | 'i32' | 'u32';
  readonly family: 'sampled' | 'depth' | 'multisampled' | 'depth multisampled' | 'storage';
  readonly access?: 'read' | 'write' | 'read_write';
}

const DIMENSIONS: readonly TextureDimension[] = ['1d', '2d', '2d-array', '3d', 'cube', 'cube-array'];
const SCALARS = ['f32', 'i32', 'u32'] as const;
const named = (dimension: TextureDimension) => dimension.replace('-', '_');
/** Formats that are read and written; one for each scalar. */
const STORED = { f32: 'r32float', i32: 'r32sint', u32: 'r32uint' } as const;

const kinds: readonly Kind[] = [
  ...DIMENSIONS.flatMap((dimension) =>
    SCALARS.map((scalar): Kind => {
      return { type: `texture_${named(dimension)}<${scalar}>`, dimension, scalar, family: 'sampled' };
    }),
  ),
  ...SCALARS.map((scalar): Kind => {
    return { type: `texture_multisampled_2d<${scalar}>`, dimension: '2d', scalar, family: 'multisampled' };
  }),
  ...(['2d', '2d-array', 'cube', 'cube-array'] as const).map((dimension): Kind => {
    return { type: `texture_depth_${named(dimension)}`, dimension, scalar: 'f32', family: 'depth' };
  }),
  { type: 'texture_depth_multisampled_2d', dimension: '2d', scalar: 'f32', family: 'depth multisampled' },
  ...(['1d', '2d', '2d-array', '3d'] as const).flatMap((dimension) =>
    SCALARS.flatMap((scalar) =>
      (['read', 'write', 'read_write'] as const).map((access): Kind => {
        const type = `texture_storage_${named(dimension)}<${STORED[scalar]}, ${access}>`;
        return { type, dimension, scalar, family: 'storage', access };
      }),
    ),
  ),
];

/** Calls as expressions of numbers, but for those that begin with `textureStore`. */
function callsOf({ dimension, scalar, family, access }: Kind): string[] {
  const axes = axesOf[dimension];
  const isCube = dimension.startsWith('cube');
  const isMultisampled = family.includes('multisampled');
  const isDepth = family.startsWith('depth');
  const integers = axes === 1 ? 'id.x' : `id.${'xyz'.slice(0, axes)}`;
  const floats = axes === 1 ? 'f32(id.x)' : `vec${axes}f(${integers})`;
  const layer = isArrayed(dimension) ? ', i32(id.z)' : '';
  const offsets = isCube || axes === 1 ? [''] : ['', `, vec${axes}i(${Array(axes).fill('3').join(', ')})`];
  const x = isDepth ? '' : '.x';
  const calls = [`textureDimensions(t)${axes === 1 ? '' : '.x'}`];
  if (isArrayed(dimension)) calls.push('textureNumLayers(t)');
  if (isMultisampled) calls.push('textureNumSamples(t)', `textureLoad(t, ${integers}, id.z)${x}`);
  if (family === 'storage') {
    if (access !== 'write') calls.push(`textureLoad(t, ${integers}${layer}).x`);
    if (access !== 'read') calls.push(`textureStore(t, ${integers}${layer}, vec4<${scalar}>(1))`);
  }
  if (family !== 'sampled' && family !== 'depth') return calls;
  calls.push(`textureDimensions(t, id.z)${axes === 1 ? '' : '.x'}`, 'textureNumLevels(t)');
  if (!isCube) calls.push(`textureLoad(t, ${integers}${layer}, id.z)${x}`);
  for (const offset of offsets) {
    const place = `${floats}${layer}`;
    const component = isDepth ? '' : '2, ';
    if (axes > 1 && dimension !== '3d') calls.push(`textureGather(${component}t, look, ${place}${offset}).x`);
    if (scalar !== 'f32') continue;
    const level = isDepth ? 'i32(id.z)' : '1.5';
    calls.push(`textureSampleLevel(t, look, ${place}, ${level}${offset})${x}`);
    if (isDepth) {
      calls.push(`textureSampleCompareLevel(t, order, ${place}, 0.5${offset})`);
      calls.push(`textureGatherCompare(t, order, ${place}, 0.5${offset}).x`);
    } else if (axes > 1) calls.push(`textureSampleGrad(t, look, ${place}, ${floats}, ${floats}${offset}).x`);
  }
  if (dimension === '2d' && family === 'sampled' && scalar === 'f32')
    calls.push(`textureSampleBaseClampToEdge(t, look, ${floats}).x`);
  return calls;
}

export interface BuiltinKernel {
  readonly name: string;
  readonly code: string;
}

/** One kernel for each call. */
export const builtinKernels: readonly BuiltinKernel[] = kinds.flatMap((kind) =>
  callsOf(kind).map((call) => ({
    name: `${kind.type}: ${call}`,
    code: `@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(1) var t: ${kind.type};
@group(0) @binding(2) var look: sampler;
@group(0) @binding(3) var order: sampler_comparison;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
  ${call.startsWith('textureStore') ? `${call}; out[id.x] = 1;` : `out[id.x] = f32(${call});`}
}
`,
  })),
);
