// SPIR-V's assembly language: words as spirv-as (SPIRV-Tools 2023.1) makes them, problems with their places,
// and that disassembling and assembling again changes no word.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAssembly } from '../../src/decode/spirv/assembly.ts';
import { readBinary } from '../../src/decode/spirv/binary.ts';
import type { SpirvModule } from '../../src/decode/spirv/module.ts';
import { disassemble } from './disassemble.ts';

function assemble(text: string): SpirvModule {
  const { value, diagnostics } = readAssembly('a.spvasm', text);
  expect(diagnostics).toEqual([]);
  return value!;
}

/** The words after the header. */
const wordsOf = (module: SpirvModule) => [...module.words.subarray(5)];

const TYPES = `
%1 = OpTypeFloat 16
%2 = OpTypeFloat 32
%3 = OpTypeFloat 64
%4 = OpTypeInt 8 1
%5 = OpTypeInt 8 0
%6 = OpTypeInt 32 1
%7 = OpTypeInt 32 0
%8 = OpTypeInt 64 1
`;
const TYPE_WORDS = wordsOf(assemble(TYPES)).length;
/** The words of a literal of a type. */
const constant = (type: number, literal: string) =>
  wordsOf(assemble(`${TYPES}%9 = OpConstant %${type} ${literal}`)).slice(TYPE_WORDS + 3);

describe('a literal', () => {
  it.each<[number, string, readonly number[]]>([
    [6, '-7', [0xfffffff9]],
    [6, '0x80000000', [0x80000000]],
    [6, '+5', [5]],
    [7, '4294967295', [0xffffffff]],
    [4, '-1', [0xffffffff]],
    [4, '0xff', [0xffffffff]],
    [5, '255', [255]],
    [8, '-5', [0xfffffffb, 0xffffffff]],
    [8, '0x123456789abcdef0', [0x9abcdef0, 0x12345678]],
    [2, '1.5', [0x3fc00000]],
    [2, '1', [0x3f800000]],
    [2, '.5', [0x3f000000]],
    [2, '5.', [0x40a00000]],
    [2, '-0.0', [0x80000000]],
    [2, '1e-45', [1]],
    [2, '0x1p-149', [1]],
    [2, '0x1.8p+128', [0x7fc00000]],
    [2, '-0x1p+128', [0xff800000]],
    [2, '0x1.ffffffp+0', [0x3fffffff]],
    [3, '1e-310', doubleWords(1e-310)],
    [3, '-2.25', doubleWords(-2.25)],
    // As spirv-as rounds halves: towards zero.
    [1, '0.1', [0x2e66]],
    [1, '1e-7', [1]],
    [1, '65519', [0x7bff]],
    [1, '-0x1.ffcp+15', [0xfbff]],
    [7, '!0xffffffff', [0xffffffff]],
  ])('of type %%%i, %s, has the words that its width asks for', (type, literal, words) => {
    expect(constant(type, literal)).toEqual(words);
  });

  it.each<[number, string, RegExp]>([
    [4, '200', /200 does not fit a signed integer of 8 bits/],
    [4, '0x1ff', /does not fit/],
    [5, '-1', /negative/],
    [7, '4294967296', /does not fit an unsigned integer of 32 bits/],
    [6, '1.5', /expected an integer, found 1\.5/],
    [2, '1e39', /does not fit a float of 32 bits/],
    [1, '70000', /does not fit a float of 16 bits/],
    [2, 'inf', /expected a number, found inf/],
    [2, '0xp+1', /expected a number/],
    [8, '9'.repeat(500), /500 digits/],
    [99, '1', /must be an int or a float/],
  ])('of type %%%i, %s, is refused where it stands', (type, literal, says) => {
    const text = `${TYPES}%9 = OpConstant %${type} ${literal}`;
    const { diagnostics } = readAssembly('a.spvasm', text);
    expect(diagnostics.map((each) => each.message)).toEqual([expect.stringMatching(says)]);
    expect(text.slice(diagnostics[0].span!.start, diagnostics[0].span!.end)).toBe(literal);
  });

  it('of a switch is as wide as the selector', () => {
    const text = `${TYPES}%9 = OpConstant %8 1\nOpSwitch %9 %10 -1 %11 7 %12`;
    expect(wordsOf(assemble(text)).slice(-9)).toEqual([
      0x000900fb, 9, 10, 0xffffffff, 0xffffffff, 11, 7, 0, 12,
    ]);
  });
});

