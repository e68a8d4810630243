// Walks the final IR once: builds the tree of nodes, cuts it into segments with their successors, and has the
// instructions of each selected. Branching constructs get their control instructions here: the compare is
// selected with its condition, the branch ends the segment in front, the reconvergence starts the one behind.
//
// Loops are rotated as the driver does: one conditional branch per iteration. An exit test at the head of the
// body or in front of its `next` is that branch, so the `next` at the end of such a body is free.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import { UNIFORM } from '../../../ir/analyses/uniformity.ts';
import type {
  BreakInstruction,
  ConstructId,
  IfInstruction,
  Instruction,
  LoopInstruction,
  NextInstruction,
  Region,
  SwitchInstruction,
} from '../../../ir/ir.ts';
import { forEachInstruction, resultsOf } from '../../../ir/walk.ts';
import {
  endsHere,
  hasSplitExit,
  isBareArm,
  isEmptyArm,
  isExitArm,
  isReturn,
  isRotated,
} from '../../../machine/control-shape.ts';
import type { IfNode, MachineNode, SegmentNode } from '../../../machine/program.ts';
import type { SegmentDraft } from '../../../machine/virtual.ts';
import { LOOP_GUARD } from '../../tint/guards.ts';
import { emitCopies } from './copies.ts';
import { selectPredicated } from './predicated-arms.ts';
import { selectInstruction } from './select.ts';
import { emitDispatch } from './select-switch.ts';
import type { Selection } from './selection.ts';

/** A node of the tree while segments are still numbered as drafts. */
export type DraftNode = MachineNode;

interface OpenConstruct {
  readonly id: ConstructId;
  readonly kind: 'if' | 'switch' | 'block' | 'loop';
  readonly resultRegisters: readonly number[];
  readonly parameterRegisters: readonly number[];
  readonly leaving: SegmentDraft[];
  readonly continuing: SegmentDraft[];
  /** The loop's `next` at the end of its body needs no branch. */
  readonly isRotated: boolean;
  /** Lanes that went apart within meet where it ends. */
  readonly meets: boolean;
}

/** Where a region stands, for its terminator. */
interface Place {
  /** Breaking this construct at the region's end falls through to the code behind. */
  readonly fallsThrough: ConstructId | undefined;
  /** `next` of this loop at the region's end is its natural back edge. */
  readonly backEdge: ConstructId | undefined;
  /** A branch in front already leads where this region's terminator goes. */
  readonly isBranchTarget: boolean;
  /** Nothing but the end of the program follows. */
  readonly isTail: boolean;
}

export function lowerBody(s: Selection): DraftNode[] {
  const lowering = new Lowering(s);
  return lowering.body();
}

class Lowering {
  private readonly s: Selection;
  private readonly open = new Map<ConstructId, OpenConstruct>();
  /** Loops whose lanes do not all meet at their end. */
  private readonly left = new Set<ConstructId>();
  private loopDepth = 0;

  constructor(s: Selection) {
    this.s = s;
  }

  body(): DraftNode[] {
    this.s.code.openDraft(0);
    return this.region(this.s.plan.module.body, {
      fallsThrough: undefined,
      backEdge: undefined,
      isBranchTarget: false,
      isTail: true,
    });
  }

  /** Lowers a region into the draft that is open; leaves its last draft open. */
  private region(region: Region, place: Place): DraftNode[] {
    const nodes: DraftNode[] = [];
    this.s.shared.pushScope(undefined, this.loopDepth);
    const code = this.fill(region, place, nodes);
    this.s.shared.popScope();
    return code;
  }

  private fill(region: Region, place: Place, nodes: DraftNode[]): DraftNode[] {
    const { s } = this;
    let run: Instruction[] = [];
    const close = (): void => {
      nodes.push({ kind: 'segment', segment: s.code.current.id, instructions: run } satisfies SegmentNode);
      run = [];
    };
    region.instructions.forEach((instruction, index) => {
      s.code.span = instruction.span;
      s.code.origin = instruction.origin;
      switch (instruction.kind) {
        case 'if':
          if (instruction.isPredicated) {
            run.push(instruction);
            selectPredicated(s, instruction);
            return;
          }
          this.branch(instruction, region, index, place, nodes, close);
          return;
        case 'switch':
          this.switch(instruction, region.instructions[index + 1], nodes, close);
          return;
        case 'block':
        case 'loop':
          this.nested(instruction, region.instructions[index + 1], nodes, close);
          return;
        case 'break':
        case 'next':
          run.push(instruction);
          this.leave(instruction, place);
          close();
          return;
        case 'return':
          run.push(instruction);
          if (!place.isBranchTarget) s.emit('EXIT', [], [], { place: 'end' });
          close();
          return;
        case 'unreachable':
          run.push(instruction);
          close();
          return;
        default:
          run.push(instruction);
          s.isLastStore =
            instruction.kind === 'store' && place.isTail && endsHere(region.instructions[index + 1]);
          selectInstruction(s, instruction);
          s.isLastStore = false;
      }
    });
    return nodes;
  }

