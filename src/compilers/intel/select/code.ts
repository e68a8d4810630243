// Machine code as selection writes it: drafts of straight pieces, and the registers of values. A value lies in
// registers of all lanes, or in one register where it is alike for all of them.

import type { Span } from '../../../diagnostics/diagnostic.ts';
import type { Module, ValueId } from '../../../ir/ir.ts';
import { bitWidth } from '../../../ir/ops.ts';
import type { InstructionKind, MemoryScope } from '../../../machine/program.ts';
import {
  GENERAL,
  RegisterTable,
  type SegmentDraft,
  UNIFORM_GENERAL,
  type VirtualInstruction,
} from '../../../machine/virtual.ts';
import { type IntelGeneration, WORD_BYTES } from '../generation.ts';

/** For every lane, for one register of words, for a word alone. */
export type Width = 'lanes' | 'uniform' | 'word';

/** What an access says of itself. */
export interface AccessFacts {
  readonly kind: InstructionKind;
  readonly access?: number;
  readonly bytesPerLane: number;
  readonly scope?: MemoryScope;
}

export interface EmitOptions {
  readonly width?: Width;
  readonly place?: 'start' | 'end';
  readonly isCopy?: boolean;
  readonly access?: AccessFacts;
  readonly kind?: InstructionKind;
}

/** Registers of half a kilobit, in which the driver counts whatever the size of its own. */
const COUNTED_BYTES = 32;
const FLOW = /^(if|else|break|cont|while)$/;

export class Code {
  readonly drafts: SegmentDraft[] = [];
  readonly registers = new RegisterTable();
  /** Registers that one message fills and that live as long as any of them. */
  readonly groups: number[][] = [];
  current!: SegmentDraft;
  private readonly module: Module;
  private readonly generation: IntelGeneration;
  private readonly isUniform: (value: ValueId) => boolean;
  /** A bool that branches and selections alone read takes no register. */
  private readonly isFlag: (value: ValueId) => boolean;
  private readonly registerOf = new Map<ValueId, number>();
  /** Of the IR instruction being selected. */
  origin: string | undefined;
  span: Span | undefined;

  constructor(
    module: Module,
    generation: IntelGeneration,
    isUniform: (value: ValueId) => boolean,
    isFlag: (value: ValueId) => boolean,
  ) {
    this.module = module;
    this.generation = generation;
    this.isUniform = isUniform;
    this.isFlag = isFlag;
  }

  open(loopDepth: number): SegmentDraft {
    this.current = { id: this.drafts.length, instructions: [], accessCount: 0, successors: [], loopDepth };
    this.drafts.push(this.current);
    return this.current;
  }

  isConstant(value: ValueId): boolean {
    return this.module.values[value].constant !== undefined;
  }

  /** The register of a value that is no constant. */
  register(value: ValueId): number {
    let found = this.registerOf.get(value);
    if (found === undefined) {
      const { type } = this.module.values[value];
      const bits = this.isFlag(value) ? 0 : type === 'bool' ? 32 : bitWidth(type);
      found = this.create(this.isUniform(value) ? 'uniform' : 'lanes', bits / 32);
      this.registerOf.set(value, found);
    }
    return found;
  }

  /** @param words of each lane */
  create(width: Width, words = 1): number {
    const { lanes, grfBytes } = this.generation;
    if (width !== 'lanes') return this.registers.create(UNIFORM_GENERAL, grfBytes / COUNTED_BYTES);
    return this.registers.create(GENERAL, Math.ceil((words * lanes * WORD_BYTES) / COUNTED_BYTES));
  }

  /** @param mnemonic without the number of lanes, which the width says */
  emit(
    mnemonic: string,
    destinations: number[],
    sources: number[],
    options: EmitOptions = {},
  ): VirtualInstruction {
    const { access, width = 'lanes' } = options;
    const instruction: VirtualInstruction = {
      opcode: `${mnemonic}(${this.lanesOf(width)})`,
      kind: options.kind ?? access?.kind ?? (FLOW.test(mnemonic) ? 'branch' : 'arithmetic'),
      costClass: mnemonic,
      destinations,
      sources,
      access: access?.access,
      joined: [],
      bytesPerLane: access?.bytesPerLane,
      scope: access?.scope,
      aggregation: undefined,
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
    this.current.instructions.push(instruction);
    return instruction;
  }

  private lanesOf(width: Width): number {
    const { lanes, nativeLanes } = this.generation;
    return width === 'lanes' ? lanes : width === 'uniform' ? nativeLanes : 1;
  }
}
