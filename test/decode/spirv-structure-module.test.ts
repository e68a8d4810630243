// What SPIR-V modules declare: entry points, workgroup sizes, spec constants, source lines, and what is refused.

import { describe, expect, it } from 'vitest';
import { bindingsOfSpirv, decodeSpirv } from '../../src/decode/spirv/index.ts';
import { forEachInstruction } from '../../src/ir/walk.ts';
import { decode, kernel, problem, run } from './spirv-structure-support.ts';

const store = 'OpStore %out_p %r\nOpReturn';

describe('spec constants', () => {
  const text = kernel({
    annotations: `OpName %size "size"
OpDecorate %size SpecId 3
OpDecorate %flag SpecId 4
OpName %flag "flag"`,
    globals: `%size = OpSpecConstant %uint 4
%flag = OpSpecConstantFalse %bool
%twice = OpSpecConstantOp %uint IMul %size %n2
%least = OpSpecConstantOp %bool ULessThan %size %n10
%chosen = OpSpecConstantOp %uint Select %flag %twice %size
%list = OpTypeArray %uint %twice
%list_p = OpTypePointer Function %list
%pair = OpTypeVector %uint 2
%both = OpSpecConstantComposite %pair %chosen %twice
%second = OpSpecConstantOp %uint CompositeExtract %both 1`,
    body: `%l = OpVariable %list_p Function
%s = OpIMul %uint %chosen %n100
%t = OpIAdd %uint %s %second
%u = OpSelect %uint %least %n1 %n0
%r = OpIAdd %uint %t %u
${store}`,
  });
  const sizeOfList = (constants: Record<string, number>) =>
    decode(text, { constants }).variables.find(({ name }) => name === 'l')?.sizeBytes;

  it('have their defaults', () => {
    expect(run(text)[0]).toBe(409);
    expect(sizeOfList({})).toBe(32);
  });

  it('are given by name or by number, and sizes of arrays follow', () => {
    expect(run(text, [], { constants: { size: 6 } })[0]).toBe(613);
    expect(run(text, [], { constants: { '3': 12, flag: 1 } })[0]).toBe(2424);
    expect(sizeOfList({ '3': 12 })).toBe(96);
  });

  it('unknown names are refused with those that there are', () => {
    const { code, message } = problem(text, { constants: { sise: 1 } });
    expect(code).toBe('spirv/unknown-constant');
    expect(message).toContain('size, 3, flag, 4');
  });

  it('values must fit', () => {
    expect(problem(text, { constants: { size: 1.5 } })).toMatchObject({ code: 'spirv/constant-range' });
    expect(problem(text, { constants: { size: 2 ** 33 } })).toMatchObject({ code: 'spirv/constant-range' });
    expect(problem(text, { constants: { size: 0 } })).toMatchObject({ code: 'spirv/array-length' });
  });

  it('of 64 bits are built where they are used', () => {
    const wide = kernel({
      globals: `%long = OpTypeInt 64 0
%big = OpSpecConstant %long 4294967303
%more = OpSpecConstantOp %long IAdd %big %big`,
      body: `%low = OpUConvert %uint %more
%r = OpIAdd %uint %low %x
${store}`,
    });
    const { value } = decodeSpirv({ file: 'a.spvasm', text: wide }, { constants: {} });
    expect(value).toBeDefined();
  });
});

