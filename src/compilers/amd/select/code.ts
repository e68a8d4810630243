// Machine code as selection writes it: drafts of straight pieces, and the registers of values.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { Module, ScalarType, ValueId } from '../../../ir/ir.ts';
import { bitWidth } from '../../../ir/ops.ts';
import type { InstructionKind } from '../../../machine/program.ts';
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

const KINDS: Readonly<Record<InstructionClass, InstructionKind>> = {
  vector: 'arithmetic',
  scalar: 'arithmetic',
  lds: 'loadShared',
  vmem: 'loadGlobal',
  smem: 'loadConstant',
  branch: 'branch',
  wait: 'issueOnly',
};

export interface EmitOptions {
  readonly place?: 'start' | 'end';
  readonly isCopy?: boolean;
}

export class Code {
  readonly drafts: SegmentDraft[] = [];
  readonly registers = new RegisterTable();
  current!: SegmentDraft;
  private readonly module: Module;
  private readonly places: readonly Place[];
  private readonly registerOf = new Map<ValueId, number>();
  origin: string | undefined;

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

  emit(
    opcode: string,
    destinations: number[],
    sources: number[],
    options: EmitOptions = {},
  ): VirtualInstruction {
    const unit = classOfMnemonic(opcode) ?? unreachable(`no class for ${opcode}`);
    const instruction: VirtualInstruction = {
      opcode,
      kind: KINDS[unit],
      costClass: unit,
      destinations,
      sources,
      access: undefined,
      bytesPerLane: undefined,
      scope: undefined,
      aggregation: undefined,
      span: undefined,
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
}

function wordsOf(type: ScalarType): number {
  return type === 'bool' ? 1 : Math.max(1, bitWidth(type) / 32);
}
