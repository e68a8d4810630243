// Arithmetic, bits, logic and comparisons of SPIR-V, against formulas from its specification in bigints and
// doubles, over every pair of edge values.

import { describe, expect, it } from 'vitest';
import type { ScalarType } from '../../src/ir/ir.ts';
import {
  constant,
  execute,
  literal,
  type Row,
  type Scalar,
  scalar,
  struct,
  vector,
} from './spirv-instruction-runner.ts';

type Width = 8 | 16 | 32 | 64;

const wrapTo = (width: number, value: bigint): bigint => BigInt.asIntN(width, value);
const unsigned = (width: number, value: bigint): bigint => BigInt.asUintN(width, value);

function edges(width: Width): bigint[] {
  const top = 1n << BigInt(width - 1);
  return [0n, 1n, -1n, 2n, 7n, -7n, 100n, -top, top - 1n, -top + 1n, 0x35n, -3n];
}

function pairs<T>(values: readonly T[]): [T, T][] {
  return values.flatMap((a) => values.map((b): [T, T] => [a, b]));
}

function typed(width: Width, value: bigint): Scalar {
  return width === 64 ? value : Number(value);
}

function integers(
  name: string,
  width: Width,
  reference: (a: bigint, b: bigint) => bigint,
  skip?: (b: bigint, a: bigint) => boolean,
): void {
  const cases = pairs(edges(width)).filter(([a, b]) => !skip?.(b, a));
  const type = scalar(`i${width}` as ScalarType);
  const column = (k: 0 | 1) => ({ type, rows: cases.map((pair): Row => [typed(width, pair[k])]) });
  const found = execute(name, type, [column(0), column(1)]);
  const expected = cases.map(([a, b]) => [typed(width, wrapTo(width, reference(a, b)))]);
  expect(found).toEqual(expected);
}

const isZero = (b: bigint) => b === 0n;

