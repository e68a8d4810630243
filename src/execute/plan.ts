// Cuts a program into what execution compiles and decides where values live. A segment becomes *parts* (one
// JavaScript function each; barriers and sheer size end a part), a part becomes *chunks* (one loop over the
// lanes each; operations across lanes end a chunk). A value that is used in the chunk that defines it is a
// JavaScript local; any other has a *slot* in its warp's arena of 32-bit words: one word per lane, or a single
// word when it is uniform (bools: a set of lanes either way).

import { unreachable } from '../diagnostics/diagnostic.ts';
import { analyzeUniformity } from '../ir/analyses/uniformity.ts';
import type {
  BarrierInstruction,
  ConstructId,
  Instruction,
  LoopInstruction,
  MemoryRoot,
  SubgroupInstruction,
  ValueId,
} from '../ir/ir.ts';
import { isTerminator, operandsOf, regionsOf, resultsOf } from '../ir/walk.ts';
import type { MachineNode, Program, SegmentNode } from '../machine/program.ts';
import { type KnownAddresses, knownAddresses } from './known-addresses.ts';
import { findLoopShape, type LoopShape, valuesOfShape } from './loop-shape.ts';
import { type MaskCode, maskCode } from './mask-code.ts';
import { findRounds, type Steering } from './steering.ts';
import { findWorkgroupUniform } from './workgroup-uniform.ts';

export interface Chunk {
  readonly instructions: Instruction[];
  /** Runs across lanes after the loop over the lanes. */
  subgroup?: SubgroupInstruction;
  /** Loop whose parameters get their initial values at the end of this chunk. */
  enters?: LoopInstruction;
}

export interface Part {
  readonly chunks: Chunk[];
  barrier?: BarrierInstruction;
}

/** A construct that branches (those inside segments run lane by lane and need none of this). */
export interface ConstructPlan {
  readonly kind: 'if' | 'switch' | 'block' | 'loop';
  readonly results: readonly ValueId[];
  readonly parameters: readonly ValueId[];
  /** Arena word of the lanes that left by `break` or `next`, when single lanes do so inside a segment. */
  exitSlot: number;
  nextSlot: number;
  /** Arena word that holds a uniform parameter's next value until the iteration is over, by parameter. */
  readonly shadowSlots: Map<ValueId, number>;
}

export interface Plan extends KnownAddresses {
  readonly program: Program;
  readonly subgroupSize: number;
  /** How its sets of lanes are written. */
  readonly masks: MaskCode;
  readonly isUniform: Uint8Array;
  /** Arena word of each value, -1 for none. */
  readonly slots: Int32Array;
  readonly segments: ReadonlyMap<SegmentNode, readonly Part[]>;
  readonly constructs: ReadonlyMap<ConstructId, ConstructPlan>;
  /** Loops whose parameters are set by the segment before them. */
  readonly enteredLoops: ReadonlySet<LoopInstruction>;
  /** Loops whose end is known on entry; a traced run may shorten those that are not just bounded. */
  readonly loopShapes: ReadonlyMap<LoopInstruction, LoopShape>;
  readonly barriers: readonly BarrierInstruction[];
  /** Words of the arena before private memory. */
  readonly arenaWords: number;
}

/** Arena words at fixed places, as multiples of the subgroup size and then single words. */
export const LOCAL_X = 0;
export const LOCAL_Y = 1;
export const LOCAL_Z = 2;
/** After three words per lane: the local index of lane 0, and the number of the subgroup. */
export const FIXED_LANE_ROWS = 3;
export const FIXED_WORDS = 2;

/** Instructions after which a part ends: V8 takes long over functions of many values, and makes poor code of them. */
const PART_INSTRUCTIONS = 120;

export function planProgram(program: Program, subgroupSize: number): Plan {
  const planner = new Planner(program, subgroupSize);
  planner.nodes(program.nodes);
  return planner.finish();
}

class Planner {
  private readonly program: Program;
  private readonly subgroupSize: number;
  private readonly masks: MaskCode;
  private readonly isUniform: Uint8Array;
  private readonly splitLoops: ReadonlySet<ConstructId>;
  private readonly slots: Int32Array;
  private readonly definedIn: Int32Array;
  private readonly segments = new Map<SegmentNode, Part[]>();
  private readonly constructs = new Map<ConstructId, ConstructPlan>();
  private readonly enteredLoops = new Set<LoopInstruction>();
  private readonly loopShapes = new Map<LoopInstruction, LoopShape>();
  private readonly isWorkgroupUniform: (value: ValueId) => boolean;
  private rounds: Steering | undefined;
  private readonly barriers: BarrierInstruction[] = [];
  private arenaWords: number;
  private chunkId = 0;
  private hasExit = false;
  private partId = 0;

