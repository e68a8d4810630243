// Contents as the data of an app file: small ones as numbers, larger ones as a file, and those beyond the limit
// by the generator whose values range as they do.

import type { JsonObject } from './app-file.ts';

export interface DataFiles {
  /** The path of a file that holds these bytes; equal bytes have one file. */
  fileOf(bytes: Uint8Array): string;
}

/** Up to so many words stand in the app file itself: sizes and strides in uniform buffers should be legible. */
const INLINE_WORDS = 64;

/** Integers decide where a kernel reads and how long it loops, so they are kept up to so many times the limit. */
const INDEX_FACTOR = 16;

/** No index that a buffer could have is larger. */
const INDEX_LIMIT = 2 ** 28;

/** At least so many words must look like an f32 for a buffer to be one of f32, like an index for one of indices. */
const USUAL_SHARE = 0.99;

/** Data of `bytes`, a multiple of four; undefined for zeros. `of` is the size of the whole, where it is a part. */
export function describeData(
  bytes: Uint8Array,
  limitBytes: number,
  files: DataFiles,
  of = bytes.byteLength,
): JsonObject | undefined {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  if (isZero(words)) return undefined;
  if (words.length === of >> 2) {
    if (words.length <= INLINE_WORDS) return { kind: 'u32', values: withoutZerosAtEnd(words) };
    if (isIota(words)) return { kind: 'iota-u32' };
    if (of <= limitBytes || (of <= limitBytes * INDEX_FACTOR && areIndices(words)))
      return { kind: 'file', path: files.fileOf(bytes) };
  }
  return rowStartsLike(words, of) ?? generatorLike(words);
}

/** Starts of rows, which say how long loops run: ascending from 0, by one or more on average. */
function rowStartsLike(words: Uint32Array, of: number): JsonObject | undefined {
  const meanRow = Math.round(words[words.length - 1] / (words.length - 1));
  if (words[0] !== 0 || meanRow < 1) return undefined;
  for (let index = 1; index < words.length; index++) if (words[index] < words[index - 1]) return undefined;
  return { kind: 'csr-rows', rows: (of >> 2) - 1, meanRow };
}

function generatorLike(words: Uint32Array): JsonObject {
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
  let [most, mostIndex, indices, min, max, plausible] = [
    0,
    0,
    0,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0,
  ];
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (word > most) most = word;
    if (word < INDEX_LIMIT) {
      indices++;
      if (word > mostIndex) mostIndex = word;
    }
    // An f32 between 2^-63 and 2^64, by its exponent; integers below 2^23 would be denormal.
    const exponent = (word >>> 23) & 0xff;
    if (word !== 0 && word !== 0x80000000 && (exponent < 64 || exponent > 190)) continue;
    plausible++;
    const value = floats[index];
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (plausible >= USUAL_SHARE * words.length) return { kind: 'random-f32', min, max };
  // A few that are none, such as -1, would make any word of the rest.
  if (indices >= USUAL_SHARE * words.length) most = mostIndex;
  return most === 0xffffffff ? { kind: 'random-u32' } : { kind: 'random-u32', modulo: most + 1 };
}

function isZero(words: Uint32Array): boolean {
  for (let index = 0; index < words.length; index++) if (words[index] !== 0) return false;
  return true;
}

function isIota(words: Uint32Array): boolean {
  for (let index = 0; index < words.length; index++) if (words[index] !== index) return false;
  return true;
}

/** Integers as i32, such as rows, columns and -1 for none. */
function areIndices(words: Uint32Array): boolean {
  for (let index = 0; index < words.length; index++)
    if (Math.abs(words[index] | 0) >= INDEX_LIMIT) return false;
  return true;
}

function withoutZerosAtEnd(words: Uint32Array): number[] {
  let length = words.length;
  while (length > 1 && words[length - 1] === 0) length--;
  return [...words.subarray(0, length)];
}
