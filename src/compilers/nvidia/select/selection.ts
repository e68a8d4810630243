// The state of instruction selection: where each value lives, the segment being filled, and constants that
// were moved into registers. The `select-*.ts` files add the instructions of one kind of operation each.
//
// An instruction of this family takes at most one operand that is no vector register: an immediate, a word of
// a constant bank or a uniform register. The second one needs a move, which is made once and, in a loop, in
// front of the loop.

import type { Span } from '../../../diagnostics/diagnostic.ts';
import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { Instruction, Module, ScalarType, ValueId } from '../../../ir/ir.ts';
import type { Aggregation, InstructionKind, MemoryScope } from '../../../machine/program.ts';
import {
  GENERAL,
  type MemoryOrder,
  PREDICATE,
  type RegisterFile,
  RegisterTable,
  type SegmentDraft,
  UNIFORM_GENERAL,
  UNIFORM_PREDICATE,
  type VirtualInstruction,
} from '../../../machine/virtual.ts';
import { costClassOf, type Generation } from '../generation.ts';
import { constantTables } from './constant-tables.ts';
import type { HalfPairs } from './half-pairs.ts';
import { loneLaneAtomics } from './lone-lane.ts';
import { steppedValues, variablesInRegisters } from './select-private.ts';
import type { Facts } from './uses.ts';

/** Operand without a register: zero or true, which every instruction can name for free. */
export const FREE = -1;
/** Operand without a register: an immediate or a word of a constant bank. */
export const IMMEDIATE = -2;
const UNKNOWN = -3;

/** Registers made on the way that later code of the same region, or of regions inside, may reuse. */
interface Scope {
  readonly cache: Map<number, number>;
  /** For a loop's body: the segment in front of the loop. */
  readonly preheader: SegmentDraft | undefined;
  readonly loopDepth: number;
  hoisted: number;
}

/** The upper bits of a register that holds a shorter integer: zeros, or copies of the sign. */
export type Extension = 'zero' | 'sign';

export interface EmitOptions {
  readonly access?: number;
  /** What a lane of an access moves, where `order` does not say it. */
  readonly bytesPerLane?: number;
  readonly scope?: MemoryScope;
  readonly aggregation?: Aggregation;
  readonly origin?: string;
  readonly expands?: string;
  readonly order?: MemoryOrder;
  readonly place?: 'start' | 'end';
  readonly isCopy?: boolean;
  /** Overrides the opcode's own class, for an opcode that here writes a predicate. */
  readonly costClass?: string;
  /** Overrides what the class is treated as. */
  readonly kind?: InstructionKind;
}

export class Selection {
  readonly facts: Facts;
  readonly module: Module;
  readonly family: Generation;
  readonly uniformity: Uint8Array;
  readonly placed: Uint8Array;
  readonly absorbed: Uint8Array;
  readonly without: ReadonlySet<string>;
  /** Per value: uses where a negation or absolute value is free. */
  readonly modifierUses: Int32Array;
  /** Per value: uses that read an i8 or i16 as signed. */
  readonly signedUses: Int32Array;
  readonly halves: HalfPairs;
  /** What is known of the upper bits of the register of an i8 or i16. */
  readonly extensions = new Map<ValueId, Extension>();
  /** Sums and differences by `sumKey`: the instruction whose carry later code may want. */
  readonly sums = new Map<string, VirtualInstruction>();
  readonly registers = new RegisterTable();
  readonly drafts: SegmentDraft[] = [];
  current!: SegmentDraft;
  /** Predicate under which effects happen, inside a predicated `if`. */
  guard = FREE;
  /** Private variables that live in registers, and the registers of their elements once asked for. */
  readonly inRegisters: ReadonlySet<number>;
  readonly elements = new Map<number, readonly number[]>();
  /** Indices that loops step through. */
  readonly stepped: ReadonlySet<ValueId>;
  /** Atomics that one lane of a warp reaches. */
  readonly loneLane: ReadonlySet<Instruction>;
  /** Private variables that lie in a constant bank. */
  readonly tables: ReadonlySet<number>;
  /** The store being selected is the last thing that the program does. */
  isLastStore = false;
  /** Number of enclosing conditions that differ between the lanes of a warp. */
  splitDepth = 0;
  /** Special registers already read, by a key of `select-input.ts`. They are read at the top of the kernel. */
  readonly inputs = new Map<number, number>();
  span: Span | undefined;
  origin: string | undefined;
  private readonly location: Int32Array;
  private readonly scopes: Scope[] = [];
  private readonly sharedRegisters = new Map<string, number>();
  private readonly uniformBuffers = new Set<number>();
  /** Base registers by segment and buffer. */
  private readonly bases = new Map<number, number>();
  private readonly classes = new Map<string, string>();
  /** The instruction that defines a virtual register; the last one if there are several. */
  private readonly definer: (VirtualInstruction | undefined)[] = [];

