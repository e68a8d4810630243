// Memory of SPIR-V modules: layouts as decorated, storage classes, built-in inputs. Offsets are what the module
// says, whatever a language would have chosen.

import { describe, expect, it } from 'vitest';
import { forEachInstruction } from '../../src/ir/walk.ts';
import { count, decode, kernel, problem, run } from './spirv-structure-support.ts';

const iota = Array.from({ length: 64 }, (_, k) => k);
const first = (text: string, input: readonly number[] = iota) => run(text, input).slice(0, 8);

/** A second view of binding 0, as a block with these members; `%v` is the variable. */
const view = (annotations: string, types: string, members: string) => ({
  annotations: `OpDecorate %view Block
OpDecorate %v DescriptorSet 0
OpDecorate %v Binding 0
${annotations}`,
  globals: `${types}
%view = OpTypeStruct ${members}
%view_p = OpTypePointer StorageBuffer %view
%sword_p = OpTypePointer StorageBuffer %uint
%v = OpVariable %view_p StorageBuffer`,
});

const modes = 'OpExecutionMode %main LocalSize 8 1 1';

describe('explicit layouts', () => {
  it('offsets and strides are what the decorations say', () => {
    const parts = view(
      `OpMemberDecorate %inner 0 Offset 4
OpMemberDecorate %inner 1 Offset 0
OpDecorate %inners ArrayStride 12
OpMemberDecorate %view 0 Offset 8
OpMemberDecorate %view 1 Offset 0`,
      `%inner = OpTypeStruct %uint %uint
%inners = OpTypeArray %inner %n4`,
      '%inners %uint',
    );
    const text = kernel({
      ...parts,
      body: `%i = OpBitwiseAnd %uint %x %n3
%p = OpAccessChain %sword_p %v %n0 %i %n0
%q = OpAccessChain %sword_p %v %n0 %n2 %n1
%s = OpLoad %uint %p
%t = OpLoad %uint %q
%h = OpIMul %uint %t %n100
%r = OpIAdd %uint %s %h
OpStore %out_p %r
OpReturn`,
    });
    // Member 0 of element i is at 8 + 12 i + 4, member 1 of element 2 at 8 + 24.
    expect(first(text)).toEqual([0, 1, 2, 3, 0, 1, 2, 3].map((i) => 3 + 3 * i + 800));
  });

  it('a row-major matrix, by column, component and as a whole', () => {
    const parts = view(
      `OpMemberDecorate %view 0 Offset 0
OpMemberDecorate %view 0 RowMajor
OpMemberDecorate %view 0 MatrixStride 16`,
      `%float2 = OpTypeVector %float 2
%float3 = OpTypeVector %float 3
%m = OpTypeMatrix %float2 3
%m_p = OpTypePointer StorageBuffer %m
%c_p = OpTypePointer StorageBuffer %float2
%f_p = OpTypePointer StorageBuffer %float`,
      '%m',
    );
    const words = Array.from({ length: 8 }, (_, k) => new Uint32Array(Float32Array.of(k).buffer)[0]);
    const body = (value: string) => `${value}
%u = OpConvertFToU %uint %f
OpStore %out_p %u
OpReturn`;
    // Rows are 0 1 2 and 4 5 6.
    const column = kernel({
      ...parts,
      body: body(`%i = OpUMod %uint %x %n3
%p = OpAccessChain %c_p %v %n0 %i
%c = OpLoad %float2 %p
%f = OpCompositeExtract %float %c 1`),
    });
    expect(first(column, words).slice(0, 3)).toEqual([4, 5, 6]);
    const component = kernel({
      ...parts,
      body: body(`%i = OpBitwiseAnd %uint %x %n1
%p = OpAccessChain %f_p %v %n0 %n2 %i
%f = OpLoad %float %p`),
    });
    expect(first(component, words).slice(0, 2)).toEqual([2, 6]);
    const whole = kernel({
      ...parts,
      body: body(`%p = OpAccessChain %m_p %v %n0
%w = OpLoad %m %p
%f = OpCompositeExtract %float %w 1 1`),
    });
    expect(first(whole, words)[0]).toBe(5);
    // Two rows of three, not six scalars.
    expect(decode(whole) && count(decode(whole), 'load')).toBeLessThanOrEqual(4);
  });

  it('a runtime-sized array inside of the last member, and its length', () => {
    const parts = view(
      `OpMemberDecorate %view 0 Offset 0
OpMemberDecorate %view 1 Offset 16
OpDecorate %pairs ArrayStride 8
OpMemberDecorate %pair 0 Offset 0
OpMemberDecorate %pair 1 Offset 4`,
      `%pair = OpTypeStruct %uint %uint
%pairs = OpTypeRuntimeArray %pair`,
      '%uint %pairs',
    );
    const text = kernel({
      ...parts,
      body: `%p = OpAccessChain %sword_p %v %n1 %x %n1
%s = OpLoad %uint %p
%n = OpArrayLength %uint %v 1
%h = OpIMul %uint %n %n100
%r = OpIAdd %uint %s %h
OpStore %out_p %r
OpReturn`,
    });
    // 256 bytes: (256 - 16) / 8 elements.
    expect(first(text)).toEqual(iota.slice(0, 8).map((x) => 5 + 2 * x + 3000));
  });

  it('two views of one binding are one buffer', () => {
    const parts = view(
      'OpMemberDecorate %view 0 Offset 0\nOpDecorate %quads ArrayStride 16',
      `%uint4 = OpTypeVector %uint 4
%quads = OpTypeRuntimeArray %uint4`,
      '%quads',
    );
    const text = kernel({
      ...parts,
      body: `%n = OpArrayLength %uint %v 0
%p = OpAccessChain %sword_p %v %n0 %x %n3
%q = OpLoad %uint %p
%h = OpIMul %uint %n %n100
%s = OpIAdd %uint %q %a
%r = OpIAdd %uint %s %h
OpStore %out_p %r
OpReturn`,
    });
    expect(
      decode(text).buffers.map(({ binding, runtimeArray }) => [binding, runtimeArray?.strideBytes]),
    ).toEqual([
      [0, 4],
      [1, 4],
    ]);
    expect(first(text)).toEqual(iota.slice(0, 8).map((x) => 4 * x + 3 + x + 1600));
  });

  it('bools have no layout of their own, whatever is decorated', () => {
    const text = kernel({
      annotations: 'OpDecorate %bools ArrayStride 1',
      globals: `%bools = OpTypeArray %bool %n4
%bools_p = OpTypePointer Function %bools
%bool_p = OpTypePointer Function %bool
%some = OpConstantComposite %bools %true %false %true %true`,
      body: `%b = OpVariable %bools_p Function %some
%i = OpBitwiseAnd %uint %x %n3
%p = OpAccessChain %bool_p %b %i
%q = OpAccessChain %bool_p %b %n0
%s = OpLoad %bool %p
%r = OpSelect %uint %s %n1 %n0
OpStore %out_p %r
OpReturn`,
    });
    expect(first(text)).toEqual([1, 0, 1, 1, 1, 0, 1, 1]);
  });
});

