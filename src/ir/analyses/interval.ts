// Sets of 32-bit integers as intervals: [low, high] stands for every low ≤ x ≤ high, taken modulo 2^32, so one
// form serves signed and unsigned readings. Bounds lie in [-2^31, 2^32 - 1]; a set that no such interval
// covers tightly is `ANY`. All functions give a superset of the exact result.

export interface Interval {
  readonly low: number;
  readonly high: number;
}

const TWO_31 = 2 ** 31;
const TWO_32 = 2 ** 32;

export const ANY: Interval = { low: 0, high: TWO_32 - 1 };

export function only(value: number): Interval {
  return { low: value, high: value };
}

/** The interval shifted by a multiple of 2^32 into the permitted bounds, or `ANY` when it does not fit. */
export function normalize(low: number, high: number): Interval {
  if (!(high - low < TWO_32 - 1)) return ANY;
  const shift = low < -TWO_31 ? Math.ceil((-TWO_31 - low) / TWO_32) : -Math.floor((low + TWO_31) / TWO_32);
  const shiftedLow = low + shift * TWO_32;
  const shiftedHigh = high + shift * TWO_32;
  return shiftedHigh <= TWO_32 - 1 ? { low: shiftedLow, high: shiftedHigh } : ANY;
}

/** The values read as unsigned: 0 ≤ low ≤ high < 2^32. */
export function unsigned(x: Interval): Interval {
  if (x.low >= 0) return x;
  return x.high < 0 ? { low: x.low + TWO_32, high: x.high + TWO_32 } : ANY;
}

const ANY_SIGNED: Interval = { low: -TWO_31, high: TWO_31 - 1 };

/** The values read as signed: -2^31 ≤ low ≤ high < 2^31. */
export function signed(x: Interval): Interval {
  if (x.high < TWO_31) return x;
  return x.low >= TWO_31 ? { low: x.low - TWO_32, high: x.high - TWO_32 } : ANY_SIGNED;
}

export function isSame(a: Interval, b: Interval): boolean {
  return a.low === b.low && a.high === b.high;
}

/** True when every value of `inner` is surely in `outer`. */
export function contains(outer: Interval, inner: Interval): boolean {
  if (outer.low <= inner.low && inner.high <= outer.high) return true;
  if (outer.high - outer.low >= TWO_32 - 1) return true;
  const u = unsigned(outer);
  const v = unsigned(inner);
  return u !== ANY && u.low <= v.low && v.high <= u.high;
}

/** A small interval that holds both. */
export function join(a: Interval, b: Interval): Interval {
  if (a === b) return a;
  let low = Math.min(a.low, b.low);
  let high = Math.max(a.high, b.high);
  const u = unsigned(a);
  const v = unsigned(b);
  const unsignedLow = Math.min(u.low, v.low);
  const unsignedHigh = Math.max(u.high, v.high);
  if (unsignedHigh - unsignedLow < high - low) {
    low = unsignedLow;
    high = unsignedHigh;
  }
  const s = signed(a);
  const t = signed(b);
  const signedLow = Math.min(s.low, t.low);
  const signedHigh = Math.max(s.high, t.high);
  if (signedHigh - signedLow < high - low) {
    low = signedLow;
    high = signedHigh;
  }
  return normalize(low, high);
}

/** `x` where values are known to lie in `limit` as well, both read the same way. */
function meet(x: Interval, low: number, high: number): Interval {
  const newLow = Math.max(x.low, low);
  const newHigh = Math.min(x.high, high);
  // An empty set means that the place is never reached; any answer is right there.
  return newLow <= newHigh ? { low: newLow, high: newHigh } : x;
}

export function meetUnsigned(x: Interval, low: number, high: number): Interval {
  return meet(unsigned(x), low, high);
}

export function meetSigned(x: Interval, low: number, high: number): Interval {
  return meet(signed(x), low, high);
}

export function add(a: Interval, b: Interval): Interval {
  return normalize(a.low + b.low, a.high + b.high);
}

export function subtract(a: Interval, b: Interval): Interval {
  return normalize(a.low - b.high, a.high - b.low);
}

export function multiply(a: Interval, b: Interval): Interval {
  const products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  const low = Math.min(...products);
  const high = Math.max(...products);
  // Products above 2^53 are not exact.
  return Math.max(Math.abs(low), Math.abs(high)) <= Number.MAX_SAFE_INTEGER ? normalize(low, high) : ANY;
}
