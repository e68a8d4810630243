// Builtins that join components (products, lengths, matrices), packing, and subgroup operations.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { b, f, h, i, type Literal, lower, u } from './builtins-interpreter.ts';

const component = fc.integer({ min: -64, max: 64 }).map((value) => value / 8);
const vector = (size: number): fc.Arbitrary<number[]> =>
  fc.array(component, { minLength: size, maxLength: size });

function dot(a: readonly number[], c: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * c[index], 0);
}

describe('products', () => {
  it('dot of floats and integers', () => {
    fc.assert(
      fc.property(vector(4), vector(4), (a, c) => {
        for (const size of [2, 3, 4]) {
          const [x, y] = [a.slice(0, size), c.slice(0, size)];
          expect(lower('dot', [f(x), f(y)]).numbers[0]).toBeCloseTo(dot(x, y), 3);
          const [m, n] = [x.map((v) => v * 8), y.map((v) => v * 8)];
          expect(lower('dot', [i(m), i(n)]).numbers[0] + 0).toBe(dot(m, n) + 0);
        }
      }),
    );
    expect(lower('dot', [u([-1, 1]), u([2, 5])]).numbers).toEqual([3]);
    expect(lower('dot', [h([1, 2]), h([3, 4])]).type).toEqual({ kind: 'scalar', scalar: 'f16' });
  });

  it('cross is at right angles to both and has the parallelogram as its length', () => {
    fc.assert(
      fc.property(vector(3), vector(3), (a, c) => {
        const { numbers } = lower('cross', [f(a), f(c)]);
        expect(dot(numbers, a)).toBeCloseTo(0, 2);
        expect(dot(numbers, c)).toBeCloseTo(0, 2);
        expect(dot(numbers, numbers)).toBeCloseTo(dot(a, a) * dot(c, c) - dot(a, c) ** 2, 0);
      }),
    );
    expect(lower('cross', [f([1, 0, 0]), f([0, 1, 0])]).numbers).toEqual([0, 0, 1]);
  });
});

describe('lengths and directions', () => {
  const CASES: [string, Literal[], number[]][] = [
    ['length', [f([3, 4])], [5]],
    ['length', [f(-2)], [2]],
    ['distance', [f([1, 2, 3]), f([1, 5, 7])], [5]],
    ['distance', [f(1), f(4)], [3]],
    ['normalize', [f([3, 4])], [0.6, 0.8]],
    ['normalize', [f([0, 0, 5, 0])], [0, 0, 1, 0]],
    ['faceForward', [f([1, 2]), f([1, 0]), f([1, 0])], [-1, -2]],
    ['faceForward', [f([1, 2]), f([-1, 0]), f([1, 0])], [1, 2]],
    ['reflect', [f([1, -1]), f([0, 1])], [1, 1]],
    ['refract', [f([0, -1]), f([0, 1]), f(0.5)], [0, -1]],
    ['refract', [f([0.8, -0.6]), f([0, 1]), f(2)], [0, 0]],
    ['refract', [f([0.6, -0.8]), f([0, 1]), f(0.5)], [0.3, -Math.sqrt(0.91)]],
  ];
  it.each(CASES)('%s(%j)', (name, operands, expected) => {
    const { numbers } = lower(name, operands);
    expect(numbers.length).toBe(expected.length);
    for (const [index, value] of numbers.entries()) expect(value).toBeCloseTo(expected[index], 5);
  });

  it('has scalar results for lengths and vectors for directions', () => {
    expect(lower('length', [f([1, 2, 3])]).type).toEqual({ kind: 'scalar', scalar: 'f32' });
    expect(lower('reflect', [f([1, 2, 3]), f([0, 0, 1])]).type).toEqual({
      kind: 'vector',
      size: 3,
      scalar: 'f32',
    });
  });
});

describe('matrices', () => {
  /** Leibniz: the sum over permutations of signed products. */
  function determinant(columns: readonly (readonly number[])[]): number {
    if (columns.length === 1) return columns[0][0];
    return columns[0].reduce((sum, value, row) => {
      const minor = columns.slice(1).map((column) => column.filter((_, index) => index !== row));
      return sum + (row % 2 === 0 ? 1 : -1) * value * determinant(minor);
    }, 0);
  }

  it.each([2, 3, 4])('determinant of order %i', (size) => {
    const whole = fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    });
    fc.assert(
      fc.property(whole, (columns) => {
        expect(lower('determinant', [f(columns)]).numbers[0] + 0).toBe(determinant(columns) + 0);
      }),
    );
  });

  it('transpose', () => {
    const lowered = lower('transpose', [
      f([
        [1, 2, 3],
        [4, 5, 6],
      ]),
    ]);
    expect(lowered.type).toEqual({ kind: 'matrix', columns: 3, rows: 2, scalar: 'f32' });
    expect(lowered.numbers).toEqual([1, 4, 2, 5, 3, 6]);
    expect(lowered.instructions).toEqual([]);
  });
});

