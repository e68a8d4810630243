// 64-bit values as pairs of 32-bit words, low word first: what passes make of i64, and the words of an f64.
// An integer that a double cannot hold is rounded to odd on its way to a shorter float, so that the one
// rounding that follows is the right one. Nothing here allocates.

const WORD = 2 ** 32;
const scratch = new Float64Array(1);
const words = new Int32Array(scratch.buffer);

export function doubleOfWords(low: number, high: number): number {
  words[0] = low;
  words[1] = high;
  return scratch[0];
}

export function lowWordOfDouble(value: number): number {
  scratch[0] = value;
  return words[0];
}

export function highWordOfDouble(value: number): number {
  scratch[0] = value;
  return words[1];
}

/** The integer nearest to what the words stand for; `high` is signed or unsigned as the caller reads it. */
export function integerOfWords(low: number, high: number): number {
  return high * WORD + (low >>> 0);
}

/** From this high word on, an integer may need more than the 53 bits of a double. */
const EXACT_HIGH = 2 ** 20;
const DROPPED_BITS = 0xfff;
const STICKY_BIT = 0x800;

/** A double that any rounding to f32 or f16 takes to the same number as the integer itself. */
export function integerOfWordsToOdd(low: number, high: number): number {
  if (high >= -EXACT_HIGH && high < EXACT_HIGH) return integerOfWords(low, high);
  const dropped = low & DROPPED_BITS;
  return integerOfWords((low & ~DROPPED_BITS) | (dropped === 0 ? 0 : STICKY_BIT), high);
}

/** The low word of an integer-valued double within 64 bits. */
function lowWordOfInteger(value: number): number {
  return (value - Math.floor(value / WORD) * WORD) | 0;
}

function highWordOfInteger(value: number): number {
  return Math.floor(value / WORD) | 0;
}

/** Toward zero, saturating to a signed 64-bit integer, by words; NaN gives 0. */
function floatToSignedLow(value: number): number {
  if (value >= 2 ** 63) return -1;
  return value > -(2 ** 63) ? lowWordOfInteger(Math.trunc(value)) : 0;
}

function floatToSignedHigh(value: number): number {
  if (value >= 2 ** 63) return 2 ** 31 - 1;
  if (value > -(2 ** 63)) return highWordOfInteger(Math.trunc(value));
  return Number.isNaN(value) ? 0 : -(2 ** 31);
}

/** The same, unsigned. */
function floatToUnsignedLow(value: number): number {
  if (!(value > 0)) return 0;
  return value < 2 ** 64 ? lowWordOfInteger(Math.trunc(value)) : -1;
}

function floatToUnsignedHigh(value: number): number {
  if (!(value > 0)) return 0;
  return value < 2 ** 64 ? highWordOfInteger(Math.trunc(value)) : -1;
}

/** Words of (low, high) shifted left by `amount` modulo 64; shifts of single words count modulo 32. */
function shiftLeftLow(low: number, _high: number, amount: number): number {
  return (amount & 32) === 0 ? low << amount : 0;
}

function shiftLeftHigh(low: number, high: number, amount: number): number {
  if ((amount & 32) !== 0) return low << amount;
  return (high << amount) | ((low >>> 1) >>> (31 - (amount & 31)));
}

function shiftRightLow(low: number, high: number, amount: number): number {
  if ((amount & 32) !== 0) return (high >>> amount) | 0;
  return joined(low, high, amount);
}

function shiftRightHigh(_low: number, high: number, amount: number): number {
  return (amount & 32) === 0 ? (high >>> amount) | 0 : 0;
}

function shiftRightSignedLow(low: number, high: number, amount: number): number {
  return (amount & 32) !== 0 ? high >> amount : joined(low, high, amount);
}

function shiftRightSignedHigh(_low: number, high: number, amount: number): number {
  return high >> ((amount & 32) === 0 ? amount : 31);
}

function joined(low: number, high: number, amount: number): number {
  return (low >>> amount) | ((high << 1) << (31 - (amount & 31)));
}

/** The operations on values of 64 bits and their words; those on integers as two words keep to 32 bits. */
export const wideFunctions = {
  i64_make: integerOfWords,
  i64_lo: lowWordOfInteger,
  i64_hi: highWordOfInteger,
  f64_make: doubleOfWords,
  f64_lo: lowWordOfDouble,
  f64_hi: highWordOfDouble,
  shl_wide_lo: shiftLeftLow,
  shl_wide_hi: shiftLeftHigh,
  ushr_wide_lo: shiftRightLow,
  ushr_wide_hi: shiftRightHigh,
  sshr_wide_lo: shiftRightSignedLow,
  sshr_wide_hi: shiftRightSignedHigh,
  f2s_wide_lo: floatToSignedLow,
  f2s_wide_hi: floatToSignedHigh,
  f2u_wide_lo: floatToUnsignedLow,
  f2u_wide_hi: floatToUnsignedHigh,
};
