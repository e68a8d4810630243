// Composites, matrices, conversions and bit casts of SPIR-V, and what malformed instructions say.

import { describe, expect, it } from 'vitest';
import type { SpirvType } from '../../src/decode/spirv/types.ts';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.ts';
import type { ScalarType } from '../../src/ir/ir.ts';
import {
  array,
  constant,
  execute,
  literal,
  lower,
  matrix,
  type Row,
  type Scalar,
  scalar,
  struct,
  vector,
  type Word,
} from './spirv-instruction-runner.ts';

const i32 = scalar('i32');
const f32 = scalar('f32');
const value = (type: SpirvType, ...row: Scalar[]): Word => ({ type, rows: [row] });

describe('composites', () => {
  const inner = struct(i32, vector(2, 'f32'));
  const outer = struct(f32, array(inner, 2), matrix(2, 3));
  const scalars = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

  it('construct', () => {
    const v3 = vector(3, 'f32');
    expect(execute('OpCompositeConstruct', v3, [value(vector(2, 'f32'), 1, 2), value(f32, 3)])).toEqual([
      [1, 2, 3],
    ]);
    const built = execute('OpCompositeConstruct', matrix(2, 3), [value(v3, 1, 2, 3), value(v3, 4, 5, 6)]);
    expect(built).toEqual([[1, 2, 3, 4, 5, 6]]);
    expect(execute('OpCompositeConstruct', inner, [value(i32, 7), value(vector(2, 'f32'), 8, 9)])).toEqual([
      [7, 8, 9],
    ]);
    expect(
      execute('OpCompositeConstruct', array(i32, 3), [value(i32, 1), value(i32, 2), value(i32, 3)]),
    ).toEqual([[1, 2, 3]]);
  });

  it('extract', () => {
    const whole = value(outer, ...scalars);
    const part = (type: SpirvType, ...path: number[]) =>
      execute('OpCompositeExtract', type, [whole, ...path.map(literal)])[0];
    expect(part(f32, 0)).toEqual([0]);
    expect(part(inner, 1, 1)).toEqual([4, 5, 6]);
    expect(part(f32, 1, 1, 1, 0)).toEqual([5]);
    expect(part(vector(3, 'f32'), 2, 1)).toEqual([10, 11, 12]);
    expect(part(f32, 2, 1, 2)).toEqual([12]);
    expect(part(outer)).toEqual(scalars);
  });

  it('insert', () => {
    const whole = value(outer, ...scalars);
    const into = (part: Word, ...path: number[]) =>
      execute('OpCompositeInsert', outer, [part, whole, ...path.map(literal)])[0];
    expect(into(value(inner, 20, 21, 22), 1, 1)).toEqual([0, 1, 2, 3, 20, 21, 22, 7, 8, 9, 10, 11, 12]);
    expect(into(value(f32, 20), 2, 0, 1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 20, 9, 10, 11, 12]);
  });

  it('shuffle', () => {
    const words = [value(vector(2, 'i32'), 1, 2), value(vector(3, 'i32'), 3, 4, 5)];
    const shuffled = execute('OpVectorShuffle', vector(4, 'i32'), [...words, ...[4, 0, 2, 0].map(literal)]);
    expect(shuffled).toEqual([[5, 1, 3, 1]]);
    const open = execute('OpVectorShuffle', vector(2, 'i32'), [...words, literal(0xffffffff), literal(3)]);
    expect(open[0][1]).toBe(4);
  });

  it.each<[ScalarType, Scalar[]]>([
    ['f32', [1.5, 2.5, 3.5]],
    ['bool', [1, 0, 1]],
    ['i8', [-1, 2, -3]],
    ['i64', [1n << 40n, -2n, 3n]],
  ])('components chosen at run time: %s', (type, row) => {
    const rows = [row, row, row];
    const indices: Word = { type: i32, rows: [[0], [1], [2]] };
    const vectors: Word = { type: vector(3, type), rows };
    expect(execute('OpVectorExtractDynamic', scalar(type), [vectors, indices])).toEqual(
      row.map((each) => [each]),
    );
    const inserted = row[0];
    const expected = [0, 1, 2].map((i) => row.map((each, k) => (k === i ? inserted : each)));
    const words = [vectors, value(scalar(type), inserted), indices];
    expect(execute('OpVectorInsertDynamic', vector(3, type), words)).toEqual(expected);
    expect(execute('OpVectorExtractDynamic', scalar(type), [vectors, constant(scalar('i16'), 1)])[0]).toEqual(
      [row[1]],
    );
    const atOne = [vectors, value(scalar(type), inserted), constant(i32, 1)];
    expect(execute('OpVectorInsertDynamic', vector(3, type), atOne)[0]).toEqual([row[0], inserted, row[2]]);
  });

  it('copy, and undefined values', () => {
    const other = struct(i32, vector(2, 'f32'));
    expect(execute('OpCopyObject', inner, [value(inner, 1, 2, 3)])).toEqual([[1, 2, 3]]);
    expect(execute('OpCopyLogical', other, [value(inner, 1, 2, 3)])).toEqual([[1, 2, 3]]);
    expect(execute('OpExpectKHR', i32, [value(i32, 4), value(i32, 5)])).toEqual([[4]]);
    expect(execute('OpUndef', outer, [])[0]).toHaveLength(13);
    expect(execute('OpUndef', vector(2, 'i64'), [])[0]).toHaveLength(2);
  });
});

