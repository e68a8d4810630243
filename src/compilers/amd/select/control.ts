// Walks the final IR once: straight pieces are selected instruction by instruction, constructs become branches where the
// wave decides and changes of its mask of lanes where lanes do. A mask is saved where lanes part, narrowed for each
// arm and restored behind; a branch skips an arm that no lane takes, unless skipping costs more than issuing it. Gives
// the tree that execution follows, each straight piece with the draft that has its instructions.

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
import { forEachInstruction, regionsOf, resultsOf } from '../../../ir/walk.ts';
import { isEmptyArm, isExitArm, isReturn } from '../../../machine/control-shape.ts';
import type { MachineNode } from '../../../machine/program.ts';
import type { SegmentDraft } from '../../../machine/virtual.ts';
import { selectCopies } from './copies.ts';
import { zeroWorkgroupMemory } from './entry.ts';
import { selectInstruction } from './select.ts';
import { openRun } from './select-memory.ts';
import { asMask } from './select-pure.ts';
import type { Selection } from './selection.ts';

/** An arm without accesses and this short is issued without lanes rather than skipped. */
const UNSKIPPED_INSTRUCTIONS = 10;

interface Open {
  readonly id: ConstructId;
  readonly results: readonly ValueId[];
  readonly parameters: readonly ValueId[];
  readonly leaving: SegmentDraft[];
  readonly continuing: SegmentDraft[];
  /** Of a loop that surely is entered: its test, which stands at the end then. */
  readonly test: IfInstruction | undefined;
}

export interface SelectedLoop {
  /** 1 for a loop in no other. */
  readonly depth: number;
  /** Drafts from the first to behind the last, loops inside included. */
  readonly from: number;
  to: number;
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
  /** Constructs around in which lanes have parted. */
  private splitDepth = 0;

  constructor(s: Selection) {
    this.s = s;
  }

  body(): SelectedBody {
    const { s } = this;
    s.code.open(0);
    if (s.zeroesWorkgroupMemory) zeroWorkgroupMemory(s);
    const nodes = this.region(s.module.body, true);
    s.code.emit('s_endpgm', [], [], { place: 'end' });
    return { nodes, loops: this.loops };
  }

  private region(region: Region, isTail: boolean): MachineNode[] {
    const { s } = this;
    const nodes: MachineNode[] = [];
    const run = openRun(region.instructions);
    let piece: Instruction[] = [];
    const close = (): void => {
      nodes.push({ kind: 'segment', segment: s.code.current.id, instructions: piece });
      piece = [];
    };
    s.pushScope();
    region.instructions.forEach((instruction, index) => {
      s.code.origin = instruction.origin;
      s.code.span = instruction.span;
      const next = region.instructions[index + 1];
      switch (instruction.kind) {
        case 'if':
          nodes.push(
            this.branch(instruction, isTail && (next === undefined || next.kind === 'return'), close),
          );
          return;
        case 'switch':
          nodes.push(this.switch(instruction, close));
          return;
        case 'block':
          nodes.push(this.block(instruction, close));
          return;
        case 'loop':
          nodes.push(this.loop(instruction, close));
          return;
        default:
          piece.push(instruction);
          if (instruction.kind === 'break' || instruction.kind === 'next') this.leave(instruction);
          else selectInstruction(s, instruction, run);
      }
    });
    close();
    s.popScope();
    return nodes;
  }

