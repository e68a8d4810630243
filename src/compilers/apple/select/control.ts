// Walks the final IR once: straight pieces are selected instruction by instruction, constructs become instructions on the
// stack of lanes. `if` takes lanes out, `else` changes arms, `pop_exec` brings them back; lanes leave a loop by `while`
// and it goes on as long as there are any (`jmp_any`). Nothing asks whether lanes agree. Gives the tree that execution
// follows, each straight piece with the draft that has its instructions.

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
import { selectInstruction } from './select.ts';
import type { Selection } from './selection.ts';

interface Open {
  readonly id: ConstructId;
  readonly kind: 'if' | 'switch' | 'block' | 'loop';
  readonly results: readonly ValueId[];
  readonly parameters: readonly ValueId[];
  readonly leaving: SegmentDraft[];
  readonly continuing: SegmentDraft[];
  /** Branches inside that skip the rest of the construct: their lanes come back behind it. */
  skips: number;
}

export interface SelectedLoop {
  /** 1 for a loop in no other. */
  readonly depth: number;
  /** Drafts from the first to behind the last, loops inside included. */
  readonly from: number;
  to: number;
}

/** Code that no lane may want: the drafts from `from` to behind `to`, after the last instruction of `test`. */
export interface Skipped {
  readonly test: SegmentDraft;
  readonly place: 'start' | 'end';
  readonly from: number;
  readonly to: number;
  readonly leavesLoop: boolean;
}

/** A way out of a loop for some lanes, whose values may need moves on the way. */
export interface Exit {
  readonly test: SegmentDraft;
  readonly arm: SegmentDraft;
  readonly behind: SegmentDraft;
}

export interface SelectedBody {
  /** Segments of its nodes are drafts. */
  readonly nodes: MachineNode[];
  readonly loops: readonly SelectedLoop[];
  readonly skipped: readonly Skipped[];
  readonly exits: readonly Exit[];
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
  private readonly skipped: Skipped[] = [];
  private readonly exits: Exit[] = [];
  private loopDepth = 0;
  /** Branches whose lanes come back at the end of the program. */
  private returns = 0;
  private hasControl = false;

  constructor(s: Selection) {
    this.s = s;
  }

  body(): SelectedBody {
    const { s } = this;
    s.code.open(0);
    const nodes = this.region(s.module.body);
    for (let k = 0; k < this.returns; k++) s.code.emit('pop_exec', [], [], { place: 'end' });
    s.code.emit('stop', [], [], { place: 'end' });
    return { nodes, loops: this.loops, skipped: this.skipped, exits: this.exits };
  }

