// Sizes of scalar types in memory, and places that fit them.

import type { ScalarType } from './ir.ts';

const BYTES: Readonly<Record<ScalarType, number>> = {
  bool: 4,
  i8: 1,
  i16: 2,
  i32: 4,
  i64: 8,
  f16: 2,
  f32: 4,
  f64: 8,
};

/** Bytes in memory, where a bool takes a word. */
export function scalarBytes(type: ScalarType): number {
  return BYTES[type];
}

/** The first multiple of `multiple` from `value` on. */
export function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}
