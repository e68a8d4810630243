// Walks the final IR: straight pieces are selected instruction by instruction, constructs become branches where the
// wave decides and changes of its mask of lanes where lanes do. A mask is saved where lanes part, narrowed for each
// arm and restored behind; a branch skips an arm that no lane takes, unless skipping costs more than issuing it.

import type {
  BreakInstruction,
  ConstructId,
  IfInstruction,
  InputInstruction,
  Instruction,
  LoopInstruction,
  NextInstruction,
  Region,
  SwitchInstruction,
  ValueId,
} from '../../../ir/ir.ts';
import { forEachInstruction, regionsOf, resultsOf } from '../../../ir/walk.ts';
import { isEmptyArm, isExitArm, isReturn } from '../../../machine/control-shape.ts';
import type { SegmentDraft } from '../../../machine/virtual.ts';
import { type Run, selectAtomic, selectLoad, selectStore, selectTexture } from './select-memory.ts';
import { asMask, selectPure } from './select-pure.ts';
import { selectSubgroup } from './select-subgroup.ts';
import type { Selection } from './selection.ts';

/** An arm without accesses and this short is issued without lanes rather than skipped. */
const UNSKIPPED_INSTRUCTIONS = 10;
/** The widest store, of zeros at entry. */
const ZEROED_BYTES = 16;

interface Open {
  readonly id: ConstructId;
  readonly results: readonly ValueId[];
  readonly parameters: readonly ValueId[];
  readonly leaving: SegmentDraft[];
  readonly continuing: SegmentDraft[];
  readonly isLoop: boolean;
  /** Lanes that part inside are in the mask again behind it. */
  readonly splitDepth: number;
}

export interface SelectedLoop {
  /** 1 for a loop in no other. */
  readonly depth: number;
  /** Drafts from the first to behind the last, loops inside included. */
  readonly from: number;
  to: number;
}

