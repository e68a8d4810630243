// Loads for all lanes at once: where the address is alike for all of them, a block of neighbouring words comes into one
// register, at a word's place each.

import { UNIFORM, type Uniformity } from '../../../ir/analyses/uniformity.ts';
import type { LoadInstruction } from '../../../ir/ir.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import { type IntelGeneration, WORD_BYTES } from '../generation.ts';

export function isBlockLoad(
  { root, address, type, results }: LoadInstruction,
  uniformity: Uniformity,
  { leastBlockWords }: IntelGeneration,
): boolean {
  if (root.space === 'private' || scalarBytes(type) !== WORD_BYTES) return false;
  return uniformity.values[address] === UNIFORM && results.length >= leastBlockWords;
}