describe('packing', () => {
  const CASES: [string, Literal[], number[]][] = [
    ['pack4x8snorm', [f([1, -1, 0, 0.5])], [0x4000817f]],
    ['pack4x8unorm', [f([1, 0, 0, 0.2])], [0x330000ff]],
    ['pack2x16snorm', [f([1, -1])], [0x80017fff | 0]],
    ['pack2x16unorm', [f([1, 0])], [0xffff]],
    ['pack2x16float', [f([1, -2])], [0xc0003c00 | 0]],
    ['pack4xI8', [i([-1, 2, 127, -128])], [0x807f02ff | 0]],
    ['pack4xU8', [u([1, 258, 3, 255])], [0xff030201 | 0]],
    ['pack4xI8Clamp', [i([-1000, 1000, 1, -1])], [0xff017f80 | 0]],
    ['pack4xU8Clamp', [u([1000, 2, -1, 0])], [0x00ff02ff]],
    ['unpack4xI8', [u(0x807f02ff | 0)], [-1, 2, 127, -128]],
    ['unpack4xU8', [u(0x807f02ff | 0)], [255, 2, 127, 128]],
    ['unpack4x8snorm', [u(0x7f0081ff | 0)], [Math.fround(-1 / 127), -1, 0, 1]],
    ['unpack4x8unorm', [u(0x33ff0000)], [0, 0, 1, Math.fround(0.2)]],
    ['unpack2x16snorm', [u(0x80017fff | 0)], [1, -1]],
    ['unpack2x16unorm', [u(0xffff)], [1, 0]],
    ['unpack2x16float', [u(0xc0003c00 | 0)], [1, -2]],
    ['dot4U8Packed', [u(0x01020304), u(0xff010101 | 0)], [255 + 2 + 3 + 4]],
    ['dot4I8Packed', [u(0x01020304), u(0xff010101 | 0)], [-1 + 2 + 3 + 4]],
  ];
  it.each(CASES)('%s(%j)', (name, operands, expected) => {
    expect(lower(name, operands).numbers).toEqual(expected);
  });

  it('has the specified result types', () => {
    expect(lower('pack4xI8', [i([1, 2, 3, 4])]).type).toEqual({ kind: 'scalar', scalar: 'u32' });
    expect(lower('dot4I8Packed', [u(1), u(1)]).type).toEqual({ kind: 'scalar', scalar: 'i32' });
    expect(lower('unpack4xI8', [u(1)]).type).toEqual({ kind: 'vector', size: 4, scalar: 'i32' });
    expect(lower('unpack2x16float', [u(1)]).type).toEqual({ kind: 'vector', size: 2, scalar: 'f32' });
  });
});

describe('subgroup operations', () => {
  it.each([
    ['subgroupAdd', 'add'],
    ['subgroupInclusiveAdd', 'inclusive_add'],
    ['subgroupExclusiveAdd', 'exclusive_add'],
    ['subgroupMul', 'mul'],
    ['subgroupInclusiveMul', 'inclusive_mul'],
    ['subgroupExclusiveMul', 'exclusive_mul'],
    ['subgroupMin', 'fmin'],
    ['subgroupMax', 'fmax'],
    ['subgroupBroadcastFirst', 'broadcast_first'],
    ['quadSwapX', 'quad_swap_x'],
    ['quadSwapY', 'quad_swap_y'],
    ['quadSwapDiagonal', 'quad_swap_diagonal'],
  ])('%s is one %s per component', (name, op) => {
    const lowered = lower(name, [f([1, 2, 3])]);
    expect(lowered.type).toEqual({ kind: 'vector', size: 3, scalar: 'f32' });
    expect(lowered.instructions.map((each) => each.kind === 'subgroup' && each.op)).toEqual([op, op, op]);
  });

  it.each([
    ['subgroupMin', i(1), 'smin'],
    ['subgroupMin', u(1), 'umin'],
    ['subgroupMax', i(1), 'smax'],
    ['subgroupMax', u(1), 'umax'],
    ['subgroupMin', h(1), 'fmin'],
    ['subgroupAnd', u(1), 'and'],
    ['subgroupOr', i(1), 'or'],
    ['subgroupXor', u(1), 'xor'],
    ['subgroupAll', b(1), 'all'],
    ['subgroupAny', b(1), 'any'],
  ] as const)('%s picks the operation by type', (name, operand, op) => {
    const { instructions, builder } = lower(name, [operand]);
    const [instruction] = instructions;
    expect(instruction).toMatchObject({ kind: 'subgroup', op });
    if (instruction?.kind !== 'subgroup') throw new Error('no subgroup instruction');
    expect(builder.typeOf(instruction.results[0])).toBe(builder.typeOf(instruction.operand!));
  });

  it.each([
    ['subgroupBroadcast', 'broadcast'],
    ['subgroupShuffle', 'shuffle'],
    ['subgroupShuffleXor', 'shuffle_xor'],
    ['subgroupShuffleUp', 'shuffle_up'],
    ['subgroupShuffleDown', 'shuffle_down'],
    ['quadBroadcast', 'quad_broadcast'],
  ])('%s passes the lane', (name, op) => {
    const { instructions, builder } = lower(name, [f([1, 2]), u(3)]);
    for (const instruction of instructions) {
      expect(instruction).toMatchObject({ kind: 'subgroup', op });
      if (instruction.kind === 'subgroup') expect(builder.constantOf(instruction.lane!)).toBe(3);
    }
    expect(instructions.length).toBe(2);
  });

  it('ballot gives four words and elect takes nothing', () => {
    expect(lower('subgroupBallot', [b(1)]).type).toEqual({ kind: 'vector', size: 4, scalar: 'u32' });
    const elect = lower('subgroupElect', []);
    expect(elect.type).toEqual({ kind: 'scalar', scalar: 'bool' });
    expect(elect.instructions).toMatchObject([{ kind: 'subgroup', op: 'elect' }]);
    expect(elect.instructions[0]).not.toHaveProperty('operand');
  });
});