describe('matrices', () => {
  // Column-major: at(column, row).
  const at = (rows: number, m: readonly number[], column: number, row: number) => m[column * rows + row];
  const a = [1, 2, 3, 4, 5, 6]; // two columns of three
  const b = [1, -1, 2, 0.5, 3, -2, 4, 8]; // four columns of two
  it('products', () => {
    const product = Array.from({ length: 12 }, (_, k) => {
      const [column, row] = [Math.floor(k / 3), k % 3];
      return at(3, a, 0, row) * at(2, b, column, 0) + at(3, a, 1, row) * at(2, b, column, 1);
    });
    const [left, right] = [value(matrix(2, 3), ...a), value(matrix(4, 2), ...b)];
    expect(execute('OpMatrixTimesMatrix', matrix(4, 3), [left, right])).toEqual([product]);
    const column = value(vector(2, 'f32'), 10, 20);
    expect(execute('OpMatrixTimesVector', vector(3, 'f32'), [left, column])).toEqual([[90, 120, 150]]);
    const row = value(vector(3, 'f32'), 1, 10, 100);
    expect(execute('OpVectorTimesMatrix', vector(2, 'f32'), [row, left])).toEqual([[321, 654]]);
    expect(execute('OpMatrixTimesScalar', matrix(2, 3), [left, value(f32, 2)])).toEqual([
      a.map((x) => 2 * x),
    ]);
    expect(execute('OpVectorTimesScalar', vector(2, 'f32'), [column, value(f32, 3)])).toEqual([[30, 60]]);
    const [u, v] = [value(vector(3, 'f32'), 1, 2, 3), value(vector(2, 'f32'), 10, 20)];
    expect(execute('OpOuterProduct', matrix(2, 3), [u, v])).toEqual([[10, 20, 30, 20, 40, 60]]);
    expect(execute('OpTranspose', matrix(3, 2), [left])).toEqual([[1, 4, 2, 5, 3, 6]]);
    expect(execute('OpDot', f32, [u, value(vector(3, 'f32'), 4, -5, 6)])).toEqual([[12]]);
  });

  it('of halves and doubles', () => {
    const wide = execute('OpDot', scalar('f64'), [
      value(vector(2, 'f64'), 0.1, 1e300),
      value(vector(2, 'f64'), 0.2, 1e-300),
    ]);
    expect(wide).toEqual([[0.1 * 0.2 + 1]]);
    expect(
      execute('OpDot', scalar('f16'), [value(vector(2, 'f16'), 2, 3), value(vector(2, 'f16'), 4, 5)]),
    ).toEqual([[23]]);
  });
});

