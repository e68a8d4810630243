// Which special functions expressions take, as the driver's code for an H200 has them (driver 580.159.04, 2026-11-28);
// and trees of logic, divisions by constants and loops over private arrays as that code has them.

import { expect, it } from 'vitest';
import { count, opcodesOf } from './opcodes.ts';

it.each([
  ['1.0 / sqrt(a)', 'RSQ'],
  ['2.5 / sqrt(a)', 'RSQ'],
  ['b / sqrt(a)', 'RSQ'],
  ['1.0 / sqrt(a) + sqrt(a)', 'RSQ SQRT'],
  ['b / sqrt(a) + c * sqrt(a)', 'RSQ SQRT'],
  ['b / sqrt(a) + c / sqrt(a)', 'RSQ'],
  ['1.0 / length(vec3f(a, b, c))', 'RSQ'],
  ['1.0 / (sqrt(a) * a)', 'RCP SQRT'],
  ['sqrt(a) / a', 'RCP SQRT'],
  ['sqrt(a / b)', 'RCP SQRT'],
  ['b / inverseSqrt(a)', 'SQRT'],
  ['1.0 / inverseSqrt(a)', 'SQRT'],
  ['a * inverseSqrt(a)', 'RSQ'],
  ['b / pow(a, 1.5)', 'EX2 LG2'],
  ['1.0 / (1.0 + exp(-a))', 'EX2 RCP'],
  ['exp(a) / exp(b)', 'EX2 EX2'],
  ['1.0 / exp(a)', 'EX2'],
  ['1.0 / (a * b) + 1.0 / (a * c)', 'RCP RCP'],
  ['a / b / c', 'RCP'],
  ['a / b + c / b', 'RCP'],
  ['1.0 / (1.0 / a + 1.0 / b)', 'RCP RCP RCP'],
  ['a % 2.0', ''],
  ['pow(a, 1.0)', ''],
  ['pow(a, 5.0)', ''],
  ['pow(a, 6.0)', 'EX2 LG2'],
  ['pow(a, 0.5)', 'EX2 LG2'],
  ['pow(a, -1.0)', 'EX2 LG2'],
  ['pow(10.0, a)', 'EX2'],
])('%s takes %s', (expression, special) => {
  const found = opcodesOf(`y[i] = ${expression};`).filter((each) => each.startsWith('MUFU.'));
  expect(found.map((each) => each.split('.')[1]).sort()).toEqual(special.split(' ').filter(Boolean));
});

it.each([
  [1, 0],
  [2, 1],
  [3, 2],
  [4, 2],
  [5, 3],
])('a power of %d takes %d products', (exponent, products) => {
  const opcodes = opcodesOf(`y[i] = pow(a, ${exponent}.0);`);
  expect(count(opcodes, 'FMUL')).toBe(products);
});

it.each([
  ['(a & b) ^ (~a & c)', 1],
  ['(a & b) ^ (a & c) ^ (b & c)', 1],
  ['(a & b) | (c & (a | b))', 1],
  ['a ^ b ^ c ^ i', 2],
  ['(a & b) ^ (c & i)', 2],
])('%s takes %d instructions of logic', (expression, instructions) => {
  expect(count(opcodesOf(`y[i] = ${expression};`, 'u32'), 'LOP3')).toBe(instructions);
});

it('a signed division by a constant goes by floats, unless the sign is known from bits', () => {
  const unknown = [
    'a',
    'i32(id.x)',
    'max(a, 0)',
    '(a >> 3u)',
    'i32(min(u32(a), 1000u))',
    '(a * a)',
    'clamp(a, 0, 999)',
  ];
  for (const dividend of unknown) expect(count(opcodesOf(`y[i] = ${dividend} / 10;`, 'i32'), 'F2I')).toBe(2);
  const known = [
    '(a & 1023)',
    'i32(u32(a) >> 3u)',
    '((a & 255) * 3)',
    '((a & 255) + 7)',
    '((a & 255) << 4u)',
    '((a & 255) | 1024)',
    'i32(u32(a) % 100u)',
    'select(a & 255, b & 255, a > b)',
    'i32(countOneBits(u32(a)))',
  ];
  for (const dividend of known) expect(count(opcodesOf(`y[i] = ${dividend} / 10;`, 'i32'), 'F2I')).toBe(0);
  // With the quotient there, a remainder takes little more.
  const both = opcodesOf('y[i] = (a / 10) * (a % 10);', 'i32');
  expect(count(both, 'F2I')).toBe(2);
  // Powers of two are shifts.
  expect(count(opcodesOf('y[i] = a / 16 + a % 16;', 'i32'), 'F2I')).toBe(0);
});

it.each([
  [16, 64, 40, true],
  [16, 64, 80, false],
  [16, 128, 20, true],
  [32, 64, 40, true],
  [32, 256, 20, false],
  [48, 64, 20, true],
  [64, 64, 20, true],
  [64, 64, 40, false],
])(
  'with %d words of its own, %d turns of %d operations go entirely: %s',
  (words, turns, operations, isWhole) => {
    const more = Array.from({ length: operations / 2 }, (_, k) =>
      k % 2 === 0 ? `s = (s ^ t) + ${7 * k + 3}u; t = t * 5u + s;` : `t = (t & s) - ${11 * k + 5}u;`,
    );
    const opcodes = opcodesOf(
      `var w: array<u32, ${words}>;
    for (var j = 0u; j < ${words}u; j++) { w[j] = a * (j + 1u); }
    var s = b; var t = c;
    for (var j = 0u; j < ${turns}u; j++) {
      w[j % ${words}u] = s + w[(j + 3u) % ${words}u];
      s += w[j % ${words}u];
      ${more.join('\n')}
    }
    y[i] = s + t;`,
      'u32',
    );
    expect(opcodes.filter((each) => each.startsWith('BRA')).length === 0).toBe(isWhole);
  },
);
