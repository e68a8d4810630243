// Atomics beyond those on 32-bit integers: on floats, and on integers of 64 bits.

import { describe, expect, it } from 'vitest';
import { count, decode, kernel, run } from './spirv-structure-support.ts';

const FLOATS = {
  annotations: `OpDecorate %floats ArrayStride 4
OpDecorate %float_block BufferBlock
OpMemberDecorate %float_block 0 Offset 0
OpDecorate %view DescriptorSet 0
OpDecorate %view Binding 1`,
  globals: `%floats = OpTypeRuntimeArray %float
%float_block = OpTypeStruct %floats
%float_block_p = OpTypePointer Uniform %float_block
%float_p = OpTypePointer Uniform %float
%shared_p = OpTypePointer Workgroup %float
%view = OpVariable %float_block_p Uniform
%shared = OpVariable %shared_p Workgroup
%three = OpConstant %float 3
%half = OpConstant %float 0.5
%zero = OpConstant %float 0
%semantics = OpConstant %uint 264`,
};

/** What 8 invocations with numbers `(x - 3) * 0.5` make of `out` as floats. */
function floats(body: string, words = 8): number[] {
  const text = kernel({ ...FLOATS, body: `${NUMBER}\n${body}\nOpReturn` });
  return [...new Float32Array(Uint32Array.from(run(text)).buffer)].slice(0, words);
}

const NUMBER = `%as_float = OpConvertUToF %float %x
%shifted = OpFSub %float %as_float %three
%number = OpFMul %float %shifted %half
%place = OpAccessChain %float_p %view %n0 %n0`;

const atomic = (name: string, pointer = '%place') =>
  `%old = OpAtomic${name}EXT %float ${pointer} %n1 %n0 %number`;

describe('atomics on floats', () => {
  it('add in a buffer, each to what those before it left', () => {
    expect(floats(atomic('FAdd'), 1)).toEqual([2]);
    const old = `${atomic('FAdd')}
%next = OpIAdd %uint %x %n1
%own = OpAccessChain %float_p %view %n0 %next
OpStore %own %old`;
    // Lanes come one after the other: partial sums of -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2.
    expect(floats(old, 9)).toEqual([2, 0, -1.5, -2.5, -3, -3, -2.5, -1.5, 0]);
  });

  it('take the smaller or the larger one', () => {
    expect(floats(atomic('FMin'), 1)).toEqual([-1.5]);
    expect(floats(atomic('FMax'), 1)).toEqual([2]);
  });

  it('add in workgroup memory', () => {
    const body = `%first = OpIEqual %bool %x %n0
OpSelectionMerge %begin None
OpBranchConditional %first %clear %begin
%clear = OpLabel
OpStore %shared %half
OpBranch %begin
%begin = OpLabel
OpControlBarrier %n2 %n2 %semantics
${atomic('FAdd', '%shared')}
OpControlBarrier %n2 %n2 %semantics
%sum = OpLoad %float %shared
%own = OpAccessChain %float_p %view %n0 %x
OpStore %own %sum`;
    expect(floats(body)).toEqual(new Array(8).fill(2.5));
  });

  it('are one atomic where devices have one, else a loop', () => {
    const moduleOf = (name: string) =>
      decode(kernel({ ...FLOATS, body: `${NUMBER}\n${atomic(name)}\nOpReturn` }));
    expect(count(moduleOf('FAdd'), 'atomic')).toBe(1);
    expect(count(moduleOf('FAdd'), 'loop')).toBe(0);
    expect(count(moduleOf('FMax'), 'loop')).toBe(1);
  });
});

const LONGS = {
  annotations: `OpDecorate %longs ArrayStride 8
OpDecorate %long_block BufferBlock
OpMemberDecorate %long_block 0 Offset 0
OpDecorate %view DescriptorSet 0
OpDecorate %view Binding 1`,
  globals: `%long = OpTypeInt 64 1
%longs = OpTypeRuntimeArray %long
%long_block = OpTypeStruct %longs
%long_block_p = OpTypePointer Uniform %long_block
%long_p = OpTypePointer Uniform %long
%shared_p = OpTypePointer Workgroup %long
%view = OpVariable %long_block_p Uniform
%shared = OpVariable %shared_p Workgroup
%n31 = OpConstant %uint 31
%none = OpConstant %long 0
%three = OpConstant %long 3
%semantics = OpConstant %uint 264`,
};

/** What 8 invocations with numbers `(x - 3) << 31` make of `out` as 64-bit integers. */
function longs(body: string, count = 1): bigint[] {
  const text = kernel({
    ...LONGS,
    body: `%as_long = OpUConvert %long %x
%shifted = OpISub %long %as_long %three
%number = OpShiftLeftLogical %long %shifted %n31
%place = OpAccessChain %long_p %view %n0 %n0
${body}
OpReturn`,
  });
  return [...new BigInt64Array(Uint32Array.from(run(text)).buffer)].slice(0, count);
}

describe('atomics on integers of 64 bits', () => {
  const unit = 2n ** 31n;
  it.each([
    ['IAdd', '%number', 4n * unit],
    ['ISub', '%number', -4n * unit],
    ['SMin', '%number', -3n * unit],
    ['SMax', '%number', 4n * unit],
    ['UMin', '%number', 0n],
    ['UMax', '%number', -unit],
    ['And', '%number', 0n],
    // All ones from bit 31 on.
    ['Or', '%number', -unit],
    // -3 ^ -2 ^ -1 ^ 0 ^ 1 ^ 2 ^ 3 ^ 4.
    ['Xor', '%number', -8n * unit],
    ['Exchange', '%number', 4n * unit],
    ['IIncrement', '', 8n],
    ['IDecrement', '', -8n],
    ['CompareExchange', '%n0 %number %none', -3n * unit],
  ])('%s', (name, operands, expected) => {
    expect(longs(`%old = OpAtomic${name} %long %place %n1 %n0 ${operands}`)).toEqual([expected]);
  });

  it('give the old value, and are loaded and stored', () => {
    const old = `%old = OpAtomicIAdd %long %place %n1 %n0 %number
%next = OpIAdd %uint %x %n1
%own = OpAccessChain %long_p %view %n0 %next
OpAtomicStore %own %n1 %n0 %old
%again = OpAtomicLoad %long %own %n1 %n0
OpAtomicStore %own %n1 %n0 %again`;
    expect(longs(old, 9)).toEqual([4n, 0n, -3n, -5n, -6n, -6n, -5n, -3n, 0n].map((each) => each * unit));
  });

  it('work in workgroup memory', () => {
    const body = `%first = OpIEqual %bool %x %n0
OpSelectionMerge %begin None
OpBranchConditional %first %clear %begin
%clear = OpLabel
OpStore %shared %three
OpBranch %begin
%begin = OpLabel
OpControlBarrier %n2 %n2 %semantics
%old = OpAtomicIAdd %long %shared %n1 %n0 %number
OpControlBarrier %n2 %n2 %semantics
%sum = OpLoad %long %shared
OpStore %place %sum`;
    expect(longs(body)).toEqual([4n * unit + 3n]);
  });
});
