// Compares two words of texels, component by component: codes of fixed point may lie a step apart, since where rounding
// falls is up to the device.

import type { TexelKind, WordKind } from './job.ts';

/** Bits of each component, from the lowest on. */
export const FIELDS: Readonly<Record<TexelKind, readonly number[]>> = {
  unorm8: [8, 8, 8, 8],
  snorm8: [8, 8, 8, 8],
  unorm16: [16, 16],
  snorm16: [16, 16],
  rgb10a2: [10, 10, 10, 2],
  rg11b10: [11, 11, 10],
};

/** Of a float with five or six bits of fraction: neighbouring codes. */
const FLOAT_STEPS = 1;

export function isTexel(kind: WordKind): kind is TexelKind {
  return Object.hasOwn(FIELDS, kind);
}

/** @param share of the range of a component that they may lie apart, besides a step */
export function areTexelsClose(kind: TexelKind, a: number, b: number, share: number): boolean {
  let shift = 0;
  return FIELDS[kind].every((bits) => {
    const [x, y] = [a, b].map((word) => fieldOf(word, shift, bits, kind.startsWith('snorm')));
    shift += bits;
    const steps = kind === 'rg11b10' ? FLOAT_STEPS : Math.max(1, Math.ceil(share * (2 ** bits - 1)));
    return Math.abs(x - y) <= steps;
  });
}

function fieldOf(word: number, shift: number, bits: number, isSigned: boolean): number {
  const unsigned = (word >>> shift) & (2 ** bits - 1);
  return isSigned && unsigned >= 2 ** (bits - 1) ? unsigned - 2 ** bits : unsigned;
}