describe.each([8, 16, 32, 64] as const)('integers of %i bits', (width) => {
  const u = (value: bigint) => unsigned(width, value);
  it.each<[string, (a: bigint, b: bigint) => bigint, ((b: bigint, a: bigint) => boolean)?]>([
    ['OpIAdd', (a, b) => a + b],
    ['OpISub', (a, b) => a - b],
    ['OpIMul', (a, b) => a * b],
    ['OpUDiv', (a, b) => u(a) / u(b), isZero],
    ['OpSDiv', (a, b) => a / b, isZero],
    ['OpUMod', (a, b) => u(a) % u(b), isZero],
    ['OpSRem', (a, b) => a % b, isZero],
    ['OpSMod', (a, b) => ((a % b) + b) % b, isZero],
    ['OpBitwiseAnd', (a, b) => a & b],
    ['OpBitwiseOr', (a, b) => a | b],
    ['OpBitwiseXor', (a, b) => a ^ b],
    ['OpShiftLeftLogical', (a, b) => a << b, (b) => b < 0n || b >= BigInt(width)],
    ['OpShiftRightLogical', (a, b) => u(a) >> b, (b) => b < 0n || b >= BigInt(width)],
    ['OpShiftRightArithmetic', (a, b) => a >> b, (b) => b < 0n || b >= BigInt(width)],
  ])('%s', (name, reference, skip) => {
    integers(name, width, reference, skip);
  });

  it.each<[string, (a: bigint, b: bigint) => boolean]>([
    ['OpIEqual', (a, b) => a === b],
    ['OpINotEqual', (a, b) => a !== b],
    ['OpUGreaterThan', (a, b) => u(a) > u(b)],
    ['OpSGreaterThan', (a, b) => a > b],
    ['OpUGreaterThanEqual', (a, b) => u(a) >= u(b)],
    ['OpSGreaterThanEqual', (a, b) => a >= b],
    ['OpULessThan', (a, b) => u(a) < u(b)],
    ['OpSLessThan', (a, b) => a < b],
    ['OpULessThanEqual', (a, b) => u(a) <= u(b)],
    ['OpSLessThanEqual', (a, b) => a <= b],
  ])('%s', (name, reference) => {
    const cases = pairs(edges(width));
    const type = scalar(`i${width}` as ScalarType);
    const column = (k: 0 | 1) => ({ type, rows: cases.map((pair): Row => [typed(width, pair[k])]) });
    const found = execute(name, scalar('bool'), [column(0), column(1)]);
    expect(found).toEqual(cases.map(([a, b]) => [Number(reference(a, b))]));
  });

  it.each<[string, (a: bigint) => bigint]>([
    ['OpSNegate', (a) => -a],
    ['OpNot', (a) => ~a],
    ['OpBitReverse', (a) => BigInt(`0b${[...u(a).toString(2).padStart(width, '0')].reverse().join('')}`)],
    ['OpBitCount', (a) => BigInt([...u(a).toString(2)].filter((digit) => digit === '1').length)],
  ])('%s', (name, reference) => {
    const type = scalar(`i${width}` as ScalarType);
    const found = execute(name, type, [{ type, rows: edges(width).map((a): Row => [typed(width, a)]) }]);
    expect(found).toEqual(edges(width).map((a) => [typed(width, wrapTo(width, reference(a)))]));
  });

  it('results of two numbers', () => {
    const type = scalar(`i${width}` as ScalarType);
    const cases = pairs(edges(width));
    const column = (k: 0 | 1) => ({ type, rows: cases.map((pair): Row => [typed(width, pair[k])]) });
    const both = (name: string, reference: (a: bigint, b: bigint) => [bigint, bigint]) => {
      const found = execute(name, struct(type, type), [column(0), column(1)]);
      const expected = cases.map(([a, b]) =>
        reference(a, b).map((each) => typed(width, wrapTo(width, each))),
      );
      expect(found).toEqual(expected);
    };
    const high = BigInt(width);
    both('OpIAddCarry', (a, b) => [a + b, (u(a) + u(b)) >> high]);
    both('OpISubBorrow', (a, b) => [a - b, u(a) < u(b) ? 1n : 0n]);
    both('OpUMulExtended', (a, b) => [a * b, (u(a) * u(b)) >> high]);
    both('OpSMulExtended', (a, b) => [a * b, (a * b) >> high]);
  });

  it('bit fields', () => {
    const type = scalar(`i${width}` as ScalarType);
    const fields: [number, number][] = [
      [0, 0],
      [0, width],
      [0, 3],
      [width - 4, 4],
      [3, 4],
      [width, 0],
      [1, width - 1],
    ];
    const cases = edges(width).flatMap((base) => fields.map((field) => ({ base, field })));
    const base = { type, rows: cases.map((each): Row => [typed(width, each.base)]) };
    const offset = { type: scalar('i32'), rows: cases.map((each): Row => [each.field[0]]) };
    const count = { type: scalar('i8'), rows: cases.map((each): Row => [each.field[1]]) };
    const bits = (each: { base: bigint; field: [number, number] }) => u(each.base) >> BigInt(each.field[0]);
    expect(execute('OpBitFieldUExtract', type, [base, offset, count])).toEqual(
      cases.map((each) => [typed(width, wrapTo(width, unsigned(each.field[1], bits(each))))]),
    );
    expect(execute('OpBitFieldSExtract', type, [base, offset, count])).toEqual(
      cases.map((each) => [typed(width, wrapTo(each.field[1], bits(each)))]),
    );
    const inserted = { type, rows: [[typed(width, 0x5an)]] };
    expect(execute('OpBitFieldInsert', type, [base, inserted, offset, count])).toEqual(
      cases.map(({ base: value, field }) => {
        const mask = ((1n << BigInt(field[1])) - 1n) << BigInt(field[0]);
        return [typed(width, wrapTo(width, (u(value) & ~mask) | ((0x5an << BigInt(field[0])) & mask)))];
      }),
    );
  });
});

