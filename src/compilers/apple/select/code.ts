// Machine code as selection writes it: drafts of straight pieces, and the registers of values. All instructions are the
// vector unit's; a value that a lane does not have in a register of its own is a constant or stands in a uniform one.

import type { Span } from '../../../diagnostics/diagnostic.ts';
import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { Module, ValueId } from '../../../ir/ir.ts';
import { bitWidth } from '../../../ir/ops.ts';
import type { Aggregation, InstructionKind, MemoryScope } from '../../../machine/program.ts';
import {
  GENERAL,
  RegisterTable,
  type SegmentDraft,
  type VirtualInstruction,
} from '../../../machine/virtual.ts';
import { classOfMnemonic } from '../listing.ts';

/** What an access says of itself. */
export interface AccessFacts {
  readonly kind: InstructionKind;
  readonly access?: number;
  readonly bytesPerLane: number;
  readonly scope?: MemoryScope;
  readonly aggregation?: Aggregation;
}

export interface EmitOptions {
  readonly place?: 'start' | 'end';
  readonly isCopy?: boolean;
  readonly access?: AccessFacts;
  readonly kind?: InstructionKind;
}

const WORD_BITS = 32;
/** Bools and halves take half a register. */
const HALF = 0.5;

export class Code {
  readonly drafts: SegmentDraft[] = [];
  readonly registers = new RegisterTable();
  current!: SegmentDraft;
  private readonly module: Module;
  private readonly registerOf = new Map<ValueId, number>();
  /** Of the IR instruction being selected. */
  origin: string | undefined;
  span: Span | undefined;

  constructor(module: Module) {
    this.module = module;
  }

  open(loopDepth: number): SegmentDraft {
    this.current = { id: this.drafts.length, instructions: [], accessCount: 0, successors: [], loopDepth };
    this.drafts.push(this.current);
    return this.current;
  }

  /** The register of a value. */
  register(value: ValueId): number {
    let found = this.registerOf.get(value);
    if (found === undefined) {
      found = this.create(wordsOf(this.module, value));
      this.registerOf.set(value, found);
    }
    return found;
  }

  create(words = 1): number {
    return this.registers.create(GENERAL, words);
  }

  /** @returns the instruction, whose class stands for its cost class until the code is finished */
  emit(
    opcode: string,
    destinations: number[],
    sources: number[],
    options: EmitOptions = {},
  ): VirtualInstruction {
    const made = this.make(opcode, destinations, sources, options);
    this.current.instructions.push(made);
    return made;
  }

  /** An instruction that stands in no draft yet. */
  make(
    opcode: string,
    destinations: number[],
    sources: number[],
    options: EmitOptions = {},
  ): VirtualInstruction {
    const unit = classOfMnemonic(opcode) ?? unreachable(`no class for ${opcode}`);
    const { access } = options;
    const isAlone = unit === 'wait' ? 'issueOnly' : opcode.startsWith('jmp_') ? 'branch' : 'arithmetic';
    return {
      opcode,
      kind: options.kind ?? access?.kind ?? isAlone,
      costClass: unit,
      destinations,
      sources,
      access: access?.access,
      joined: [],
      bytesPerLane: access?.bytesPerLane,
      scope: access?.scope,
      aggregation: access?.aggregation,
      span: this.span,
      origin: this.origin,
      expands: undefined,
      immediates: [],
      order: undefined,
      place: options.place ?? 'body',
      isCopy: options.isCopy ?? false,
      isRepeatable: false,
      endsBlock: false,
    };
  }
}

function wordsOf(module: Module, value: ValueId): number {
  const { type } = module.values[value];
  return type === 'bool' ? HALF : Math.max(HALF, bitWidth(type) / WORD_BITS);
}