describe('conversions', () => {
  const convert = (name: string, from: ScalarType, to: ScalarType, inputs: readonly Scalar[]) =>
    execute(name, scalar(to), [{ type: scalar(from), rows: inputs.map((each): Row => [each]) }]).flat();

  it('between floats and integers', () => {
    expect(convert('OpConvertFToS', 'f32', 'i32', [1.9, -1.9, -0, 2147483520, -2147483648])).toEqual([
      1, -1, 0, 2147483520, -2147483648,
    ]);
    expect(convert('OpConvertFToU', 'f32', 'i32', [1.9, 4294967040, 2147483648])).toEqual([
      1, -256, -2147483648,
    ]);
    expect(convert('OpConvertFToS', 'f64', 'i64', [2 ** 53 + 2, -(2 ** 62)])).toEqual([
      2n ** 53n + 2n,
      -(2n ** 62n),
    ]);
    expect(convert('OpConvertFToU', 'f32', 'i64', [2 ** 63])).toEqual([-(2n ** 63n)]);
    expect(convert('OpConvertFToS', 'f16', 'i8', [-100.5, 7])).toEqual([-100, 7]);
    expect(convert('OpConvertFToU', 'f32', 'i16', [65535, 3.7])).toEqual([-1, 3]);
    expect(convert('OpConvertSToF', 'i32', 'f32', [-1, 16777217, 2147483647])).toEqual([
      -1, 16777216, 2147483648,
    ]);
    expect(convert('OpConvertUToF', 'i32', 'f32', [-1, 5])).toEqual([4294967296, 5]);
    expect(convert('OpConvertUToF', 'i8', 'f32', [-1, 5])).toEqual([255, 5]);
    expect(convert('OpConvertSToF', 'i16', 'f16', [-32768, 2049])).toEqual([-32768, 2048]);
    expect(convert('OpConvertUToF', 'i64', 'f64', [-1n, 3n])).toEqual([2 ** 64, 3]);
    expect(convert('OpConvertSToF', 'i64', 'f32', [-(2n ** 40n) - 1n])).toEqual([-(2 ** 40)]);
  });

  it('between widths', () => {
    expect(convert('OpUConvert', 'i8', 'i32', [-1, 5])).toEqual([255, 5]);
    expect(convert('OpSConvert', 'i8', 'i32', [-1, 5])).toEqual([-1, 5]);
    expect(convert('OpUConvert', 'i32', 'i64', [-1])).toEqual([2n ** 32n - 1n]);
    expect(convert('OpSConvert', 'i32', 'i64', [-1])).toEqual([-1n]);
    expect(convert('OpUConvert', 'i64', 'i16', [0x12345n])).toEqual([0x2345]);
    expect(convert('OpSConvert', 'i32', 'i8', [0x180])).toEqual([-128]);
    expect(convert('OpFConvert', 'f32', 'f16', [1.0005, 65520, -0, NaN])).toEqual([
      1.0009765625,
      Infinity,
      -0,
      NaN,
    ]);
    expect(convert('OpFConvert', 'f64', 'f32', [0.1, 1e40])).toEqual([Math.fround(0.1), Infinity]);
    expect(convert('OpFConvert', 'f16', 'f64', [0.5])).toEqual([0.5]);
    expect(convert('OpQuantizeToF16', 'f32', 'f32', [1.0001, 70000])).toEqual([1, Infinity]);
  });
});

describe('bit casts', () => {
  const bytes = Uint8Array.of(
    0x80,
    0x3f,
    0x12,
    0xff,
    0x01,
    0x02,
    0xf0,
    0x3e,
    0x34,
    0x12,
    0x78,
    0x56,
    0xcd,
    0xab,
    0x00,
    0x40,
  );
  const view = new DataView(bytes.buffer);
  // Halves are left out as sources: a NaN's payload need not survive a number.
  const readers: Partial<Record<ScalarType, [number, (at: number) => Scalar]>> = {
    i8: [1, (at) => view.getInt8(at)],
    i16: [2, (at) => view.getInt16(at, true)],
    i32: [4, (at) => view.getInt32(at, true)],
    i64: [8, (at) => view.getBigInt64(at, true)],
    f32: [4, (at) => view.getFloat32(at, true)],
    f64: [8, (at) => view.getFloat64(at, true)],
  };
  const components = (type: ScalarType, total: number): Scalar[] => {
    const [size, read] = readers[type]!;
    return Array.from({ length: total / size }, (_, i) => read(i * size));
  };
  const shape = (type: ScalarType, count: number) => (count === 1 ? scalar(type) : vector(count, type));
  const types = Object.keys(readers) as ScalarType[];
  const cases = [2, 4, 8, 16].flatMap((total) =>
    types.flatMap((from) =>
      types
        .map((to) => ({ total, from, to, counts: [total / readers[from]![0], total / readers[to]![0]] }))
        .filter(({ counts }) => counts.every((count) => Number.isInteger(count) && count >= 1 && count <= 4)),
    ),
  );
  it.each(cases)('$total bytes of $from to $to', ({ total, from, to, counts }) => {
    const source: Word = { type: shape(from, counts[0]), rows: [components(from, total)] };
    expect(execute('OpBitcast', shape(to, counts[1]), [source])).toEqual([components(to, total)]);
  });

  it('of halves', () => {
    expect(execute('OpBitcast', i32, [value(vector(2, 'f16'), 1, -2)])).toEqual([[0xc0003c00 | 0]]);
    expect(execute('OpBitcast', vector(4, 'f16'), [value(scalar('f64'), 0)])).toEqual([[0, 0, 0, 0]]);
    expect(execute('OpBitcast', scalar('f16'), [value(vector(2, 'i8'), 0, 0x3c)])).toEqual([[1]]);
  });
});