  private region(region: Region): MachineNode[] {
    const { s } = this;
    const nodes: MachineNode[] = [];
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
          if (instruction.kind === 'break' || instruction.kind === 'next') this.leave(instruction);
          else selectInstruction(s, instruction);
      }
    }
    close();
    s.popScope();
    return nodes;
  }

  private enter(instruction: Extract<Instruction, { id: ConstructId }>): Open {
    const entry: Open = {
      id: instruction.id,
      kind: instruction.kind,
      results: resultsOf(instruction),
      parameters: instruction.kind === 'loop' ? instruction.parameters : [],
      leaving: [],
      continuing: [],
      skips: 0,
    };
    this.open.push(entry);
    return entry;
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

  /** Half a register counts how deep lanes are out. */
  private control(opcode: string, sources: number[], place: 'start' | 'end'): void {
    const { code } = this.s;
    if (!this.hasControl) {
      this.hasControl = true;
      code.emit('ldimm', [code.create(0.5)], [], { place: 'end' });
    }
    code.emit(opcode, [], sources, { place });
  }

  private branch(instruction: IfInstruction, close: Close): MachineNode {
    const { s } = this;
    const { then, otherwise } = instruction;
    const exit = [then, otherwise].find((arm) => isExitArm(arm, instruction.id) || isReturn(arm));
    if (exit) return this.exit(instruction, exit, close);
    this.control('if', s.conditionSources(instruction), 'end');
    const entry = this.enter(instruction);
    const before = s.code.current;
    close();
    const from = s.code.drafts.length;
    const thenNodes = this.arm(before, then);
    const middle = s.code.drafts.length;
    this.skipped.push({ test: before, place: 'end', from, to: middle, leavesLoop: false });
    before.successors.push(s.code.open(this.loopDepth));
    const other = s.code.current;
    if (!isEmptyArm(otherwise)) s.code.emit('else', [], [], { place: 'start' });
    const otherNodes = this.region(otherwise);
    if (!isEmptyArm(otherwise))
      this.skipped.push({
        test: other,
        place: 'start',
        from: middle,
        to: s.code.drafts.length,
        leavesLoop: false,
      });
    this.join(entry);
    s.code.emit('pop_exec', [], [], { place: 'start' });
    return { kind: 'if', instruction, then: thenNodes, otherwise: otherNodes };
  }

  /** One arm goes elsewhere, the other on. */
  private exit(instruction: IfInstruction, exit: Region, close: Close): MachineNode {
    const { s } = this;
    const { then, otherwise } = instruction;
    const last = exit.instructions[0];
    const loop = this.open.findLast((each) => each.kind === 'loop');
    const target =
      last.kind === 'return'
        ? undefined
        : this.open.find((each) => each.id === (last as BreakInstruction).target);
    const isWayOut = loop !== undefined && (target === undefined || target === loop) && last.kind !== 'next';
    const test = s.code.current;
    const between = loop === undefined ? 0 : this.open.indexOf(loop) + 1;
    const isNested = this.open.slice(between).some((each) => each.kind === 'if' || each.kind === 'switch');
    if (isWayOut && isNested) {
      this.control('csel', s.conditionSources(instruction), 'end');
      s.code.emit('update_exec', [], [], { place: 'end' });
    } else this.control(isWayOut ? 'while' : 'if', s.conditionSources(instruction), 'end');
    // Lanes that skip the rest of a block, of an iteration or of the program come back behind it.
    if (!isWayOut) {
      if (target) target.skips++;
      else this.returns++;
    }
    const entry = this.enter(instruction);
    close();
    const thenNodes = this.arm(test, then);
    const middle = s.code.drafts.length;
    const otherNodes = this.arm(test, otherwise);
    const arm = exit === then ? s.code.drafts[middle - 1] : s.code.current;
    this.join(entry);
    if (isWayOut && !isNested) this.exits.push({ test, arm, behind: s.code.current });
    if (!isWayOut)
      this.skipped.push({ test, place: 'end', from: s.code.current.id, to: Infinity, leavesLoop: false });
    return { kind: 'if', instruction, then: thenNodes, otherwise: otherNodes };
  }

  private switch(instruction: SwitchInstruction, close: Close): MachineNode {
    const { s } = this;
    const selector = s.sources([instruction.selector]);
    const entry = this.enter(instruction);
    const before = s.code.current;
    close();
    const cases = instruction.cases.map((each, k) => {
      const draft = s.code.open(this.loopDepth);
      before.successors.push(draft);
      if (k > 0) s.code.emit('pop_exec', [], [], { place: 'start' });
      // All but the last value of a case are compared into a bool.
      for (let value = 1; value < each.values.length; value++)
        s.code.emit('csel', [s.code.create(0.5)], selector, { place: 'start' });
      this.control('if', selector, 'start');
      return this.region(each.body);
    });
    this.join(entry);
    s.code.emit('pop_exec', [], [], { place: 'start' });
    return { kind: 'switch', instruction, cases };
  }

  private block(instruction: Extract<Instruction, { kind: 'block' }>, close: Close): MachineNode {
    const entry = this.enter(instruction);
    const before = this.s.code.current;
    close();
    const body = this.arm(before, instruction.body);
    this.join(entry);
    for (let k = 0; k < entry.skips; k++) this.s.code.emit('pop_exec', [], [], { place: 'start' });
    return { kind: 'block', instruction, body };
  }

  private loop(instruction: LoopInstruction, close: Close): MachineNode {
    const { s } = this;
    selectCopies(s, instruction.parameters, instruction.initial);
    const isInside = this.open.some(({ kind }) => kind !== 'block') || this.returns > 0;
    const entry = this.enter(instruction);
    if (isInside) this.control('if', [], 'end');
    else if (!this.hasControl) this.control('ldimm', [s.code.create(0.5)], 'end');
    const before = s.code.current;
    close();
    const outer = s.beforeLoops;
    s.beforeLoops ??= before;
    this.loopDepth++;
    const header = s.code.open(this.loopDepth);
    before.successors.push(header);
    const loop: SelectedLoop = { depth: this.loopDepth, from: header.id, to: header.id };
    this.loops.push(loop);
    s.pushScope();
    const body = this.region(instruction.body);
    s.popScope();
    for (let k = 0; k < entry.skips; k++) s.code.emit('pop_exec', [], [], { place: 'end' });
    s.code.emit('jmp_any', [], [], { place: 'end' });
    this.loopDepth--;
    s.beforeLoops = outer;
    for (const each of entry.continuing) each.successors.push(header);
    loop.to = s.code.drafts.length;
    this.join(entry);
    s.code.emit('pop_exec', [], [], { place: 'start' });
    return { kind: 'loop', instruction, body };
  }

  private leave(instruction: BreakInstruction | NextInstruction): void {
    const { s } = this;
    const entry = this.open.find((each) => each.id === instruction.target);
    if (!entry) return;
    const isNext = instruction.kind === 'next';
    selectCopies(s, isNext ? entry.parameters : entry.results, instruction.values);
    (isNext ? entry.continuing : entry.leaving).push(s.code.current);
  }
}

/** Values that enter a loop, start its next iteration or leave a construct: one move each, unless registers are shared. */
function selectCopies(s: Selection, targets: readonly ValueId[], values: readonly ValueId[]): void {
  targets.forEach((target, k) => {
    const value = values[k];
    if (target === value) return;
    const sources = s.sources([value]);
    const isConstant = s.module.values[value].constant !== undefined;
    s.code.emit(isConstant ? 'ldimm' : 'mov', [s.code.register(target)], sources, {
      place: 'end',
      isCopy: sources.length > 0,
    });
  });
}