describe('mixed widths', () => {
  it('shifts take amounts of another width', () => {
    const rows = [[1], [-5], [7]];
    const amount = { type: scalar('i16'), rows: [[3]] };
    const value = { type: scalar('i32'), rows };
    expect(execute('OpShiftLeftLogical', scalar('i32'), [value, amount])).toEqual([[8], [-40], [56]]);
    const wide = { type: scalar('i64'), rows: [[-5n]] };
    expect(
      execute('OpShiftRightArithmetic', scalar('i64'), [wide, { type: scalar('i32'), rows: [[1]] }]),
    ).toEqual([[-3n]]);
    expect(
      execute('OpShiftLeftLogical', scalar('i8'), [
        { type: scalar('i8'), rows: [[3]] },
        { type: scalar('i64'), rows: [[2n]] },
      ]),
    ).toEqual([[12]]);
  });

  it('bit counts come in another width', () => {
    expect(execute('OpBitCount', scalar('i32'), [{ type: scalar('i64'), rows: [[-1n], [5n]] }])).toEqual([
      [64],
      [2],
    ]);
    expect(execute('OpBitCount', scalar('i32'), [{ type: scalar('i8'), rows: [[-1]] }])).toEqual([[8]]);
    expect(execute('OpBitCount', scalar('i8'), [{ type: scalar('i32'), rows: [[-1]] }])).toEqual([[32]]);
  });
});

const floats = [0, -0, 1, -1, 0.5, -0.75, 3, -7, 1e-3, 65504, Infinity, -Infinity, NaN];

function roundTo(type: ScalarType): (value: number) => number {
  if (type === 'f64') return (value) => value;
  if (type === 'f32') return Math.fround;
  // Halves of these operands are exact in f32 or far from a tie, so an array with the type's rounding does.
  return (value) => roundHalf(value);
}

/** To eleven significant bits, ties to even, by the spacing of halves around the value. */
function roundHalf(value: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(value))), -14);
  const step = 2 ** (exponent - 10);
  const scaled = value / step;
  const floor = Math.floor(scaled);
  const up = scaled - floor > 0.5 || (scaled - floor === 0.5 && floor % 2 !== 0);
  const rounded = (floor + Number(up)) * step;
  return Math.abs(rounded) > 65504 ? Math.sign(rounded) * Infinity : rounded === 0 ? value * 0 : rounded;
}

