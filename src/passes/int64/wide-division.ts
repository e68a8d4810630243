// Division of 64-bit integers that are pairs of words. When both high words are zero, 32-bit division does;
// otherwise the reciprocal of the divisor is estimated in f32, always from below, improved by two Newton steps
// in integers, and the quotient it gives, which is at most two too small, corrected. The scheme is that of
// LLVM's expansion for AMDGPU (AMDGPULegalizerInfo, "emitReciprocalU64"); NVIDIA's own routine (I2F.U64.RP,
// MUFU.RCP, F2I.U64, two Newton steps, two corrections) has the same steps.

import type { ValueId } from '../../ir/ir.ts';
import type { Pair, WordMaker } from './wide-words.ts';

export type Division = 'udiv' | 'urem' | 'sdiv' | 'srem';

/** Makes an `if` whose arms give a pair each. */
export type Choose = (condition: ValueId, then: () => Pair, otherwise: () => Pair) => Pair;

/** 2^64 less 2^42: so much less than 2^64 that the roundings of the estimate keep it below the reciprocal. */
const SCALE = 2 ** 64 - 2 ** 42;

/** A divisor of 0 gives quotient = dividend and remainder 0. */
export function divideWide(op: Division, a: Pair, b: Pair, words: WordMaker, choose: Choose): Pair {
  const isRemainder = op === 'urem' || op === 'srem';
  if (op === 'udiv' || op === 'urem') return divideUnsigned(a, b, isRemainder, words, choose);
  const sign = words.sign(a);
  const divisorSign = words.sign(b);
  const size = words.negateBy(sign, a);
  const result = divideUnsigned(size, words.negateBy(divisorSign, b), isRemainder, words, choose);
  return words.negateBy(isRemainder ? sign : words.word('xor', sign, divisorSign), result);
}

function divideUnsigned(a: Pair, b: Pair, isRemainder: boolean, words: WordMaker, choose: Choose): Pair {
  const isShort = words.test('ieq', words.word('or', a.high, b.high), words.number(0));
  return choose(
    isShort,
    () => ({ low: words.word(isRemainder ? 'urem' : 'udiv', a.low, b.low), high: words.number(0) }),
    () => divideLong(a, b, isRemainder, words),
  );
}

function divideLong(a: Pair, b: Pair, isRemainder: boolean, words: WordMaker): Pair {
  let quotient = words.multiplyHigh(a, reciprocal(b, words));
  let rest = words.subtract(a, words.multiply(b, quotient));
  for (let correction = 0; correction < 2; correction++) {
    const isLow = words.less('ule', b, rest);
    rest = words.select(isLow, words.subtract(rest, b), rest);
    if (!isRemainder) quotient = words.select(isLow, words.add(quotient, words.small(1)), quotient);
  }
  return words.select(words.isZero(b), isRemainder ? words.small(0) : a, isRemainder ? rest : quotient);
}

/** 2^64 / b, a little less. */
function reciprocal(b: Pair, words: WordMaker): Pair {
  const one = words.floatConstant(1);
  const inverse = words.float('fdiv', 'f32', one, words.float('u2f_wide', 'f32', b.low, b.high));
  const scaled = words.float('fmul', 'f32', inverse, words.floatConstant(SCALE));
  let estimate: Pair = {
    low: words.word('f2u_wide_lo', scaled),
    high: words.word('f2u_wide_hi', scaled),
  };
  const negated = words.negate(b);
  for (let step = 0; step < 2; step++) {
    const error = words.multiply(negated, estimate);
    estimate = words.add(estimate, words.multiplyHigh(estimate, error));
  }
  return estimate;
}

/** Division by a power of two: shifts and masks. Undefined for other divisors. */
export function divideByPower(op: Division, a: Pair, divisor: bigint, words: WordMaker): Pair | undefined {
  if (divisor <= 0n || (divisor & (divisor - 1n)) !== 0n) return undefined;
  const exponent = divisor.toString(2).length - 1;
  const amount = words.number(exponent);
  const mask = words.integer(divisor - 1n);
  if (op === 'urem') return words.bitwise('and', a, mask);
  if (op === 'udiv') return words.shift('ushr', a, amount);
  // A negative dividend is raised by divisor - 1, so that the shift rounds towards zero.
  const sign = words.sign(a);
  const raise = words.bitwise('and', { low: sign, high: sign }, mask);
  const raised = words.add(a, raise);
  if (op === 'sdiv') return words.shift('sshr', raised, amount);
  return words.subtract(a, words.bitwise('and', raised, words.not(mask)));
}
