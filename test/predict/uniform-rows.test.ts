// A uniform block as Tint declares it, in rows of 16 bytes, with a launch that binds the 24 bytes of the source's
// struct: they are enough, and what is read behind them is no access out of bounds.

import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';
import { predictLaunch } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';

const ASSEMBLY = `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %id
OpExecutionMode %main LocalSize 64 1 1
OpDecorate %rows ArrayStride 16
OpDecorate %params_block Block
OpMemberDecorate %params_block 0 Offset 0
OpDecorate %params DescriptorSet 0
OpDecorate %params Binding 0
OpDecorate %words ArrayStride 4
OpDecorate %y_block Block
OpMemberDecorate %y_block 0 Offset 0
OpDecorate %y DescriptorSet 0
OpDecorate %y Binding 1
OpDecorate %id BuiltIn GlobalInvocationId
%uint = OpTypeInt 32 0
%uint4 = OpTypeVector %uint 4
%uint3 = OpTypeVector %uint 3
%uint_0 = OpConstant %uint 0
%uint_1 = OpConstant %uint 1
%uint_2 = OpConstant %uint 2
%rows = OpTypeArray %uint4 %uint_2
%params_block = OpTypeStruct %rows
%params_p = OpTypePointer Uniform %params_block
%params = OpVariable %params_p Uniform
%row_p = OpTypePointer Uniform %uint4
%words = OpTypeRuntimeArray %uint
%y_block = OpTypeStruct %words
%y_p = OpTypePointer StorageBuffer %y_block
%y = OpVariable %y_p StorageBuffer
%word_p = OpTypePointer StorageBuffer %uint
%id_p = OpTypePointer Input %uint3
%id = OpVariable %id_p Input
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%main = OpFunction %void None %procedure
%entry = OpLabel
%id_value = OpLoad %uint3 %id
%x = OpCompositeExtract %uint %id_value 0
%row_at = OpAccessChain %row_p %params %uint_0 %uint_1
%row = OpLoad %uint4 %row_at
%n = OpCompositeExtract %uint %row 0
%b = OpCompositeExtract %uint %row 1
%sum = OpIAdd %uint %n %b
%y_at = OpAccessChain %word_p %y %uint_0 %x
OpStore %y_at %sum
OpReturn
OpFunctionEnd
`;

function predict(size: number) {
  const launch = {
    shader: 'rows.spvasm',
    dispatch: [16],
    bindings: [
      {
        group: 0,
        binding: 0,
        usage: 'uniform',
        size,
        data: { kind: 'words', values: [0, 0, 0, 0, 5, 7].slice(0, size / 4) },
      },
      { group: 0, binding: 1, size: 4096 },
    ],
  };
  const parsed = parseLaunch(JSON.stringify(launch), 'launch.json');
  return predictLaunch(
    parsed.value!,
    { file: 'rows.spvasm', text: ASSEMBLY },
    {
      profile: loadProfile('nvidia-h200').value!,
      cache: 'warm',
      without: [],
      seed: 0,
      files: () => new Uint8Array(),
      now: () => 0,
    },
  );
}

describe('a uniform block of rows', () => {
  it('may be bound without the padding of its last row', () => {
    const { value, diagnostics } = predict(24);
    expect(diagnostics).toEqual([]);
    expect(value).toEqual(predict(32).value);
  });

  it('must have its last row begun', () => {
    expect(predict(16).diagnostics.map((each) => each.code)).toContain('launch/binding-size');
  });
});
