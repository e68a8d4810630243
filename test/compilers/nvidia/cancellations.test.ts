// Sums and products that undo each other, and what does not, as the driver's code for an H200 has them (driver
// 580.159.04, 2026-11-29).

import { describe, expect, it } from 'vitest';
import { count, opcodesOf } from './opcodes.ts';

const FLOATS = ['FADD', 'FMUL', 'FFMA', 'MUFU', 'FMNMX', 'FRND'];

/** `2 FADD FFMA`: how many there are of each. */
function floatsOf(body: string): string {
  const opcodes = opcodesOf(body);
  return FLOATS.map((name): [string, number] => [name, count(opcodes, name)])
    .filter(([, many]) => many > 0)
    .map(([name, many]) => (many > 1 ? `${many} ${name}` : name))
    .join(' ');
}

it.each([
  ['(a + b) - a', ''],
  ['(a + b) - b', ''],
  ['a - (a - b)', ''],
  ['(a - b) + b', ''],
  ['(a + b) + (-a)', ''],
  ['a - (a + b)', 'FADD'],
  ['(a - ((a + b) - ((a + b) - a))) + (b - ((a + b) - a))', ''],
  ['b - ((a + b) - a)', ''],
  ['a - (4097.0 * a - (4097.0 * a - a))', ''],
  ['fma(a, b, -(a * b))', 'FMUL FFMA'],
  ['a * b - a * b', ''],
  ['a - a', ''],
  ['a * 0.0', ''],
  ['a * 0.0 + b', ''],
  ['a * b + a * c', 'FADD FMUL'],
  ['a * b - a * c', 'FADD FMUL'],
  ['(a * b) / b', ''],
  ['a / b * b', ''],
  ['(a + 1.0) - 1.0', ''],
  ['(a + 12582912.0) - 12582912.0', ''],
  ['a - ((a + 12582912.0) - 12582912.0)', ''],
  ['2.0 * a - a', ''],
  ['a + b - c - a', '3 FADD'],
  ['(a + b) - (a + c)', 'FADD'],
  ['a * 2.0 * 0.5', ''],
  ['a * (1.0 / b) * b', ''],
  ['a / a', ''],
  ['a + b + c + a', '3 FADD'],
  ['a + a - b', '2 FADD'],
  ['-(a - b)', 'FADD'],
  ['(-a) * (-b)', 'FMUL'],
  ['(a + b) * c - a * c', 'FMUL'],
  ['a * b + c - a * b', ''],
  ['a * b + c + a * d', '2 FFMA'],
  ['a * b + (c + a * d)', '2 FFMA'],
  ['a * b + a', 'FFMA'],
  ['a * b - a', 'FFMA'],
  ['a * 3.0 - a', 'FMUL'],
  ['a * 3.0 + a', 'FMUL'],
  ['(a * 2.0 + b) - a', 'FADD FFMA'],
  ['a * b + b * c + c * a', 'FADD FMUL FFMA'],
  ['a * a + b * b + a * b', 'FMUL 2 FFMA'],
  ['(a * b + c) - (a * b + d)', 'FADD'],
  ['fma(a, b, c) - c', 'FADD FFMA'],
  ['a * b + c - c', 'FMUL'],
  ['a - floor(a)', 'FADD FRND'],
  ['(a + b) * 2.0 - a * 2.0', 'FMUL'],
  ['a * (b / c) * c', '3 FMUL MUFU'],
  ['(a / b) * c * b', '3 FMUL MUFU'],
  ['sqrt(a) * sqrt(a)', ''],
  ['a * inverseSqrt(a)', 'FMUL MUFU'],
  ['exp(log(a))', '2 MUFU'],
  ['1.0 / (1.0 / a)', ''],
  ['a / (b / c)', '2 FMUL MUFU'],
  ['-a * b + c', 'FFMA'],
  ['abs(a) * abs(b)', 'FMUL'],
  ['(a - b) * -1.0', 'FADD'],
  ['a + a', 'FADD'],
  ['a + a + a', 'FMUL'],
  ['a * b * c * b', '3 FMUL'],
  ['a * 2.0 + b * 2.0', 'FADD FMUL'],
  ['a * 0.5 + b * 0.5', 'FADD FMUL'],
  ['a * a - b * b', 'FMUL FFMA'],
  ['a * t + b * (1.0 - t)', 'FADD FMUL FFMA'],
  ['a - a * t', 'FFMA'],
  ['a + a * t', 'FFMA'],
  ['(a - b) + (b - c)', 'FADD'],
  ['(a - b) - (c - b)', 'FADD'],
  ['((a + b) + c) - (a + b)', ''],
  ['(a + (b + c)) - b', '3 FADD'],
  ['(a + b + c) - (a + b + d)', 'FADD'],
  ['min(a, b) + max(a, b)', 'FADD 2 FMNMX'],
  ['(a * b) * c + (a * b) * d', '2 FMUL FFMA'],
  ['a * b + c * b - d * b', '2 FADD FMUL'],
  ['a * b + c * a + d * a', '2 FADD FMUL'],
  ['(a * b + c * b) + d', 'FADD FFMA'],
  ['a * b - c * b + d', 'FADD FFMA'],
  ['(a + 1.0) * b', 'FADD FMUL'],
  ['(1.0 - a) * b', 'FADD FMUL'],
  ['a * (b + 1.0) - a', 'FADD FFMA'],
  ['(a * b) / (c * b)', '3 FMUL MUFU'],
  ['a / b / c', '2 FMUL MUFU'],
  ['a * 4.0 - a * 3.0', ''],
  ['abs(-a) + abs(a - b) + abs(b - a)', '4 FADD'],
  ['max(a - b, 0.0) + b', '2 FADD FMNMX'],
  ['a - (b - c)', '2 FADD'],
  ['-(a + b)', '2 FADD'],
  ['-(a * b + c)', 'FADD FFMA'],
  ['a + (-(b * c))', 'FFMA'],
  ['(a + b) - (b + a)', ''],
  ['a * (b - c) + a * c', 'FMUL'],
  ['(a - b) * (a + b) + b * b', '2 FADD FMUL FFMA'],
  ['(a + 3.0) - (b + 3.0)', 'FADD'],
  ['a * 3.0 + b * 3.0 + c * 3.0', '2 FADD FMUL'],
])('%s takes %s', (expression, expected) => {
  expect(floatsOf(`y[i] = ${expression};`)).toBe(expected);
});

