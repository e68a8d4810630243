// When a condition can first hold in a loop whose parameters move evenly: linear forms over them, and the first iteration
// at which a comparison of two forms may be true.

import type { ValueId } from '../ir/ir.ts';

/** constant + Σ coefficient · value, modulo 2^32, over loop parameters and values that the loop does not change. */
export interface LinearForm {
  readonly constant: number;
  readonly terms: ReadonlyMap<ValueId, number>;
}

/** When a condition can first hold: a comparison of forms, or the latest or earliest of several conditions. */
export type FirstHold =
  | {
      readonly kind: 'compare';
      readonly op: 'ieq' | 'ine' | 'slt' | 'sle' | 'ult' | 'ule';
      readonly left: LinearForm;
      readonly right: LinearForm;
    }
  | { readonly kind: 'latest' | 'earliest'; readonly parts: readonly FirstHold[] }
  /** Never, or possibly at once. */
  | { readonly kind: 'never' | 'any' };

/** The form of a constant and of values with coefficients. */
export function linear(constant: number, terms: readonly (readonly [ValueId, number])[]): LinearForm {
  return { constant: constant | 0, terms: new Map(terms) };
}

/** a + factor · b. */
export function combine(a: LinearForm, b: LinearForm, factor: number): LinearForm {
  const terms = new Map(a.terms);
  for (const [value, coefficient] of b.terms) {
    const sum = ((terms.get(value) ?? 0) + Math.imul(coefficient, factor)) | 0;
    if (sum === 0) terms.delete(value);
    else terms.set(value, sum);
  }
  return { constant: (a.constant + Math.imul(b.constant, factor)) | 0, terms };
}

/** All parts must hold (the latest decides), or one of them suffices. */
export function join(needsAll: boolean, parts: readonly FirstHold[]): FirstHold {
  if (needsAll) {
    const telling = parts.filter((part) => part.kind !== 'any');
    return telling.length === 0 ? { kind: 'any' } : { kind: 'latest', parts: telling };
  }
  return parts.some((part) => part.kind === 'any') ? { kind: 'any' } : { kind: 'earliest', parts };
}

/**
 * First iteration k ≥ 0 at which `left op right` can hold, when left is x + k·stepX and right y + k·stepY:
 * exact unless a side wraps around before, and never too late. All arguments are i32.
 */
export function firstIteration(
  op: 'ieq' | 'ine' | 'slt' | 'sle' | 'ult' | 'ule',
  x: number,
  stepX: number,
  y: number,
  stepY: number,
): number {
  const step = stepX - stepY;
  if (op === 'ine') return x !== y ? 0 : step === 0 ? Infinity : 1;
  if (op === 'ieq') {
    if (x === y) return 0;
    if (step === 0) return Infinity;
    const distance = step > 0 ? (y - x) >>> 0 : (x - y) >>> 0;
    return Math.ceil(distance / Math.abs(step));
  }
  const isUnsigned = op === 'ult' || op === 'ule';
  const left = isUnsigned ? x >>> 0 : x;
  const right = isUnsigned ? y >>> 0 : y;
  // Integers: left < right is left - right <= -1.
  const excess = left - right + (op === 'slt' || op === 'ult' ? 1 : 0);
  const wrap = Math.min(
    iterationsToWrap(left, stepX, isUnsigned),
    iterationsToWrap(right, stepY, isUnsigned),
  );
  if (excess <= 0) return 0;
  return Math.min(wrap, step < 0 ? Math.ceil(excess / -step) : Infinity);
}

function iterationsToWrap(value: number, step: number, isUnsigned: boolean): number {
  if (step === 0) return Infinity;
  const low = isUnsigned ? 0 : -2147483648;
  const high = isUnsigned ? 4294967295 : 2147483647;
  return step > 0 ? Math.floor((high - value) / step) + 1 : Math.floor((value - low) / -step) + 1;
}
