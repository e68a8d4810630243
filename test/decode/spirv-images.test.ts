// Images and samplers of SPIR-V: the textures that they become, the values that instructions on them give, and what is
// refused. Kernels are as glslang writes them, with combined image samplers, and in turn with separate ones.

import { describe, expect, it } from 'vitest';
import type { SpirvOptions } from '../../src/decode/spirv/index.ts';
import { compileProgram, createMemory, readBuffer, runInFull } from '../../src/execute/index.ts';
import type { Instruction, Module } from '../../src/ir/ir.ts';
import { forEachInstruction } from '../../src/ir/walk.ts';
import type { Binding } from '../../src/launch/launch.ts';
import { defaultSampler, type SamplerState } from '../../src/texture/sampler.ts';
import { bytesOf, type TextureShape } from '../../src/texture/shape.ts';
import { wrap } from '../execute/wrap.ts';
import { decode, kernel, problem } from './spirv-structure-support.ts';

const GLOBALS = `%int = OpTypeInt 32 1
%float2 = OpTypeVector %float 2
%float3 = OpTypeVector %float 3
%float4 = OpTypeVector %float 4
%uint2 = OpTypeVector %uint 2
%uint4 = OpTypeVector %uint 4
%int2 = OpTypeVector %int 2
%i0 = OpConstant %int 0
%i1 = OpConstant %int 1
%f0 = OpConstant %float 0
%f025 = OpConstant %float 0.25
%f05 = OpConstant %float 0.5
%f1 = OpConstant %float 1
%f2 = OpConstant %float 2
%f8 = OpConstant %float 8
%here = OpConstantComposite %float2 %f05 %f05
%one_right = OpConstantComposite %int2 %i1 %i0
%origin = OpConstantComposite %int2 %i0 %i0
%sampler = OpTypeSampler
%sampler_p = OpTypePointer UniformConstant %sampler`;

interface ImageKernel {
  /** Operands of OpTypeImage. */
  readonly image?: string;
  /** Variables, by how they hold the image; `%tex` is at group 0, binding 2, a separate `%look` at binding 3. */
  readonly holds?: 'combined' | 'separate' | 'storage';
  readonly annotations?: string;
  readonly globals?: string;
  readonly functions?: string;
  readonly body: string;
}

/** A kernel with an image in `%img` (with its sampler, where there is one, in `%both`). */
function imageKernel(parts: ImageKernel): string {
  const { image = '%float 2D 0 0 0 1 Unknown', holds = 'combined', globals = '' } = parts;
  const isCombined = holds === 'combined';
  return kernel({
    annotations: `OpDecorate %tex DescriptorSet 0
OpDecorate %tex Binding 2
${holds === 'separate' ? 'OpDecorate %look DescriptorSet 0\nOpDecorate %look Binding 3' : ''}
${parts.annotations ?? ''}`,
    globals: `${GLOBALS}
%image = OpTypeImage ${image}
${holds === 'storage' ? '' : '%sampled = OpTypeSampledImage %image'}
%tex_p = OpTypePointer UniformConstant ${isCombined ? '%sampled' : '%image'}
%tex = OpVariable %tex_p UniformConstant
${holds === 'separate' ? '%look = OpVariable %sampler_p UniformConstant' : ''}
${globals}`,
    functions: parts.functions ?? '',
    body: `${
      isCombined
        ? '%both = OpLoad %sampled %tex\n%img = OpImage %image %both'
        : `%img = OpLoad %image %tex${holds === 'separate' ? '\n%sam = OpLoad %sampler %look\n%both = OpSampledImage %sampled %img %sam' : ''}`
    }
${parts.body}
OpReturn`,
  });
}

const SHAPE: TextureShape = {
  format: 'r32float',
  dimension: '2d',
  size: [4, 2, 1],
  mipLevels: 1,
  sampleCount: 1,
  baseMipLevel: 0,
};
const zeros = { kind: 'zeros' } as const;
const floats = (...numbers: number[]) =>
  ({ kind: 'words', words: new Uint32Array(Float32Array.from(numbers).buffer) }) as const;

interface Bound extends Partial<TextureShape> {
  readonly data?: Binding['data'];
  readonly sampler?: Partial<SamplerState>;
}