describe.each(['f16', 'f32', 'f64'] as const)('floats: %s', (name) => {
  const type = scalar(name);
  const round = roundTo(name);
  const values = floats.map(round);
  const cases = pairs(values);
  const a = { type, rows: cases.map(([x]): Row => [x]) };
  const b = { type, rows: cases.map(([, y]): Row => [y]) };

  it.each<[string, (x: number, y: number) => number]>([
    ['OpFAdd', (x, y) => round(x + y)],
    ['OpFSub', (x, y) => round(x - y)],
    ['OpFMul', (x, y) => round(x * y)],
    ['OpFDiv', (x, y) => round(x / y)],
    ['OpFRem', (x, y) => round(x % y)],
    ['OpFMod', (x, y) => round(x - round(y * Math.floor(round(x / y))))],
  ])('%s', (op, reference) => {
    expect(execute(op, type, [a, b])).toEqual(cases.map(([x, y]) => [reference(x, y)]));
  });

  it('FMod has the sign of the divisor', () => {
    const at = (x: number, y: number) =>
      execute('OpFMod', type, [
        { type, rows: [[x]] },
        { type, rows: [[y]] },
      ])[0][0];
    expect([at(5, 3), at(-5, 3), at(5, -3), at(-5, -3)]).toEqual([2, 1, -1, -2]);
  });

  it('OpFNegate', () => {
    const found = execute('OpFNegate', type, [{ type, rows: values.map((x): Row => [x]) }]);
    expect(found).toEqual(values.map((x) => [-x]));
  });

  const isNan = Number.isNaN;
  const either = (x: number, y: number) => isNan(x) || isNan(y);
  it.each<[string, (x: number, y: number) => boolean]>([
    ['OpFOrdEqual', (x, y) => x === y],
    ['OpFUnordEqual', (x, y) => either(x, y) || x === y],
    ['OpFOrdNotEqual', (x, y) => !either(x, y) && x !== y],
    ['OpFUnordNotEqual', (x, y) => either(x, y) || x !== y],
    ['OpFOrdLessThan', (x, y) => x < y],
    ['OpFUnordLessThan', (x, y) => either(x, y) || x < y],
    ['OpFOrdGreaterThan', (x, y) => x > y],
    ['OpFUnordGreaterThan', (x, y) => either(x, y) || x > y],
    ['OpFOrdLessThanEqual', (x, y) => x <= y],
    ['OpFUnordLessThanEqual', (x, y) => either(x, y) || x <= y],
    ['OpFOrdGreaterThanEqual', (x, y) => x >= y],
    ['OpFUnordGreaterThanEqual', (x, y) => either(x, y) || x >= y],
    ['OpLessOrGreater', (x, y) => x < y || x > y],
    ['OpOrdered', (x, y) => !either(x, y)],
    ['OpUnordered', either],
  ])('%s', (op, reference) => {
    expect(execute(op, scalar('bool'), [a, b])).toEqual(cases.map(([x, y]) => [Number(reference(x, y))]));
  });

  it('tests', () => {
    const rows = values.map((x): Row => [x]);
    expect(execute('OpIsNan', scalar('bool'), [{ type, rows }])).toEqual(
      values.map((x) => [Number(isNan(x))]),
    );
    const infinite = values.map((x) => [Number(Math.abs(x) === Infinity)]);
    expect(execute('OpIsInf', scalar('bool'), [{ type, rows }])).toEqual(infinite);
  });
});

describe('logic', () => {
  const cases = pairs([0, 1]);
  const bool = scalar('bool');
  const a = { type: bool, rows: cases.map(([x]): Row => [x]) };
  const b = { type: bool, rows: cases.map(([, y]): Row => [y]) };
  it.each<[string, number[]]>([
    ['OpLogicalAnd', [0, 0, 0, 1]],
    ['OpLogicalOr', [0, 1, 1, 1]],
    ['OpLogicalEqual', [1, 0, 0, 1]],
    ['OpLogicalNotEqual', [0, 1, 1, 0]],
  ])('%s', (name, expected) => {
    expect(execute(name, bool, [a, b]).flat()).toEqual(expected);
  });

  it('not, any and all', () => {
    expect(execute('OpLogicalNot', bool, [{ type: bool, rows: [[0], [1]] }]).flat()).toEqual([1, 0]);
    const vectors = {
      type: vector(3, 'bool'),
      rows: [
        [0, 0, 0],
        [0, 1, 0],
        [1, 1, 1],
      ],
    };
    expect(execute('OpAny', bool, [vectors]).flat()).toEqual([0, 1, 1]);
    expect(execute('OpAll', bool, [vectors]).flat()).toEqual([0, 0, 1]);
  });

  it('select', () => {
    const i32 = scalar('i32');
    const choose = { type: bool, rows: [[0], [1]] };
    expect(
      execute('OpSelect', i32, [choose, { type: i32, rows: [[5]] }, { type: i32, rows: [[6]] }]).flat(),
    ).toEqual([6, 5]);
    const v2 = vector(2, 'f32');
    const each = {
      type: vector(2, 'bool'),
      rows: [
        [0, 1],
        [1, 0],
      ],
    };
    const [x, y] = [
      { type: v2, rows: [[1, 2]] },
      { type: v2, rows: [[3, 4]] },
    ];
    expect(execute('OpSelect', v2, [each, x, y])).toEqual([
      [3, 2],
      [1, 4],
    ]);
    expect(execute('OpSelect', v2, [choose, x, y])).toEqual([
      [3, 4],
      [1, 2],
    ]);
    const pair = struct(i32, v2);
    const [s, t] = [
      { type: pair, rows: [[1, 2, 3]] },
      { type: pair, rows: [[4, 5, 6]] },
    ];
    expect(execute('OpSelect', pair, [choose, s, t])).toEqual([
      [4, 5, 6],
      [1, 2, 3],
    ]);
  });
});

