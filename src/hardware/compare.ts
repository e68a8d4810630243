// Compares what a GPU left in a buffer with what is expected there, word by word: integers exactly, floats
// with room for other orders of addition, contraction and approximate functions, texels with room for a step of their
// format. What comes out of a filter has room for the few bits with which devices place it between texels.

import type { WordKind } from './job.ts';
import { areTexelsClose, isTexel } from './texel-words.ts';

export interface WordsToCompare {
  readonly kind: WordKind;
  readonly expected: Uint32Array;
  readonly actual: Uint32Array;
  /** A sampler that interpolates took part. */
  readonly isFiltered?: boolean;
  /** One where the word counts; all words unless given. */
  readonly counted?: Uint8Array | undefined;
}

export interface Comparison {
  readonly words: number;
  readonly mismatches: number;
  /** Index of the first word that differs. */
  readonly first?: number;
}

/**
 * Of the value itself, and of the largest value of the buffer, for sums in which terms cancel and for functions
 * with an absolute error (WGSL allows sine and cosine 2^-11).
 */
export const RELATIVE = 1e-3;
export const OF_LARGEST = 2 ** -11;
/** An f16 has 11 significant bits. */
export const HALF_RELATIVE = 4e-3;
/** The smallest float that is not subnormal: integers that are taken for floats lie below it. */
export const SMALLEST_NORMAL = 2 ** -126;

/**
 * Devices keep eight bits of the fraction between two texels (Vulkan's `subTexelPrecisionBits`): half a step along each
 * of two axes, of the whole range where neighbours differ as much, and as much again between levels.
 */
const OF_FILTER = 2 ** -7;

export function compareWords({ kind, expected, actual, counted, isFiltered }: WordsToCompare): Comparison {
  const a = new Float32Array(expected.buffer, expected.byteOffset, expected.length);
  const b = new Float32Array(actual.buffer, actual.byteOffset, Math.min(expected.length, actual.length));
  const slack = kind === 'float' ? (isFiltered ? OF_FILTER : OF_LARGEST) * largest(a, counted) : 0;
  const share = isFiltered ? OF_FILTER : 0;
  let words = 0;
  let mismatches = 0;
  let first: number | undefined;
  for (let i = 0; i < expected.length; i++) {
    if (counted !== undefined && counted[i] === 0) continue;
    words++;
    if (expected[i] === actual[i]) continue;
    if (kind === 'float' && isClose(a[i], b[i], RELATIVE, slack)) continue;
    if (kind === 'mixed' && looksLikeFloat(a[i]) && isClose(a[i], b[i], RELATIVE, 0)) continue;
    if (kind === 'half' && areHalvesClose(expected[i], actual[i] ?? 0, share)) continue;
    if (isTexel(kind) && areTexelsClose(kind, expected[i], actual[i] ?? 0, share)) continue;
    mismatches++;
    first ??= i;
  }
  return { words, mismatches, ...(first === undefined ? {} : { first }) };
}

function isClose(a: number, b: number, relative: number, slack: number): boolean {
  if (Number.isNaN(a)) return Number.isNaN(b);
  // An infinity differs from a number by no more than itself, which is no closeness.
  if (!Number.isFinite(a) || !Number.isFinite(b)) return a === b;
  return Math.abs(a - b) <= relative * Math.max(Math.abs(a), Math.abs(b)) + slack;
}

function looksLikeFloat(value: number): boolean {
  return Math.abs(value) >= SMALLEST_NORMAL;
}

function areHalvesClose(a: number, b: number, slack: number): boolean {
  const isHalfClose = (x: number, y: number) => isClose(halfValue(x), halfValue(y), HALF_RELATIVE, slack);
  return isHalfClose(a & 0xffff, b & 0xffff) && isHalfClose(a >>> 16, b >>> 16);
}

/** IEEE 754 binary16. */
function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

function largest(values: Float32Array, counted: Uint8Array | undefined): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) {
    if (counted !== undefined && counted[i] === 0) continue;
    const size = Math.abs(values[i]);
    if (size > most && size < Infinity) most = size;
  }
  return most;
}