  constructor(program: Program, subgroupSize: number) {
    this.program = program;
    this.subgroupSize = subgroupSize;
    this.masks = maskCode(subgroupSize);
    const uniformity = analyzeUniformity(program.module, {
      lanes: subgroupSize,
      // Lanes load at the same time.
      isSharedLoad: ({ root }) => root.space !== 'private',
      isPredicatedByLane: true,
    });
    this.isUniform = uniformity.values;
    this.splitLoops = uniformity.splitLoops;
    this.isWorkgroupUniform = findWorkgroupUniform(program.module);
    this.slots = new Int32Array(program.module.values.length).fill(-1);
    this.definedIn = new Int32Array(program.module.values.length).fill(-1);
    this.arenaWords = FIXED_LANE_ROWS * subgroupSize + FIXED_WORDS;
  }

  finish(): Plan {
    return {
      program: this.program,
      subgroupSize: this.subgroupSize,
      masks: this.masks,
      isUniform: this.isUniform,
      slots: this.slots,
      segments: this.segments,
      constructs: this.constructs,
      enteredLoops: this.enteredLoops,
      loopShapes: this.loopShapes,
      barriers: this.barriers,
      arenaWords: this.arenaWords,
      ...knownAddresses(this.program.module),
    };
  }

  nodes(nodes: readonly MachineNode[]): void {
    nodes.forEach((node, index) => {
      this.node(node, nodes[index + 1]);
    });
  }

  private node(node: MachineNode, next: MachineNode | undefined): void {
    switch (node.kind) {
      case 'segment':
        this.segment(node, next?.kind === 'loop' ? next.instruction : undefined);
        return;
      case 'if':
        this.useInDriver(node.instruction.condition);
        this.construct(node.instruction.id, 'if', node.instruction.results, []);
        this.nodes(node.then);
        this.nodes(node.otherwise);
        return;
      case 'switch':
        this.useInDriver(node.instruction.selector);
        this.construct(node.instruction.id, 'switch', node.instruction.results, []);
        for (const body of node.cases) this.nodes(body);
        return;
      case 'block':
        this.construct(node.instruction.id, 'block', node.instruction.results, []);
        this.nodes(node.body);
        return;
      case 'loop': {
        const loop = node.instruction;
        if (!this.enteredLoops.has(loop)) for (const value of loop.initial) this.useInDriver(value);
        this.construct(loop.id, 'loop', loop.results, loop.parameters);
        this.shape(loop);
        this.nodes(node.body);
      }
    }
  }

  private shape(loop: LoopInstruction): void {
    this.rounds ??= findRounds(this.program);
    const shape = findLoopShape(this.program.module, loop, this.rounds);
    if (!shape) return;
    const values = valuesOfShape(shape);
    // With a barrier inside, all warps must leave out the same iterations.
    const isApart = shape.hasBarrier && !values.every(this.isWorkgroupUniform);
    const isUneven = shape.kind === 'typical' && !values.every((value) => this.isUniform[value]);
    for (const value of values) this.giveSlot(value);
    this.loopShapes.set(loop, isApart || isUneven ? { ...shape, kind: 'bounded' } : shape);
  }

  private construct(
    id: ConstructId,
    kind: ConstructPlan['kind'],
    results: readonly ValueId[],
    parameters: readonly ValueId[],
  ): void {
    const shadowSlots = new Map<ValueId, number>();
    for (const value of [...results, ...parameters]) this.giveSlot(value);
    if (this.splitLoops.has(id)) {
      for (const value of parameters)
        if (this.isUniform[value]) shadowSlots.set(value, this.newSlot(value, true));
    }
    this.constructs.set(id, { kind, results, parameters, exitSlot: -1, nextSlot: -1, shadowSlots });
  }

  private giveSlot(value: ValueId): void {
    if (this.slots[value] >= 0) return;
    this.slots[value] = this.newSlot(value, this.isUniform[value] === 1);
  }