describe('across statements', () => {
  it.each([
    [
      'a sum with its error carried along is a sum',
      `var sum = 0.0; var error = 0.0;
       for (var k = 0u; k < arrayLength(&x); k++) {
         let term = x[k] - error; let next = sum + term; error = (next - sum) - term; sum = next;
       }
       y[i] = sum;`,
      'FADD',
    ],
    [
      'so it is where the larger is looked for',
      `var sum = 0.0; var error = 0.0;
       for (var k = 0u; k < arrayLength(&x); k++) {
         let v = x[k]; let next = sum + v;
         if (abs(sum) >= abs(v)) { error += (sum - next) + v; } else { error += (v - next) + sum; }
         sum = next;
       }
       y[i] = sum + error;`,
      'FADD',
    ],
    [
      'and of eight numbers, which begins with the first',
      `var sum = 0.0; var error = 0.0;
       for (var k = 0u; k < 8u; k++) {
         let term = x[i + k] - error; let next = sum + term; error = (next - sum) - term; sum = next;
       }
       y[i] = sum - error;`,
      '7 FADD',
    ],
    [
      'what a product loses is no sum',
      `var high = 0.0; var low = 0.0;
       for (var k = 0u; k < arrayLength(&x); k++) {
         let v = x[k] * x[k + 1u]; let e = fma(x[k], x[k + 1u], -v);
         let next = high + v; let z = next - high; low += (high - (next - z)) + (v - z) + e; high = next;
       }
       y[i] = high + low;`,
      '3 FADD FMUL FFMA',
    ],
    [
      'a sum from before a loop is known in it',
      'let u = a + b; var r = 0.0; for (var k = 0u; k < arrayLength(&x); k++) { r += (u - a) * x[k]; } y[i] = r;',
      'FFMA',
    ],
    ['and in a branch', 'let u = a + b; if (c > 0.5) { y[i] = u - a; } else { y[i] = u; }', 'FADD'],
    [
      'what is converted anew in a branch is another value',
      'let u = f32(i) + a; if (c > 0.5) { y[i] = (f32(i) + b) - u; } else { y[i] = u; }',
      '3 FADD',
    ],
    [
      'a product that others need as well is no reason against a common factor',
      'let ab = a * b; y[i] = ab + a * c; y[i + 9000u] = ab;',
      'FADD 2 FMUL',
    ],
    ['both turned around stay', 'let v = a - b; let w = b - a; y[i] = v * v + w * d;', '2 FADD FMUL FFMA'],
  ])('%s', (_, body, expected) => {
    expect(floatsOf(body)).toBe(expected);
  });

  it('tells the halves of a word apart', () => {
    const word = 'bitcast<u32>(a)';
    const body = `y[i] = unpack2x16float(${word}).x - unpack2x16float(${word}).y;`;
    expect(opcodesOf(body).some((each) => each.startsWith('FADD') || each.startsWith('HADD2'))).toBe(true);
  });

  it('does not go over all ways through a chain that is written twice', () => {
    const chain = Array.from({ length: 40 }, (_, k) => `v${k + 1} = v${k} * v${k} + v${k};`);
    const twice = ['v', 'w'].map((name) =>
      [`let ${name}0 = a;`, ...chain.map((each) => `let ${each.replaceAll('v', name)}`)].join(' '),
    );
    expect(floatsOf(`${twice.join(' ')} y[i] = v40 - w40;`)).toBe('');
  });

  it('holds for halves too', () => {
    const opcodes = opcodesOf('y[i] = (a + b) - a;', 'f16');
    expect(opcodes.filter((each) => /^H(ADD|MUL|FMA)/.test(each))).toEqual([]);
  });
});