function bindingsOf({ data = floats(0, 1, 2, 3, 4, 5, 6, 7), sampler, ...shape }: Bound): Binding[] {
  const texture = { ...SHAPE, ...shape };
  const state = { ...defaultSampler, ...sampler };
  const place = (binding: number) => ({ group: 0, binding });
  return [
    { ...place(0), usage: 'storage', sizeBytes: 256, data: { kind: 'iota-u32' } },
    { ...place(1), usage: 'storage', sizeBytes: 32, data: zeros },
    { ...place(2), usage: 'texture', sizeBytes: bytesOf(texture), data, texture, sampler: state },
    { ...place(3), usage: 'sampler', sizeBytes: 0, data: zeros, sampler: state },
  ];
}

function execute(module: Module, bound: Bound, output = 1): ArrayBuffer {
  const memory = createMemory(module.buffers, bindingsOf(bound), () => new Uint8Array());
  const { isComplete } = runInFull(compileProgram(wrap(module), { subgroupSize: 4 }), memory, {
    dispatch: [1, 1, 1],
  });
  expect(isComplete).toBe(true);
  const index = module.buffers.findIndex(({ binding }) => binding === output);
  return readBuffer(memory, index).slice().buffer as ArrayBuffer;
}

const words = (text: string, bound: Bound = {}, options: Partial<SpirvOptions> = {}) =>
  Array.from(new Uint32Array(execute(decode(text, options), bound)));
/** The first number of the result, which kernels here store as an integer. */
const first = (text: string, bound?: Bound) => words(text, bound)[0];

/** Stores component 0 of `%t`, a vector of floats, times eight. */
const storeFirst = `%c = OpCompositeExtract %float %t 0
%c8 = OpFMul %float %c %f8
%r = OpConvertFToU %uint %c8
OpStore %out_p %r`;
const storeScalar = storeFirst.replace('OpCompositeExtract %float %t 0', 'OpCopyObject %float %t');
const storeNumber = 'OpStore %out_p %t';

type Texture = Extract<Instruction, { kind: 'texture' }>;
function texturesOf(module: Module): Texture[] {
  const found: Texture[] = [];
  forEachInstruction(module.body, (each) => {
    if (each.kind === 'texture') found.push(each);
  });
  return found;
}