  private enter(
    instruction: Extract<Instruction, { kind: 'if' | 'switch' | 'block' | 'loop' }>,
    { isRotated = false, meets = false } = {},
  ): OpenConstruct {
    const entry: OpenConstruct = {
      id: instruction.id,
      kind: instruction.kind,
      resultRegisters: resultsOf(instruction).map((each) => this.s.values.define(each)),
      parameterRegisters:
        instruction.kind === 'loop' ? instruction.parameters.map((each) => this.s.values.define(each)) : [],
      leaving: [],
      continuing: [],
      isRotated,
      meets,
    };
    this.open.set(instruction.id, entry);
    return entry;
  }

  /** Opens the segment behind a construct. */
  private join(entry: OpenConstruct): void {
    this.open.delete(entry.id);
    const draft = this.s.code.openDraft(this.loopDepth);
    for (const each of entry.leaving) each.successors.push(draft);
  }

  private branch(
    instruction: IfInstruction,
    region: Region,
    index: number,
    place: Place,
    nodes: DraftNode[],
    close: () => void,
  ): void {
    const { s } = this;
    const isSplit = s.plan.uniformity[instruction.condition] !== UNIFORM;
    const isThenExit = isExitArm(instruction.then, instruction.id);
    const isElseExit = isExitArm(instruction.otherwise, instruction.id);
    const follows = region.instructions[index + 1];
    const endsProgram = place.isTail && follows?.kind === 'return' && instruction.results.length === 0;
    const isGuard =
      isReturn(instruction.then) ||
      isReturn(instruction.otherwise) ||
      (endsProgram && (isEmptyArm(instruction.then) || isEmptyArm(instruction.otherwise)));
    const meetsLater = this.endsAtMeeting(follows);
    const meets = isSplit && !isGuard && !isThenExit && !isElseExit && !meetsLater;
    const condition = s.values.locate(instruction.condition);
    const sources = condition >= 0 ? [condition] : [];
    if (meets) s.emit('BSSY', [], [], { place: 'end' });
    if (instruction.origin !== LOOP_GUARD && this.isWayOut(instruction))
      s.emit('BREAK', [], [...sources], { place: 'end' });
    s.emit(isGuard ? 'EXIT' : 'BRA', [], sources, { place: 'end' });
    const entry = this.enter(instruction, { meets: meets || meetsLater });
    close();
    const before = s.code.current;
    if (isSplit) s.splitDepth++;
    // The arm that only leaves is the target of the branch; otherwise the branch skips `then`.
    const then = this.arm(before, instruction.then, {
      fallsThrough:
        isBareArm(instruction.otherwise, instruction.id) || isElseExit || isReturn(instruction.otherwise)
          ? instruction.id
          : undefined,
      backEdge: undefined,
      isBranchTarget:
        isThenExit || isBareArm(instruction.then, instruction.id) || (isGuard && isReturn(instruction.then)),
      isTail: endsProgram,
    });
    const otherwise = this.arm(before, instruction.otherwise, {
      fallsThrough: instruction.id,
      backEdge: undefined,
      isBranchTarget: isElseExit || (isGuard && isReturn(instruction.otherwise)),
      isTail: endsProgram,
    });
    if (isSplit) s.splitDepth--;
    nodes.push({ kind: 'if', instruction, then, otherwise } satisfies IfNode);
    this.join(entry);
    s.code.span = instruction.span;
    s.code.origin = instruction.origin;
    if (meets) s.emit('BSYNC', [], [], { place: 'start' });
  }

  /** What ends where a construct around it does has its lanes meet there, once for both. */
  private endsAtMeeting(next: Instruction | undefined): boolean {
    return next?.kind === 'break' && this.open.get(next.target)!.meets;
  }

  /**
   * Where a loop is left with different results, or right before others meet, the lanes that leave do not wait for the
   * end of the loop: they give up its reconvergence point. The counter that a dialect adds leads there.
   */
  private isLeft(loop: LoopInstruction, next: Instruction): boolean {
    const ways = new Set<string>();
    const isLast =
      next.kind === 'break' && this.open.get(next.target)?.kind === 'if' && this.s.splitDepth > 0;
    let isGuarded = false;
    forEachInstruction(loop.body, (each) => {
      const isGuard = each.origin === LOOP_GUARD;
      isGuarded ||= isGuard && each.kind === 'if';
      if (each.kind === 'break' && each.target === loop.id && !isGuard) ways.add(each.values.join());
    });
    return ways.size > 1 || (isLast && isGuarded);
  }