describe('workgroup sizes', () => {
  const sized = (modes: string, globals = '', annotations = '') =>
    kernel({ modes, globals, annotations, body: 'OpStore %out_p %a\nOpReturn' });

  it('from LocalSize, LocalSizeId, the decorated constant, and the launch, in that order of weight', () => {
    const none = sized('OpName %main "main"');
    expect(problem(none)).toMatchObject({ severity: 'invalid', code: 'spirv/workgroup-size' });
    expect(decode(none, { workgroupSize: [32, 2, 1] }).workgroupSize).toEqual([32, 2, 1]);
    expect(decode(sized('OpExecutionMode %main LocalSize 4 3 2')).workgroupSize).toEqual([4, 3, 2]);
    const byId = sized(
      'OpExecutionModeId %main LocalSizeId %w %n1 %n2',
      '%w = OpSpecConstant %uint 16',
      'OpDecorate %w SpecId 0',
    );
    expect(decode(byId).workgroupSize).toEqual([16, 1, 2]);
    expect(decode(byId, { constants: { '0': 64 } }).workgroupSize).toEqual([64, 1, 2]);
    const decorated = sized(
      'OpExecutionMode %main LocalSize 1 1 1',
      '%w = OpSpecConstant %uint 8\n%size = OpSpecConstantComposite %uint3 %w %n4 %n1',
      'OpDecorate %w SpecId 0\nOpDecorate %size BuiltIn WorkgroupSize',
    );
    expect(decode(decorated).workgroupSize).toEqual([8, 4, 1]);
    expect(decode(decorated, { constants: { '0': 2 } }).workgroupSize).toEqual([2, 4, 1]);
  });

  it('of zero are refused', () => {
    expect(problem(sized('OpExecutionMode %main LocalSize 8 0 1'))).toMatchObject({
      code: 'spirv/workgroup-size',
    });
  });
});

describe('subgroup matrices', () => {
  it('are refused by name', () => {
    const text = kernel({
      globals: `%matrix = OpTypeCooperativeMatrixKHR %float %n3 %n7 %n7 %n0
%matrix_p = OpTypePointer Function %matrix`,
      body: '%m = OpVariable %matrix_p Function\nOpReturn',
    });
    expect(problem(text)).toMatchObject({
      severity: 'unsupported',
      message: 'variables of a subgroup matrix (OpTypeCooperativeMatrixKHR) are not supported',
    });
  });
});

describe('entry points', () => {
  const plain = kernel({ body: 'OpStore %out_p %a\nOpReturn' });
  const two = plain.replace(
    'OpExecutionMode',
    'OpEntryPoint GLCompute %main "other" %gid\nOpEntryPoint Fragment %main "pixel"\nOpExecutionMode',
  );

  it('one may be left out, several must be named', () => {
    expect(decode(plain).entryPoint).toBe('main');
    expect(problem(two)).toMatchObject({ code: 'spirv/ambiguous-entry-point' });
    expect(decode(two, { entryPoint: 'other' }).entryPoint).toBe('other');
    expect(problem(two, { entryPoint: 'none' }).message).toContain('main, other');
    expect(problem(two, { entryPoint: 'pixel' })).toMatchObject({
      severity: 'unsupported',
      code: 'spirv/execution-model',
    });
  });

  it('of other stages are refused as such', () => {
    const pixel = plain.replace('GLCompute', 'Fragment');
    expect(problem(pixel)).toMatchObject({
      severity: 'unsupported',
      message: "the entry point 'main' is for Fragment; only GLCompute is supported",
    });
  });

  it('of OpenCL are refused as such', () => {
    const opencl = plain
      .replace('GLCompute', 'Kernel')
      .replace('OpMemoryModel Logical GLSL450', 'OpMemoryModel Physical64 OpenCL');
    const { severity, message } = problem(opencl);
    expect(severity).toBe('unsupported');
    expect(message).toContain('OpenCL');
  });

  it('physical addressing of everything is refused', () => {
    const physical = plain.replace('Logical', 'Physical64');
    expect(problem(physical)).toMatchObject({ severity: 'unsupported', code: 'spirv/addressing' });
  });
});