  constructor(
    facts: Facts,
    family: Generation,
    uniformity: Uint8Array,
    placed: Uint8Array,
    absorbed: Uint8Array,
    without: ReadonlySet<string>,
    modifierUses: Int32Array,
    signedUses: Int32Array,
    halves: HalfPairs,
  ) {
    this.facts = facts;
    this.module = facts.module;
    this.family = family;
    this.uniformity = uniformity;
    this.placed = placed;
    this.absorbed = absorbed;
    this.without = without;
    this.modifierUses = modifierUses;
    this.signedUses = signedUses;
    this.halves = halves;
    this.tables = constantTables(facts.module);
    this.inRegisters = variablesInRegisters(facts.module, this.tables, family.privateArrays);
    this.stepped = this.inRegisters.size > 1 ? steppedValues(facts.module) : new Set();
    this.loneLane = loneLaneAtomics(facts, uniformity);
    this.location = new Int32Array(facts.module.values.length).fill(UNKNOWN);
  }

  // Segments and scopes

  openDraft(loopDepth: number): SegmentDraft {
    const draft: SegmentDraft = {
      id: this.drafts.length,
      instructions: [],
      accessCount: 0,
      successors: [],
      loopDepth,
    };
    this.drafts.push(draft);
    this.current = draft;
    return draft;
  }

  pushScope(preheader: SegmentDraft | undefined, loopDepth: number): void {
    this.scopes.push({ cache: new Map(), preheader, loopDepth, hoisted: 0 });
  }

  popScope(): void {
    this.scopes.pop();
  }

  // Values

  typeOf(value: ValueId): ScalarType {
    return this.module.values[value].type;
  }

  constantOf(value: ValueId): number | undefined {
    return this.module.values[value].constant;
  }

  /** The register of a value, or `FREE` or `IMMEDIATE` for a constant. */
  locate(value: ValueId): number {
    const constant = this.module.values[value].constant;
    if (constant !== undefined) return constant === 0 || this.typeOf(value) === 'bool' ? FREE : IMMEDIATE;
    const found = this.location[value];
    if (found === UNKNOWN) unreachable(`value %${value} is used before its code was selected`);
    return found;
  }

  /** Gives a value a fresh register of the file that it belongs to, or the one that its other half has. */
  define(value: ValueId): number {
    const partner = this.halves.partner[value];
    const shared = partner < 0 ? UNKNOWN : this.location[partner];
    if (shared !== UNKNOWN) {
      this.location[value] = shared;
      return shared;
    }
    const register = this.registers.create(this.fileOf(value), wordsOf(this.typeOf(value)));
    this.location[value] = register;
    return register;
  }

  /** The value has no register any more; the next `define` gives it a fresh one. */
  forget(value: ValueId): void {
    this.location[value] = UNKNOWN;
  }

  alias(value: ValueId, register: number): void {
    this.location[value] = register;
  }

  fileOf(value: ValueId): RegisterFile {
    if (this.typeOf(value) === 'bool') return this.placed[value] === 1 ? UNIFORM_PREDICATE : PREDICATE;
    return this.placed[value] === 1 ? UNIFORM_GENERAL : GENERAL;
  }

  isUniformRegister(register: number): boolean {
    return register >= 0 && this.registers.files[register] === UNIFORM_GENERAL;
  }