describe.each(['combined', 'separate'] as const)('an image with a %s sampler', (holds) => {
  const linear: Bound = { sampler: { magFilter: 'linear' } };

  it('is looked up', () => {
    const body = `%t = OpImageSampleExplicitLod %float4 %both %here Lod %f0\n${storeFirst}`;
    // Between 1, 2, 5 and 6.
    expect(first(imageKernel({ holds, body }), linear)).toBe(8 * 3.5);
    expect(first(imageKernel({ holds, body }))).toBe(8 * 6);
  });

  it('is looked up by changes, offsets and projections', () => {
    const grad = `%t = OpImageSampleExplicitLod %float4 %both %here Grad|ConstOffset %here %here %one_right\n${storeFirst}`;
    expect(first(imageKernel({ holds, body: grad }))).toBe(8 * 7);
    const projected = `%p = OpCompositeConstruct %float3 %f1 %f1 %f2
%t = OpImageSampleProjExplicitLod %float4 %both %p Lod %f0\n${storeFirst}`;
    expect(first(imageKernel({ holds, body: projected }), linear)).toBe(8 * 3.5);
  });

  it('is gathered from', () => {
    const body = `%t = OpImageGather %float4 %both %here %i0\n${storeFirst}`;
    expect(first(imageKernel({ holds, body }))).toBe(8 * 5);
  });

  it('has depths compared, also where its type does not say that it holds some', () => {
    const depths: Bound = { format: 'depth32float', sampler: { compare: 'less' } };
    for (const depth of [0, 1, 2]) {
      const image = `%float 2D ${depth} 0 0 1 Unknown`;
      const compare = `%t = OpImageSampleDrefExplicitLod %float %both %here %f1 Lod %f0\n${storeScalar}`;
      const module = decode(imageKernel({ holds, image, body: compare }));
      expect(module.buffers.find(({ kind }) => kind === 'sampler')!.isComparison).toBe(true);
      expect(new Uint32Array(execute(module, depths))[0]).toBe(8);
      const gather = `%t = OpImageDrefGather %float4 %both %here %f1\n${storeFirst}`;
      expect(first(imageKernel({ holds, image, body: gather }), depths)).toBe(8);
      const plain = `%t = OpImageSampleExplicitLod %float4 %both %here Lod %f0\n${storeFirst}`;
      expect(first(imageKernel({ holds, image, body: plain }), depths)).toBe(8 * 6);
    }
  });

  it('is fetched from without it, with offsets', () => {
    const body = `%p = OpCompositeConstruct %uint2 %x %n0
%t = OpImageFetch %float4 %img %p Lod|ConstOffset %i0 %one_right\n${storeFirst}`;
    expect(words(imageKernel({ holds, body })).slice(0, 4)).toEqual([8, 16, 24, 0]);
  });

  it('may be a parameter, by value and by pointer', () => {
    const functions = `%twice_type = OpTypeFunction %float4 %sampled
%by_pointer = OpTypeFunction %float4 %tex_p
%look_up = OpFunction %float4 None %twice_type
%given = OpFunctionParameter %sampled
%look_up_entry = OpLabel
%found = OpImageSampleExplicitLod %float4 %given %here Lod %f0
OpReturnValue %found
OpFunctionEnd
%fetch = OpFunction %float4 None %by_pointer
%pointer = OpFunctionParameter %tex_p
%fetch_entry = OpLabel
%held = OpLoad %${holds === 'combined' ? 'sampled' : 'image'} %pointer
${holds === 'combined' ? '%held_image = OpImage %image %held' : '%held_image = OpCopyObject %image %held'}
%fetched = OpImageFetch %float4 %held_image %one_right Lod %i0
OpReturnValue %fetched
OpFunctionEnd`;
    const body = `%a4 = OpFunctionCall %float4 %look_up %both
%b4 = OpFunctionCall %float4 %fetch %tex
%t = OpFAdd %float4 %a4 %b4\n${storeFirst}`;
    expect(first(imageKernel({ holds, functions, body }))).toBe(8 * 7);
  });
});