function doubleWords(value: number): number[] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return [view.getUint32(4), view.getUint32(0)];
}

describe('assembly', () => {
  it('reads strings with escapes, quotes, line ends and letters beyond ASCII', () => {
    const module = assemble('OpName %1 "a\\"b\\\\c\nd é\ufeff" ; a comment "');
    const bytes = Buffer.from(module.words.slice(7).buffer);
    expect(bytes.length % 4).toBe(0);
    expect(bytes.toString('utf8').replace(/\0+$/, '')).toBe('a"b\\c\nd é\ufeff');
  });

  it('puts the operands of a mask in the order of its bits', () => {
    const words = wordsOf(assemble('OpLoopMerge %1 %2 PeelCount|Unroll|MinIterations 3 4'));
    expect(words).toEqual([0x000600f6, 1, 2, 0x91, 3, 4]);
    expect(wordsOf(assemble('OpLoopMerge %1 %2 None'))).toEqual([0x000400f6, 1, 2, 0]);
  });

  it('looks names of extended instructions up in the set that is used', () => {
    const glsl = '%1 = OpExtInstImport "GLSL.std.450"\n%2 = OpTypeFloat 32\n';
    expect(wordsOf(assemble(`${glsl}%3 = OpExtInst %2 %1 Sqrt %4`)).slice(-6)).toEqual([
      0x0006000c, 2, 3, 1, 31, 4,
    ]);
    expect(wordsOf(assemble(`${glsl}%3 = OpExtInst %2 %1 31 %4`)).slice(-6)).toEqual([
      0x0006000c, 2, 3, 1, 31, 4,
    ]);
    const { diagnostics } = readAssembly('a', `${glsl}%3 = OpExtInst %2 %1 Sqart %4`);
    expect(diagnostics[0].message).toBe('GLSL.std.450 has no instruction Sqart; did you mean "Sqrt"?');
  });

  it('reads the operation inside a specialization constant', () => {
    const text = '%1 = OpTypeInt 32 0\n%2 = OpSpecConstant %1 3\n%3 = OpSpecConstantOp %1 IMul %2 %2';
    expect(wordsOf(assemble(text)).slice(-6)).toEqual([0x00060034, 1, 3, 132, 2, 2]);
  });

  it('takes raw words as they are, as operands and as instructions', () => {
    expect(wordsOf(assemble('OpSource !5 450'))).toEqual([0x00030003, 5, 450]);
    expect(wordsOf(assemble('OpCapability Shader !0x00020011 !22'))).toEqual([0x00020011, 1, 0x00020011, 22]);
    expect(readAssembly('a', '!0x00030011 !22').diagnostics[0].message).toMatch(/2 words .* has 3/);
  });

  it('knows execution modes that are newer than the packaged grammar', () => {
    expect(wordsOf(assemble('OpExecutionMode %1 MaximallyReconvergesKHR')).at(-1)).toBe(6023);
  });

  it('goes on over line ends, and needs no blanks around =', () => {
    const text = '%v=OpTypeVector\n  %f ; of what\n  4\r\n%f = OpTypeFloat 32';
    const module = assemble(text);
    expect(module.starts.length).toBe(2);
    const ranges = [...module.textRanges!];
    expect(text.slice(ranges[0], ranges[1])).toBe('%v=OpTypeVector\n  %f ; of what\n  4');
    expect(text.slice(ranges[2], ranges[3])).toBe('%f = OpTypeFloat 32');
  });

  it('keeps numbers of ids, gives names the numbers after them, and remembers all names', () => {
    const module = assemble('%f = OpTypeFloat 32\n%7 = OpTypeVector %f 4\n%07 = OpTypeVoid');
    expect(wordsOf(module)).toEqual([0x00030016, 8, 32, 0x00040017, 7, 8, 4, 0x00020013, 9]);
    expect([module.bound, module.textNames![7], module.textNames![8], module.textNames![9]]).toEqual([
      10,
      '7',
      'f',
      '07',
    ]);
  });

  it('renumbers ids that no module could have', () => {
    const module = assemble('%4294967294 = OpTypeVoid\n%99999999999999999999 = OpTypeBool');
    expect(wordsOf(module)).toEqual([0x00020013, 1, 0x00020014, 2]);
    expect([module.bound, module.textNames![1]]).toEqual([3, '4294967294']);
  });

  it('takes the version from the comments at the top', () => {
    expect(assemble('; SPIR-V\n; Version: 1.3\n; Bound: 9\nOpNop').version).toBe(0x00010300);
    expect(assemble('OpNop\n; Version: 1.3').version).toBe(0x00010600);
  });
});