  private enter(instruction: Extract<Instruction, { id: ConstructId }>): Open {
    const entry: Open = {
      id: instruction.id,
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

  private arm(before: SegmentDraft, region: Region, isTail: boolean): MachineNode[] {
    before.successors.push(this.s.code.open(this.loopDepth));
    return this.region(region, isTail);
  }

  private isVaryingCondition(value: ValueId): boolean {
    return !this.s.isConstant(value) && this.s.place(value) === 'mask';
  }

  private branch(instruction: IfInstruction, isTail: boolean, close: Close): MachineNode {
    const { s } = this;
    const { condition, then, otherwise } = instruction;
    if (!this.isLateTest(instruction)) s.hoistsTo = undefined;
    if (!this.isVaryingCondition(condition)) return this.waveBranch(instruction, isTail, close);
    const mask = asMask(s, condition)!;
    const exit = [then, otherwise].find((arm) => isExitArm(arm, instruction.id));
    if (exit) this.lanesLeave(mask);
    else {
      const hasElse = !isEmptyArm(otherwise) && !isReturn(otherwise);
      const hasThen = !isEmptyArm(then) && !isReturn(then);
      const isGuard = isReturn(then) || isReturn(otherwise) || isTail;
      const isSaved = this.splitDepth > 0 || (hasElse && hasThen);
      if (isSaved && !isGuard) s.code.emit('s_mov_b64', [s.code.create('mask')], [mask], { place: 'end' });
      else if (!this.isMaskFresh(condition)) s.code.emit('s_mov_b64', [], [mask], { place: 'end' });
      if (!this.isShort(hasThen ? then : otherwise) || isGuard)
        s.code.emit('s_cbranch_execz', [], [], { place: 'end' });
    }
    const entry = this.enter(instruction);
    const before = s.code.current;
    close();
    const isEnding = isReturn(then) || isReturn(otherwise);
    if (!exit || isEnding) this.splitDepth++;
    const thenNodes = this.arm(before, then, isTail);
    if (!exit && !isEmptyArm(otherwise) && !isEmptyArm(then) && !isEnding) {
      s.code.emit('s_andn2_b64', [], [], { place: 'end' });
      if (!this.isShort(otherwise)) s.code.emit('s_cbranch_execz', [], [], { place: 'end' });
    }
    const otherwiseNodes = this.arm(before, otherwise, isTail);
    // Behind a return, lanes stay parted to the end.
    if (!exit && !isEnding) this.splitDepth--;
    this.join(entry);
    if (!exit && !isTail && !isEnding) s.code.emit('s_mov_b64', [], [], { place: 'start' });
    return { kind: 'if', instruction, then: thenNodes, otherwise: otherwiseNodes };
  }

  private isLateTest(instruction: IfInstruction): boolean {
    return this.open.some(({ test }) => test === instruction);
  }

  /** The mask's own instruction can write the lanes that go on. */
  private isMaskFresh(condition: ValueId): boolean {
    return this.s.definitions.has(condition);
  }

  private waveBranch(instruction: IfInstruction, isTail: boolean, close: Close): MachineNode {
    const { s } = this;
    if (!this.isLateTest(instruction))
      s.code.emit('s_cbranch_scc0', [], s.sources([instruction.condition]), { place: 'end' });
    const entry = this.enter(instruction);
    const before = s.code.current;
    close();
    const then = this.arm(before, instruction.then, isTail);
    const isBoth = !isEmptyArm(instruction.otherwise) && !isExitArm(instruction.then, instruction.id);
    if (isBoth && !isExitArm(instruction.otherwise, instruction.id) && !isReturn(instruction.then))
      s.code.emit('s_branch', [], [], { place: 'end' });
    const otherwise = this.arm(before, instruction.otherwise, isTail);
    this.join(entry);
    return { kind: 'if', instruction, then, otherwise };
  }

  /** Some lanes leave a loop: they are taken out of the mask, and the wave leaves with the last of them. */
  private lanesLeave(mask: number): void {
    const { s } = this;
    const rest = s.code.create('mask');
    s.code.emit('s_mov_b64', [rest], [mask], { place: 'end' });
    s.code.emit('s_andn2_b64', [rest], [rest], { place: 'end' });
    s.code.emit('s_cbranch_scc0', [], [], { place: 'end' });
    s.code.emit('s_mov_b64', [], [rest], { place: 'end' });
  }

  private isShort(region: Region): boolean {
    let [count, isPlain] = [0, true];
    forEachInstruction(region, (each) => {
      count++;
      if (each.kind !== 'pure' && each.kind !== 'break' && each.kind !== 'input') isPlain = false;
    });
    return isPlain && count <= UNSKIPPED_INSTRUCTIONS;
  }

  private switch(instruction: SwitchInstruction, close: Close): MachineNode {
    const { s } = this;
    s.hoistsTo = undefined;
    const isVarying = s.varying(instruction.selector);
    const selector = s.sources([instruction.selector]);
    const entry = this.enter(instruction);
    for (const each of instruction.cases) {
      for (const _ of each.values)
        s.code.emit(isVarying ? 'v_cmp_eq_u32' : 's_cmp_eq_u32', [], selector, { place: 'end' });
      if (isVarying) s.code.emit('s_and_b64', [], [], { place: 'end' });
      s.code.emit(isVarying ? 's_cbranch_execz' : 's_cbranch_scc1', [], [], { place: 'end' });
    }
    const before = s.code.current;
    close();
    if (isVarying) this.splitDepth++;
    const cases = instruction.cases.map((each) => {
      const nodes = this.arm(before, each.body, false);
      if (isVarying) s.code.emit('s_andn2_b64', [], [], { place: 'end' });
      return nodes;
    });
    if (isVarying) this.splitDepth--;
    this.join(entry);
    if (isVarying) s.code.emit('s_mov_b64', [], [], { place: 'start' });
    return { kind: 'switch', instruction, cases };
  }

  private block(instruction: Extract<Instruction, { kind: 'block' }>, close: Close): MachineNode {
    const entry = this.enter(instruction);
    const before = this.s.code.current;
    close();
    const body = this.arm(before, instruction.body, false);
    const isSplit = entry.leaving.length > 1 && this.hasVaryingExit(instruction.body, instruction.id);
    this.join(entry);
    if (isSplit) this.s.code.emit('s_mov_b64', [], [], { place: 'start' });
    return { kind: 'block', instruction, body };
  }

  private loop(instruction: LoopInstruction, close: Close): MachineNode {
    const { s } = this;
    s.hoistsTo = undefined;
    const entry = this.enter(instruction);
    selectCopies(s, instruction.parameters, instruction.initial, true);
    const isSplit = this.hasVaryingExit(instruction.body, instruction.id);
    if (isSplit && this.splitDepth > 0) s.code.emit('s_mov_b64', [], [], { place: 'end' });
    const before = s.code.current;
    close();
    this.loopDepth++;
    if (isSplit) this.splitDepth++;
    const header = s.code.open(this.loopDepth);
    before.successors.push(header);
    const loop: SelectedLoop = { depth: this.loopDepth, from: header.id, to: header.id };
    this.loops.push(loop);
    s.pushScope();
    s.hoistsTo = before;
    const body = this.region(instruction.body, false);
    s.hoistsTo = undefined;
    s.popScope();
    if (isSplit) this.splitDepth--;
    this.loopDepth--;
    for (const each of entry.continuing) each.successors.push(header);
    loop.to = s.code.drafts.length;
    this.join(entry);
    if (isSplit) s.code.emit('s_mov_b64', [], [], { place: 'start' });
    return { kind: 'loop', instruction, body };
  }

  /** Lanes leave the construct apart from each other. */
  private hasVaryingExit(region: Region, target: ConstructId, isSplit = false): boolean {
    return region.instructions.some((each) => {
      if (each.kind === 'break') return isSplit && each.target === target;
      if (each.kind === 'return') return isSplit;
      const inner = isSplit || (each.kind === 'if' && this.isVaryingCondition(each.condition));
      return regionsOf(each).some((inside) => this.hasVaryingExit(inside, target, inner));
    });
  }

  private leave(instruction: BreakInstruction | NextInstruction): void {
    const { s } = this;
    const entry = this.open.find((each) => each.id === instruction.target);
    if (!entry) return;
    const isNext = instruction.kind === 'next';
    selectCopies(s, isNext ? entry.parameters : entry.results, instruction.values, false);
    (isNext ? entry.continuing : entry.leaving).push(s.code.current);
    if (!isNext) return;
    if (entry.test !== undefined) s.code.emit('s_cbranch_scc0', [], [], { place: 'end' });
    // A test in front of the end of the body is the branch back.
    else if (!this.endsWithWaveTest()) s.code.emit('s_branch', [], [], { place: 'end' });
  }

  private endsWithWaveTest(): boolean {
    const { drafts } = this.s.code;
    const current = drafts.at(-1)!;
    if (current.instructions.length > 0 && current.instructions.some((each) => !each.isCopy)) return false;
    const before = drafts.findLast((each) => each !== current && each.instructions.length > 0);
    return before?.instructions.at(-1)?.opcode === 's_cbranch_scc0' && before.loopDepth === this.loopDepth;
  }
}
