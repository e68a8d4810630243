// Which virtual registers are alive at the borders of segments: for each use that no definition in its segment
// precedes, walk back over the predecessors to the definitions. Sets are bit sets, one row per segment.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { SegmentDraft } from './virtual.ts';

export interface Liveness {
  /** 32-bit words per row. */
  readonly rowWords: number;
  readonly liveIn: Uint32Array;
  readonly liveOut: Uint32Array;
  readonly predecessors: readonly (readonly number[])[];
}

export function isSet(bits: Uint32Array, rowWords: number, row: number, register: number): boolean {
  return ((bits[row * rowWords + (register >>> 5)]! >>> (register & 31)) & 1) === 1;
}

function set(bits: Uint32Array, rowWords: number, row: number, register: number): void {
  bits[row * rowWords + (register >>> 5)]! |= 1 << (register & 31);
}

export function forEachSet(
  bits: Uint32Array,
  rowWords: number,
  row: number,
  visit: (register: number) => void,
): void {
  for (let word = 0; word < rowWords; word++) {
    let rest = bits[row * rowWords + word]!;
    while (rest !== 0) {
      const bit = 31 - Math.clz32(rest & -rest);
      visit(word * 32 + bit);
      rest &= rest - 1;
    }
  }
}

/** Words of a bit set over all segments; three of them at a time must fit into memory. */
const MAXIMUM_SET_WORDS = 2 ** 25;

function checkSize(segments: number, registers: number, words: number): void {
  if (words <= MAXIMUM_SET_WORDS) return;
  const message = `the kernel is too large: ${registers} values in ${segments} pieces of straight code`;
  throw new DiagnosticError([{ severity: 'unsupported', code: 'codegen/too-large', message }]);
}

/** Liveness at segment borders; `drafts` are indexed by their ids. */
export function computeLiveness(drafts: readonly SegmentDraft[], registerCount: number): Liveness {
  const rowWords = (registerCount + 31) >>> 5;
  checkSize(drafts.length, registerCount, drafts.length * rowWords);
  const liveIn = new Uint32Array(drafts.length * rowWords);
  const liveOut = new Uint32Array(drafts.length * rowWords);
  const defined = new Uint32Array(drafts.length * rowWords);
  const predecessors: number[][] = drafts.map(() => []);
  for (const draft of drafts)
    for (const successor of draft.successors) predecessors[successor.id]!.push(draft.id);

  const exposedRegister: number[] = [];
  const exposedSegment: number[] = [];
  for (const draft of drafts) {
    for (const instruction of draft.instructions) {
      for (const source of instruction.sources) {
        if (!isSet(defined, rowWords, draft.id, source)) {
          exposedRegister.push(source);
          exposedSegment.push(draft.id);
        }
      }
      for (const destination of instruction.destinations) set(defined, rowWords, draft.id, destination);
    }
  }
  const waiting: number[] = [];
  for (let index = 0; index < exposedRegister.length; index++) {
    const register = exposedRegister[index]!;
    waiting.push(exposedSegment[index]!);
    while (waiting.length > 0) {
      const segment = waiting.pop()!;
      if (isSet(liveIn, rowWords, segment, register)) continue;
      set(liveIn, rowWords, segment, register);
      for (const before of predecessors[segment]!) {
        if (isSet(liveOut, rowWords, before, register)) continue;
        set(liveOut, rowWords, before, register);
        if (!isSet(defined, rowWords, before, register)) waiting.push(before);
      }
    }
  }
  return { rowWords, liveIn, liveOut, predecessors };
}
