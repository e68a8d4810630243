// Float operations, conversions and packing against DataView bit tricks, exact rational arithmetic by BigInt,
// and tabulated values.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluatePure, floatFromBits, pureFunctions } from '../../src/ir/evaluate.ts';
import { halfBitsOf, halfFromBits } from '../../src/ir/half.ts';
import type { PureOp, ScalarType } from '../../src/ir/ir.ts';

const view = new DataView(new ArrayBuffer(8));
const f32 = fc.float({ noNaN: true });
const finite = fc.float({ noNaN: true, noDefaultInfinity: true });

function bitsOf(value: number): number {
  view.setFloat32(0, value);
  return view.getInt32(0);
}

function call(op: PureOp, ...operands: number[]): number {
  const result = pureFunctions[op](operands[0], operands[1], operands[2], operands[3]);
  const types = operands.map((): ScalarType => 'f32');
  expect(evaluatePure(op, 'f32', types, operands)).toEqual(result);
  return result;
}

/** A finite double as an integer over 2^1074, so that sums and products of f32 are exact integers. */
function exactly(value: number): bigint {
  view.setFloat64(0, value);
  const raw = view.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 2047n);
  const significand = (raw & 0xfffffffffffffn) | (exponent === 0 ? 0n : 1n << 52n);
  const magnitude = significand << BigInt(Math.max(exponent, 1) - 1);
  return value < 0 ? -magnitude : magnitude;
}

/** Distance of neighbouring f32 around a finite value. */
function ulp(value: number): number {
  const magnitude = Math.min(Math.abs(Math.fround(value)), 2 ** 127);
  return floatFromBits(bitsOf(magnitude) + 1) - magnitude;
}

describe('f32 arithmetic', () => {
  it('rounds sums, differences and products once', () => {
    fc.assert(
      fc.property(finite, finite, (a, b) => {
        for (const [op, exact] of [
          ['fadd', exactly(a) + exactly(b)],
          ['fsub', exactly(a) - exactly(b)],
          ['fmul', (exactly(a) * exactly(b)) >> 1074n],
        ] as [PureOp, bigint][]) {
          const result = call(op, a, b);
          if (!Number.isFinite(result)) continue;
          const error = exactly(result) - exact;
          expect(2n * (error < 0n ? -error : error) <= exactly(ulp(result)) + 1n).toBe(true);
        }
      }),
    );
  });

  it('fuses multiply and add up to double rounding', () => {
    expect(call('ffma', 1 + 2 ** -23, 1 - 2 ** -23, -1)).toBe(-(2 ** -46));
    expect(call('ffma', 3, 4, 5)).toBe(17);
  });

  it('divides, and takes the remainder with the sign of the dividend', () => {
    expect(call('fdiv', 1, 3)).toBe(Math.fround(1 / 3));
    expect(call('fdiv', 1, 0)).toBe(Infinity);
    expect(call('frem', 5.5, 2)).toBe(1.5);
    expect(call('frem', -5.5, 2)).toBe(-1.5);
    expect(call('frem', 5.5, -2)).toBe(1.5);
  });

  it('drops a NaN operand of fmin and fmax', () => {
    expect(call('fmin', NaN, 3)).toBe(3);
    expect(call('fmin', 3, NaN)).toBe(3);
    expect(call('fmax', NaN, -3)).toBe(-3);
    expect(call('fmax', -3, NaN)).toBe(-3);
    expect(call('fmin', 1, 2)).toBe(1);
    expect(call('fmax', 1, 2)).toBe(2);
    expect(call('fmax', NaN, NaN)).toBeNaN();
  });

  it('compares with NaN as IEEE 754 does', () => {
    const compare = (op: PureOp, a: number, b: number): number =>
      evaluatePure(op, 'bool', ['f32', 'f32'], [a, b]);
    for (const [op, less, equal, greater, unordered] of [
      ['feq', 0, 1, 0, 0],
      ['fne', 1, 0, 1, 1],
      ['flt', 1, 0, 0, 0],
      ['fle', 1, 1, 0, 0],
    ] as [PureOp, number, number, number, number][]) {
      expect([op, compare(op, 1, 2), compare(op, 2, 2), compare(op, 3, 2), compare(op, NaN, 2)]).toEqual([
        op,
        less,
        equal,
        greater,
        unordered,
      ]);
    }
  });
});