  private isWayOut({ then, otherwise }: IfInstruction): boolean {
    return [then, otherwise].some(({ instructions }) => {
      const last = instructions.at(-1)!;
      return last.kind === 'break' && this.left.has(last.target);
    });
  }

  private arm(before: SegmentDraft, region: Region, place: Place): DraftNode[] {
    const draft = this.s.code.openDraft(this.loopDepth);
    before.successors.push(draft);
    return this.region(region, place);
  }

  private switch(
    instruction: SwitchInstruction,
    next: Instruction,
    nodes: DraftNode[],
    close: () => void,
  ): void {
    const { s } = this;
    const isSplit = s.plan.uniformity[instruction.selector] !== UNIFORM;
    const meetsLater = this.endsAtMeeting(next);
    const meets = isSplit && !meetsLater;
    const selector = s.values.locate(instruction.selector);
    const sources = selector >= 0 ? [selector] : [];
    if (meets) s.emit('BSSY', [], [], { place: 'end' });
    emitDispatch(s, instruction, sources);
    const entry = this.enter(instruction, { meets: meets || meetsLater });
    close();
    const before = s.code.current;
    if (isSplit) s.splitDepth++;
    const cases = instruction.cases.map((each, index) =>
      this.arm(before, each.body, {
        fallsThrough: index === instruction.cases.length - 1 ? instruction.id : undefined,
        backEdge: undefined,
        isBranchTarget: false,
        isTail: false,
      }),
    );
    if (isSplit) s.splitDepth--;
    nodes.push({ kind: 'switch', instruction, cases });
    this.join(entry);
    if (meets) s.emit('BSYNC', [], [], { place: 'start' });
  }

  private nested(
    instruction: Extract<Instruction, { kind: 'block' | 'loop' }>,
    next: Instruction,
    nodes: DraftNode[],
    close: () => void,
  ): void {
    const { s } = this;
    if (instruction.kind === 'block') {
      const entry = this.enter(instruction);
      close();
      const before = s.code.current;
      const body = this.arm(before, instruction.body, {
        fallsThrough: instruction.id,
        backEdge: undefined,
        isBranchTarget: false,
        isTail: false,
      });
      nodes.push({ kind: 'block', instruction, body });
      this.join(entry);
      return;
    }
    const meets = this.isSplitLoop(instruction);
    // Lanes that leave it on their way meet behind it.
    const isLeft = meets && s.code.has('BREAK') && this.isLeft(instruction, next);
    const meetsLater = isLeft && this.endsAtMeeting(next);
    if (isLeft) this.left.add(instruction.id);
    const entry = this.enter(instruction, { isRotated: isRotated(instruction) });
    emitCopies(s, entry.parameterRegisters, instruction.initial);
    if (isLeft && !meetsLater) s.emit('BSSY', [], [], { place: 'end' });
    if (meets) s.emit('BSSY', [], [], { place: 'end' });
    close();
    const before = s.code.current;
    this.loopDepth++;
    s.shared.pushScope(before, this.loopDepth);
    const header = s.code.openDraft(this.loopDepth);
    before.successors.push(header);
    const body = this.region(instruction.body, {
      fallsThrough: undefined,
      backEdge: instruction.id,
      isBranchTarget: false,
      isTail: false,
    });
    s.shared.popScope();
    this.loopDepth--;
    for (const each of entry.continuing) each.successors.push(header);
    nodes.push({ kind: 'loop', instruction, body });
    this.join(entry);
    s.code.span = instruction.span;
    s.code.origin = instruction.origin;
    if (meets && !meetsLater) s.emit('BSYNC', [], [], { place: 'start' });
    if (isLeft) s.emit('WARPSYNC.ALL', [], [], { place: 'start' });
  }

  /** True when lanes may leave the loop in different iterations. */
  private isSplitLoop(loop: LoopInstruction): boolean {
    return hasSplitExit(loop.body, this.s.plan.uniformity);
  }

  private leave(instruction: BreakInstruction | NextInstruction, place: Place): void {
    const { s } = this;
    const entry = this.open.get(instruction.target) ?? unreachable(`no open construct ${instruction.target}`);
    const isNext = instruction.kind === 'next';
    const copied = emitCopies(
      s,
      isNext ? entry.parameterRegisters : entry.resultRegisters,
      instruction.values,
    );
    (isNext ? entry.continuing : entry.leaving).push(s.code.current);
    const isFree = isNext
      ? place.backEdge === instruction.target && entry.isRotated
      : place.fallsThrough === instruction.target;
    if (isFree || (place.isBranchTarget && copied === 0)) return;
    // Should the copies disappear, the branch in front leads to the target itself.
    s.emit('BRA', [], [], { place: 'end', isCopy: place.isBranchTarget });
  }
}
