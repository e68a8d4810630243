// GLSL.std.450, against the formulas of its specification in doubles.

import { describe, expect, it } from 'vitest';
import type { SpirvType } from '../../src/decode/spirv/types.ts';
import type { ScalarType } from '../../src/ir/ir.ts';
import {
  execute,
  matrix,
  type Row,
  type Scalar,
  scalar,
  struct,
  vector,
  type Word,
} from './spirv-instruction-runner.ts';

const f32 = scalar('f32');
const i32 = scalar('i32');
const value = (type: SpirvType, ...row: Scalar[]): Word => ({ type, rows: [row] });
const column = (type: SpirvType, values: readonly Scalar[]): Word => ({
  type,
  rows: values.map((x): Row => [x]),
});

/** Relative for large numbers, absolute for small ones; NaN equals NaN. */
function expectClose(found: readonly Scalar[], expected: readonly number[], tolerance = 1e-6): void {
  expect(found).toHaveLength(expected.length);
  expected.forEach((want, i) => {
    const got = Number(found[i]);
    const isFine =
      Object.is(got, want) || got === want || Math.abs(got - want) <= tolerance * Math.max(1, Math.abs(want));
    expect(isFine, `component ${i}: ${got} instead of ${want}`).toBe(true);
  });
}

const reals = [0, -0, 0.5, -0.5, 1, -1, 1.5, 2.5, -2.5, 0.3, 3.75, -7.25, 100];
const unit = [0, -0, 0.5, -0.5, 1, -1, 0.25, -0.9];
const positive = [0.01, 0.5, 1, 2, 10, 1e10];

describe('one operand', () => {
  const even = (x: number) => {
    const floor = Math.floor(x);
    return x - floor === 0.5 ? floor + (floor % 2 === 0 ? 0 : 1) : Math.round(x);
  };
  it.each<[string, (x: number) => number, readonly number[]]>([
    ['Round', even, reals],
    ['RoundEven', even, reals],
    ['Trunc', Math.trunc, reals],
    ['FAbs', Math.abs, reals],
    ['FSign', Math.sign, reals],
    ['Floor', Math.floor, reals],
    ['Ceil', Math.ceil, reals],
    ['Fract', (x) => x - Math.floor(x), reals],
    ['Radians', (x) => (x * Math.PI) / 180, reals],
    ['Degrees', (x) => (x * 180) / Math.PI, reals],
    ['Sin', Math.sin, reals],
    ['Cos', Math.cos, reals],
    ['Tan', Math.tan, reals],
    ['Asin', Math.asin, unit],
    ['Acos', Math.acos, unit],
    ['Atan', Math.atan, reals],
    ['Sinh', Math.sinh, unit],
    ['Cosh', Math.cosh, unit],
    ['Tanh', Math.tanh, reals],
    ['Asinh', Math.asinh, reals],
    ['Acosh', Math.acosh, [1, 2, 10]],
    ['Atanh', Math.atanh, [0, 0.5, -0.5]],
    ['Exp', Math.exp, reals.filter((x) => x < 50)],
    ['Log', Math.log, positive],
    ['Exp2', (x) => 2 ** x, reals],
    ['Log2', Math.log2, positive],
    ['Sqrt', Math.sqrt, positive],
    ['InverseSqrt', (x) => 1 / Math.sqrt(x), positive],
  ])('%s', (name, reference, inputs) => {
    const found = execute(`GLSL.${name}`, f32, [column(f32, inputs)]).flat();
    expectClose(
      found,
      inputs.map((x) => reference(Math.fround(x))),
    );
    const short = execute(`GLSL.${name}`, scalar('f16'), [column(scalar('f16'), inputs)]).flat();
    expect(short).toHaveLength(inputs.length);
    if (short.some((x) => Math.abs(Number(x)) > 2048)) return;
    expectClose(
      short,
      inputs.map((x) => reference(x)),
      4e-3,
    );
  });

  it.each(['Floor', 'Ceil', 'Trunc', 'FAbs', 'FSign', 'Round', 'Fract', 'Sqrt'])('%s of doubles', (name) => {
    const inputs = [0.1, 2.5, 1e300, 7 + 2 ** -40];
    const reference: Record<string, (x: number) => number> = {
      ...{ Floor: Math.floor, Ceil: Math.ceil, Trunc: Math.trunc, FAbs: Math.abs },
      ...{ FSign: Math.sign, Round: even, Fract: (x) => x - Math.floor(x), Sqrt: Math.sqrt },
    };
    const found = execute(`GLSL.${name}`, scalar('f64'), [column(scalar('f64'), inputs)]).flat();
    expect(found).toEqual(inputs.map((x) => reference[name](x)));
  });

  it('of vectors', () => {
    expect(execute('GLSL.Floor', vector(3, 'f32'), [value(vector(3, 'f32'), 1.5, -1.5, 2)])).toEqual([
      [1, -2, 2],
    ]);
    expect(execute('GLSL.FAbs', vector(2, 'f16'), [value(vector(2, 'f16'), -1.5, 2)])).toEqual([[1.5, 2]]);
  });
});

