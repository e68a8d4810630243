// Machine code before allocation: instructions over virtual registers, in drafts of segments that know their
// successors. Selection makes them, coalescing renames, scheduling reorders, allocation turns virtual
// registers into slots.

import type { Span } from '../diagnostics/diagnostic.ts';
import type { Aggregation, Immediate, InstructionKind, LocalSpill, MemoryScope } from './program.ts';

/** Register files. A virtual register belongs to one. */
export const GENERAL = 0;
export const PREDICATE = 1;
export const UNIFORM_GENERAL = 2;
export const UNIFORM_PREDICATE = 3;
export type RegisterFile = 0 | 1 | 2 | 3;

/** How an instruction stands to memory; scheduling keeps the order that matters. */
export interface MemoryOrder {
  /** `constant`: a load of what no invocation writes. */
  readonly kind: 'load' | 'constant' | 'store' | 'barrier';
  /** Distinct for each buffer and variable. */
  readonly root: number;
  /** Value id of the address, to tell apart neighbouring accesses by their constant part. */
  readonly address: number;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
}

export interface VirtualInstruction {
  opcode: string;
  readonly kind: InstructionKind;
  costClass: string;
  /** Virtual registers. Lists belong to the instruction: coalescing renames in place. */
  readonly destinations: number[];
  readonly sources: number[];
  immediates: readonly Immediate[];
  /** Known when the IR's access is met, which may be behind the instruction. */
  access: number | undefined;
  /** Further accesses of the segment that go with this one; absent where a compiler joins none. */
  readonly joined?: number[];
  readonly bytesPerLane: number | undefined;
  readonly scope: MemoryScope | undefined;
  readonly aggregation: Aggregation | undefined;
  readonly span: Span | undefined;
  readonly origin: string | undefined;
  readonly expands: string | undefined;
  readonly order: MemoryOrder | undefined;
  /** Control instructions keep their place at the start or the end of the segment. */
  readonly place: 'start' | 'body' | 'end';
  /** A move that disappears when both sides can share a register. */
  readonly isCopy: boolean;
  /** A move of a constant, which may be made again where its register is wanted. */
  readonly isRepeatable: boolean;
  /** Nothing moves past it, though the segment goes on. */
  readonly endsBlock: boolean;
  /** A write under a predicate: the last source is what other lanes keep, which stays where it is. */
  keepsLast?: boolean;
  /** What it reads from the banks of registers (operand-reads.ts); known behind allocation. */
  bankReads?: number;
}

export interface SegmentDraft {
  readonly id: number;
  instructions: VirtualInstruction[];
  accessCount: number;
  /** Its accesses to what was spilled to local memory, in front of all others. */
  spills?: readonly LocalSpill[];
  readonly successors: SegmentDraft[];
  readonly loopDepth: number;
}

/** The file and the width in 32-bit words of every virtual register. */
export class RegisterTable {
  readonly files: RegisterFile[] = [];
  readonly words: number[] = [];

  get count(): number {
    return this.files.length;
  }

  create(file: RegisterFile, words = 1): number {
    this.files.push(file);
    this.words.push(words);
    return this.files.length - 1;
  }
}