describe('variables', () => {
  it('private and workgroup variables with and without values', () => {
    const text = kernel({
      globals: `%scope = OpConstant %uint 2
%semantics = OpConstant %uint 264
%private_p = OpTypePointer Private %uint
%shared = OpTypeArray %uint %n10
%shared_p = OpTypePointer Workgroup %shared
%cell_p = OpTypePointer Workgroup %uint
%p = OpVariable %private_p Private %n5
%w = OpVariable %shared_p Workgroup`,
      body: `%old = OpLoad %uint %p
%new = OpIAdd %uint %old %x
OpStore %p %new
%mine = OpAccessChain %cell_p %w %x
%value = OpLoad %uint %p
OpStore %mine %value
OpControlBarrier %scope %scope %semantics
%last = OpISub %uint %n7 %x
%theirs = OpAccessChain %cell_p %w %last
%r = OpLoad %uint %theirs
OpStore %out_p %r
OpReturn`,
    });
    expect(first(text)).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
    expect(decode(text).variables.find(({ space }) => space === 'workgroup')).toMatchObject({
      sizeBytes: 40,
    });
  });

  it('copies of composites between memories, struct by struct', () => {
    const text = kernel({
      globals: `%list = OpTypeArray %uint %n3
%pair = OpTypeStruct %uint %list
%pair_p = OpTypePointer Function %pair
%start = OpConstantComposite %list %n5 %n6 %n7
%value = OpConstantComposite %pair %n4 %start`,
      body: `%from = OpVariable %pair_p Function %value
%to = OpVariable %pair_p Function
OpCopyMemory %to %from
%i = OpUMod %uint %x %n3
%p = OpAccessChain %local_p %to %n1 %i
%r = OpLoad %uint %p
OpStore %out_p %r
OpReturn`,
    });
    expect(first(text)).toEqual([5, 6, 7, 5, 6, 7, 5, 6]);
  });

  it('a large zero initialiser is a loop', () => {
    const text = kernel({
      globals: `%many = OpConstant %uint 5000
%list = OpTypeArray %uint %many
%list_p = OpTypePointer Function %list
%zeros = OpConstantNull %list`,
      body: `%l = OpVariable %list_p Function %zeros
%p = OpAccessChain %local_p %l %a
OpStore %p %n5
%q = OpAccessChain %local_p %l %x
%r = OpLoad %uint %q
OpStore %out_p %r
OpReturn`,
    });
    const module = decode(text);
    expect(count(module, 'loop')).toBe(1);
    expect(count(module, 'store')).toBeLessThan(10);
    expect(first(text, [0, 9, 9, 3, 9, 9, 9, 9])).toEqual([5, 0, 0, 5, 0, 0, 0, 0]);
  });

  it('a dynamic index into an array of known size is bounded, a constant one is part of the offset', () => {
    const text = kernel({
      globals: '%list = OpTypeArray %uint %n4\n%list_p = OpTypePointer Function %list',
      body: `%l = OpVariable %list_p Function
%p = OpAccessChain %local_p %l %x
%q = OpAccessChain %local_p %l %n2
OpStore %p %n5
%r = OpLoad %uint %q
OpStore %out_p %r
OpReturn`,
    });
    const sizes: unknown[] = [];
    forEachInstruction(decode(text).body, (each) => {
      if (each.kind === 'bound') sizes.push(each.size);
    });
    expect(sizes).toContainEqual({ constant: 4 });
    expect(sizes).toHaveLength(3);
  });
});

