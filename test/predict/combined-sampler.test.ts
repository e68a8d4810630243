// A combined image sampler of SPIR-V: one binding of the launch file gives the texture and its sampler.

import { describe, expect, it } from 'vitest';
import { decodeSpirv } from '../../src/decode/spirv/index.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { matchBindings } from '../../src/predict/bindings.ts';
import { draftText } from '../../src/reflect/draft-text.ts';
import { draftsOf } from '../../src/reflect/drafts.ts';

/** A kernel that looks a texel up, with the image and the sampler in one variable or in two at the same place. */
const kernel = (isCombined: boolean) => `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpName %tex "tex"
OpDecorate %tex DescriptorSet 0
OpDecorate %tex Binding 0
OpDecorate %look DescriptorSet 0
OpDecorate %look Binding 0
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%float = OpTypeFloat 32
%float2 = OpTypeVector %float 2
%float4 = OpTypeVector %float 4
%zero = OpConstant %float 0
%origin = OpConstantComposite %float2 %zero %zero
%image = OpTypeImage %float 2D 0 0 0 1 Unknown
%sampler = OpTypeSampler
%sampled = OpTypeSampledImage %image
%image_p = OpTypePointer UniformConstant ${isCombined ? '%sampled' : '%image'}
%sampler_p = OpTypePointer UniformConstant %sampler
%tex = OpVariable %image_p UniformConstant
%look = OpVariable %sampler_p UniformConstant
%main = OpFunction %void None %procedure
%entry = OpLabel
${
  isCombined
    ? '%both = OpLoad %sampled %tex'
    : '%img = OpLoad %image %tex\n%sam = OpLoad %sampler %look\n%both = OpSampledImage %sampled %img %sam'
}
%t = OpImageSampleExplicitLod %float4 %both %origin Lod %zero
OpReturn
OpFunctionEnd`;

const TEXTURE = '"texture": { "format": "rgba8unorm", "size": [4, 4] }';

function match(content: string | undefined, text = kernel(true)) {
  const source = { file: 'k.spvasm', text };
  const bindings = content === undefined ? '' : `{ "group": 0, "binding": 0, ${content} }`;
  const launch = parseLaunch(`{ "shader": "k.spvasm", "dispatch": [1], "bindings": [${bindings}] }`, 'k.json')
    .value!;
  return matchBindings(decodeSpirv(source, { constants: {} }).value!, launch, source);
}

describe.each([true, false])('a texture with its sampler (one variable: %s)', (isCombined) => {
  const text = kernel(isCombined);

  it('is bound by one entry', () => {
    const { value, diagnostics } = match(`${TEXTURE}, "sampler": { "magFilter": "linear" }`, text);
    expect(diagnostics).toEqual([]);
    expect(value).toMatchObject([
      { usage: 'texture', sizeBytes: 64, texture: { format: 'rgba8unorm' } },
      { usage: 'sampler', sizeBytes: 0, sampler: { magFilter: 'linear' } },
    ]);
    expect(value!.map((each) => [Boolean(each.texture), Boolean(each.sampler)])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is asked for as a whole where it is missing', () => {
    const { diagnostics } = match(undefined, text);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0].notes).toEqual([
      'add { "group": 0, "binding": 0, "texture": { "format": "rgba8unorm", "dimension": "2d", "size": [WIDTH, HEIGHT] }, "sampler": {} } to "bindings"',
    ]);
  });

  it('is one entry of what init writes', () => {
    const source = { file: 'k.spvasm', text };
    const [{ draft }] = draftsOf(source, { path: 'k.spvasm', given: {} }).value!;
    const launch = parseLaunch(draftText(draft), 'k.json').value!;
    expect(launch.bindings).toMatchObject([
      {
        group: 0,
        binding: 0,
        usage: 'texture',
        texture: { format: 'rgba8unorm' },
        sampler: { magFilter: 'linear' },
      },
    ]);
    expect(matchBindings(draft.module, launch, source).diagnostics).toEqual([]);
  });

  it('needs both', () => {
    for (const [content, lacks] of [
      [TEXTURE, 'give the binding "sampler": {} too'],
      ['"sampler": {}', /give the binding "texture": .* too/],
    ] as const) {
      const { diagnostics } = match(content, text);
      expect(diagnostics).toHaveLength(1);
      expect(diagnostics[0].notes![0]).toMatch(lacks);
    }
  });
});

it('a texture alone is bound without one', () => {
  const alone = kernel(false).replace('OpDecorate %look Binding 0', 'OpDecorate %look Binding 1');
  const { diagnostics } = match(`${TEXTURE}, "sampler": {}`, alone);
  expect(diagnostics[0].message).toContain('the launch file binds a texture with a sampler');
});
