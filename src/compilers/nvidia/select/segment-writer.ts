// Machine code as selection writes it: the drafts of segments, the one being filled, and what each new
// instruction takes from its surroundings (its class, its kind, its place in the source).

import type { Span } from '../../../diagnostics/diagnostic.ts';
import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { Aggregation, InstructionKind, MemoryScope } from '../../../machine/program.ts';
import type { MemoryOrder, SegmentDraft, VirtualInstruction } from '../../../machine/virtual.ts';
import { costClassOf, type Generation } from '../generation.ts';

/** Without sources, what it moves is a constant or a word of a constant bank. */
const CONSTANT_MOVE = 'MOV';

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
  /** Nothing moves past it, though the segment goes on. */
  readonly endsBlock?: boolean;
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
  private readonly classes = new Map<string, string>();
  /** The instruction that defines a virtual register; the last one if there are several. */
  private readonly definer: (VirtualInstruction | undefined)[] = [];

  constructor(generation: Generation) {
    this.generation = generation;
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
      endsBlock: options.endsBlock ?? false,
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
      found = costClassOf(this.generation.opcodes, opcode) ?? unreachable(`no cost class for ${opcode}`);
      this.classes.set(opcode, found);
    }
    return found;
  }

  private kindOf(costClass: string): InstructionKind {
    return this.generation.kinds.get(costClass) ?? unreachable(`no cost class ${costClass}`);
  }
}