describe('places', () => {
  it('instructions carry the line of the language that they were compiled from', () => {
    const text = kernel({ body: `OpLine %file 7 3\n%r = OpIMul %uint %a %n3\nOpNoLine\n${store}` }).replace(
      'OpDecorate %gid BuiltIn',
      '%file = OpString "saxpy.comp"\nOpDecorate %gid BuiltIn',
    );
    const lines: unknown[] = [];
    forEachInstruction(decode(text).body, (each) => {
      if (each.span?.source) lines.push([each.kind, each.span.source]);
    });
    expect(lines).toEqual([['pure', { file: 'saxpy.comp', line: 7, column: 3 }]]);
  });

  it('problems point at the instruction', () => {
    const text = kernel({ body: '%s = OpDPdx %float %a\nOpReturn' });
    const { span, message } = problem(text);
    expect(message).toContain('OpDPdx');
    expect(text.slice(span!.start, span!.end)).toBe('%s = OpDPdx %float %a');
  });

  it('values have the names of OpName', () => {
    const text = kernel({ annotations: 'OpName %r "result"', body: `%r = OpIMul %uint %a %n3\n${store}` });
    expect(decode(text).values.some(({ name }) => name === 'result')).toBe(true);
  });
});

describe('what is not modelled', () => {
  const text = (annotations: string) =>
    kernel({
      annotations,
      body:
        '%f = OpConvertUToF %float %a\n%g = OpFMul %float %f %f\n%h = OpFAdd %float %g %f\n%r = OpBitcast %uint %h\n' +
        store,
    });
  const found = (annotations: string) =>
    decodeSpirv({ file: 'kernel.spvasm', text: text(annotations) }, { constants: {} });

  it('is said: NoContraction, once, at the first instruction that has it', () => {
    const { value, diagnostics } = found('OpDecorate %g NoContraction\nOpDecorate %h NoContraction');
    expect(value).toBeDefined();
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'spirv/no-contraction' }]);
    const { start, end } = diagnostics[0].span!;
    const annotated = text('OpDecorate %g NoContraction\nOpDecorate %h NoContraction');
    expect(annotated.slice(start, end)).toBe('%g = OpFMul %float %f %f');
  });

  it('is not said of other decorations, nor of ids that nothing defines', () => {
    expect(found('OpDecorate %g RelaxedPrecision').diagnostics).toEqual([]);
    expect(found('OpDecorate %gone NoContraction').diagnostics).toEqual([]);
  });
});