  /** Registers that an instruction on the vector side reads for these operands. */
  vectorSources(values: readonly ValueId[], scalarOperands = 1): number[] {
    const sources: number[] = [];
    let left = scalarOperands;
    // Immediates stay where they are: what else is moved to a register serves other instructions, too.
    let immediates = values.filter(
      (each, index) => this.isImmediate(each) && values.indexOf(each) === index,
    ).length;
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      const found = this.locate(value);
      if (found === FREE) continue;
      const isScalar = found === IMMEDIATE || this.isUniformRegister(found);
      if (!isScalar) {
        sources.push(found);
        continue;
      }
      const isRepeated = values.indexOf(value) < index;
      const isImmediate = this.isImmediate(value);
      if (isImmediate && !isRepeated) immediates--;
      if (isRepeated || left > (isImmediate ? 0 : immediates)) {
        if (!isRepeated) left--;
        if (found >= 0) sources.push(found);
      } else sources.push(this.inVectorRegister(value));
    }
    return sources;
  }

  private isImmediate(value: ValueId): boolean {
    return this.constantOf(value) !== undefined && this.locate(value) === IMMEDIATE;
  }

  /** Registers that an instruction of the uniform datapath reads. */
  uniformSources(values: readonly ValueId[]): number[] {
    const sources: number[] = [];
    for (const value of values) {
      const found = this.locate(value);
      if (found >= 0) sources.push(found);
      else if (found === IMMEDIATE && this.constantOf(value) === undefined)
        sources.push(this.inUniformRegister(value));
    }
    return sources;
  }

  /** A vector register that holds the value; zero stays free. */
  inVectorRegister(value: ValueId): number {
    const found = this.locate(value);
    if (found === FREE || (found >= 0 && !this.isUniformRegister(found))) return found;
    const key = found === IMMEDIATE ? value : this.module.values.length + found;
    return this.cached(key, this.facts.loopDepth[value], (draft) => {
      const register = this.registers.create(GENERAL, wordsOf(this.typeOf(value)));
      this.emitInto(draft, 'MOV', [register], found >= 0 ? [found] : []);
      return register;
    });
  }

  /** Base address of a buffer in a uniform register pair, loaded once per segment that needs it. */
  bufferBase(buffer: number): number {
    const key = this.current.id * this.module.buffers.length + buffer;
    let register = this.bases.get(key);
    if (register === undefined) {
      register = this.newUniform(2);
      this.emit('ULDC.64', [register], []);
      this.bases.set(key, register);
    }
    return register;
  }

  /** A register that equal requests in the same segment share. */
  shared(key: string, make: () => number): number {
    const own = `${this.current.id} ${key}`;
    let register = this.sharedRegisters.get(own);
    if (register === undefined) {
      register = make();
      this.sharedRegisters.set(own, register);
    }
    return register;
  }

  /** A register made once, in the first segment, that all later code may use. */
  atStart(key: string, make: (draft: SegmentDraft) => number): number {
    const own = `start ${key}`;
    let register = this.sharedRegisters.get(own);
    if (register === undefined) {
      register = make(this.drafts[0]);
      this.sharedRegisters.set(own, register);
    }
    return register;
  }

  /** Loads the handle through which instructions name a uniform buffer's words, once, at the top. */
  uniformBuffer(buffer: number): void {
    if (this.uniformBuffers.has(buffer)) return;
    this.uniformBuffers.add(buffer);
    this.emitInto(this.drafts[0], 'ULDC.64', [this.newUniform(2)], []);
  }

  /** The value is a word of a constant bank that instructions can name directly. */
  inConstantBank(value: ValueId): void {
    this.location[value] = IMMEDIATE;
  }

  /** A uniform register with a value that is constant or in a constant bank, for the uniform datapath. */
  private inUniformRegister(value: ValueId): number {
    return this.cached(-1 - value, this.facts.loopDepth[value], (draft) => {
      const register = this.newUniform();
      this.emitInto(draft, 'ULDC', [register], []);
      return register;
    });
  }

  /**
   * A register made by `make` once per region, or in front of the loop when what it needs is known there:
   * `depth` is the loop depth of its definition.
   */
  private cached(key: number, depth: number, make: (draft: SegmentDraft) => number): number {
    for (let index = this.scopes.length - 1; index >= 0; index--) {
      const found = this.scopes[index].cache.get(key);
      if (found !== undefined) return found;
    }
    const scope = this.scopeFor(depth);
    const register = make(scope.preheader ?? this.current);
    scope.cache.set(key, register);
    return register;
  }

  private scopeFor(depth: number): Scope {
    const innermost = this.scopes.at(-1)!;
    for (let index = this.scopes.length - 1; index >= 0; index--) {
      const scope = this.scopes[index];
      if (!scope.preheader) continue;
      if (scope.loopDepth <= depth || scope.hoisted >= this.family.scheduling.hoistedConstants)
        return innermost.preheader ? this.bodyScope() : innermost;
      scope.hoisted++;
      return scope;
    }
    return innermost;
  }

  /** A throw-away scope for what must be made in the current segment although a loop's scope is innermost. */
  private bodyScope(): Scope {
    const innermost = this.scopes.at(-1)!;
    return { cache: innermost.cache, preheader: undefined, loopDepth: innermost.loopDepth, hoisted: 0 };
  }

  // Emission

  emit(
    opcode: string,
    destinations: number[],
    sources: number[],
    options: EmitOptions = {},
  ): VirtualInstruction {
    return this.emitInto(this.current, opcode, destinations, sources, options);
  }

  emitInto(
    draft: SegmentDraft,
    opcode: string,
    destinations: number[],
    sources: number[],
    options: EmitOptions = {},
  ): VirtualInstruction {
    const costClass = options.costClass ?? this.classOf(opcode);
    const { access, order } = options;
    const instruction: VirtualInstruction = {
      opcode,
      kind: options.kind ?? this.kindOf(costClass),
      costClass,
      destinations,
      sources,
      access,
      bytesPerLane: options.bytesPerLane ?? (access === undefined ? undefined : order?.sizeBytes),
      scope: options.scope,
      aggregation: options.aggregation,
      span: this.span,
      origin: options.origin ?? this.origin,
      expands: options.expands,
      order,
      place: options.place ?? 'body',
      isCopy: options.isCopy ?? false,
    };
    for (const register of destinations) this.definer[register] = instruction;
    draft.instructions.push(instruction);
    return instruction;
  }

  /** Computes an integer or logic result on the side (vector or uniform) where the value lives. */
  compute(opcode: string, result: ValueId, values: readonly ValueId[], extra: readonly number[] = []): void {
    const isUniform = this.placed[result] === 1;
    const sources = isUniform ? this.uniformSources(values) : this.vectorSources(values);
    for (const register of extra) if (register >= 0) sources.push(register);
    this.emit(isUniform ? uniformOpcode(opcode) : opcode, [this.define(result)], sources);
  }

  definerOf(register: number): VirtualInstruction | undefined {
    return this.definer[register];
  }

  classOf(opcode: string): string {
    let found = this.classes.get(opcode);
    if (found === undefined) {
      found = costClassOf(this.family.opcodes, opcode) ?? unreachable(`no cost class for ${opcode}`);
      this.classes.set(opcode, found);
    }
    return found;
  }

  private kindOf(costClass: string): InstructionKind {
    return this.family.kinds.get(costClass) ?? unreachable(`no cost class ${costClass}`);
  }

  isPredicateFile(register: number): boolean {
    const file = this.registers.files[register];
    return file === PREDICATE || file === UNIFORM_PREDICATE;
  }

  newPredicate(): number {
    return this.registers.create(PREDICATE);
  }

  newGeneral(words = 1): number {
    return this.registers.create(GENERAL, words);
  }

  newUniform(words = 1): number {
    return this.registers.create(UNIFORM_GENERAL, words);
  }
}

export function wordsOf(type: ScalarType): number {
  return type === 'i64' || type === 'f64' ? 2 : 1;
}

function uniformOpcode(opcode: string): string {
  if (opcode === 'VIADD') return 'UIADD3';
  return `U${opcode}`;
}