describe('rounding', () => {
  it.each([
    [0.5, 0],
    [1.5, 2],
    [2.5, 2],
    [-0.5, -0],
    [-1.5, -2],
    [-2.5, -2],
    [0.49999997, 0],
    [-0.3, -0],
    [7.6, 8],
    [8388609, 8388609],
    [3e38, 3e38],
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ])('round(%f) is %f', (value, expected) => {
    expect(call('round', value)).toBe(expected);
  });

  it('is within a half, and even on ties', () => {
    fc.assert(
      fc.property(fc.integer({ min: -4000000, max: 4000000 }), (half) => {
        const rounded = call('round', half / 2);
        expect(Math.abs(rounded - half / 2)).toBe(half % 2 === 0 ? 0 : 0.5);
        if (half % 2 !== 0) expect(Math.abs(rounded % 2)).toBe(0);
      }),
    );
  });

  it('floor, ceil, trunc, fract and sign', () => {
    for (const [value, floor, ceil, trunc, fract, sign] of [
      [1.25, 1, 2, 1, 0.25, 1],
      [-1.25, -2, -1, -1, 0.75, -1],
      [0, 0, 0, 0, 0, 0],
      [-3, -3, -3, -3, 0, -1],
    ] as number[][]) {
      const all = (['floor', 'ceil', 'trunc', 'fract', 'fsign'] as const).map((op) => call(op, value));
      expect(all).toEqual([floor, ceil, trunc, fract, sign]);
    }
  });
});

describe('exponents', () => {
  it('splits a float into fraction and exponent and joins them again', () => {
    fc.assert(
      fc.property(finite, (value) => {
        const fraction = call('frexp_fraction', value);
        const exponent = evaluatePure('frexp_exponent', 'i32', ['f32'], [value]);
        if (value !== 0) {
          expect(Math.abs(fraction)).toBeGreaterThanOrEqual(0.5);
          expect(Math.abs(fraction)).toBeLessThan(1);
        }
        expect(pureFunctions.ldexp(fraction, exponent, 0, 0)).toBe(value);
      }),
    );
  });

  it.each([
    [1, 10, 1024],
    [3, -1, 1.5],
    [2 ** -149, 149, 1],
    [1, 300, Infinity],
    [-1, 2147483647, -Infinity],
    [1, -2147483648, 0],
    [1, -149, 2 ** -149],
    [0, 2000, 0],
  ])('ldexp(%f, %i) is %f', (value, exponent, expected) => {
    expect(pureFunctions.ldexp(value, exponent, 0, 0)).toBe(expected);
  });

  it('works on all doubles', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const fraction = evaluatePure('frexp_fraction', 'f64', ['f64'], [value]);
        const exponent = evaluatePure('frexp_exponent', 'i32', ['f64'], [value]);
        expect(evaluatePure('ldexp', 'f64', ['f64', 'i32'], [fraction, exponent])).toBe(value);
      }),
    );
  });
});

describe('elementary functions', () => {
  const NAMES = [
    'sqrt',
    'exp',
    'log',
    'log2',
    'sin',
    'cos',
    'tan',
    'asin',
    'acos',
    'atan',
    'sinh',
    'cosh',
    'tanh',
    'asinh',
    'acosh',
    'atanh',
  ] as const;
  it.each(NAMES)('%s rounds the double to f32 and to f16', (op) => {
    for (const value of [0.1, 0.5, 0.9, 1, 1.7, 12, -0.25]) {
      const exact = Math[op](value);
      expect(call(op, value)).toEqual(Math.fround(exact));
      expect(evaluatePure(op, 'f16', ['f16'], [value])).toEqual(halfFromBits(halfBitsOf(exact)));
      expect(evaluatePure(op, 'f64', ['f64'], [value])).toEqual(exact);
    }
  });

  it('inversesqrt, exp2, pow and atan2', () => {
    expect(call('inversesqrt', 4)).toBe(0.5);
    expect(call('exp2', 3)).toBe(8);
    expect(call('pow', 3, 4)).toBe(81);
    expect(call('pow', -3, 4)).toBeNaN();
    expect(call('atan2', 1, -1)).toBe(Math.fround((3 * Math.PI) / 4));
  });

  it('knows NaN and infinity', () => {
    for (const [value, isNaNValue, isInfinite] of [
      [NaN, 1, 0],
      [Infinity, 0, 1],
      [-Infinity, 0, 1],
      [1, 0, 0],
    ]) {
      expect(evaluatePure('isnan', 'bool', ['f32'], [value])).toBe(isNaNValue);
      expect(evaluatePure('isinf', 'bool', ['f32'], [value])).toBe(isInfinite);
    }
  });
});