describe('malformed instructions are refused', () => {
  const code = (name: string, result: SpirvType | undefined, words: readonly Word[]): string => {
    try {
      lower(name, result, words);
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      expect(error.diagnostics[0].span).toBeDefined();
      return error.diagnostics[0].code;
    }
    return 'none';
  };
  const v2 = value(vector(2, 'f32'), 1, 2);
  const v3 = value(vector(3, 'f32'), 1, 2, 3);
  const one = value(i32, 1);
  const m23 = value(matrix(2, 3), 1, 2, 3, 4, 5, 6);
  const pair = struct(i32, f32);
  it.each<[string, SpirvType | undefined, Word[], string]>([
    ['OpIAdd', i32, [one], 'spirv/operand'],
    ['OpIAdd', i32, [one, literal(999)], 'spirv/value'],
    ['OpIAdd', i32, [one, v2], 'spirv/operand'],
    ['OpIAdd', f32, [one, one], 'spirv/operand'],
    ['OpIAdd', vector(2, 'i32'), [one, one], 'spirv/operand'],
    ['OpFAdd', vector(2, 'f32'), [v2, v3], 'spirv/operand'],
    ['OpIEqual', scalar('bool'), [one, value(scalar('i16'), 1)], 'spirv/operand'],
    ['OpIEqual', i32, [one, one], 'spirv/operand'],
    ['OpIAddCarry', pair, [one, one], 'spirv/operand'],
    ['OpDot', f32, [v2, v3], 'spirv/operand'],
    ['OpMatrixTimesVector', vector(3, 'f32'), [m23, v3], 'spirv/operand'],
    ['OpMatrixTimesMatrix', matrix(2, 3), [m23, m23], 'spirv/operand'],
    ['OpTranspose', matrix(2, 3), [m23], 'spirv/operand'],
    ['OpCompositeConstruct', vector(3, 'f32'), [v2], 'spirv/operand'],
    ['OpCompositeConstruct', pair, [one, one], 'spirv/operand'],
    ['OpCompositeConstruct', pair, [one], 'spirv/operand'],
    ['OpCompositeConstruct', i32, [one], 'spirv/operand'],
    ['OpCompositeExtract', f32, [v2, literal(2)], 'spirv/index'],
    ['OpCompositeExtract', f32, [v2, literal(0), literal(0)], 'spirv/index'],
    ['OpCompositeExtract', i32, [v2, literal(0)], 'spirv/operand'],
    ['OpCompositeInsert', vector(2, 'f32'), [one, v2, literal(0)], 'spirv/operand'],
    ['OpVectorShuffle', vector(2, 'f32'), [v2, v3, literal(0)], 'spirv/operand'],
    ['OpVectorShuffle', vector(2, 'f32'), [v2, v3, literal(0), literal(5)], 'spirv/index'],
    ['OpVectorExtractDynamic', f32, [value(f32, 1), one], 'spirv/operand'],
    ['OpVectorExtractDynamic', i32, [v2, one], 'spirv/operand'],
    ['OpSelect', vector(2, 'f32'), [value(vector(3, 'bool'), 1, 1, 1), v2, v2], 'spirv/operand'],
    ['OpSelect', i32, [one, one, one], 'spirv/operand'],
    [
      'OpSelect',
      { kind: 'pointer', storageClass: 7, pointee: i32, strideBytes: 4 },
      [one, one, one],
      'spirv/pointer-select',
    ],
    ['OpAssumeTrueKHR', undefined, [one], 'spirv/operand'],
    ['OpBitcast', i32, [v2], 'spirv/bitcast'],
    ['OpConvertFToS', i32, [one], 'spirv/operand'],
    ['OpUndef', { kind: 'void' }, [], 'spirv/value-type'],
    ['OpUndef', array(array(i32, 1000), 1000), [], 'spirv/large-value'],
    ['OpSDot', i32, [one, one, literal(1)], 'spirv/packed-format'],
    ['OpSDot', scalar('i8'), [value(vector(2, 'i16'), 1, 1), value(vector(2, 'i16'), 1, 1)], 'spirv/operand'],
    ['GLSL.Cross', vector(2, 'f32'), [v2, v2], 'spirv/operand'],
    ['GLSL.Determinant', f32, [m23], 'spirv/operand'],
    ['GLSL.FrexpStruct', struct(f32, f32), [value(f32, 1)], 'spirv/operand'],
    ['GLSL.PackHalf2x16', i32, [v3], 'spirv/operand'],
    ['GLSL.InterpolateAtCentroid', f32, [v2], 'spirv/instruction'],
    ['OpGroupNonUniformIAdd', i32, [constant(i32, 2), literal(0), one], 'spirv/group-scope'],
    ['OpGroupNonUniformIAdd', i32, [one, literal(0), one], 'spirv/operand'],
    ['OpGroupNonUniformIAdd', i32, [constant(i32, 3), literal(9), one], 'spirv/group-operation'],
    ['OpGroupNonUniformIAdd', i32, [constant(i32, 3), literal(3), one, constant(i32, 3)], 'spirv/operand'],
    [
      'OpGroupNonUniformIAdd',
      scalar('i64'),
      [constant(i32, 3), literal(0), value(scalar('i64'), 1n)],
      'spirv/subgroup-type',
    ],
    ['OpGroupNonUniformQuadSwap', i32, [constant(i32, 3), one, constant(i32, 3)], 'spirv/operand'],
    ['OpAtomicIAdd', i32, [one, constant(i32, 1), constant(i32, 0), one], 'spirv/pointer'],
    [
      'OpAtomicIAdd',
      i32,
      [{ pointer: i32, space: 'private' }, constant(i32, 1), constant(i32, 0), one],
      'spirv/atomic',
    ],
    [
      'OpAtomicIAdd',
      i32,
      [{ pointer: vector(2, 'i32'), space: 'buffer' }, constant(i32, 1), constant(i32, 0), one],
      'spirv/atomic',
    ],
    [
      'OpAtomicIAdd',
      scalar('i16'),
      [{ pointer: scalar('i16'), space: 'buffer' }, constant(i32, 1), constant(i32, 0), one],
      'spirv/atomic-type',
    ],
    [
      'OpAtomicIAdd',
      f32,
      [{ pointer: i32, space: 'buffer' }, constant(i32, 1), constant(i32, 0), one],
      'spirv/atomic',
    ],
    [
      'OpAtomicFAddEXT',
      i32,
      [{ pointer: i32, space: 'buffer' }, constant(i32, 1), constant(i32, 0), one],
      'spirv/atomic',
    ],
    [
      'OpAtomicFAddEXT',
      scalar('f16'),
      [{ pointer: scalar('f16'), space: 'buffer' }, constant(i32, 1), constant(i32, 0), value(f32, 1)],
      'spirv/atomic-type',
    ],
    [
      'OpControlBarrier',
      undefined,
      [constant(i32, 1), constant(i32, 1), constant(i32, 0)],
      'spirv/barrier-scope',
    ],
    ['OpControlBarrier', undefined, [one, one, one], 'spirv/operand'],
  ])('%s %#', (name, result, words, expected) => {
    expect(code(name, result, words)).toBe(expected);
  });
});
