// The buffer generators of the launch-file contract (docs/launch-files.md): counter-based, so that any word
// can be computed on its own and a buffer of any size costs nothing until it is touched. Same data, same
// words, on every machine.

import { halfBitsOf } from '../ir/half.ts';
import { type BufferData, type BufferPages, WORDS_PER_PAGE } from './launch.ts';

const GOLDEN_RATIO = 0x9e3779b9;

/** The contract's hash of a counter, as u32: one step of a congruential generator, then a permutation (PCG). */
export function hash(index: number, seed: number): number {
  const x = (Math.imul((index + Math.imul(seed, GOLDEN_RATIO)) | 0, 747796405) + 2891336453) | 0;
  const word = Math.imul((x >>> ((x >>> 28) + 4)) ^ x, 277803737);
  return ((word >>> 22) ^ word) >>> 0;
}

const floatScratch = new Float32Array(1);
const floatScratchBits = new Uint32Array(floatScratch.buffer);

/** The bits of `value` rounded to f32. */
export function bitsOfFloat(value: number): number {
  floatScratch[0] = value;
  return floatScratchBits[0];
}

/** Element `index` of `random-f32` or `random-f16`, as f64 before it is rounded to that. */
export function randomFloat(index: number, seed: number, min: number, max: number): number {
  return min + ((max - min) * (hash(index, seed) >>> 8)) / 16777216;
}

/** Rows between two stored partial sums of a `csr-rows` buffer. */
const ROWS_PER_BLOCK = 256;

/** Sums of the row lengths before each block of rows, extended as far as reads have reached. */
interface PartialSums {
  readonly sums: Float64Array;
  known: number;
}

const partialSumsOf = new WeakMap<BufferData, PartialSums>();

function rowLength(row: number, seed: number, lengths: number): number {
  return 1 + (hash(row, seed) % lengths);
}

/** Sum of the lengths of all rows before `block * ROWS_PER_BLOCK`, modulo 2^32. */
function sumBeforeBlock(data: BufferData & { kind: 'csr-rows' }, block: number): number {
  let table = partialSumsOf.get(data);
  if (table === undefined) {
    table = { sums: new Float64Array(Math.floor(data.rows / ROWS_PER_BLOCK) + 1), known: 0 };
    partialSumsOf.set(data, table);
  }
  const lengths = 2 * data.meanRow - 1;
  while (table.known < block) {
    let sum = table.sums[table.known];
    const first = table.known * ROWS_PER_BLOCK;
    for (let row = first; row < first + ROWS_PER_BLOCK; row++) sum += rowLength(row, data.seed, lengths);
    table.known++;
    table.sums[table.known] = sum;
  }
  return table.sums[block];
}

/** Fills `count` words with row starts from element `first` on; past the last row start there are zeros. */
function fillRowStarts(
  data: BufferData & { kind: 'csr-rows' },
  first: number,
  count: number,
  out: Uint32Array,
): void {
  const end = Math.min(count, data.rows + 1 - first);
  if (end <= 0) {
    out.fill(0, 0, count);
    return;
  }
  const lengths = 2 * data.meanRow - 1;
  const block = Math.floor(first / ROWS_PER_BLOCK);
  let sum = sumBeforeBlock(data, block);
  for (let row = block * ROWS_PER_BLOCK; row < first; row++) sum += rowLength(row, data.seed, lengths);
  for (let i = 0; i < end; i++) {
    out[i] = sum;
    sum += rowLength(first + i, data.seed, lengths);
  }
  out.fill(0, end, count);
}

function fillFromBytes(bytes: Uint8Array, firstWord: number, count: number, out: Uint32Array): void {
  for (let i = 0; i < count; i++) {
    const at = (firstWord + i) * 4;
    // Bytes past the end read as undefined, which the bitwise operators take for 0.
    out[i] = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
  }
}

/**
 * Fills `out` with the words of a buffer from word `firstWord` on; words past `sizeBytes` become 0.
 * `file` holds the bytes of a `file` buffer, little-endian; what it lacks is 0.
 */
export function fillWords(
  data: BufferData,
  sizeBytes: number,
  firstWord: number,
  out: Uint32Array,
  file?: Uint8Array,
): void {
  const count = Math.max(0, Math.min(out.length, Math.floor(sizeBytes / 4) - firstWord));
  if (count < out.length) out.fill(0, count);
  switch (data.kind) {
    case 'zeros':
      out.fill(0, 0, count);
      return;
    case 'random-f32': {
      const floats = new Float32Array(out.buffer, out.byteOffset, count);
      const { seed, min, max } = data;
      for (let i = 0; i < count; i++) floats[i] = randomFloat(firstWord + i, seed, min, max);
      return;
    }
    case 'random-f16': {
      const { seed, min, max } = data;
      const bits = (index: number) => halfBitsOf(randomFloat(index, seed, min, max));
      for (let i = 0; i < count; i++) {
        const index = 2 * (firstWord + i);
        out[i] = bits(index) | (bits(index + 1) << 16);
      }
      return;
    }
    case 'random-u32':
      for (let i = 0; i < count; i++) out[i] = hash(firstWord + i, data.seed) % data.modulo;
      return;
    case 'iota-u32':
      for (let i = 0; i < count; i++) out[i] = firstWord + i;
      return;
    case 'words': {
      const known = Math.max(0, Math.min(count, data.words.length - firstWord));
      for (let i = 0; i < known; i++) out[i] = data.words[firstWord + i];
      out.fill(0, known, count);
      return;
    }
    case 'csr-rows':
      fillRowStarts(data, firstWord, count, out);
      return;
    case 'struct':
      throw new Error('data by members have no words before the shader is known');
    case 'file':
      fillFromBytes(file ?? new Uint8Array(0), firstWord, count, out);
      return;
    case 'pages':
      fillFromPages(data, firstWord, count, out, file);
      return;
  }
}

function fillFromPages(
  { base, baseBytes, offsetBytes, pages }: BufferPages,
  firstWord: number,
  count: number,
  out: Uint32Array,
  file: Uint8Array | undefined,
): void {
  for (let at = 0; at < count; ) {
    const word = offsetBytes / 4 + firstWord + at;
    const page = Math.floor(word / WORDS_PER_PAGE);
    const within = word - page * WORDS_PER_PAGE;
    const part = out.subarray(at, Math.min(count, at + WORDS_PER_PAGE - within));
    const written = pages.get(page);
    if (written) part.set(written.subarray(within, within + part.length));
    else fillWords(base, baseBytes, word, part, file);
    at += part.length;
  }
}