describe('hostile modules', () => {
  it.each([
    ['a value that is never defined', { body: 'OpStore %out_p %nothing\nOpReturn' }, 'spirv/value'],
    ['a type where a value belongs', { body: 'OpStore %out_p %uint\nOpReturn' }, 'spirv/value'],
    ['a value of another type', { body: 'OpStore %out_p %true\nOpReturn' }, 'spirv/type'],
    [
      'an index into a scalar',
      { body: '%p = OpAccessChain %word_p %a_p %n0\nOpReturn' },
      'spirv/access-chain',
    ],
    [
      'a member that is not there',
      { body: '%p = OpAccessChain %word_p %in %n5\nOpReturn' },
      'spirv/access-chain',
    ],
    [
      'a constant made of itself',
      {
        globals: '%c = OpConstantComposite %uint3 %c %n0 %n0',
        body: '%r = OpCompositeExtract %uint %c 0\nOpReturn',
      },
      'spirv/order',
    ],
    ['a struct inside of itself', { globals: '%s = OpTypeStruct %uint %s', body: 'OpReturn' }, 'spirv/type'],
    [
      'a bool constant that claims to be a number',
      { globals: '%c = OpConstantTrue %uint', body: '%r = OpISub %uint %a %c\nOpReturn' },
      'spirv/constant',
    ],
    [
      'a spec constant of that kind',
      { globals: '%c = OpSpecConstantFalse %uint', body: '%r = OpISub %uint %a %c\nOpReturn' },
      'spirv/constant',
    ],
    [
      'an array without a length in the middle of a struct',
      { globals: '%s = OpTypeStruct %words %uint\n%u = OpUndef %s', body: 'OpReturn' },
      'spirv/type',
    ],
    [
      'a length that claims to be a float',
      { body: '%l = OpArrayLength %float %in 0\nOpReturn' },
      'spirv/type',
    ],
    [
      'a constant with more scalars than can be held',
      {
        globals: `%many = OpConstant %uint 4000000000
%list = OpTypeArray %uint %many
%zeros = OpConstantNull %list`,
        body: '%r = OpCompositeExtract %uint %zeros 0\nOpReturn',
      },
      'spirv/large-value',
    ],
    [
      'an undefined value of that size',
      {
        globals: `%many = OpConstant %uint 4000000000
%list = OpTypeArray %uint %many`,
        body: '%v = OpUndef %list\nOpReturn',
      },
      'spirv/large-value',
    ],
    [
      'a function that returns as much, early',
      {
        globals: `%many = OpConstant %uint 4000000000
%list = OpTypeArray %uint %many
%makes = OpTypeFunction %list`,
        functions: `%f = OpFunction %list None %makes
%f_entry = OpLabel
OpSelectionMerge %f_rest None
OpBranchConditional %true %f_early %f_rest
%f_early = OpLabel
OpReturnValue %words
%f_rest = OpLabel
OpReturnValue %words
OpFunctionEnd`,
        body: '%v = OpFunctionCall %list %f\nOpReturn',
      },
      'spirv/large-value',
    ],
    [
      'a variable larger than any memory',
      {
        globals: `%many = OpConstant %uint 4000000000
%list = OpTypeArray %uint %many
%list_p = OpTypePointer Function %list`,
        body: '%v = OpVariable %list_p Function\nOpReturn',
      },
      'spirv/large-variable',
    ],
  ])('%s', (_, parts, code) => {
    expect(problem(kernel(parts))).toMatchObject({ code });
  });

  it('structs that double at every level take no time', () => {
    const levels = Array.from({ length: 60 }, (_, k) => `%s${k + 1} = OpTypeStruct %s${k} %s${k}`).join('\n');
    const text = kernel({
      globals: `%s0 = OpTypeStruct %uint\n${levels}\n%deep_p = OpTypePointer Function %s60`,
      body: '%v = OpVariable %deep_p Function\nOpReturn',
    });
    expect(problem(text)).toMatchObject({ severity: 'unsupported', code: 'spirv/large-variable' });
  });

  it('constructs nested without end are a problem, not a crash', () => {
    const depth = 20_000;
    const open = Array.from(
      { length: depth },
      (_, k) => `OpSelectionMerge %m${k} None
OpBranchConditional %true %t${k} %m${k}
%t${k} = OpLabel`,
    );
    const close = Array.from(
      { length: depth },
      (_, k) => `OpBranch %m${depth - 1 - k}\n%m${depth - 1 - k} = OpLabel`,
    );
    const text = kernel({ body: [...open, ...close, 'OpReturn'].join('\n') });
    expect(problem(text)).toMatchObject({ severity: 'unsupported', code: 'spirv/too-deep' });
  });

  it('long chains of constructs are no problem', () => {
    const links = Array.from(
      { length: 3000 },
      (_, k) => `OpSelectionMerge %m${k} None
OpBranchConditional %true %t${k} %m${k}
%t${k} = OpLabel
OpBranch %m${k}
%m${k} = OpLabel`,
    );
    const module = decode(kernel({ body: [...links, 'OpReturn'].join('\n') }));
    expect(module.nextConstruct).toBe(3000);
  });
});

describe('bindings', () => {
  it('lists all that are declared, used or not', () => {
    const text = kernel({
      annotations: 'OpDecorate %g DescriptorSet 2\nOpDecorate %g Binding 7',
      globals: '%g = OpVariable %block_p Uniform',
      body: 'OpReturn',
    });
    expect(bindingsOfSpirv({ file: 'a.spvasm', text })).toEqual([
      { group: 0, binding: 0 },
      { group: 0, binding: 1 },
      { group: 2, binding: 7 },
    ]);
    expect(bindingsOfSpirv({ file: 'a.spv', bytes: Uint8Array.of(1, 2, 3) })).toEqual([]);
  });
});
