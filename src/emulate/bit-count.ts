// How many sectors a mask names.

import type { i32 } from './integers.ts';

/** @param mask of one line, so of at most eight sectors */
export function bitCount(mask: i32): i32 {
  const pairs = mask - ((mask >> 1) & 0x55);
  const nibbles = (pairs & 0x33) + ((pairs >> 2) & 0x33);
  return (nibbles + (nibbles >> 4)) & 0x0f;
}