describe('vectors', () => {
  it('go component by component', () => {
    const type = vector(3, 'i32');
    const a = { type, rows: [[1, -2, 3]] };
    const b = { type, rows: [[10, 20, -30]] };
    expect(execute('OpIAdd', type, [a, b])).toEqual([[11, 18, -27]]);
    expect(execute('OpSLessThan', vector(3, 'bool'), [a, b])).toEqual([[1, 1, 0]]);
    const smod = execute('OpSMod', type, [
      { type, rows: [[7, -7, 7]] },
      { type, rows: [[-3, 3, 3]] },
    ]);
    expect(smod).toEqual([[-2, 2, 1]]);
  });

  it('fold constants', () => {
    const i64 = scalar('i64');
    const big = constant(i64, 2 ** 52);
    expect(execute('OpIMul', i64, [big, constant(i64, 1000)])).toEqual([[2n ** 52n * 1000n]]);
    expect(
      execute('OpIAdd', scalar('i32'), [constant(scalar('i32'), 2), constant(scalar('i32'), 3)]),
    ).toEqual([[5]]);
  });
});

describe('integer dot products', () => {
  const packed = (...bytes: number[]) => bytes.reduce((word, byte, i) => word | ((byte & 255) << (8 * i)), 0);
  const a = [-128, 127, -1, 5];
  const b = [-128, -128, 127, 250];
  const i32 = scalar('i32');
  const s8 = (value: number) => (value << 24) >> 24;
  const u8 = (value: number) => value & 255;
  const sum = (f: (x: number) => number, g: (x: number) => number) =>
    a.reduce((total, x, i) => total + f(x) * g(b[i]), 0);
  const wordA = { type: i32, rows: [[packed(...a)]] };
  const wordB = { type: i32, rows: [[packed(...b)]] };

  it.each<[string, number]>([
    ['OpSDot', sum(s8, s8)],
    ['OpUDot', sum(u8, u8)],
    ['OpSUDot', sum(s8, u8)],
  ])('%s', (name, expected) => {
    expect(execute(name, i32, [wordA, wordB, literal(0)])).toEqual([[expected]]);
    expect(execute(name, scalar('i64'), [wordA, wordB, literal(0)])).toEqual([[BigInt(expected)]]);
    const type = vector(4, 'i8');
    const vectors = [
      { type, rows: [a.map(s8)] },
      { type, rows: [b.map(s8)] },
    ];
    expect(execute(name, i32, vectors)).toEqual([[expected]]);
    expect(execute(name, scalar('i16'), vectors)).toEqual([[(expected << 16) >> 16]]);
  });

  it('saturate when they accumulate', () => {
    const type = scalar('i32');
    const accumulators = [0, 2147483647, -2147483648, 1000, -1];
    const accumulator = { type, rows: accumulators.map((x): Row => [x]) };
    const clamp = (low: number, high: number, x: number) => Math.max(low, Math.min(high, x));
    expect(execute('OpSDotAccSat', type, [wordA, wordB, accumulator, literal(0)]).flat()).toEqual(
      accumulators.map((x) => clamp(-2147483648, 2147483647, x + sum(s8, s8))),
    );
    expect(execute('OpSUDotAccSat', type, [wordA, wordB, accumulator, literal(0)]).flat()).toEqual(
      accumulators.map((x) => clamp(-2147483648, 2147483647, x + sum(s8, u8))),
    );
    expect(execute('OpUDotAccSat', type, [wordA, wordB, accumulator, literal(0)]).flat()).toEqual(
      accumulators.map((x) => clamp(0, 4294967295, (x >>> 0) + sum(u8, u8)) | 0),
    );
  });
});
