// Machine code as selection writes it: the drafts of segments, the one being filled, and what each new
// instruction takes from its surroundings (its class, its kind, its place in the source). Selection names the
// instructions of the newest generation; what an older one lacks is spelled out here in what it has.

import type { Span } from '../../../diagnostics/diagnostic.ts';
import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { Aggregation, Immediate, InstructionKind, MemoryScope } from '../../../machine/program.ts';
import {
  GENERAL,
  type MemoryOrder,
  PREDICATE,
  type RegisterTable,
  type SegmentDraft,
  type VirtualInstruction,
} from '../../../machine/virtual.ts';
import {
  costClassOf,
  type Generation,
  type Replacement,
  type ReplacementStep,
  replacementOf,
  resultClassOf,
} from '../generation.ts';

/** Cost class of what writes a predicate. */
const PREDICATE_WRITERS = 'alu_predicate';

/** Without sources, what it moves is a constant or a word of a constant bank. */
const CONSTANT_MOVE = 'MOV';

export interface EmitOptions {
  readonly access?: number;
  /** What a lane of an access moves, where `order` does not say it. */
  readonly bytesPerLane?: number;
  readonly scope?: MemoryScope;
  readonly aggregation?: Aggregation;
  /** Operands that are no registers. */
  readonly immediates?: readonly Immediate[];
  readonly origin?: string;
  readonly expands?: string;
  readonly order?: MemoryOrder;
  readonly place?: 'start' | 'end';
  readonly isCopy?: boolean;
  /** Nothing moves past it, though the segment goes on. */
  readonly endsBlock?: boolean;
  /** The last source is what other lanes keep under a predicate. */
  readonly keepsLast?: boolean;
  /** Overrides the opcode's own class, for an opcode that here writes a predicate. */
  readonly costClass?: string;
  /** Overrides what the class is treated as. */
  readonly kind?: InstructionKind;
}

export class SegmentWriter {
  readonly drafts: SegmentDraft[] = [];
  current!: SegmentDraft;
  /** Of the IR instruction being selected. */
  span: Span | undefined;
  origin: string | undefined;
  private readonly generation: Generation;
  private readonly registers: RegisterTable;
  private readonly classes = new Map<string, string>();
  /** The instruction that defines a virtual register; the last one if there are several. */
  private readonly definer: (VirtualInstruction | undefined)[] = [];

  constructor(generation: Generation, registers: RegisterTable) {
    this.generation = generation;
    this.registers = registers;
  }

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

  emit(
    draft: SegmentDraft,
    opcode: string,
    destinations: number[],
    sources: number[],
    options: EmitOptions = {},
  ): VirtualInstruction {
    const replacement = replacementOf(this.generation.replacements, opcode);
    if (replacement) return this.spellOut(draft, replacement, destinations, sources, options);
    return this.write(draft, opcode, destinations, sources, options);
  }

  /** The generation has the instruction itself; nothing stands in for it. */
  has(opcode: string): boolean {
    return costClassOf(this.generation.opcodes, opcode) !== undefined;
  }

  /** Writes the stand-ins of an instruction; gives the one that has its results. */
  private spellOut(
    draft: SegmentDraft,
    replacement: Replacement,
    destinations: number[],
    sources: number[],
    options: EmitOptions,
  ): VirtualInstruction {
    const made: number[] = [];
    const emit = (step: ReplacementStep, results: number[], given: EmitOptions): VirtualInstruction => {
      const isItself = replacementOf(this.generation.replacements, step.opcode) === replacement;
      const inputs = [...step.reads.map((each) => made[each]), ...(step.readsOperands ? sources : [])];
      const all = step.readsOperands && immediates ? { ...given, immediates } : given;
      return isItself
        ? this.write(draft, step.opcode, results, inputs, all)
        : this.emit(draft, step.opcode, results, inputs, all);
    };
    const { origin, expands, place, immediates, ...last } = options;
    const before: EmitOptions = {
      ...(origin === undefined ? {} : { origin }),
      ...(expands === undefined ? {} : { expands }),
      ...(place === undefined ? {} : { place }),
    };
    for (const step of replacement.steps.slice(0, -1)) {
      const file = this.classOf(step.opcode) === PREDICATE_WRITERS ? PREDICATE : GENERAL;
      const register = this.registers.create(file);
      emit(step, [register], before);
      made.push(register);
    }
    return emit(replacement.steps.at(-1)!, destinations, { ...last, ...before });
  }

  private write(
    draft: SegmentDraft,
    opcode: string,
    destinations: number[],
    sources: number[],
    options: EmitOptions,
  ): VirtualInstruction {
    const costClass = options.costClass ?? this.classOf(opcode);
    const { access, order } = options;
    const instruction: VirtualInstruction = {
      opcode,
      kind: options.kind ?? this.kindOf(costClass),
      costClass,
      destinations,
      sources,
      immediates: options.immediates ?? [],
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
      endsBlock: options.endsBlock ?? false,
      ...(options.keepsLast === true ? { keepsLast: true } : {}),
      isRepeatable: opcode === CONSTANT_MOVE && sources.length === 0 && !options.isCopy,
    };
    for (const register of destinations) this.definer[register] = instruction;
    draft.instructions.push(instruction);
    return instruction;
  }

  definerOf(register: number): VirtualInstruction | undefined {
    return this.definer[register];
  }

  classOf(opcode: string): string {
    let found = this.classes.get(opcode);
    if (found === undefined) {
      found = resultClassOf(this.generation, opcode) ?? unreachable(`no cost class for ${opcode}`);
      this.classes.set(opcode, found);
    }
    return found;
  }

  private kindOf(costClass: string): InstructionKind {
    return this.generation.kinds.get(costClass) ?? unreachable(`no cost class ${costClass}`);
  }
}