describe('an image', () => {
  it('loaded in one block is used in others', () => {
    const body = `%is = OpULessThan %bool %x %n4
OpSelectionMerge %after None
OpBranchConditional %is %then %after
%then = OpLabel
%inner = OpLoad %sampled %tex
OpBranch %after
%after = OpLabel
%t = OpImageSampleExplicitLod %float4 %both %here Lod %f0\n${storeFirst}`;
    expect(first(imageKernel({ body }))).toBe(48);
  });

  it('tells its sizes, levels and samples', () => {
    const sizes = `%s = OpImageQuerySizeLod %uint2 %img %i1
%t = OpCompositeExtract %uint %s 0\n${storeNumber}`;
    expect(first(imageKernel({ body: sizes }), { mipLevels: 2 })).toBe(2);
    const levels = `%t = OpImageQueryLevels %uint %img\n${storeNumber}`;
    expect(first(imageKernel({ body: levels }), { mipLevels: 2 })).toBe(2);
    const image = '%float 2D 0 0 1 1 Unknown';
    const samples = `%t = OpImageQuerySamples %uint %img\n${storeNumber}`;
    const multisampled: Bound = { sampleCount: 4, format: 'r32float' };
    expect(first(imageKernel({ image, holds: 'separate', body: samples }), multisampled)).toBe(4);
    const size = `%s = OpImageQuerySize %uint2 %img
%t = OpCompositeExtract %uint %s 1\n${storeNumber}`;
    expect(first(imageKernel({ image, holds: 'separate', body: size }), multisampled)).toBe(2);
  });

  it('of layers counts them, and takes the one that is nearest to a float', () => {
    const image = '%float 2D 0 1 0 1 Unknown';
    const layers = `%s = OpImageQuerySizeLod %uint3 %img %i0
%t = OpCompositeExtract %uint %s 2\n${storeNumber}`;
    const array: Bound = { dimension: '2d-array', size: [2, 2, 2] };
    expect(first(imageKernel({ image, body: layers }), array)).toBe(2);
    const body = `%p = OpCompositeConstruct %float3 %f0 %f0 LAYER
%t = OpImageSampleExplicitLod %float4 %both %p Lod %f0\n${storeFirst}`;
    const of = (layer: string, before = '') =>
      first(imageKernel({ image, body: `${before}${body.replace('LAYER', layer)}` }), array);
    expect(of('%f025')).toBe(0);
    // Halfway, the even one.
    expect(of('%f05')).toBe(0);
    expect(of('%f1')).toBe(8 * 4);
    expect(of('%f8')).toBe(8 * 4);
    expect(of('%converted', '%converted = OpConvertUToF %float %n1\n')).toBe(8 * 4);
  });

  it.each([
    ['1D 0 0 0', '1d', 1],
    ['3D 0 0 0', '3d', 3],
    ['Cube 0 0 0', 'cube', 3],
    ['Cube 0 1 0', 'cube-array', 4],
  ])('of Dim %s is a texture of %s', (text, dimension, axes) => {
    const place = ['%f0', '%place2', '%place3', '%place4'][axes - 1];
    const body = `%place3 = OpCompositeConstruct %float3 %f0 %f0 %f0
%place4 = OpCompositeConstruct %float4 %f0 %f0 %f0 %f0
%t = OpImageSampleExplicitLod %float4 %both ${place} Lod %f0\n${storeFirst}`;
    const module = decode(imageKernel({ image: `%float ${text} 1 Unknown`, body }));
    const [{ texture }] = module.buffers.filter(({ kind }) => kind === 'texture');
    expect(texture).toEqual({ dimension, scalar: 'f32', isDepth: false, isMultisampled: false });
    expect(texturesOf(module)[0].operands).toHaveLength(axes + 1);
  });

  it('of integers has the sign that its type says', () => {
    for (const [component, scalar] of [
      ['%uint', 'u32'],
      ['%int', 'i32'],
    ]) {
      const body = `%t4 = OpImageFetch ${component === '%uint' ? '%uint4' : '%int4'} %img %origin Lod %i0
%t = OpCompositeExtract ${component} %t4 0\n${storeNumber}`;
      const globals = '%int4 = OpTypeVector %int 4';
      const text = imageKernel({ image: `${component} 2D 0 0 0 1 Unknown`, globals, body });
      expect(decode(text).buffers.find(({ kind }) => kind === 'texture')!.texture!.scalar).toBe(scalar);
    }
  });
});

describe('a storage image', () => {
  const holds = 'storage';
  const store = `%p = OpCompositeConstruct %uint2 %x %n0
%old = OpImageRead %float4 %img %p
%c = OpCompositeExtract %float %old 0
%d = OpFMul %float %c %f2
%texel = OpCompositeConstruct %float4 %d %d %d %d
OpImageWrite %img %p %texel`;

  it('is read and written, in the format of its type', () => {
    const module = decode(imageKernel({ holds, image: '%float 2D 2 0 0 2 R32f', body: store }));
    expect(module.buffers[2]).toMatchObject({ access: 'read_write', texture: { format: 'r32float' } });
    const texels = Array.from(new Float32Array(execute(module, {}, 2)));
    expect(texels).toEqual([0, 2, 4, 6, 4, 5, 6, 7]);
  });

  it('without a format has that of what is bound', () => {
    const text = imageKernel({ holds, image: '%float 2D 2 0 0 2 Unknown', body: store });
    const module = decode(text, { bound: bindingsOf({}) });
    expect(module.buffers[2].texture!.format).toBe('r32float');
    expect(decode(text).buffers[2].texture!.format).toBe('rgba8unorm');
  });

  it('takes a texel of as many components as its format has', () => {
    const body = '%p = OpCompositeConstruct %uint2 %x %n0\nOpImageWrite %img %p %f2 NonPrivateTexel';
    const module = decode(imageKernel({ holds, image: '%float 2D 2 0 0 2 R32f', body }));
    expect(Array.from(new Float32Array(execute(module, {}, 2)))).toEqual([2, 2, 2, 2, 4, 5, 6, 7]);
  });

  it('that is NonWritable is only read', () => {
    const annotations = 'OpDecorate %tex NonWritable';
    const image = '%float 2D 2 0 0 2 R32f';
    const read = store.replace(/OpImageWrite.*/, '');
    expect(decode(imageKernel({ holds, image, annotations, body: read })).buffers[2].access).toBe('read');
    expect(problem(imageKernel({ holds, image, annotations, body: store })).code).toBe('spirv/read-only');
  });

  it.each([
    ['Rgba8', 'rgba8unorm', 'float'],
    ['Rgba16Snorm', 'rgba16snorm', 'float'],
    ['R11fG11fB10f', 'rg11b10ufloat', 'float'],
    ['Rg16f', 'rg16float', 'float'],
    ['Rgb10A2', 'rgb10a2unorm', 'float'],
    ['Rgb10a2ui', 'rgb10a2uint', 'uint'],
    ['R8ui', 'r8uint', 'uint'],
    ['Rgba32i', 'rgba32sint', 'int'],
  ])('of format %s is one of %s', (format, name, component) => {
    const body = '%s = OpImageQuerySize %uint2 %img';
    const module = decode(imageKernel({ holds, image: `%${component} 2D 2 0 0 2 ${format}`, body }));
    expect(module.buffers[2].texture!.format).toBe(name);
  });
});

