import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedMagic, unsignedMagic } from '../../src/passes/magic.ts';

const u32 = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 31 - 1),
);
const divisor = fc
  .oneof(fc.integer({ min: 3, max: 2 ** 32 - 1 }), fc.integer({ min: 3, max: 2000 }))
  .filter((d) => (d & (d - 1)) !== 0);

function highProduct(a: number, b: number): number {
  return Number((BigInt(a) * BigInt(b)) >> 32n);
}

function divideUnsigned(x: number, d: number, largest: number): number {
  const { multiplier, shift, preShift, isAdding } = unsignedMagic(d, largest);
  expect(multiplier).toBeLessThan(2 ** 32);
  const high = highProduct(x >>> preShift, multiplier);
  return isAdding ? ((((x - high) >>> 1) + high) >>> 0) >>> (shift - 1) : high >>> shift;
}

describe('division by multiplication', () => {
  it('is exact for unsigned operands', () => {
    fc.assert(
      fc.property(u32, divisor, (x, d) => {
        expect(divideUnsigned(x, d, 2 ** 32 - 1)).toBe(Math.floor(x / d));
      }),
      { numRuns: 3000 },
    );
  });

  it('is exact around multiples of the divisor, where an error would show', () => {
    fc.assert(
      fc.property(u32, divisor, fc.integer({ min: -1, max: 1 }), (seed, d, step) => {
        const x = Math.min(2 ** 32 - 1, Math.max(0, Math.floor(seed / d) * d + step));
        expect(divideUnsigned(x, d, 2 ** 32 - 1)).toBe(Math.floor(x / d));
      }),
      { numRuns: 3000 },
    );
  });

  it('is exact for operands up to a known bound, and then never needs 33 bits below 2^31', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        divisor,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (largest, d, part) => {
          fc.pre(d <= largest);
          const nearest = Math.floor(Math.floor(largest * part) / d) * d;
          expect(unsignedMagic(d, largest).isAdding).toBe(false);
          for (const x of [nearest, Math.max(0, nearest - 1), largest]) {
            expect(divideUnsigned(x, d, largest)).toBe(Math.floor(x / d));
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is exact for signed operands and divisors', () => {
    const i32 = fc.oneof(fc.integer(), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, -1, 0, 1));
    const signedDivisor = fc
      .oneof(fc.integer(), fc.integer({ min: -2000, max: 2000 }))
      .filter((d) => Math.abs(d) >= 3 && (Math.abs(d) & (Math.abs(d) - 1)) !== 0);
    fc.assert(
      fc.property(i32, signedDivisor, fc.boolean(), (seed, d, isNear) => {
        const x = isNear ? Math.trunc(seed / d) * d : seed;
        const { multiplier, correction, shift } = signedMagic(d);
        const product = Number((BigInt(x) * BigInt(multiplier)) >> 32n);
        const high = (product + correction * x) | 0;
        expect((high >> shift) + (high >>> 31) || 0).toBe(Math.trunc(x / d) || 0);
      }),
      { numRuns: 5000 },
    );
  });

  it('knows the textbook multipliers', () => {
    expect(unsignedMagic(3, 2 ** 32 - 1)).toMatchObject({
      multiplier: 0xaaaaaaab,
      shift: 1,
      isAdding: false,
    });
    expect(unsignedMagic(7, 2 ** 32 - 1)).toMatchObject({ multiplier: 0x24924925, shift: 3, isAdding: true });
    expect(unsignedMagic(14, 2 ** 32 - 1)).toMatchObject({ preShift: 1, isAdding: false });
    expect(signedMagic(7)).toEqual({ multiplier: 0x92492493 | 0, correction: 1, shift: 2 });
    expect(signedMagic(5)).toEqual({ multiplier: 0x66666667, correction: 0, shift: 1 });
  });
});
