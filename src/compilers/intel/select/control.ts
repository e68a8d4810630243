// Walks the final IR once: straight pieces are selected instruction by instruction; constructs become `if`, `else`,
// `endif`, `break` and `while`, which keep the mask of lanes by themselves. Gives the tree that execution follows,
// each straight piece with the draft that has its instructions.

import { analyzeLoop } from '../../../ir/analyses/loops.ts';
import type {
  BreakInstruction,
  ConstructId,
  IfInstruction,
  Instruction,
  LoopInstruction,
  NextInstruction,
  Region,
  SwitchInstruction,
  ValueId,
} from '../../../ir/ir.ts';
import { resultsOf } from '../../../ir/walk.ts';
import { isEmptyArm, isExitArm, isReturn } from '../../../machine/control-shape.ts';
import type { MachineNode } from '../../../machine/program.ts';
import type { SegmentDraft } from '../../../machine/virtual.ts';
import { selectEnd, selectEntry, zeroWorkgroupMemory } from './entry.ts';
import { selectInstruction } from './select.ts';
import { openRun } from './select-memory.ts';
import type { Selection } from './selection.ts';

interface Open {
  readonly id: ConstructId;
  readonly isLoop: boolean;
  readonly results: readonly ValueId[];
  readonly parameters: readonly ValueId[];
  readonly leaving: SegmentDraft[];
  readonly continuing: SegmentDraft[];
  /** Of a loop that surely is entered: its test, which the end of the loop makes then. */
  readonly test: IfInstruction | undefined;
}

export interface SelectedLoop {
  /** 1 for a loop in no other. */
  readonly depth: number;
}

export interface SelectedBody {
  /** Segments of its nodes are drafts. */
  readonly nodes: MachineNode[];
  readonly loops: readonly SelectedLoop[];
}

export function selectBody(s: Selection): SelectedBody {
  return new ControlSelection(s).body();
}

/** Ends the straight piece that is being filled: it gets its node. */
type Close = () => void;

class ControlSelection {
  private readonly s: Selection;
  private readonly open: Open[] = [];
  private readonly loops: SelectedLoop[] = [];
  private loopDepth = 0;

  constructor(s: Selection) {
    this.s = s;
  }

  body(): SelectedBody {
    const { s } = this;
    s.code.open(0);
    selectEntry(s);
    if (s.zeroesWorkgroupMemory) zeroWorkgroupMemory(s);
    const nodes = this.region(s.module.body);
    selectEnd(s);
    return { nodes, loops: this.loops };
  }

  private region(region: Region): MachineNode[] {
    const { s } = this;
    const nodes: MachineNode[] = [];
    const run = openRun(region.instructions);
    let piece: Instruction[] = [];
    const close = (): void => {
      nodes.push({ kind: 'segment', segment: s.code.current.id, instructions: piece });
      piece = [];
    };
    s.pushScope();
    for (const instruction of region.instructions) {
      s.code.origin = instruction.origin;
      s.code.span = instruction.span;
      switch (instruction.kind) {
        case 'if':
          nodes.push(this.branch(instruction, close));
          break;
        case 'switch':
          nodes.push(this.switch(instruction, close));
          break;
        case 'block':
          nodes.push(this.block(instruction, close));
          break;
        case 'loop':
          nodes.push(this.loop(instruction, close));
          break;
        default:
          piece.push(instruction);
          if (instruction.kind === 'break' || instruction.kind === 'next') this.leave(instruction, region);
          else selectInstruction(s, instruction, run);
      }
    }
    close();
    s.popScope();
    return nodes;
  }

  private enter(instruction: Extract<Instruction, { id: ConstructId }>): Open {
    const entry: Open = {
      id: instruction.id,
      isLoop: instruction.kind === 'loop',
      results: resultsOf(instruction),
      parameters: instruction.kind === 'loop' ? instruction.parameters : [],
      leaving: [],
      continuing: [],
      test: instruction.kind === 'loop' ? this.lateTest(instruction) : undefined,
    };
    this.open.push(entry);
    return entry;
  }

  /** The first pass through a loop needs no test where constants say that there is one. */
  private lateTest(loop: LoopInstruction): IfInstruction | undefined {
    const shape = analyzeLoop(this.s.module, loop);
    return shape?.isTestFirst && (shape.tripCount ?? 0) > 0 ? shape.test.instruction : undefined;
  }

  /** Opens the code behind a construct. */
  private join(entry: Open): void {
    this.open.splice(this.open.indexOf(entry), 1);
    const draft = this.s.code.open(this.loopDepth);
    for (const each of entry.leaving) each.successors.push(draft);
  }

  private arm(before: SegmentDraft, region: Region): MachineNode[] {
    before.successors.push(this.s.code.open(this.loopDepth));
    return this.region(region);
  }