describe('built-in inputs', () => {
  const builtin = (name: string, type: string, body: string) =>
    kernel({
      annotations: `OpDecorate %b BuiltIn ${name}`,
      globals: `%uint4 = OpTypeVector %uint 4
%input1_p = OpTypePointer Input %uint
%input4_p = OpTypePointer Input %uint4
%b = OpVariable %${type} Input`,
      body: `${body}\nOpStore %out_p %r\nOpReturn`,
    });

  it('scalars, vectors, and components by access chain', () => {
    expect(first(builtin('LocalInvocationIndex', 'input1_p', '%r = OpLoad %uint %b'))).toEqual(
      iota.slice(0, 8),
    );
    expect(first(builtin('SubgroupSize', 'input1_p', '%r = OpLoad %uint %b'))[0]).toBe(4);
    expect(first(builtin('SubgroupLocalInvocationId', 'input1_p', '%r = OpLoad %uint %b'))).toEqual([
      0, 1, 2, 3, 0, 1, 2, 3,
    ]);
    const chain = '%p = OpAccessChain %input1_p %b %n0\n%r = OpLoad %uint %p';
    expect(first(builtin('NumWorkgroups', 'input3_p', chain))[0]).toBe(1);
  });

  it('masks of lanes are computed from the lane', () => {
    const word = '%p = OpAccessChain %input1_p %b %n0\n%r = OpLoad %uint %p';
    const lanes = [0, 1, 2, 3, 0, 1, 2, 3];
    const masks: Record<string, (lane: number) => number> = {
      SubgroupEqMask: (lane) => 1 << lane,
      SubgroupLtMask: (lane) => (1 << lane) - 1,
      SubgroupLeMask: (lane) => (2 << lane) - 1,
      SubgroupGtMask: (lane) => 15 & ~((2 << lane) - 1),
      SubgroupGeMask: (lane) => 15 & ~((1 << lane) - 1),
    };
    for (const [name, expected] of Object.entries(masks)) {
      expect(first(builtin(name, 'input4_p', word)), name).toEqual(lanes.map(expected));
    }
    const second = word.replace('%n0', '%n1');
    expect(first(builtin('SubgroupGeMask', 'input4_p', second))).toEqual(Array(8).fill(0));
  });

  it('inputs that are no part of compute are refused by name', () => {
    const text = builtin(
      'FragCoord',
      'input4_p',
      '%v = OpLoad %uint4 %b\n%r = OpCompositeExtract %uint %v 0',
    );
    expect(problem(text)).toMatchObject({ severity: 'unsupported', code: 'spirv/builtin-value' });
    expect(problem(text).message).toContain('FragCoord');
  });
});

