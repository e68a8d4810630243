// Physical addresses in SPIR-V: pointers that kernels load, store, calculate with and follow.

import { describe, expect, it } from 'vitest';
import { decodeSpirv } from '../../src/decode/spirv/index.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { compileProgram, createMemory, readBuffer, runInFull } from '../../src/execute/index.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { matchBindings } from '../../src/predict/bindings.ts';
import { decodeKernel } from '../../src/predict/compile-stages.ts';
import { generate, optimize } from '../compile.ts';

/** A kernel whose push constants are addresses: of `%from` and of `%to`, arrays of words. */
const kernel = (body: string, globals = '', functions = '') => `OpCapability Shader
OpCapability Int64
OpCapability PhysicalStorageBufferAddresses
OpExtension "SPV_KHR_physical_storage_buffer"
OpMemoryModel PhysicalStorageBuffer64 GLSL450
OpEntryPoint GLCompute %main "main" %gid
OpExecutionMode %main LocalSize 8 1 1
OpDecorate %gid BuiltIn GlobalInvocationId
OpDecorate %words ArrayStride 4
OpDecorate %word_p ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %node Block
OpMemberDecorate %node 0 Offset 0
OpMemberDecorate %node 1 Offset 8
OpDecorate %pushed Block
OpMemberDecorate %pushed 0 Offset 0
OpMemberDecorate %pushed 1 Offset 8
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%long = OpTypeInt 64 0
%uint3 = OpTypeVector %uint 3
%procedure = OpTypeFunction %void
OpTypeForwardPointer %node_p PhysicalStorageBuffer
%words = OpTypeRuntimeArray %uint
%block = OpTypeStruct %words
%node = OpTypeStruct %node_p %uint
%block_p = OpTypePointer PhysicalStorageBuffer %block
%node_p = OpTypePointer PhysicalStorageBuffer %node
%next_p = OpTypePointer PhysicalStorageBuffer %node_p
%word_p = OpTypePointer PhysicalStorageBuffer %uint
%pushed = OpTypeStruct %block_p %block_p
%pushed_p = OpTypePointer PushConstant %pushed
%member_p = OpTypePointer PushConstant %block_p
%input3_p = OpTypePointer Input %uint3
%n0 = OpConstant %uint 0
%n1 = OpConstant %uint 1
%n2 = OpConstant %uint 2
%n3 = OpConstant %uint 3
%n16 = OpConstant %long 16
%zero = OpConstant %long 0
%constants = OpVariable %pushed_p PushConstant
%gid = OpVariable %input3_p Input
${globals}
${functions}
%main = OpFunction %void None %procedure
%entry = OpLabel
%gid_value = OpLoad %uint3 %gid
%x = OpCompositeExtract %uint %gid_value 0
%from_p = OpAccessChain %member_p %constants %n0
%from = OpLoad %block_p %from_p
%to_p = OpAccessChain %member_p %constants %n1
%to = OpLoad %block_p %to_p
%own = OpAccessChain %word_p %to %n0 %x
${body}
OpReturn
OpFunctionEnd
`;

interface Outcome {
  readonly words?: readonly number[];
  readonly problems: readonly Diagnostic[];
}

/** What the buffer called `to` holds after one workgroup; `addressed` as in a launch file. */
function run(text: string, addressed: readonly object[]): Outcome {
  const file = JSON.stringify({
    shader: 'k.spvasm',
    dispatch: [1],
    immediates: [{ address: 'from' }, { address: 'to' }],
    addressed,
  });
  const parsed = parseLaunch(file, 'k.json');
  if (!parsed.value) return { problems: parsed.diagnostics };
  const decoded = decodeKernel(parsed.value, { file: 'k.spvasm', text });
  if (!decoded.value) return { problems: decoded.diagnostics };
  const options = { dialect: 'raw', without: new Set<string>() } as const;
  const module = optimize(decoded.value, options);
  const matched = matchBindings(module, parsed.value, { file: 'k.spvasm', text });
  if (!matched.value) return { problems: matched.diagnostics };
  const memory = createMemory(module.buffers, matched.value, () => new Uint8Array());
  const program = compileProgram(generate(module, options), { subgroupSize: 32 });
  const { diagnostics } = runInFull(program, memory, { dispatch: [1, 1, 1] });
  const index = module.buffers.findIndex(({ name }) => name === 'to');
  return { words: [...new Uint32Array(readBuffer(memory, index).slice().buffer)], problems: diagnostics };
}

const counting = { kind: 'u32', values: [10, 11, 12, 13, 14, 15, 16, 17] };
const FROM = { name: 'from', size: 32, data: counting };
const TO = { name: 'to', size: 32 };

