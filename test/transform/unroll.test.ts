// Unrolling: which loops, how often, and what is left over.

import { afterAll, describe, expect, it } from 'vitest';
import { closeTint } from '../../src/hardware/tint.ts';
import { difference, launchOf, refusal, transformed } from './support.ts';

afterAll(closeTint);

const source = `@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> c: array<u32>;
const COUNT = 6u;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  for (var k = 0u; k < COUNT; k++) {
    let value = a[id.x + k]; // one of six
    sum += value * k;
  }
  // @outer
  for (var j = 2; j <= 11; j += 3) {
    for (var bit = 16u; bit > 1u; bit >>= 1u) {
      sum = sum * 5u + (bit ^ u32(j));
    }
  }
  let n = a[3] % 7u;
  for (var m = 1u; m < n; m++) { // @rest
    sum += a[m];
  }
  while (sum > 1000u) {
    sum /= 2u;
  }
  c[id.x] = sum;
}
`;
const launch = launchOf({ dispatch: [4, 1, 1], buffers: [40, 32] });

describe('unrolling', () => {
  it('takes a loop that divides apart without a remainder', () => {
    const result = transformed(source, launch, { unroll: [{ loop: '7', factor: 2 }] }).source;
    expect(result).toContain('for (var k = 0u; k < COUNT; k += 2) {');
    expect(result).toContain(
      '    let k_1 = k + 1;\n    let value_1 = a[id.x + k_1];\n    sum += value_1 * k_1;\n  }',
    );
  });

  it('leaves the rest to the original loop', () => {
    const result = transformed(source, launch, { unroll: [{ loop: '@rest', factor: 4 }] }).source;
    expect(result).toContain(
      'let m_end = 1u + (max(n, 1u) - 1u) / 4 * 4;\n  for (var m = 1u; m < m_end; m += 4) {',
    );
    expect(result).toContain('for (var m = m_end; m < n; m++) {');
  });

  it('writes every iteration out in full', () => {
    const result = transformed(source, launch, { unroll: [{ loop: '13', factor: 'full' }] }).source;
    expect(result.match(/let bit_\d = 16u/g)).toHaveLength(4);
    expect(result).toContain('let bit_3 = 16u >> 3;');
  });

  it.each([
    [{ loop: 'all', factor: 'full' }],
    [{ loop: 'all', factor: 2 }],
    [{ loop: 'all', factor: 4 }],
    [{ loop: '@outer', factor: 2 }],
    [{ loop: '@outer', factor: 'full' }],
    [
      { loop: 'outer', factor: 3 },
      { loop: '13', factor: 'full' },
    ],
    [
      { loop: '@rest', factor: 8 },
      { loop: 'all', factor: 3 },
    ],
  ] as const)('computes the same: %j %j', async (...unroll) => {
    const result = transformed(source, launch, { unroll });
    for (let seed = 1; seed < 9; seed++) {
      const seeded = launchOf({ dispatch: [4, 1, 1], buffers: [40, 32] }, seed);
      expect(await difference(source, seeded, result)).toBeUndefined();
    }
  });

  it('leaves to the compiler what runs a known number of times, when told so', () => {
    const result = transformed(source, launch, { unroll: [{ loop: 'runtime', factor: 2 }] }).source;
    expect(result).toContain('for (var k = 0u; k < COUNT; k++) {');
    expect(result).toContain('for (var m = 1u; m < m_end; m += 2) {');
    const known = source.replace('m < n', 'm < 5u');
    expect(refusal(known, launch, { unroll: [{ loop: 'runtime', factor: 2 }] }).message).toContain(
      'no loop can be unrolled',
    );
  });

  it('says why a loop stays as it is', () => {
    const reason = (loop: string, factor: number | 'full', text = source) =>
      refusal(text, launch, { unroll: [{ loop, factor }] });
    expect(reason('21', 2)).toMatchObject({ line: 21, message: expect.stringContaining('no for loop') });
    expect(reason('@rest', 'full').message).toContain('not known beforehand');
    expect(reason('13', 2).message).toContain('only be unrolled in full');
    expect(
      reason('7', 2, source.replace('sum += value * k;', 'if (value == 3u) { break; }')).message,
    ).toContain('breaks out');
    expect(reason('7', 2, source.replace('sum += value * k;', 'k += value;')).message).toContain(
      'changes the index',
    );
    expect(reason('99', 2)).toMatchObject({
      severity: 'invalid',
      message: expect.stringContaining('7, 12, 13, 18, 21'),
    });
  });

  it('bounds of plain numbers stay of their type', async () => {
    const plain = source.replace('k < COUNT', 'k < 2 * 3');
    const result = transformed(plain, launch, { unroll: [{ loop: '7', factor: 4 }] });
    expect(await difference(plain, launch, result)).toBeUndefined();
  });
});
