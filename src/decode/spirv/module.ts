// A SPIR-V module as the rest of the decoder reads it: the words, and where each instruction starts. Binary
// files and assembly text both become this; lowering looks at words only, so both take the same way.
// (SPIR-V specification, section 2.3 "Physical Layout of a SPIR-V Module and Instruction".)

import type { Span } from '../../diagnostics/diagnostic.ts';

export interface SpirvModule {
  readonly file: string;
  /** The whole module in host byte order: five header words, then instructions. */
  readonly words: Uint32Array;
  /** The index in `words` of each instruction's first word, in order. Every instruction lies inside `words`. */
  readonly starts: Uint32Array;
  /** Every id is less than this (header word 3). */
  readonly bound: number;
  /** Header word 1: 0x00010300 is 1.3. */
  readonly version: number;
  /** For assembly text: start and end (UTF-16 offsets) of each instruction in turn. Absent for binaries. */
  readonly textRanges?: Uint32Array;
  /** For assembly text: the name of each id as it is written there, without `%`. Absent for binaries. */
  readonly textNames?: readonly (string | undefined)[];
}

export function opcodeAt(module: SpirvModule, at: number): number {
  return module.words[at] & 0xffff;
}

/** Words of the instruction at `at`, the first one included. */
export function lengthAt(module: SpirvModule, at: number): number {
  return module.words[at] >>> 16;
}

/** The place of the instruction whose first word is at `at`: in the text, or the bytes of a binary. */
export function spanAt(module: SpirvModule, at: number): Span {
  const { file, textRanges } = module;
  if (!textRanges) return { file, start: at * 4, end: (at + lengthAt(module, at)) * 4 };
  const index = instructionIndex(module, at);
  return { file, start: textRanges[2 * index], end: textRanges[2 * index + 1] };
}

/** Which instruction starts at word `at` (or contains it), by bisection. */
export function instructionIndex(module: SpirvModule, at: number): number {
  const { starts } = module;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle] <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A literal string: UTF-8, null-terminated, packed little-endian into words from `at` on, before `end`. */
export function stringAt(module: SpirvModule, at: number, end: number): string {
  const bytes: number[] = [];
  for (let word = at; word < end; word++) {
    const value = module.words[word];
    for (let shift = 0; shift < 32; shift += 8) {
      const byte = (value >>> shift) & 0xff;
      if (byte === 0) return new TextDecoder().decode(Uint8Array.from(bytes));
      bytes.push(byte);
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