describe('integers', () => {
  const values = [0, 1, -1, 5, -6, 2147483647, -2147483648, 0x00f00000];
  const digits = (x: number) => (x >>> 0).toString(2).padStart(32, '0');
  it.each<[string, (x: number) => number]>([
    ['SAbs', (x) => Math.abs(x) | 0],
    ['SSign', (x) => Math.sign(x)],
    ['FindILsb', (x) => (x === 0 ? -1 : 31 - digits(x).lastIndexOf('1'))],
    ['FindUMsb', (x) => (x === 0 ? -1 : 31 - digits(x).indexOf('1'))],
    ['FindSMsb', (x) => (x === 0 || x === -1 ? -1 : 31 - digits(x).indexOf(x < 0 ? '0' : '1'))],
  ])('%s', (name, reference) => {
    expect(execute(`GLSL.${name}`, i32, [column(i32, values)]).flat()).toEqual(values.map(reference));
  });

  it('minima and maxima', () => {
    const pairs = values.flatMap((a) => values.map((b) => [a, b] as const));
    const both = [0, 1].map((k) =>
      column(
        i32,
        pairs.map((pair) => pair[k]),
      ),
    );
    const check = (name: string, reference: (a: number, b: number) => number) =>
      expect(execute(`GLSL.${name}`, i32, both).flat()).toEqual(pairs.map(([a, b]) => reference(a, b)));
    check('SMin', Math.min);
    check('SMax', Math.max);
    check('UMin', (a, b) => Math.min(a >>> 0, b >>> 0) | 0);
    check('UMax', (a, b) => Math.max(a >>> 0, b >>> 0) | 0);
    const limits = [value(i32, -3), value(i32, 4)];
    const clamped = execute('GLSL.SClamp', i32, [column(i32, values), ...limits]).flat();
    expect(clamped).toEqual(values.map((x) => Math.max(-3, Math.min(4, x))));
    const unsigned = execute('GLSL.UClamp', i32, [column(i32, values), value(i32, 2), value(i32, -2)]).flat();
    expect(unsigned).toEqual(values.map((x) => Math.max(2, Math.min(4294967294, x >>> 0)) | 0));
  });
});

describe('several operands', () => {
  const pick = (name: string, ...operands: number[]) =>
    execute(
      `GLSL.${name}`,
      f32,
      operands.map((x) => value(f32, x)),
    )[0][0];
  it.each<[string, number[], number]>([
    ['Atan2', [1, -1], Math.atan2(1, -1)],
    ['Pow', [2, 10], 1024],
    ['Pow', [9, 0.5], 3],
    ['FMin', [1, -2], -2],
    ['FMax', [1, -2], 1],
    ['NMin', [NaN, 3], 3],
    ['NMax', [3, NaN], 3],
    ['NClamp', [NaN, 2, 5], 2],
    ['FClamp', [7, 2, 5], 5],
    ['FClamp', [1, 2, 5], 2],
    ['FMix', [10, 20, 0.25], 12.5],
    ['Step', [2, 1], 0],
    ['Step', [2, 2], 1],
    ['SmoothStep', [0, 2, 0.5], 0.15625],
    ['SmoothStep', [0, 2, 3], 1],
    ['SmoothStep', [0, 2, -3], 0],
    ['Fma', [2, 3, 4], 10],
    ['Fma', [1 + 2 ** -12, 1 + 2 ** -12, -1 - 2 ** -11], 2 ** -24],
  ])('%s(%j)', (name, operands, expected) => {
    expectClose([pick(name, ...operands)], [expected], name === 'Fma' ? 0 : 1e-6);
  });

  it('ldexp', () => {
    const words = (type: ScalarType, exponent: Scalar) => [value(f32, 1.5), value(scalar(type), exponent)];
    expect(execute('GLSL.Ldexp', f32, words('i32', 4))).toEqual([[24]]);
    expect(execute('GLSL.Ldexp', f32, words('i16', -2))).toEqual([[0.375]]);
    expect(execute('GLSL.Ldexp', f32, words('i32', 200))).toEqual([[Infinity]]);
  });
});