export function selectBody(s: Selection): SelectedLoop[] {
  return new ControlSelection(s).body();
}

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

  body(): SelectedLoop[] {
    const { s } = this;
    s.code.open(0);
    this.zeroWorkgroupMemory();
    this.region(s.module.body, true);
    s.code.emit('s_endpgm', [], [], { place: 'end' });
    return this.loops;
  }

  /** The driver zeroes workgroup memory, all variables at once, then waits. */
  private zeroWorkgroupMemory(): void {
    const { s } = this;
    const { variables, workgroupSize } = s.module;
    const bytes = variables.reduce(
      (sum, each) => (each.space === 'workgroup' ? sum + each.sizeBytes : sum),
      0,
    );
    if (bytes === 0) return;
    const invocations = workgroupSize[0] * workgroupSize[1] * workgroupSize[2];
    this.localIndex(s.code.create('vector'));
    const address = s.code.create('vector');
    s.code.emit('v_lshlrev_b32', [address], []);
    const rounds = Math.ceil(bytes / (ZEROED_BYTES * invocations));
    for (let round = 0; round < rounds; round++) {
      const isFull = bytes >= ZEROED_BYTES * invocations * (round + 1);
      if (!isFull || round === rounds - 1) {
        s.code.emit('v_cmp_gt_u32', [], [address]);
        s.code.emit('s_cbranch_execz', [], []);
      }
      const zeros = s.code.create('vector', 4);
      if (round === 0 || round === rounds - 1)
        for (let word = 0; word < 4; word++) s.code.emit('v_mov_b32', [zeros], []);
      s.code.emit('ds_write_b128', [], [address, zeros]);
    }
    s.code.emit('s_mov_b64', [], []);
    this.barrier();
  }

  private localIndex(result: number): void {
    const { s } = this;
    const [x, y, z] = s.module.workgroupSize;
    if (x * y * z > s.generation.waveThreads) s.code.emit('s_and_b32', [], []);
    const low = s.code.create('vector');
    s.code.emit('v_mbcnt_lo_u32_b32', [low], []);
    s.code.emit('v_mbcnt_hi_u32_b32', [result], [low]);
  }

  private barrier(): void {
    const [x, y, z] = this.s.module.workgroupSize;
    if (x * y * z <= this.s.generation.waveThreads) return;
    this.s.code.emit('s_waitcnt_depctr', [], []);
    this.s.code.emit('s_barrier', [], []);
  }

  private region(region: Region, isTail: boolean): void {
    const run: Run = { instructions: region.instructions, taken: new Set(), waiting: new Map() };
    this.s.pushScope();
    region.instructions.forEach((instruction, index) => {
      this.s.code.origin = instruction.origin;
      this.instruction(instruction, run, isTail, region.instructions[index + 1]);
    });
    this.s.popScope();
  }

  private instruction(
    instruction: Instruction,
    run: Run,
    isTail: boolean,
    next: Instruction | undefined,
  ): void {
    const { s } = this;
    switch (instruction.kind) {
      case 'pure':
        selectPure(s, instruction);
        return;
      case 'input':
        this.input(instruction);
        return;
      case 'bound':
        s.code.emit('s_mov_b32', [s.code.register(instruction.result)], s.sources([instruction.index]), {
          isCopy: true,
        });
        return;
      case 'arrayLength': {
        const descriptor = s.descriptor(instruction.buffer);
        const stride = s.module.buffers[instruction.buffer].runtimeArray?.strideBytes ?? 1;
        const isPower = Number.isInteger(Math.log2(stride));
        s.code.emit(
          isPower ? 's_lshr_b32' : 's_mul_hi_u32',
          [s.code.register(instruction.result)],
          [descriptor],
        );
        if (!isPower) s.code.emit('s_lshr_b32', [s.code.create('scalar')], []);
        return;
      }
      case 'load':
        selectLoad(s, instruction, run);
        return;
      case 'store':
        selectStore(s, instruction, run);
        return;
      case 'atomic':
        selectAtomic(s, instruction);
        return;
      case 'texture':
        selectTexture(s, instruction);
        return;
      case 'textureQuery':
        s.code.emit('s_bfe_u32', [s.code.register(instruction.result)], [s.descriptor(instruction.buffer)]);
        s.code.emit('s_add_u32', [s.code.create('scalar')], []);
        return;
      case 'subgroup':
        selectSubgroup(s, instruction);
        return;
      case 'barrier':
        if (instruction.scope === 'workgroup' || instruction.scope === 'storage') this.barrier();
        return;
      case 'if':
        this.branch(instruction, isTail && (next === undefined || next.kind === 'return'));
        return;
      case 'switch':
        this.switch(instruction);
        return;
      case 'block':
        this.block(instruction);
        return;
      case 'loop':
        this.loop(instruction);
        return;
      case 'break':
      case 'next':
        this.leave(instruction);
        return;
      default:
    }
  }

  /** Ids of workgroups are there; a lane's own may have to be taken apart or made. */
  private input({ builtin, result }: InputInstruction): void {
    const { s } = this;
    const register = s.code.register(result);
    const { workgroupSize } = s.module;
    const axis = 'xyz'.indexOf(builtin.at(-1)!);
    if (builtin.startsWith('local_id') || (builtin.startsWith('global_id') && workgroupSize[axis] > 1)) {
      const isPacked = s.generation.packsLocalIds && workgroupSize[1] * workgroupSize[2] > 1;
      const local = isPacked ? s.code.create('vector') : undefined;
      const isGlobal = builtin.startsWith('global_id');
      const isLast = axis > 0 && workgroupSize.slice(axis + 1).every((size) => size === 1);
      if (local !== undefined)
        s.code.emit(
          isLast ? 'v_lshrrev_b32' : axis === 0 ? 'v_and_b32' : 'v_bfe_u32',
          [isGlobal ? local : register],
          [],
        );
      if (isGlobal) {
        const isPower = Number.isInteger(Math.log2(workgroupSize[axis]));
        if (!isPower) s.code.emit('s_mul_i32', [s.code.create('scalar')], []);
        s.code.emit(
          isPower ? 'v_lshl_add_u32' : 'v_add_nc_u32',
          [register],
          local === undefined ? [] : [local],
        );
      }
      return;
    }
    if (builtin === 'local_index') {
      if (workgroupSize[1] * workgroupSize[2] > 1) this.localIndex(register);
      return;
    }
    if (builtin === 'subgroup_lane') {
      s.code.emit('v_mbcnt_lo_u32_b32', [register], []);
      s.code.emit('v_mbcnt_hi_u32_b32', [register], []);
    } else if (builtin === 'subgroup_id') s.code.emit('s_bfe_u32', [register], []);
  }

  private enter(instruction: Exclude<Extract<Instruction, { id: ConstructId }>, never>): Open {
    const isLoop = instruction.kind === 'loop';
    const entry: Open = {
      id: instruction.id,
      results: resultsOf(instruction),
      parameters: isLoop ? instruction.parameters : [],
      leaving: [],
      continuing: [],
      isLoop,
      splitDepth: this.splitDepth,
    };
    this.open.push(entry);
    return entry;
  }

  private join(entry: Open): void {
    this.open.splice(this.open.indexOf(entry), 1);
    const draft = this.s.code.open(this.loopDepth);
    for (const each of entry.leaving) each.successors.push(draft);
  }

  private arm(before: SegmentDraft, region: Region, isTail: boolean): void {
    before.successors.push(this.s.code.open(this.loopDepth));
    this.region(region, isTail);
  }

  private isVaryingCondition(value: ValueId): boolean {
    return !this.s.isConstant(value) && this.s.place(value) === 'mask';
  }

  private branch(instruction: IfInstruction, isTail: boolean): void {
    const { s } = this;
    s.hoistsTo = undefined;
    const { condition, then, otherwise } = instruction;
    if (!this.isVaryingCondition(condition)) {
      this.waveBranch(instruction, isTail);
      return;
    }
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
    const isEnding = isReturn(then) || isReturn(otherwise);
    if (!exit || isEnding) this.splitDepth++;
    this.arm(before, then, isTail);
    if (!exit && !isEmptyArm(otherwise) && !isEmptyArm(then) && !isEnding) {
      s.code.emit('s_andn2_b64', [], [], { place: 'end' });
      if (!this.isShort(otherwise)) s.code.emit('s_cbranch_execz', [], [], { place: 'end' });
    }
    this.arm(before, otherwise, isTail);
    // Behind a return, lanes stay parted to the end.
    if (!exit && !isEnding) this.splitDepth--;
    this.join(entry);
    if (!exit && !isTail && !isEnding) s.code.emit('s_mov_b64', [], [], { place: 'start' });
  }

  /** The mask's own instruction can write the lanes that go on. */
  private isMaskFresh(condition: ValueId): boolean {
    return this.s.definitions.has(condition);
  }

  private waveBranch(instruction: IfInstruction, isTail: boolean): void {
    const { s } = this;
    s.code.emit('s_cbranch_scc0', [], s.sources([instruction.condition]), { place: 'end' });
    const entry = this.enter(instruction);
    const before = s.code.current;
    this.arm(before, instruction.then, isTail);
    const isBoth = !isEmptyArm(instruction.otherwise) && !isExitArm(instruction.then, instruction.id);
    if (isBoth && !isExitArm(instruction.otherwise, instruction.id) && !isReturn(instruction.then))
      s.code.emit('s_branch', [], [], { place: 'end' });
    this.arm(before, instruction.otherwise, isTail);
    this.join(entry);
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

  private switch(instruction: SwitchInstruction): void {
    const { s } = this;
    s.hoistsTo = undefined;
    const isVarying = s.varying(instruction.selector);
    const selector = s.sources([instruction.selector]);
    const entry = this.enter(instruction);
    const before = s.code.current;
    if (isVarying) this.splitDepth++;
    for (const each of instruction.cases) {
      for (const _ of each.values)
        s.code.emit(isVarying ? 'v_cmp_eq_u32' : 's_cmp_eq_u32', [], selector, { place: 'end' });
      if (isVarying) s.code.emit('s_and_b64', [], [], { place: 'end' });
      s.code.emit(isVarying ? 's_cbranch_execz' : 's_cbranch_scc1', [], [], { place: 'end' });
      this.arm(before, each.body, false);
      if (isVarying) s.code.emit('s_andn2_b64', [], [], { place: 'end' });
    }
    if (isVarying) this.splitDepth--;
    this.join(entry);
    if (isVarying) s.code.emit('s_mov_b64', [], [], { place: 'start' });
  }

  private block(instruction: Extract<Instruction, { kind: 'block' }>): void {
    const entry = this.enter(instruction);
    this.arm(this.s.code.current, instruction.body, false);
    const isSplit = entry.leaving.length > 1 && this.hasVaryingExit(instruction.body, instruction.id);
    this.join(entry);
    if (isSplit) this.s.code.emit('s_mov_b64', [], [], { place: 'start' });
  }

  private loop(instruction: LoopInstruction): void {
    const { s } = this;
    s.hoistsTo = undefined;
    const entry = this.enter(instruction);
    this.copies(instruction.parameters, instruction.initial, instruction);
    const isSplit = this.hasVaryingExit(instruction.body, instruction.id);
    if (isSplit && this.splitDepth > 0) s.code.emit('s_mov_b64', [], [], { place: 'end' });
    const before = s.code.current;
    this.loopDepth++;
    if (isSplit) this.splitDepth++;
    const header = s.code.open(this.loopDepth);
    before.successors.push(header);
    const loop: SelectedLoop = { depth: this.loopDepth, from: header.id, to: header.id };
    this.loops.push(loop);
    s.pushScope();
    s.hoistsTo = before;
    this.region(instruction.body, false);
    s.hoistsTo = undefined;
    s.popScope();
    if (isSplit) this.splitDepth--;
    this.loopDepth--;
    for (const each of entry.continuing) each.successors.push(header);
    loop.to = s.code.drafts.length;
    this.join(entry);
    if (isSplit) s.code.emit('s_mov_b64', [], [], { place: 'start' });
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
    this.copies(isNext ? entry.parameters : entry.results, instruction.values, undefined);
    (isNext ? entry.continuing : entry.leaving).push(s.code.current);
    if (!isNext) return;
    // A test in front of the end of the body is the branch back.
    const isRotated = this.endsWithWaveTest();
    if (!isRotated) s.code.emit('s_branch', [], [], { place: 'end' });
  }

  private endsWithWaveTest(): boolean {
    const { drafts } = this.s.code;
    const current = drafts.at(-1)!;
    if (current.instructions.length > 0 && current.instructions.some((each) => !each.isCopy)) return false;
    const before = drafts.findLast((each) => each !== current && each.instructions.length > 0);
    return before?.instructions.at(-1)?.opcode === 's_cbranch_scc0' && before.loopDepth === this.loopDepth;
  }

  private copies(
    targets: readonly ValueId[],
    values: readonly ValueId[],
    loop: LoopInstruction | undefined,
  ): void {
    const { s } = this;
    let hasGuard = false;
    targets.forEach((target, k) => {
      const value = values[k];
      if (target === value) return;
      const isMask = s.place(target) === 'mask' || s.place(target) === 'flag';
      const sources =
        s.place(target) === 'mask'
          ? [asMask(s, value)].filter((each) => each !== undefined)
          : s.sources([value]);
      const isVector = s.place(target) === 'vector';
      const isPair = loop !== undefined && !isVector && s.module.values[target].name?.startsWith('guard_');
      if (isPair && hasGuard) return;
      if (isPair) hasGuard = true;
      const opcode = isVector ? 'v_mov_b32' : isMask || isPair ? 's_mov_b64' : 's_mov_b32';
      s.code.emit(opcode, [s.code.register(target)], sources, { place: 'end', isCopy: sources.length > 0 });
    });
  }
}
