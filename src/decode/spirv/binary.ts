// Binary SPIR-V → words in host order. What holds afterwards: every instruction lies inside the module and has
// the words that the grammar asks for at least, and every result id is below the bound and defined once.

import type { Outcome, Span } from '../../diagnostics/diagnostic.ts';
import { DiagnosticError } from '../../diagnostics/diagnostic.ts';
import { instructionByOpcode } from './grammar.ts';
import { lengthAt, opcodeAt, type SpirvModule, spanAt } from './module.ts';
import { invalid, unsupported } from './problems.ts';

export const MAGIC = 0x07230203;
export const HEADER_WORDS = 5;
const SWAPPED_MAGIC = 0x03022307;
/** SPIR-V specification, section 2.17 "Universal Limits": the largest bound. */
const UNIVERSAL_BOUND = 4_194_303;
/** Tables are as long as the bound, so a bound that the module cannot need is refused. Gaps are normal. */
const SPARE_IDS = 100_000;
const IDS_PER_WORD = 16;

export function readBinary(file: string, bytes: Uint8Array): Outcome<SpirvModule> {
  try {
    const words = wordsOf(file, bytes);
    const module = { file, words, starts: startsOf(file, words), bound: words[3], version: words[1] };
    checkHeader(module);
    checkInstructions(module);
    return { value: module, diagnostics: [] };
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    throw error;
  }
}

/** Whether a file begins like a SPIR-V binary, in either byte order. */
export function looksBinary(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const first = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return first === MAGIC || first === SWAPPED_MAGIC;
}

function wordsOf(file: string, bytes: Uint8Array): Uint32Array {
  const span = { file, start: 0, end: Math.min(4, bytes.length) };
  if (bytes.length === 0) invalid('empty', 'the file is empty', span);
  if (!looksBinary(bytes)) {
    const hint = looksLikeText(bytes) ? '; it looks like text: assembly belongs into a .spvasm file' : '';
    invalid(
      'magic',
      `this is no SPIR-V binary: it does not begin with the magic number 0x07230203${hint}`,
      span,
    );
  }
  if (bytes.length % 4 !== 0) {
    const message = `the module has ${bytes.length} bytes, which is no whole number of 4-byte words; the file is cut off or has something behind its end`;
    invalid('size', message, { file, start: bytes.length & ~3, end: bytes.length });
  }
  if (bytes.length < 4 * HEADER_WORDS) {
    invalid('header', `the module ends in its header, after ${bytes.length} of 20 bytes`, {
      ...span,
      end: bytes.length,
    });
  }
  // A copy: the bytes may lie at any offset, and belong to the caller. (`slice` of a Node Buffer is none.)
  const words = new Uint32Array(new Uint8Array(bytes).buffer);
  if (words[0] !== MAGIC) swapBytes(words);
  return words;
}

function looksLikeText(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.subarray(0, 256).every((byte) => byte >= 32 || (byte >= 9 && byte <= 13));
}

function swapBytes(words: Uint32Array): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    words[i] = (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
  }
}

function startsOf(file: string, words: Uint32Array): Uint32Array {
  // Counting first costs less than growing a list.
  let count = 0;
  for (let at = HEADER_WORDS; at < words.length; count++) {
    const length = words[at] >>> 16;
    if (length === 0 || at + length > words.length) brokenLength(file, words, at, length);
    at += length;
  }
  const starts = new Uint32Array(count);
  for (let index = 0, at = HEADER_WORDS; index < count; index++) {
    starts[index] = at;
    at += words[at] >>> 16;
  }
  return starts;
}

function brokenLength(file: string, words: Uint32Array, at: number, length: number): never {
  const name = instructionByOpcode(words[at] & 0xffff)?.name ?? `instruction ${words[at] & 0xffff}`;
  const left = words.length - at;
  const message =
    length === 0
      ? `${name} says that it has no words`
      : `${name} says that it has ${length} words, but the module ends after ${left}; the file is cut off`;
  invalid('length', message, { file, start: 4 * at, end: 4 * words.length });
}

function checkHeader({ file, words, bound, version }: SpirvModule): void {
  const at = (word: number): Span => ({ file, start: 4 * word, end: 4 * word + 4 });
  // Byte 2 is the major number, byte 1 the minor one.
  if (version >>> 16 !== 1 || (version & 0xff) !== 0) {
    unsupported('version', `SPIR-V version 0x${version.toString(16)} is not known; 1.0 to 1.6 are`, at(1));
  }
  if (bound === 0 || bound > mostIds(words.length)) {
    invalid('bound', `a bound of ${bound} ids does not fit a module of ${words.length} words`, at(3));
  }
}

/** The largest bound that a module of so many words may have. */
export function mostIds(words: number): number {
  return Math.min(UNIVERSAL_BOUND, SPARE_IDS + IDS_PER_WORD * words);
}

/** Also for assembly: raw words (`!123`) can say anything. */
export function checkInstructions(module: SpirvModule): void {
  const { words, starts, bound } = module;
  const isDefined = new Uint8Array(bound);
  for (const at of starts) {
    const grammar = instructionByOpcode(opcodeAt(module, at));
    if (grammar === undefined) continue;
    if (lengthAt(module, at) < grammar.minimumWords) {
      const message = `${grammar.name} has ${lengthAt(module, at)} words; it needs at least ${grammar.minimumWords}`;
      invalid('operands', message, spanAt(module, at));
    }
    if (!grammar.hasResult) continue;
    const id = words[at + (grammar.hasResultType ? 2 : 1)];
    if (id === 0 || id >= bound) {
      invalid(
        'id',
        `${grammar.name} defines id ${id}; ids are from 1 to ${bound - 1} here`,
        spanAt(module, at),
      );
    }
    if (isDefined[id] === 1) {
      invalid('id', `id ${nameOf(module, id)} is defined a second time`, spanAt(module, at));
    }
    isDefined[id] = 1;
  }
}

function nameOf(module: SpirvModule, id: number): string {
  return `%${module.textNames?.[id] ?? id}`;
}