  private branch(instruction: IfInstruction, close: Close): MachineNode {
    const { s } = this;
    const { condition, then, otherwise } = instruction;
    s.takeFlag(condition, { place: 'end' });
    const isLeaving = [then, otherwise].some((arm) => this.isBreak(arm, instruction.id));
    const isSplit = !isLeaving || !this.isPlainExit(instruction);
    const isLate = this.open.some(({ test }) => test === instruction);
    if (!isLate || isSplit)
      s.code.emit(isSplit ? 'if' : 'break', [], s.sources([condition]), { place: 'end' });
    const entry = this.enter(instruction);
    const before = s.code.current;
    close();
    const hasBoth = [then, otherwise].every((arm) => !isEmptyArm(arm) && !isReturn(arm));
    const thenNodes = this.arm(before, then);
    if (isSplit && hasBoth && !isExitArm(then, instruction.id)) s.code.emit('else', [], [], { place: 'end' });
    const otherwiseNodes = this.arm(before, otherwise);
    this.join(entry);
    if (isSplit) s.code.emit('endif', [], [], { place: 'start' });
    return { kind: 'if', instruction, then: thenNodes, otherwise: otherwiseNodes };
  }

  /** An arm that only leaves a loop; what it hands over has its register already. */
  private isBreak(arm: Region, own: ConstructId): boolean {
    const [only] = arm.instructions;
    if (!isExitArm(arm, own) || only.kind !== 'break') return false;
    return this.open.some((each) => each.isLoop && each.id === only.target);
  }

  /** Lanes that stay have no arm of their own. */
  private isPlainExit({ then, otherwise, id }: IfInstruction): boolean {
    const leaving = this.isBreak(then, id) ? then : otherwise;
    const [only] = leaving.instructions;
    return only.kind === 'break' && this.open.findLast((each) => each.isLoop)?.id === only.target;
  }

  /** A ladder of comparisons. */
  private switch(instruction: SwitchInstruction, close: Close): MachineNode {
    const { s } = this;
    const selector = s.sources([instruction.selector]);
    const entry = this.enter(instruction);
    for (const each of instruction.cases) {
      if (each.isDefault) continue;
      each.values.forEach((_, k) => {
        s.code.emit('cmp:D', [], selector, { place: 'end' });
        if (k > 0) s.code.emit('or:UD', [], [], { place: 'end' });
      });
      s.code.emit('if', [], [], { place: 'end' });
    }
    const before = s.code.current;
    close();
    const cases = instruction.cases.map((each) => {
      const nodes = this.arm(before, each.body);
      if (!each.isDefault) s.code.emit('else', [], [], { place: 'end' });
      return nodes;
    });
    this.join(entry);
    for (const each of instruction.cases)
      if (!each.isDefault) s.code.emit('endif', [], [], { place: 'start' });
    return { kind: 'switch', instruction, cases };
  }

  private block(instruction: Extract<Instruction, { kind: 'block' }>, close: Close): MachineNode {
    const entry = this.enter(instruction);
    const before = this.s.code.current;
    close();
    const body = this.arm(before, instruction.body);
    this.join(entry);
    return { kind: 'block', instruction, body };
  }

  private loop(instruction: LoopInstruction, close: Close): MachineNode {
    const { s } = this;
    const entry = this.enter(instruction);
    this.copies(instruction.parameters, instruction.initial);
    const before = s.code.current;
    close();
    this.loopDepth++;
    s.splitLoops++;
    const header = s.code.open(this.loopDepth);
    before.successors.push(header);
    this.loops.push({ depth: this.loopDepth });
    const body = this.region(instruction.body);
    s.splitLoops--;
    this.loopDepth--;
    for (const each of entry.continuing) each.successors.push(header);
    this.join(entry);
    return { kind: 'loop', instruction, body };
  }

  private leave(instruction: BreakInstruction | NextInstruction, region: Region): void {
    const { s } = this;
    const entry = this.open.find((each) => each.id === instruction.target);
    if (!entry) return;
    const isNext = instruction.kind === 'next';
    this.copies(isNext ? entry.parameters : entry.results, instruction.values);
    (isNext ? entry.continuing : entry.leaving).push(s.code.current);
    if (isNext) {
      const test = entry.test === undefined ? [] : s.sources([entry.test.condition]);
      s.code.emit('while', [], test, { place: 'end' });
    }
    // The break itself, where the arm does more.
    else if (entry.isLoop && region.instructions.length > 1 && this.open.at(-1) !== entry)
      s.code.emit('break', [], [], { place: 'end' });
  }

  /** One move each into the register of a parameter or result, unless both sides come to share one. */
  private copies(targets: readonly ValueId[], values: readonly ValueId[]): void {
    const { s } = this;
    targets.forEach((target, k) => {
      const value = values[k];
      if (target === value) return;
      const sources = s.sources([value]);
      const isCopy = sources.length > 0 && s.width(value) === 'lanes';
      s.code.emit('mov:UD', [s.code.register(target)], sources, { place: 'end', isCopy });
    });
  }
}
