// Component-wise builtins: the lowered IR, evaluated, against JavaScript formulations of the specification.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundToHalf } from '../../src/ir/half.ts';
import { b, f, h, i, type Literal, lower, u } from './builtins-interpreter.ts';

const r = Math.fround;

/** Relative to 1 or the expected value, whichever is larger. */
function expectClose(actual: readonly number[], expected: readonly number[], tolerance = 2e-6): void {
  expect(actual.length).toBe(expected.length);
  actual.forEach((value, index) => {
    const wanted = expected[index];
    if (!Number.isFinite(wanted)) expect(value).toEqual(wanted);
    else expect(Math.abs(value - wanted)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(wanted)));
  });
}

describe('float functions of one operand', () => {
  const SAMPLES = [0.1, 0.75, 1.5, 2.5, -0.3, 12.25];
  const FUNCTIONS: Record<string, (x: number) => number> = {
    abs: Math.abs,
    acos: Math.acos,
    acosh: Math.acosh,
    asin: Math.asin,
    asinh: Math.asinh,
    atan: Math.atan,
    atanh: Math.atanh,
    ceil: Math.ceil,
    cos: Math.cos,
    cosh: Math.cosh,
    degrees: (x) => (x * 180) / Math.PI,
    exp: Math.exp,
    exp2: (x) => 2 ** x,
    floor: Math.floor,
    fract: (x) => x - Math.floor(x),
    inverseSqrt: (x) => 1 / Math.sqrt(x),
    length: Math.abs,
    log: Math.log,
    log2: Math.log2,
    quantizeToF16: roundToHalf,
    radians: (x) => (x * Math.PI) / 180,
    sin: Math.sin,
    sinh: Math.sinh,
    saturate: (x) => Math.min(1, Math.max(0, x)),
    sign: Math.sign,
    sqrt: Math.sqrt,
    tan: Math.tan,
    tanh: Math.tanh,
    trunc: Math.trunc,
    round: (x) => (Math.abs(x % 1) === 0.5 ? 2 * Math.round(x / 2) : Math.round(x)),
  };

  it.each(Object.entries(FUNCTIONS))('%s of scalars', (name, reference) => {
    for (const x of SAMPLES) expectClose(lower(name, [f(x)]).numbers, [reference(r(x))]);
  });

  it.each(Object.entries(FUNCTIONS).filter(([name]) => name !== 'length'))(
    '%s of vectors',
    (name, reference) => {
      for (const size of [2, 3, 4] as const) {
        const values = SAMPLES.slice(0, size);
        const lowered = lower(name, [f(values)]);
        expect(lowered.type).toEqual({ kind: 'vector', size, scalar: 'f32' });
        expectClose(
          lowered.numbers,
          values.map((x) => reference(r(x))),
        );
      }
    },
  );

  it.each(Object.entries(FUNCTIONS).filter(([name]) => name !== 'quantizeToF16'))(
    '%s of f16',
    (name, reference) => {
      const lowered = lower(name, [h(0.75)]);
      expect(lowered.type).toEqual({ kind: 'scalar', scalar: 'f16' });
      expectClose(lowered.numbers, [reference(0.75)], 2e-3);
    },
  );
});

describe('float functions of several operands', () => {
  const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);
  const CASES: [string, Literal[], number[]][] = [
    ['atan2', [f(1), f(-1)], [(3 * Math.PI) / 4]],
    ['clamp', [f([-2, 0.5, 9]), f([0, 0, 0]), f([1, 1, 1])], [0, 0.5, 1]],
    ['fma', [f([1, 2]), f([3, 4]), f([5, 6])], [8, 14]],
    ['ldexp', [f([1, 3]), i([4, -1])], [16, 1.5]],
    ['max', [f(1), f(2)], [2]],
    ['min', [f(1), f(2)], [1]],
    ['mix', [f(10), f(20), f(0.25)], [12.5]],
    ['mix', [f([10, 0]), f([20, 1]), f(0.25)], [12.5, 0.25]],
    ['mix', [f([10, 0]), f([20, 1]), f([0.5, 1])], [15, 1]],
    ['pow', [f([2, 9]), f([10, 0.5])], [1024, 3]],
    ['smoothstep', [f(0), f(2), f(0.5)], [0.15625]],
    ['smoothstep', [f([0, 0, 4]), f([2, 2, 2]), f([-1, 3, 3])], [0, 1, 0.5]],
    ['step', [f([1, 1, 1]), f([0.5, 1, 2])], [0, 1, 1]],
  ];
  it.each(CASES)('%s(%j)', (name, operands, expected) => {
    expectClose(lower(name, operands).numbers, expected);
  });

  it('clamps within the bounds for every value', () => {
    const value = fc.float({ noNaN: true });
    fc.assert(
      fc.property(value, value, value, (x, low, high) => {
        expect(lower('clamp', [f(x), f(low), f(high)]).numbers[0]).toBe(clamp(x, low, high));
      }),
    );
  });

  it('mixes by the formula of the specification, not by its fused rearrangement', () => {
    const [x, y, t] = [1e8, 1, 1];
    expect(lower('mix', [f(x), f(y), f(t)]).numbers).toEqual([1]);
  });
});