describe('a mistake in assembly', () => {
  it.each<[string, string, RegExp, string]>([
    ['an unknown instruction', '%1 = OpTypeFlot 32', /OpTypeFlot; did you mean "OpTypeFloat"/, 'OpTypeFlot'],
    ['a result too many', '%1 = OpNop', /OpNop gives no result that %1/, '%1 = OpNop'],
    ['a result too few', 'OpTypeFloat 32', /write %id = OpTypeFloat/, 'OpTypeFloat'],
    ['an operand too many', 'OpCapability Shader 5', /OpCapability takes no operand 5/, '5'],
    ['an operand too few', 'OpName %1', /an operand is missing at the end: LiteralString/, 'OpName %1'],
    ['no string', 'OpName %1 foo', /expected a string in quotes, found foo/, 'foo'],
    ['an open string', 'OpName %1 "foo', /closing quote/, '"foo'],
    ['an unknown enumerant', 'OpCapability Shadr', /no Capability Shadr; did you mean "Shader"/, 'Shadr'],
    ['an unknown bit', 'OpLoopMerge %1 %2 Unroll|Foo', /no LoopControl Foo/, 'Unroll|Foo'],
    ['no id', 'OpName foo "x"', /expected an id, such as %foo, found foo/, 'foo'],
    ['a strange id', 'OpName %a-b "x"', /letters, digits and _/, '%a-b'],
    ['no equals sign', '%1 foo', /expected = after %1/, 'foo'],
    ['words that are none', 'foo bar', /there is no instruction foo/, 'foo'],
    [
      'a nested operation',
      '%1 = OpTypeVoid\n%2 = OpSpecConstantOp %1 SpecConstantOp',
      /cannot hold another/,
      'SpecConstantOp',
    ],
    [
      'an id defined twice',
      '%a = OpTypeVoid\n%a = OpTypeBool',
      /%a is defined a second time/,
      '%a = OpTypeBool',
    ],
  ])('%s, has a place', (_, text, says, marked) => {
    const { value, diagnostics } = readAssembly('a.spvasm', text);
    expect(value).toBeUndefined();
    expect(diagnostics.map((each) => each.message)).toEqual([expect.stringMatching(says)]);
    const { start, end } = diagnostics[0].span!;
    expect(text.slice(start, end)).toBe(marked);
  });

  it('does not hide the others, once each', () => {
    const text = '%x = OpFoo %float\nOpName %main 5\nOpNop\nOpCapability Foo\n%y = OpNop\nOpName %1';
    const { diagnostics } = readAssembly('a.spvasm', text);
    expect(diagnostics.map((each) => each.span!.start)).toEqual([5, 31, 52, 56, 67]);
  });

  it('does not fill the screen with an endless word', () => {
    for (const text of ['Op', 'OpCapability ', 'OpName ', 'OpNop ', '%1 = OpTypeFloat '].map(
      (each) => each + 'X'.repeat(1e6),
    )) {
      const [problem] = readAssembly('a', text).diagnostics;
      expect(problem.message.length).toBeLessThan(200);
    }
  });

  it('is not reported more than twenty times', () => {
    expect(readAssembly('a', 'OpFoo\n'.repeat(1000)).diagnostics.length).toBe(20);
  });

  it('of any kind ends in a message', () => {
    const token = fc.constantFrom(
      ...[
        '%1',
        '%a',
        '=',
        'OpLoad',
        'OpTypeInt',
        'OpConstant',
        'OpSwitch',
        'OpExtInst',
        'OpExtInstImport',
        'OpName',
      ],
      ...[
        '32',
        '-1',
        '0x1p+3',
        '!0x00020011',
        '!1',
        '"s"',
        '"',
        ';',
        '\n',
        'Volatile|Aligned',
        'None',
        '|',
        'é',
        '\0',
      ],
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 30 }), (tokens) => {
        const { value, diagnostics } = readAssembly('a', tokens.join(' '));
        expect(diagnostics.length > 0).toBe(value === undefined);
      }),
      { numRuns: 500 },
    );
  });
});