describe('buffers', () => {
  it('are sorted, named, and as writable as decorated; those that nothing reads are left out', () => {
    const text = kernel({
      modes,
      annotations: `OpName %in "numbers"
OpDecorate %in NonWritable
OpDecorate %other DescriptorSet 0
OpDecorate %other Binding 5
OpDecorate %params DescriptorSet 0
OpDecorate %params Binding 4
OpDecorate %settings Block
OpName %settings "Settings"
OpMemberDecorate %settings 0 Offset 0
OpMemberDecorate %settings 1 Offset 8`,
      globals: `%settings = OpTypeStruct %uint %uint
%settings_p = OpTypePointer Uniform %settings
%other = OpVariable %block_p Uniform
%params = OpVariable %settings_p Uniform`,
      body: `%p = OpAccessChain %word_p %params %n1
%s = OpLoad %uint %p
%r = OpIAdd %uint %s %a
OpStore %out_p %r
OpReturn`,
    });
    const found = decode(text).buffers.map(({ binding, name, kind, access, minBytes }) => ({
      binding,
      name,
      kind,
      access,
      minBytes,
    }));
    expect(found).toEqual([
      { binding: 0, name: 'numbers', kind: 'storage', access: 'read', minBytes: 4 },
      { binding: 1, name: 'out', kind: 'storage', access: 'read_write', minBytes: 4 },
      { binding: 4, name: 'Settings', kind: 'uniform', access: 'read', minBytes: 12 },
    ]);
  });

  it.each([
    ['uint4', 'Uniform', 20],
    ['uint4', 'StorageBuffer', 32],
    ['uint', 'Uniform', 20],
  ])(
    'of rows may end within the last one when they are uniform: %s, %s',
    (element, storageClass, minBytes) => {
      const text = kernel({
        annotations: `OpDecorate %params DescriptorSet 0
OpDecorate %params Binding 4
OpDecorate %rows ArrayStride ${element === 'uint4' ? 16 : 10}
OpDecorate %settings Block
OpMemberDecorate %settings 0 Offset 0`,
        globals: `%uint4 = OpTypeVector %uint 4
%rows = OpTypeArray %${element} %n2
%settings = OpTypeStruct %rows
%settings_p = OpTypePointer ${storageClass} %settings
%item_p = OpTypePointer ${storageClass} %${element}
%params = OpVariable %settings_p ${storageClass}`,
        body: `%p = OpAccessChain %item_p %params %n0 %n1
%s = OpLoad %${element} %p
OpReturn`,
      });
      expect(decode(text).buffers.find(({ binding }) => binding === 4)).toMatchObject({ minBytes });
    },
  );

  it('samplers need a binding', () => {
    const text = kernel({
      globals: `%sampler = OpTypeSampler
%view_q = OpTypePointer UniformConstant %sampler
%g = OpVariable %view_q UniformConstant`,
      body: '%l = OpCopyObject %view_q %g\nOpReturn',
    });
    expect(problem(text)).toMatchObject({ severity: 'invalid', code: 'spirv/binding' });
  });

  describe('in arrays', () => {
    const arrays = (type: string, body: string) =>
      kernel({
        annotations: 'OpDecorate %g DescriptorSet 0\nOpDecorate %g Binding 3',
        globals: `%blocks = ${type}
%blocks_p = OpTypePointer Uniform %blocks
%g = OpVariable %blocks_p Uniform`,
        body: `%which = OpUMod %uint %x %n3
${body}
OpReturn`,
      });
    const sized = 'OpTypeArray %block %n3';
    const read = (which: string) => `%p = OpAccessChain %word_p %g ${which} %n0 %x
%value = OpLoad %uint %p
OpStore %out_p %value`;
    const bound = [0, 1, 2].map((element) => ({ group: 0, binding: 3, element }));
    const contents = bound.map(({ element }) => Array.from({ length: 8 }, (_, k) => 10 * (element + 1) + k));

    it('are chosen by constants and by values that differ between invocations', () => {
      expect(run(arrays(sized, read('%n1')), [], {}, contents).slice(0, 8)).toEqual(contents[1]);
      const mixed = [10, 21, 32, 13, 24, 35, 16, 27];
      expect(run(arrays(sized, read('%which')), [], {}, contents).slice(0, 8)).toEqual(mixed);
      const runtime = arrays('OpTypeRuntimeArray %block', read('%which'));
      expect(run(runtime, [], { bound }, contents).slice(0, 8)).toEqual(mixed);
    });

    it('are written, changed by atomics and asked for their lengths', () => {
      const body = `%p = OpAccessChain %word_p %g %which %n0 %n0
%old = OpAtomicIAdd %uint %p %n1 %n0 %n100
%b = OpAccessChain %block_q %g %which
%length = OpArrayLength %uint %b 0
%sum = OpIAdd %uint %old %length
OpStore %out_p %sum`;
      const text = arrays(sized, body).replace('%g = Op', '%block_q = OpTypePointer Uniform %block\n%g = Op');
      // 256 bytes are 64 words.
      expect(run(text, [], {}, contents).slice(0, 8)).toEqual([74, 84, 94, 174, 184, 194, 274, 284]);
    });

    it('have as many as are bound, and no more', () => {
      const runtime = arrays('OpTypeRuntimeArray %block', read('%n2'));
      const names = decode(runtime, { bound }).buffers.map(({ name }) => name);
      expect(names).toEqual(['in', 'out', 'g[0]', 'g[1]', 'g[2]']);
      expect(problem(runtime, { bound: bound.slice(0, 2) })).toMatchObject({
        severity: 'invalid',
        code: 'spirv/buffer-array',
        message: 'element 2 of an array of buffers is used, of which 2 are bound',
      });
    });
  });

  it('writing what is decorated NonWritable is wrong', () => {
    const text = kernel({
      annotations: 'OpDecorate %in NonWritable',
      body: 'OpStore %a_p %x\nOpReturn',
    });
    expect(problem(text)).toMatchObject({ severity: 'invalid', code: 'spirv/read-only' });
  });
});