describe('conversions', () => {
  it('f2s and f2u saturate as BigInt says', () => {
    fc.assert(
      fc.property(fc.oneof(f32, fc.float({ min: -1e10, max: 1e10, noNaN: true })), (value) => {
        const whole = Number.isFinite(value)
          ? BigInt(Math.trunc(value))
          : value > 0
            ? 1n << 80n
            : -(1n << 80n);
        const clamp = (low: bigint, high: bigint): bigint =>
          whole < low ? low : whole > high ? high : whole;
        expect(call('f2s', value)).toBe(Number(clamp(-(1n << 31n), (1n << 31n) - 1n)));
        expect(call('f2u', value)).toBe(Number(BigInt.asIntN(32, clamp(0n, (1n << 32n) - 1n))));
      }),
    );
    expect(call('f2s', NaN)).toBe(0);
    expect(call('f2u', NaN)).toBe(0);
  });

  it('saturates to other widths', () => {
    expect(evaluatePure('f2s', 'i8', ['f32'], [200])).toBe(127);
    expect(evaluatePure('f2u', 'i8', ['f32'], [200.9])).toBe(-56);
    expect(evaluatePure('f2u', 'i8', ['f32'], [300])).toBe(-1);
    expect(evaluatePure('f2s', 'i16', ['f64'], [-40000])).toBe(-32768);
  });

  it('s2f and u2f round to nearest', () => {
    expect(evaluatePure('s2f', 'f32', ['i32'], [16777217])).toBe(16777216);
    expect(evaluatePure('u2f', 'f32', ['i32'], [-1])).toBe(4294967296);
    expect(evaluatePure('u2f', 'f64', ['i32'], [-1])).toBe(4294967295);
    expect(evaluatePure('s2f', 'f16', ['i32'], [2049])).toBe(2048);
    expect(evaluatePure('u2f', 'f32', ['i8'], [-1])).toBe(255);
    expect(evaluatePure('f2f', 'f16', ['f32'], [1 / 3])).toBe(halfFromBits(0x3555));
    expect(evaluatePure('f2f', 'f32', ['f16'], [halfFromBits(0x3555)])).toBe(halfFromBits(0x3555));
  });

  it('reinterprets bits', () => {
    fc.assert(
      fc.property(finite, (value) => {
        expect(evaluatePure('bitcast', 'i32', ['f32'], [value])).toBe(bitsOf(value));
        expect(evaluatePure('bitcast', 'f32', ['i32'], [bitsOf(value)])).toBe(value);
      }),
    );
    expect(evaluatePure('bitcast', 'i16', ['f16'], [-2])).toBe(0xc000 - 65536);
    expect(evaluatePure('bitcast', 'f16', ['i16'], [0x3c00])).toBe(1);
    expect(evaluatePure('bitcast', 'f64', ['i64'], [0x3ff0000000000000])).toBe(1);
  });

  it('quantizes to f16', () => {
    fc.assert(
      fc.property(f32, (v) => {
        expect(call('quantize_f16', v)).toBe(halfFromBits(halfBitsOf(v)));
      }),
    );
  });
});

describe('packing', () => {
  const share = fc.float({ min: -2, max: 2, noNaN: true });

  it('packs halves', () => {
    expect(call('pack2x16float', 1, -2)).toBe(0xc0003c00 | 0);
    expect(pureFunctions.unpack2x16float(0xc0003c00 | 0, 1, 0, 0)).toBe(-2);
  });

  it.each([
    ['pack4x8unorm', [0, 1, 0.5, 2], [0, 255, 128, 255]],
    ['pack4x8snorm', [0, 1, -1, 0.25], [0, 127, 0x81, 32]],
    ['pack4x8snorm', [-2, 2, 0.5, -0.5], [0x81, 127, 64, 0xc0]],
  ] as const)('%s of %j', (op, values, bytes) => {
    const packed = call(op, ...values);
    expect([0, 8, 16, 24].map((shift) => (packed >>> shift) & 255)).toEqual(bytes);
  });

  it.each([
    ['pack2x16unorm', [1, 0.5], [65535, 32768]],
    ['pack2x16snorm', [-1, 1], [0x8001, 32767]],
  ] as const)('%s of %j', (op, values, halves) => {
    const packed = call(op, ...values);
    expect([packed & 0xffff, packed >>> 16]).toEqual(halves);
  });

  it.each([
    ['pack4x8unorm', 'unpack4x8unorm', 255, 0],
    ['pack4x8snorm', 'unpack4x8snorm', 127, -1],
    ['pack2x16unorm', 'unpack2x16unorm', 65535, 0],
    ['pack2x16snorm', 'unpack2x16snorm', 32767, -1],
  ] as const)('%s and %s stay within half a step', (pack, unpack, scale, low) => {
    fc.assert(
      fc.property(share, share, share, share, (...values) => {
        const packed = pureFunctions[pack](...values);
        for (let i = 0; i < (pack.startsWith('pack2') ? 2 : 4); i++) {
          const clamped = Math.max(low, Math.min(1, values[i]));
          const back = evaluatePure(unpack, 'f32', ['i32'], [packed], i);
          expect(Math.abs(back - clamped)).toBeLessThanOrEqual(0.5000001 / scale + 1e-7);
        }
      }),
    );
  });

  it('unpacks the lowest signed value to -1', () => {
    expect(pureFunctions.unpack4x8snorm(0x80, 0, 0, 0)).toBe(-1);
    expect(pureFunctions.unpack2x16snorm(0x8000, 0, 0, 0)).toBe(-1);
  });
});
