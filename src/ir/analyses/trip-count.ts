// How often a counter that starts at a constant and grows by a constant passes a comparison with a constant.

/** Comparison of i32 values; `u` and `s` read them as unsigned or signed. */
export type Relation = 'ult' | 'ule' | 'ugt' | 'uge' | 'slt' | 'sle' | 'sgt' | 'sge' | 'eq' | 'ne';

const SIGNED_MINIMUM = -(2 ** 31);
const UNSIGNED_MAXIMUM = 2 ** 32 - 1;

/**
 * The first k for which `start + k * step RELATION bound` does not hold, that is, the number of times it
 * holds before; undefined when the counter wraps around before that. All numbers are i32, step is not 0.
 */
export function countTrips(
  relation: Relation,
  start: number,
  step: number,
  bound: number,
): number | undefined {
  return COUNT[relation](start, step, bound);
}

const COUNT: Readonly<Record<Relation, (start: number, step: number, bound: number) => number | undefined>> =
  {
    eq: (start, _, bound) => (start === bound ? 1 : 0),
    ne: countToEquality,
    ult: (start, step, bound) => countUpTo(start >>> 0, step, bound >>> 0, UNSIGNED_MAXIMUM),
    ule: (start, step, bound) => countUpTo(start >>> 0, step, (bound >>> 0) + 1, UNSIGNED_MAXIMUM),
    ugt: (start, step, bound) => countUpTo(-(start >>> 0), -step, -(bound >>> 0), 0),
    uge: (start, step, bound) => countUpTo(-(start >>> 0), -step, 1 - (bound >>> 0), 0),
    slt: (start, step, bound) => countUpTo(start, step, bound, -SIGNED_MINIMUM - 1),
    sle: (start, step, bound) => countUpTo(start, step, bound + 1, -SIGNED_MINIMUM - 1),
    sgt: (start, step, bound) => countUpTo(-start, -step, -bound, -SIGNED_MINIMUM),
    sge: (start, step, bound) => countUpTo(-start, -step, 1 - bound, -SIGNED_MINIMUM),
  };

/** How often a counter is below `end`; `maximum` is the largest number that it can hold without wrapping. */
function countUpTo(start: number, step: number, end: number, maximum: number): number | undefined {
  if (start >= end) return 0;
  if (step < 0) return undefined;
  const count = Math.ceil((end - start) / step);
  return start + count * step <= maximum ? count : undefined;
}

function countToEquality(start: number, step: number, bound: number): number | undefined {
  const distance = step > 0 ? (bound - start) >>> 0 : (start - bound) >>> 0;
  const count = distance / Math.abs(step);
  return Number.isInteger(count) ? count : undefined;
}
