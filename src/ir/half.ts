// IEEE 754 binary16 in plain arithmetic: rounding to nearest, ties to even, with subnormals, infinities and
// signed zeros. A half is kept as the JavaScript number that it equals, or as its 16 bits.

const scratch = new Float64Array(1);
const words = new Int32Array(scratch.buffer);

const SMALLEST_NORMAL = 2 ** -14;
const SUBNORMAL_STEP = 2 ** -24;
/** From here on, rounding gives infinity: halfway between the largest half, 65504, and 2^16. */
const OVERFLOW = 65520;
/** Adding and subtracting 1.5 · 2^52 steps makes the addition round to a multiple of the step. */
const ROUNDER = 1.5 * 2 ** 52;

/** The half nearest to `value`, as a number; magnitudes from 65520 give an infinity. */
export function roundToHalf(value: number): number {
  const magnitude = Math.abs(value);
  if (!(magnitude < OVERFLOW)) return magnitude >= OVERFLOW ? value * Infinity : NaN;
  const rounder = halfStep(magnitude) * ROUNDER;
  const rounded = magnitude + rounder - rounder;
  return value < 0 || Object.is(value, -0) ? -rounded : rounded;
}

/** The bits of the half nearest to `value`, from 0 to 65535. */
export function halfBitsOf(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const half = roundToHalf(value);
  const sign = half < 0 || Object.is(half, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(half);
  if (magnitude === Infinity) return sign | 0x7c00;
  const significand = magnitude / halfStep(magnitude);
  if (magnitude < SMALLEST_NORMAL) return sign | significand;
  return sign | ((exponentOf(magnitude) + 15) << 10) | (significand - 1024);
}

/** The number that the low 16 bits stand for. */
export function halfFromBits(bits: number): number {
  const exponent = (bits >>> 10) & 31;
  const fraction = bits & 0x3ff;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 0) return sign * fraction * SUBNORMAL_STEP;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1024 + fraction) * powerOfTwo(exponent - 25);
}

/** 2 to an integer power between -1022 and 1023, exactly. */
export function powerOfTwo(exponent: number): number {
  words[0] = 0;
  words[1] = (exponent + 1023) << 20;
  return scratch[0];
}

/** Floor of the base-2 logarithm of a positive number that is not subnormal as a double. */
export function exponentOf(magnitude: number): number {
  scratch[0] = magnitude;
  return ((words[1] >>> 20) & 0x7ff) - 1023;
}

/** Distance between neighbouring halves around a magnitude below 65536. */
function halfStep(magnitude: number): number {
  return magnitude < SMALLEST_NORMAL ? SUBNORMAL_STEP : powerOfTwo(exponentOf(magnitude) - 10);
}