describe('what is refused', () => {
  const lookUp = `%t = OpImageSampleExplicitLod %float4 %both %here Lod %f0\n${storeFirst}`;
  const storage = (image: string) =>
    imageKernel({ holds: 'storage', image, body: '%s = OpImageQuerySize %uint2 %img' });
  const withBody = (body: string) => imageKernel({ body: `${body}\n${storeFirst}` });

  it.each([
    ['derivatives', withBody('%t = OpImageSampleImplicitLod %float4 %both %here'), /derivatives/],
    [
      'smallest levels',
      withBody('%t = OpImageSampleExplicitLod %float4 %both %here MinLod|Lod %f0 %f0'),
      /MinLod/,
    ],
    [
      'offsets that are no constants',
      withBody(
        '%o = OpCompositeConstruct %uint2 %x %x\n%t = OpImageGather %float4 %both %here %i0 Offset %o',
      ),
      /an offset that is no constant/,
    ],
    [
      'depths compared at other levels',
      withBody(
        '%t4 = OpImageSampleDrefExplicitLod %float %both %here %f1 Lod %f1\n%t = OpCopyObject %float4 %t4',
      ),
      /at level 0 only/,
    ],
    [
      'texel buffers',
      storage('%float Buffer 2 0 0 2 R32f'),
      /^'tex' is a texel buffer, which is not supported$/,
    ],
    ['storage cubes', storage('%float Cube 2 0 0 2 R32f'), /'tex' is a storage image of Dim Cube, /],
    ['1D arrays', imageKernel({ image: '%float 1D 0 1 0 1 Unknown', body: lookUp }), /of Dim 1D, arrayed/],
    [
      'formats that no launch has',
      storage('%uint 2D 2 0 0 2 R64ui'),
      /^'tex' is an image of format R64ui, which is not supported$/,
    ],
    [
      'arrays of images',
      imageKernel({ body: lookUp })
        .replace(
          '%tex = OpVariable %tex_p',
          '%many_p = OpTypePointer UniformConstant %many\n%tex = OpVariable %many_p',
        )
        .replace('%tex_p = OpTypePointer', '%many = OpTypeArray %sampled %n4\n%tex_p = OpTypePointer'),
      /^'tex' is an array of images or samplers, which is not supported$/,
    ],
    [
      'atomics on texels',
      imageKernel({
        holds: 'storage',
        image: '%uint 2D 2 0 0 2 R32ui',
        globals: '%texel_p = OpTypePointer Image %uint',
        body: '%p = OpImageTexelPointer %texel_p %tex %origin %n0',
      }),
      /no atomics on texels/,
    ],
  ])('%s, with the place', (_, text, message) => {
    const found = problem(text);
    expect(found.severity).toBe('unsupported');
    expect(found.message).toMatch(message);
    expect(found.span!.end).toBeGreaterThan(found.span!.start);
  });
});
