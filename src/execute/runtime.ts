// Functions that generated code calls by name: pages of buffers, the slow paths of accesses, half floats,
// recorders, operations across lanes.

import { bitsOfFloat, floatFromBits } from '../ir/evaluate.ts';
import { doubleOfWords, highWordOfDouble, lowWordOfDouble } from '../ir/evaluate-wide.ts';
import { halfBitsOf, halfFromBits, roundToHalf } from '../ir/half.ts';
import type { ScalarType, SubgroupOp } from '../ir/ir.ts';
import { subgroupOps } from '../ir/subgroup-ops.ts';
import type { HelperFunctions } from './expressions.ts';
import { PAGE_SHIFT, PAGE_WORDS, type PagedBuffer } from './memory.ts';
import * as ofBuffers from './record-buffer.ts';
import * as ofVariables from './record-variable.ts';
import { ballot, spreadFunction, toLanes, toMask, uniformFunction } from './subgroup.ts';
import { changeWide } from './wide-atomics.ts';

let halves: Float32Array | undefined;

/** A half float by its 16 bits; few kernels have any, and the table of all takes milliseconds. */
function halfAt(bits: number): number {
  halves ??= Float32Array.from({ length: 65536 }, (_, each) => halfFromBits(each));
  return halves[bits];
}

function pageI(buffer: PagedBuffer, page: number): Int32Array {
  const known = buffer.integerPages[page];
  return known === undefined ? buffer.integers(page) : known;
}

function pageF(buffer: PagedBuffer, page: number): Float32Array {
  const known = buffer.floatPages[page];
  return known === undefined ? buffer.floats(page) : known;
}

/** Replaces the bits `mask << shift` of a word. */
function insertBits(words: Int32Array, index: number, mask: number, shift: number, bits: number): void {
  words[index] = (words[index] & ~(mask << shift)) | ((bits & mask) << shift);
}

/** Reads and writes of single components that check everything; `counts` has a counter per site. */
function slowAccesses(counts: Float64Array): Record<string, unknown> {
  const word = (buffer: PagedBuffer, address: number, bytes: number, site: number): number => {
    const at = address >>> 0;
    if (at + bytes <= buffer.addressableBytes) return buffer.word(at);
    counts[site]++;
    return 0;
  };
  const double = (buffer: PagedBuffer, address: number, site: number): number => {
    const at = address >>> 0;
    if (at + 8 <= buffer.addressableBytes) return doubleOfWords(buffer.word(at), buffer.word(at + 4));
    counts[site]++;
    return 0;
  };
  const write = (buffer: PagedBuffer, address: number, site: number, bytes: number, bits: number): void => {
    const at = address >>> 0;
    if (at + bytes > buffer.addressableBytes) {
      counts[site]++;
      return;
    }
    const page = buffer.integers(at >>> PAGE_SHIFT);
    const index = (at >>> 2) & (PAGE_WORDS - 1);
    if (bytes >= 4) page[index] = bits;
    else insertBits(page, index, bytes === 1 ? 255 : 65535, (at & 3) << 3, bits);
  };
  return {
    read_i32: (buffer: PagedBuffer, at: number, site: number) => word(buffer, at, 4, site),
    read_f32: (buffer: PagedBuffer, at: number, site: number) => floatFromBits(word(buffer, at, 4, site)),
    read_f64: double,
    read_f16: (buffer: PagedBuffer, at: number, site: number) =>
      halfFromBits(word(buffer, at, 2, site) >>> ((at & 2) << 3)),
    read_i16: (buffer: PagedBuffer, at: number, site: number) =>
      (word(buffer, at, 2, site) << (16 - ((at & 2) << 3))) >> 16,
    read_i8: (buffer: PagedBuffer, at: number, site: number) =>
      (word(buffer, at, 1, site) << (24 - ((at & 3) << 3))) >> 24,
    write_i32: (buffer: PagedBuffer, at: number, site: number, value: number) =>
      write(buffer, at, site, 4, value),
    write_f32: (buffer: PagedBuffer, at: number, site: number, value: number) =>
      write(buffer, at, site, 4, bitsOfFloat(value)),
    // Both words or none: the first write sees the whole size.
    write_f64: (buffer: PagedBuffer, at: number, site: number, value: number) => {
      const isInside = (at >>> 0) + 8 <= buffer.addressableBytes;
      write(buffer, at, site, 8, lowWordOfDouble(value));
      if (isInside) write(buffer, at + 4, site, 4, highWordOfDouble(value));
    },
    write_f16: (buffer: PagedBuffer, at: number, site: number, value: number) =>
      write(buffer, at, site, 2, halfBitsOf(value)),
    write_i16: (buffer: PagedBuffer, at: number, site: number, value: number) =>
      write(buffer, at, site, 2, value),
    write_i8: (buffer: PagedBuffer, at: number, site: number, value: number) =>
      write(buffer, at, site, 1, value),
  };
}

/** Everything that generated code may name, besides what belongs to one kernel. */
export function runtimeFunctions(
  counts: Float64Array,
  helpers: HelperFunctions,
  usedSubgroupOps: Iterable<string>,
): Record<string, unknown> {
  const runtime: Record<string, unknown> = {
    pageI,
    pageF,
    insertBits,
    NO_PAGE_I: new Int32Array(0),
    NO_PAGE_F: new Float32Array(0),
    halfAt,
    toHalf: roundToHalf,
    halfBits: halfBitsOf,
    doubleOfWords,
    lowWordOfDouble,
    highWordOfDouble,
    changeWide,
    integerBits: bitsOfFloat,
    floatBits: floatFromBits,
    ...ofBuffers,
    ...ofVariables,
    ballot,
    toMask,
    toLanes,
    ...slowAccesses(counts),
    ...Object.fromEntries(helpers),
  };
  for (const name of usedSubgroupOps) {
    const at = name.lastIndexOf('_');
    const op = name.slice(0, at) as SubgroupOp;
    const type = name.slice(at + 1) as ScalarType;
    if (op === 'ballot') continue;
    if (subgroupOps[op].isUniform) runtime[`reduce_${name}`] = uniformFunction(op, type);
    else runtime[`spread_${name}`] = spreadFunction(op, type);
  }
  return runtime;
}
