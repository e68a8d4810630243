// Powers of which every JavaScript engine gives the same bits. `**` is not one: V8 13 computes it otherwise than 11
// and 12 do (200^11 and most x^3 differ in the last bit), while `Math.exp`, `Math.log` and the functions of angles
// are the same code in all of them.

const LARGEST_EXPONENT = 64;

/** a^b within 1e-12 of it, and itself where b is a whole number and every step is exact; NaN for a below zero. */
export function power(a: number, b: number): number {
  if (a < 0) return Number.NaN;
  if (!Number.isInteger(b) || Math.abs(b) > LARGEST_EXPONENT) return Math.exp(b * Math.log(a));
  const whole = wholePower(a, Math.abs(b));
  return b < 0 ? 1 / whole : whole;
}

/** 2^a; whole powers of two are exact everywhere. */
export function exp2(a: number): number {
  const whole = Math.round(a);
  if (whole === a || !Number.isFinite(a)) return 2 ** a;
  const rest = Math.exp((a - whole) * Math.LN2);
  // In two steps, as the result may be in range where 2^whole is not.
  const half = Math.trunc(whole / 2);
  return rest * 2 ** half * 2 ** (whole - half);
}

function wholePower(a: number, b: number): number {
  let result = 1;
  let square = a;
  for (let left = b; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}
