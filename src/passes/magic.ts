// Division by a constant as a multiplication by a scaled reciprocal (Granlund and Montgomery, "Division by
// invariant integers using multiplication", 1994): exact for every operand up to a given size.

/**
 * quotient = (umulhi(x >>> preShift, multiplier)) >>> shift, or with `isAdding`, where the multiplier needs a
 * 33rd bit: t = umulhi(x, multiplier); quotient = (((x - t) >>> 1) + t) >>> (shift - 1).
 */
export interface UnsignedMagic {
  readonly multiplier: number;
  readonly shift: number;
  readonly preShift: number;
  readonly isAdding: boolean;
}

const WORD = 32n;

/** For dividends 0 ≤ x ≤ `largest` and a divisor that is at least 3 and no power of two; all below 2^32. */
export function unsignedMagic(divisor: number, largest: number): UnsignedMagic {
  const direct = smallestMultiplier(BigInt(divisor), BigInt(largest));
  const fits = direct.multiplier < 1n << WORD;
  if (fits)
    return { multiplier: Number(direct.multiplier), shift: direct.shift, preShift: 0, isAdding: false };
  const preShift = 31 - Math.clz32(divisor & -divisor);
  if (preShift === 0) {
    return {
      multiplier: Number(direct.multiplier - (1n << WORD)),
      shift: direct.shift,
      preShift: 0,
      isAdding: true,
    };
  }
  const odd = smallestMultiplier(BigInt(divisor >>> preShift), BigInt(largest >>> preShift));
  return { multiplier: Number(odd.multiplier), shift: odd.shift, preShift, isAdding: false };
}

/** The smallest shift whose rounded-up reciprocal is exact for all dividends. */
function smallestMultiplier(divisor: bigint, largest: bigint): { multiplier: bigint; shift: number } {
  // The dividend that an error hurts first: the largest one that leaves the remainder divisor - 1.
  const critical = ((largest + 1n) / divisor) * divisor - 1n;
  for (let shift = 0n; ; shift++) {
    const scale = 1n << (WORD + shift);
    const multiplier = (scale + divisor - 1n) / divisor;
    const error = multiplier * divisor - scale;
    if (critical <= 0n || error * critical < scale) return { multiplier, shift: Number(shift) };
  }
}

/** quotient = (h >> shift) + (its sign bit), where h = smulhi(x, multiplier) + correction · x. */
export interface SignedMagic {
  /** As a signed 32-bit number. */
  readonly multiplier: number;
  readonly correction: -1 | 0 | 1;
  readonly shift: number;
}

/** For every 32-bit dividend, truncating, and a divisor of magnitude 3 or more that is no power of two. */
export function signedMagic(divisor: number): SignedMagic {
  const size = BigInt(Math.abs(divisor));
  for (let shift = 0n; ; shift++) {
    const scale = 1n << (WORD + shift);
    const multiplier = scale / size + 1n;
    const error = multiplier * size - scale;
    // |x| ≤ 2^31 must not carry the error into the quotient; where -2^31 gives a positive one, not even touch it.
    const limit = divisor > 0 ? scale : scale - 1n;
    if (error << 31n > limit) continue;
    const wrapped = Number(BigInt.asIntN(32, divisor < 0 ? -multiplier : multiplier));
    const correction = divisor > 0 && wrapped < 0 ? 1 : divisor < 0 && wrapped > 0 ? -1 : 0;
    return { multiplier: wrapped, correction, shift: Number(shift) };
  }
}
