// binary16 conversion against a table of all 65536 halves built from the format's definition.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentOf, halfBitsOf, halfFromBits, powerOfTwo, roundToHalf } from '../../src/ir/half.ts';

/** The definition: (-1)^s · 2^(max(e, 1) - 15) · (fraction / 1024 + (e > 0 ? 1 : 0)). */
function definition(bits: number): number {
  const sign = (-1) ** (bits >> 15);
  const exponent = (bits >> 10) & 31;
  const fraction = (bits & 1023) / 1024;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * 2 ** (Math.max(exponent, 1) - 15) * (fraction + (exponent > 0 ? 1 : 0));
}

/** Non-negative finite halves, ascending: index = bits. */
const finite = Array.from({ length: 0x7c00 }, (_, bits) => definition(bits));

/** Nearest half by search in the table; ties go to the even bits. */
function nearestBits(magnitude: number): number {
  if (magnitude >= 65520) return 0x7c00;
  let low = 0;
  let high = finite.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (finite[middle] <= magnitude) low = middle;
    else high = middle - 1;
  }
  const below = magnitude - finite[low];
  const above = (finite[low + 1] ?? 65536) - magnitude;
  if (below !== above) return below < above ? low : low + 1;
  return low % 2 === 0 ? low : low + 1;
}

describe('halfFromBits', () => {
  it('gives the number that the format defines, for all 65536 bit patterns', () => {
    for (let bits = 0; bits < 65536; bits++) {
      if (!Object.is(halfFromBits(bits), definition(bits)))
        expect(halfFromBits(bits), `${bits}`).toBe(definition(bits));
    }
  });
});

describe('halfBitsOf', () => {
  it('returns every half to its own bits', () => {
    for (let bits = 0; bits < 65536; bits++) {
      const isNaNPattern = (bits & 0x7c00) === 0x7c00 && (bits & 0x3ff) !== 0;
      const expected = isNaNPattern ? 0x7e00 : bits;
      if (halfBitsOf(definition(bits)) !== expected)
        expect(halfBitsOf(definition(bits)), `${bits}`).toBe(expected);
    }
  });

  it('rounds doubles to the nearest half, ties to even', () => {
    const magnitudes = fc.oneof(
      fc.double({ min: 0, max: 70000, noNaN: true }),
      fc.double({ min: 0, max: 2 ** -13, noNaN: true }),
      fc
        .tuple(fc.integer({ min: 0, max: 0x7bfe }), fc.constantFrom(0.5, 0.49999, 0.50001))
        .map(([bits, share]) => finite[bits] + share * (finite[bits + 1] - finite[bits])),
    );
    fc.assert(
      fc.property(magnitudes, fc.boolean(), (magnitude, isNegative) => {
        const bits = nearestBits(magnitude) | (isNegative ? 0x8000 : 0);
        expect(halfBitsOf(isNegative ? -magnitude : magnitude)).toBe(bits);
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps the sign of zero, and rounds tiny numbers to zero', () => {
    expect(halfBitsOf(-0)).toBe(0x8000);
    expect(halfBitsOf(-(2 ** -26))).toBe(0x8000);
    expect(halfBitsOf(2 ** -25)).toBe(0);
    expect(halfBitsOf(2 ** -25 * 1.0001)).toBe(1);
  });
});

describe('roundToHalf', () => {
  it('is the number of the bits', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(roundToHalf(value)).toEqual(halfFromBits(halfBitsOf(value)));
      }),
    );
  });

  it('overflows at 65520', () => {
    expect(roundToHalf(65519.99)).toBe(65504);
    expect(roundToHalf(65520)).toBe(Infinity);
    expect(roundToHalf(-1e30)).toBe(-Infinity);
    expect(roundToHalf(NaN)).toBeNaN();
  });
});

describe('powers of two', () => {
  it('are exact, and exponentOf inverts them', () => {
    for (let exponent = -1022; exponent <= 1023; exponent++) {
      expect(powerOfTwo(exponent)).toBe(2 ** exponent);
      expect(exponentOf(powerOfTwo(exponent))).toBe(exponent);
    }
  });
});