describe('disassembling', () => {
  const fixture = readFileSync(path.join(import.meta.dirname, 'spirv-reader.spvasm'), 'utf8');

  it('prints what spirv-dis prints, but no more digits than needed, and assembles to the same words', () => {
    const module = assemble(fixture);
    const text = disassemble(module);
    const body = (each: string) => each.split('\n').slice(5);
    expect(body(text)).toEqual(body(fixture));
    expect(wordsOf(assemble(text))).toEqual(wordsOf(module));
  });

  it('shows ids by their names on request', () => {
    const named = disassemble(assemble('OpName %1 "x y"\nOpName %2 "x y"\nOpName %3 "5"\n%1 = OpTypeVoid'), {
      names: true,
    });
    expect(named).toContain('OpName %1 "x y"');
    const binary = readBinary(
      'a',
      new Uint8Array(
        assemble('OpName %1 "x y"\nOpName %2 "x y"\nOpName %3 "5"\n%1 = OpTypeVoid').words.buffer,
      ),
    ).value!;
    expect(disassemble(binary, { names: true }).split('\n').slice(5, 9)).toEqual([
      '               OpName %x_y "x y"',
      '               OpName %x_y_0 "x y"',
      '               OpName %_5 "5"',
      '        %x_y = OpTypeVoid',
    ]);
  });

  it('gives back any words at all', () => {
    const opcode = fc.constantFrom(
      3,
      5,
      11,
      12,
      15,
      16,
      17,
      21,
      22,
      43,
      50,
      52,
      54,
      61,
      62,
      71,
      128,
      246,
      251,
      400,
      4456,
    );
    const operand = fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 24 }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(32, 64, 0x61626364, 0x00626364, 0x3f800000, 0x7fc00001, 0xffffffff),
      },
    );
    const instruction = fc
      .tuple(opcode, fc.array(operand, { maxLength: 6 }))
      .map(([op, operands]) => [((operands.length + 1) << 16) | op, ...operands]);
    let modules = 0;
    fc.assert(
      fc.property(fc.array(instruction, { maxLength: 8 }), (instructions) => {
        const words = Uint32Array.from([0x07230203, 0x00010500, 0, 25, 0, ...instructions.flat()]);
        const { value } = readBinary('a', new Uint8Array(words.buffer));
        if (value === undefined) return;
        modules++;
        const back = assemble(disassemble(value));
        expect([back.version, wordsOf(back)]).toEqual([value.version, wordsOf(value)]);
      }),
      { numRuns: 3000 },
    );
    expect(modules).toBeGreaterThan(200);
  });
});