describe('vectors', () => {
  const v3 = vector(3, 'f32');
  const [a, b, c] = [
    [1, 2, 3],
    [4, -5, 6],
    [-1, 0.5, 2],
  ] as const;
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, each, i) => sum + each * y[i], 0);
  const run = (name: string, type: SpirvType, ...operands: (readonly number[])[]) =>
    execute(
      `GLSL.${name}`,
      type,
      operands.map((each) => value(each.length === 1 ? f32 : vector(each.length, 'f32'), ...each)),
    )[0];

  it('lengths and directions', () => {
    expectClose(run('Length', f32, [3, 4]), [5]);
    expectClose(run('Length', f32, [-3]), [3]);
    expectClose(run('Distance', f32, a, b), [Math.sqrt(9 + 49 + 9)]);
    expectClose(run('Normalize', vector(2, 'f32'), [3, 4]), [0.6, 0.8]);
    expectClose(run('Cross', v3, a, b), [2 * 6 - 3 * -5, 3 * 4 - 1 * 6, 1 * -5 - 2 * 4]);
    expectClose(run('FaceForward', v3, a, b, c), dot(c, b) < 0 ? a : a.map((x) => -x));
    expectClose(
      run(
        'FaceForward',
        v3,
        a,
        b,
        c.map((x) => -x),
      ),
      a.map((x) => (dot(c, b) > 0 ? x : -x)),
    );
    expectClose(
      run('Reflect', v3, a, c),
      a.map((x, i) => x - 2 * dot(c, a) * c[i]),
      1e-5,
    );
  });

  it('refraction', () => {
    const refract = (i: readonly number[], n: readonly number[], eta: number) => {
      const k = 1 - eta * eta * (1 - dot(n, i) ** 2);
      return k < 0 ? i.map(() => 0) : i.map((x, j) => eta * x - (eta * dot(n, i) + Math.sqrt(k)) * n[j]);
    };
    const [incident, normal] = [
      [0.6, -0.8, 0],
      [0, 1, 0],
    ];
    expectClose(run('Refract', v3, incident, normal, [0.75]), refract(incident, normal, 0.75));
    expectClose(run('Refract', v3, incident, normal, [3]), [0, 0, 0]);
    const wide = [value(vector(2, 'f64'), 0.6, -0.8), value(vector(2, 'f64'), 0, 1), value(f32, 0.75)];
    expectClose(
      execute('GLSL.Refract', vector(2, 'f64'), wide)[0],
      refract([0.6, -0.8], [0, 1], 0.75),
      1e-12,
    );
  });

  /** By Laplace's expansion along the first column. */
  function determinant(m: readonly number[], size: number): number {
    if (size === 1) return m[0];
    let sum = 0;
    for (let row = 0; row < size; row++) {
      const minor = m.filter((_, k) => k >= size && k % size !== row);
      sum += (row % 2 === 0 ? 1 : -1) * m[row] * determinant(minor, size - 1);
    }
    return sum;
  }

  it.each([2, 3, 4])('determinant and inverse of %i columns', (size) => {
    const m = [4, 1, -2, 3, 0.5, 5, 1, -1, 2, 0, 6, 1.5, -3, 2, 1, 7].slice(0, size * size);
    expectClose(
      execute('GLSL.Determinant', f32, [value(matrix(size, size), ...m)])[0],
      [determinant(m, size)],
      1e-5,
    );
    const inverse = execute('GLSL.MatrixInverse', matrix(size, size), [
      value(matrix(size, size), ...m),
    ])[0].map(Number);
    const product = m.map((_, k) => {
      const [column, row] = [Math.floor(k / size), k % size];
      return Array.from({ length: size }, (_, i) => m[i * size + row] * inverse[column * size + i]).reduce(
        (x, y) => x + y,
      );
    });
    expectClose(
      product,
      m.map((_, k) => Number(Math.floor(k / size) === k % size)),
      1e-5,
    );
  });
});