describe('physical addresses', () => {
  it('of buffers that the launch file names are followed', () => {
    const body = `%p = OpAccessChain %word_p %from %n0 %x
%value = OpLoad %uint %p Aligned 4
OpStore %own %value Aligned 4`;
    for (const addressed of [
      [FROM, TO],
      [TO, FROM],
    ])
      expect(run(kernel(body), addressed)).toEqual({ words: counting.values, problems: [] });
  });

  it('are calculated with, as pointers and as numbers', () => {
    const body = `%p = OpAccessChain %word_p %from %n0 %n1
%q = OpPtrAccessChain %word_p %p %x
%number = OpConvertPtrToU %long %q
%less = OpISub %long %number %n16
%more = OpIAdd %long %less %n16
%r = OpConvertUToPtr %word_p %more
%value = OpLoad %uint %r Aligned 4
OpStore %own %value Aligned 4`;
    const { words, problems } = run(kernel(body), [FROM, TO]);
    expect(words).toEqual([11, 12, 13, 14, 15, 16, 17, 0]);
    // One word behind the end.
    expect(problems).toMatchObject([{ code: 'execute/out-of-bounds' }]);
  });

  it('lie in memory, as those of a list', () => {
    const body = `%first = OpBitcast %node_p %from
OpBranch %head
%head = OpLabel
%at = OpPhi %node_p %first %entry %next %again
%sum = OpPhi %uint %n0 %entry %more %again
OpLoopMerge %done %again None
OpBranch %test
%test = OpLabel
%bits = OpConvertPtrToU %long %at
%goes = OpINotEqual %bool %bits %zero
OpBranchConditional %goes %again %done
%again = OpLabel
%value_p = OpAccessChain %word_p %at %n1
%value = OpLoad %uint %value_p Aligned 4
%more = OpIAdd %uint %sum %value
%link = OpAccessChain %next_p %at %n0
%next = OpLoad %node_p %link Aligned 8
OpBranch %head
%done = OpLabel
OpStore %own %sum Aligned 4`;
    // Nodes of 12 bytes and padding, in two buffers.
    const from = { kind: 'words', values: [{ address: 'other' }, 5, 0] };
    const other = { kind: 'words', values: [0, 0, 70, 0] };
    const addressed = [TO, { name: 'from', size: 16, data: from }, { name: 'other', size: 16, data: other }];
    expect(run(kernel(body), addressed)).toEqual({ words: new Array(8).fill(75), problems: [] });
  });

  it('are chosen, given to functions and changed by atomics', () => {
    const functions = `%add = OpFunction %void None %adder
%where = OpFunctionParameter %word_p
%what = OpFunctionParameter %uint
%add_entry = OpLabel
%old = OpAtomicIAdd %uint %where %n1 %n0 %what
OpReturn
OpFunctionEnd`;
    const body = `%p0 = OpAccessChain %word_p %from %n0 %n0
%p1 = OpAccessChain %word_p %to %n0 %n3
%odd = OpBitwiseAnd %uint %x %n1
%is = OpIEqual %bool %odd %n1
%p = OpSelect %word_p %is %p1 %p0
%call = OpFunctionCall %void %add %p %x
%call2 = OpFunctionCall %void %add %p1 %n1`;
    const globals = '%adder = OpTypeFunction %void %word_p %uint';
    // The odd numbers below 8, and one of each invocation.
    expect(run(kernel(body, globals, functions), [FROM, TO])).toEqual({
      words: [0, 0, 0, 24, 0, 0, 0, 0],
      problems: [],
    });
  });

  it('that the launch file gives need no choice between buffers', () => {
    const body = `%p = OpAccessChain %word_p %from %n0 %x
%value = OpLoad %uint %p Aligned 4
OpStore %own %value Aligned 4`;
    const launch = parseLaunch(
      JSON.stringify({
        shader: 'k.spvasm',
        dispatch: [1],
        immediates: [{ address: 'from' }, { address: 'to' }],
        addressed: [FROM, TO],
      }),
      'k.json',
    ).value!;
    const module = decodeKernel(launch, { file: 'k.spvasm', text: kernel(body) }).value!;
    expect(module.body.instructions.map(({ kind }) => kind)).not.toContain('switch');
  });

  it('must come from the launch file', () => {
    const body = `%p = OpAccessChain %word_p %from %n0 %x
%value = OpLoad %uint %p Aligned 4
OpStore %own %value Aligned 4`;
    expect(run(kernel(body), [FROM]).problems).toMatchObject([
      { code: 'launch/data', message: 'immediates[1]: no buffer of "addressed" has the name "to"' },
    ]);
    const none = decodeSpirv({ file: 'k.spvasm', text: kernel(body) }, { constants: {} });
    expect(none.diagnostics).toMatchObject([{ severity: 'invalid', code: 'spirv/address' }]);
  });
});