describe('select', () => {
  it('takes a scalar condition for scalars and vectors', () => {
    expect(lower('select', [i(5), i(6), b(1)]).numbers).toEqual([6]);
    expect(lower('select', [i(5), i(6), b(0)]).numbers).toEqual([5]);
    expect(lower('select', [f([1, 2]), f([3, 4]), b(1)]).numbers).toEqual([3, 4]);
  });
  it('takes a vector condition', () => {
    const lowered = lower('select', [u([1, 2, 3]), u([4, 5, 6]), b([1, 0, 1])]);
    expect(lowered.numbers).toEqual([4, 2, 6]);
    expect(lowered.type).toEqual({ kind: 'vector', size: 3, scalar: 'u32' });
  });
  it('selects bools', () => {
    expect(lower('select', [b(0), b(1), b(1)]).numbers).toEqual([1]);
  });
});

describe('all and any', () => {
  it.each([
    [[0, 0, 0], 0, 0],
    [[0, 1, 0], 0, 1],
    [[1, 1, 1], 1, 1],
    [[1, 0, 1], 0, 1],
  ])('of %j', (values, all, any) => {
    expect(lower('all', [b(values)]).numbers).toEqual([all]);
    expect(lower('any', [b(values)]).numbers).toEqual([any]);
  });
  it('leave a single bool alone', () => {
    expect(lower('all', [b(1)]).instructions).toEqual([]);
    expect(lower('any', [b(0)]).numbers).toEqual([0]);
  });
});

describe('integer functions', () => {
  const MIN = -2147483648;
  const CASES: [string, Literal[], number[]][] = [
    ['abs', [i([-5, MIN, 7])], [5, MIN, 7]],
    ['abs', [u(0xfffffff0 | 0)], [-16]],
    ['clamp', [i(-9), i(-3), i(4)], [-3]],
    ['clamp', [u(-1), u(3), u(10)], [10]],
    ['countLeadingZeros', [u([0, 1, -1])], [32, 31, 0]],
    ['countOneBits', [i([0, 255, -1])], [0, 8, 32]],
    ['countTrailingZeros', [u([0, 8, -1])], [32, 3, 0]],
    ['firstLeadingBit', [i([0, -1, 8, -9])], [-1, -1, 3, 3]],
    ['firstLeadingBit', [u([0, -1, 8])], [-1, 31, 3]],
    ['firstTrailingBit', [i([0, 8])], [-1, 3]],
    ['max', [i([-1, 2]), i([1, -2])], [1, 2]],
    ['max', [u([-1, 2]), u([1, -2])], [-1, -2]],
    ['min', [i([-1, 2]), i([1, -2])], [-1, -2]],
    ['min', [u([-1, 2]), u([1, -2])], [1, 2]],
    ['reverseBits', [u([1, 3])], [MIN, 0xc0000000 | 0]],
    ['sign', [i([-8, 0, 9])], [-1, 0, 1]],
    ['extractBits', [u(0xabcd1234 | 0), u(8), u(8)], [0x12]],
    ['extractBits', [i(0x0000f000), u(12), u(4)], [-1]],
    ['extractBits', [i([0x80, 0x80]), u(4), u(4)], [-8, -8]],
    ['extractBits', [u(-1), u(28), u(100)], [15]],
    ['extractBits', [u(-1), u(99), u(4)], [0]],
    ['insertBits', [u(0), u(0xff), u(4), u(8)], [0xff0]],
    ['insertBits', [i([0, -1]), i([5, 0]), u(28), u(30)], [0x50000000, 0x0fffffff]],
    ['insertBits', [u(7), u(1), u(32), u(4)], [7]],
  ];
  it.each(CASES)('%s(%j)', (name, operands, expected) => {
    const lowered = lower(name, operands);
    expect(lowered.numbers).toEqual(expected);
    expect('scalar' in lowered.type && lowered.type.scalar).toBe(operands[0].scalar);
  });
});

describe('frexp and modf', () => {
  it('return structures with their layout', () => {
    const frexp = lower('frexp', [f([6, -0.75, 0])]);
    expect(frexp.numbers).toEqual([0.75, -0.75, 0, 3, 0, 0]);
    expect(frexp.type).toMatchObject({
      kind: 'struct',
      members: [
        { name: 'fract', offsetBytes: 0 },
        { name: 'exp', offsetBytes: 16 },
      ],
      sizeBytes: 32,
      alignBytes: 16,
    });
    const modf = lower('modf', [f(-2.25)]);
    expect(modf.numbers).toEqual([-0.25, -2]);
    expect(modf.type).toMatchObject({
      members: [{ name: 'fract' }, { name: 'whole', offsetBytes: 4 }],
      sizeBytes: 8,
    });
    expect(lower('frexp', [h(3)]).type).toMatchObject({
      members: [{}, { offsetBytes: 4 }],
      sizeBytes: 8,
      alignBytes: 4,
    });
  });

  it('keep the structure type that the caller has', () => {
    const type = { kind: 'struct', name: 'mine', members: [], sizeBytes: 8, alignBytes: 4 } as const;
    expect(lower('modf', [f(1.5)], type).type).toBe(type);
  });

  it('rebuild their operand', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (x) => {
        const [fraction, whole] = lower('modf', [f(x)]).numbers;
        expect(r(fraction + whole)).toBe(x === 0 ? r(fraction + whole) : x);
        const [significand, exponent] = lower('frexp', [f(x)]).numbers;
        expect(lower('ldexp', [f(significand), i(exponent)]).numbers[0]).toBe(x);
      }),
    );
  });
});

describe('unknown names', () => {
  it.each(['atomicAdd', 'toString', 'constructor', 'vec2'])('%s is no builtin', (name) => {
    expect(() => lower(name, [f(1)])).toThrow('no builtin');
  });
});