describe('parts', () => {
  const inputs = [3.75, -3.75, 0.5, -0, 8, 1e-40];
  const fraction = (x: number) => {
    if (x === 0) return [x, 0];
    const exponent = Math.floor(Math.log2(Math.abs(x))) + 1;
    return [x / 2 ** exponent, exponent];
  };

  it('modf', () => {
    const expected = inputs.map((x) => [Math.fround(x - Math.trunc(x)), Math.trunc(x)]);
    const found = execute('GLSL.ModfStruct', struct(f32, f32), [column(f32, inputs)]);
    for (const [i, row] of found.entries()) expectClose(row, expected[i]);
    const stored = execute('GLSL.Modf', f32, [column(f32, inputs), { pointer: f32, space: 'private' }]);
    for (const [i, row] of stored.entries()) expectClose(row, expected[i]);
  });

  it('frexp', () => {
    const expected = inputs.map((x) => fraction(Math.fround(x)));
    const found = execute('GLSL.FrexpStruct', struct(f32, i32), [column(f32, inputs)]);
    for (const [i, row] of found.entries()) expectClose(row, expected[i]);
    const short = execute('GLSL.FrexpStruct', struct(f32, scalar('i16')), [column(f32, inputs)]);
    for (const [i, row] of short.entries()) expectClose(row, expected[i]);
    const v2 = vector(2, 'f32');
    const words: Word[] = [value(v2, 3, -0.125), { pointer: vector(2, 'i32'), space: 'private' }];
    expect(execute('GLSL.Frexp', v2, words)).toEqual([[0.75, -0.5, 2, -2]]);
    const wide = execute('GLSL.FrexpStruct', struct(scalar('f64'), i32), [value(scalar('f64'), 1e300)])[0];
    expectClose(wide, fraction(1e300), 1e-15);
  });
});

describe('packing', () => {
  const v2 = vector(2, 'f32');
  const v4 = vector(4, 'f32');
  const norm = (x: number, scale: number, low: number) => Math.round(Math.max(low, Math.min(1, x)) * scale);
  it('packs', () => {
    const four = [0.5, -1.5, 0.1, 1];
    const bytes = (f: (x: number) => number) =>
      four.map(f).reduce((word, byte, i) => word | ((byte & 255) << (8 * i)), 0);
    expect(execute('GLSL.PackSnorm4x8', i32, [value(v4, ...four)])).toEqual([
      [bytes((x) => norm(x, 127, -1))],
    ]);
    expect(execute('GLSL.PackUnorm4x8', i32, [value(v4, ...four)])).toEqual([
      [bytes((x) => norm(x, 255, 0))],
    ]);
    expect(execute('GLSL.PackSnorm2x16', i32, [value(v2, -1, 1)])).toEqual([[0x7fff8001]]);
    expect(execute('GLSL.PackUnorm2x16', i32, [value(v2, 1, 0)])).toEqual([[0xffff]]);
    expect(execute('GLSL.PackHalf2x16', i32, [value(v2, 1, -2)])).toEqual([[0xc0003c00 | 0]]);
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, Math.PI, true);
    const words = [view.getInt32(0, true), view.getInt32(4, true)];
    expect(execute('GLSL.PackDouble2x32', scalar('f64'), [value(vector(2, 'i32'), ...words)])).toEqual([
      [Math.PI],
    ]);
    expect(execute('GLSL.UnpackDouble2x32', vector(2, 'i32'), [value(scalar('f64'), Math.PI)])).toEqual([
      words,
    ]);
  });

  it('unpacks', () => {
    expectClose(execute('GLSL.UnpackSnorm4x8', v4, [value(i32, 0x7f0081ff)])[0], [-1 / 127, -1, 0, 1]);
    expectClose(execute('GLSL.UnpackUnorm4x8', v4, [value(i32, 0x00ff3300)])[0], [0, 0.2, 1, 0]);
    expectClose(execute('GLSL.UnpackSnorm2x16', v2, [value(i32, 0x80007fff | 0)])[0], [1, -1]);
    expectClose(execute('GLSL.UnpackUnorm2x16', v2, [value(i32, 0x0000ffff)])[0], [1, 0]);
    expect(execute('GLSL.UnpackHalf2x16', v2, [value(i32, 0xc0003c00 | 0)])).toEqual([[1, -2]]);
  });
});
