// Machine code as selection writes it: drafts of straight pieces, and the registers of values.

import { type Span, unreachable } from '../../../diagnostics/diagnostic.ts';
import type { Module, ScalarType, ValueId } from '../../../ir/ir.ts';
import { bitWidth } from '../../../ir/ops.ts';
import type { Aggregation, InstructionKind, MemoryScope } from '../../../machine/program.ts';
import {
  GENERAL,
  PREDICATE,
  type RegisterFile,
  RegisterTable,
  type SegmentDraft,
  UNIFORM_GENERAL,
  UNIFORM_PREDICATE,
  type VirtualInstruction,
} from '../../../machine/virtual.ts';
import { classOfMnemonic, type InstructionClass } from '../listing.ts';
import type { Place } from './places.ts';

const FILES: Readonly<Record<Place, RegisterFile>> = {
  vector: GENERAL,
  mask: PREDICATE,
  scalar: UNIFORM_GENERAL,
  flag: UNIFORM_PREDICATE,
};

/** What instructions of a unit are treated as unless they say otherwise. */
const KINDS: Readonly<Record<InstructionClass, InstructionKind>> = {
  vector: 'arithmetic',
  scalar: 'arithmetic',
  lds: 'loadShared',
  vmem: 'loadGlobal',
  smem: 'loadScalar',
  branch: 'branch',
  wait: 'issueOnly',
};

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
  readonly origin?: string;
}

export class Code {
  readonly drafts: SegmentDraft[] = [];
  readonly registers = new RegisterTable();
  current!: SegmentDraft;
  private readonly module: Module;
  private readonly places: readonly Place[];
  private readonly registerOf = new Map<ValueId, number>();
  /** Of the IR instruction being selected. */
  origin: string | undefined;
  span: Span | undefined;

  constructor(module: Module, places: readonly Place[]) {
    this.module = module;
    this.places = places;
  }

  open(loopDepth: number): SegmentDraft {
    this.current = { id: this.drafts.length, instructions: [], accessCount: 0, successors: [], loopDepth };
    this.drafts.push(this.current);
    return this.current;
  }

  /** The register of a value that is no constant. */
  register(value: ValueId): number {
    let found = this.registerOf.get(value);
    if (found === undefined) {
      found = this.create(this.places[value], wordsOf(this.module.values[value].type));
      this.registerOf.set(value, found);
    }
    return found;
  }

  create(place: Place, words = 1): number {
    return this.registers.create(FILES[place], place === 'mask' ? 2 : words);
  }

  /** Registers of values, without constants. */
  sources(values: readonly ValueId[]): number[] {
    return values.filter((each) => !this.isConstant(each)).map((each) => this.register(each));
  }

  isConstant(value: ValueId): boolean {
    return this.module.values[value].constant !== undefined;
  }

  /** @returns the instruction, whose unit stands for its cost class until the code is finished */
  emit(
    opcode: string,
    destinations: number[],
    sources: number[],
    options: EmitOptions = {},
  ): VirtualInstruction {
    const unit = classOfMnemonic(opcode) ?? unreachable(`no class for ${opcode}`);
    const { access } = options;
    const instruction: VirtualInstruction = {
      opcode,
      kind: options.kind ?? access?.kind ?? KINDS[unit],
      costClass: unit,
      destinations,
      sources,
      access: access?.access,
      joined: [],
      bytesPerLane: access?.bytesPerLane,
      scope: access?.scope,
      aggregation: access?.aggregation,
      span: this.span,
      origin: options.origin ?? this.origin,
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
}

function wordsOf(type: ScalarType): number {
  return type === 'bool' ? 1 : Math.max(1, bitWidth(type) / 32);
}
