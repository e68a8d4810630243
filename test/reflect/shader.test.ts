// The interface of a shader as `init` and app files ask for it.

import { describe, expect, it } from 'vitest';
import { buffersOf, entryPointsOf } from '../../src/reflect/shader.ts';

const text = `
override SIZE: u32 = 64;
@id(7) override SCALE: f32;
override DOUBLE = 2 * SIZE;
const ROWS = 3 * 16u;
const TURNED = vec2f(1);
const HALF_SIZE = 0.5;
struct Params { rows: u32, size: vec3f, nested: array<Inner, 2>, turn: mat3x2f }
struct Inner { a: i32, b: vec2<f32> }
@group(0) @binding(0) var<storage, read> input: array<vec3f>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(1) @binding(2) var<uniform> params: Params;
@compute @workgroup_size(SIZE, 2) fn scale(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = input[id.x].y * SCALE * f32(params.rows);
}
@compute @workgroup_size(8) fn clear(@builtin(global_invocation_id) id: vec3u) { output[id.x] = f32(DOUBLE); }
`;
const shader = { file: 'kernel.wgsl', text };

describe('the entry points of a shader', () => {
  it('have the overrides that they use', () => {
    expect(entryPointsOf(shader).value).toEqual([
      {
        name: 'scale',
        overrides: [
          { name: 'SIZE', hasDefault: true, value: 64 },
          { name: 'SCALE', id: '7', hasDefault: false },
        ],
        constants: { ROWS: 48, HALF_SIZE: 0.5 },
        workgroupSize: ['SIZE', undefined],
      },
      {
        name: 'clear',
        overrides: [
          { name: 'SIZE', hasDefault: true, value: 64 },
          { name: 'DOUBLE', hasDefault: true, value: 128 },
        ],
        constants: { ROWS: 48, HALF_SIZE: 0.5 },
        workgroupSize: [undefined],
      },
    ]);
  });

  it('are told from other functions in SPIR-V, too', () => {
    const module = `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "run"
OpExecutionMode %main LocalSize 4 1 1
OpName %size "SIZE"
OpDecorate %size SpecId 3
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%size = OpSpecConstant %uint 5
%main = OpFunction %void None %fn
%entry = OpLabel
OpReturn
OpFunctionEnd`;
    expect(entryPointsOf({ file: 'kernel.spvasm', text: module }).value).toEqual([
      {
        name: 'run',
        overrides: [{ name: 'SIZE', id: '3', hasDefault: true }],
        constants: {},
        workgroupSize: [],
      },
    ]);
  });
});

describe('the buffers of an entry point', () => {
  it('are those that it uses, with kind and type', () => {
    const buffers = buffersOf(shader, { entryPoint: 'scale', constants: { SCALE: 2 } }).value!;
    expect(buffers.map(({ group, binding, kind, access }) => [group, binding, kind, access])).toEqual([
      [0, 0, 'storage', 'read'],
      [0, 1, 'storage', 'read_write'],
      [1, 2, 'uniform', 'read'],
    ]);
    const members = buffers[2].type?.kind === 'struct' ? buffers[2].type.members : [];
    expect(members.map(({ name, offsetBytes }) => [name, offsetBytes])).toEqual([
      ['rows', 0],
      ['size', 16],
      ['nested', 32],
      ['turn', 64],
    ]);
    expect(members[3].type).toEqual({
      kind: 'matrix',
      columns: 3,
      rows: 2,
      scalar: 'f32',
      columnBytes: 8,
      rowBytes: 4,
    });
    expect(buffersOf(shader, { entryPoint: 'clear' }).value).toHaveLength(1);
  });
});