  /** Words for one value, or for one per lane; doubles start at even words. */
  private newSlot(value: ValueId, isUniform: boolean): number {
    const { type } = this.program.module.values[value];
    if (type === 'bool') return this.maskSlot();
    const words = type === 'f64' ? 2 : 1;
    if (words === 2) this.arenaWords += this.arenaWords & 1;
    const slot = this.arenaWords;
    this.arenaWords += words * (isUniform ? 1 : this.subgroupSize);
    return slot;
  }

  /** Words for a set of lanes. */
  private maskSlot(): number {
    const slot = this.arenaWords;
    this.arenaWords += this.masks.words;
    return slot;
  }

  private useInDriver(value: ValueId): void {
    if (this.program.module.values[value].constant === undefined) this.giveSlot(value);
  }

  private use(value: ValueId): void {
    if (this.program.module.values[value].constant !== undefined || this.slots[value] >= 0) return;
    const here = this.isUniform[value] ? this.partId : this.chunkId;
    if (this.definedIn[value] !== here) this.giveSlot(value);
  }

  private define(value: ValueId): void {
    this.definedIn[value] = this.isUniform[value] ? this.partId : this.chunkId;
  }

  private segment(node: SegmentNode, nextLoop: LoopInstruction | undefined): void {
    const parts: Part[] = [];
    let part: Part = { chunks: [] };
    let chunk: Chunk = { instructions: [] };
    let written = new Set<string>();
    let size = 0;
    const endChunk = (): void => {
      part.chunks.push(chunk);
      chunk = { instructions: [] };
      written = new Set();
      this.chunkId++;
    };
    const endPart = (barrier?: BarrierInstruction): void => {
      endChunk();
      if (barrier) part.barrier = barrier;
      parts.push(part);
      part = { chunks: [] };
      size = 0;
      this.partId++;
    };
    for (const instruction of node.instructions) {
      if (instruction.kind === 'barrier') {
        if (instruction.scope === 'subgroup' || instruction.scope === 'memory') endChunk();
        else {
          this.barriers.push(instruction);
          endPart(instruction);
        }
        continue;
      }
      if (size >= PART_INSTRUCTIONS && !isTerminator(instruction)) endPart();
      if (this.isUniformLoad(instruction) && written.has(rootKey(instruction.root))) endChunk();
      chunk.instructions.push(instruction);
      this.hasExit = false;
      size += this.instruction(instruction, written);
      // What follows must see the smaller mask.
      if (this.hasExit) endChunk();
      if (instruction.kind === 'subgroup') {
        chunk.instructions.pop();
        chunk.subgroup = instruction;
        for (const result of instruction.results) this.giveSlot(result);
        endChunk();
      }
    }
    const last = node.instructions.at(-1);
    if (nextLoop && !(last && isTerminator(last))) {
      chunk.enters = nextLoop;
      this.enteredLoops.add(nextLoop);
      for (const value of nextLoop.initial) this.use(value);
    }
    endPart();
    this.segments.set(node, parts);
  }

  private isUniformLoad(instruction: Instruction): instruction is Extract<Instruction, { kind: 'load' }> {
    return instruction.kind === 'load' && this.isUniform[instruction.results[0]] === 1;
  }

  /** Notes uses, definitions and writes; returns how many instructions there are in all. */
  private instruction(instruction: Instruction, written: Set<string>): number {
    for (const operand of operandsOf(instruction)) this.use(operand);
    for (const result of resultsOf(instruction)) this.define(result);
    if (instruction.kind === 'store' || instruction.kind === 'atomic') {
      written.add(rootKey(instruction.root));
    }
    let size = 1;
    for (const region of regionsOf(instruction)) {
      for (const inner of region.instructions) {
        if (inner.kind === 'barrier' || inner.kind === 'subgroup') {
          unreachable(`a ${inner.kind} inside predicated code`);
        }
        if (isTerminator(inner) && this.laneExit(inner)) this.hasExit = true;
        size += this.instruction(inner, written);
      }
    }
    return size;
  }

  /** True when the terminator takes its lane out of the segment; constructs inside a segment have no plan. */
  private laneExit(terminator: Instruction): boolean {
    if (terminator.kind !== 'break' && terminator.kind !== 'next') return true;
    const plan = this.constructs.get(terminator.target);
    if (!plan) return false;
    if (terminator.kind === 'break' && plan.exitSlot < 0) plan.exitSlot = this.maskSlot();
    if (terminator.kind === 'next' && plan.nextSlot < 0) plan.nextSlot = this.maskSlot();
    return true;
  }
}

function rootKey(root: MemoryRoot): string {
  return root.space + root.index;
}
