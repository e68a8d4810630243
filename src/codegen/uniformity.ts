// Divergence analysis: which values are the same in all lanes of a warp that execute their definition
// (papers/001, section 4.2, adapted to structured control flow). Optimistic: every value starts uniform and
// turns varying until nothing changes, so that loop-carried values can stay uniform.
//
// A value that reaches a construct's result by several ways is varying when lanes may take different ways:
// a way in is *split* when a varying condition stands between it and the construct.

import type {
  Builtin,
  ConstructId,
  Instruction,
  LoadInstruction,
  Module,
  Region,
  ValueId,
} from '../ir/ir.ts';
import { subgroupOps } from '../ir/subgroup-ops.ts';

export const VARYING = 0;
export const UNIFORM = 1;

/** Per value id: `UNIFORM` when all active lanes of a warp agree, else `VARYING`. Constants are uniform. */
export function analyzeUniformity(module: Module, subgroupSize = WARP): Uint8Array {
  return new UniformityAnalysis(module, subgroupSize).run();
}

const VARYING_BUILTINS: ReadonlySet<Builtin> = new Set([
  'local_id_x',
  'local_id_y',
  'local_id_z',
  'local_index',
  'global_id_x',
  'global_id_y',
  'global_id_z',
  'subgroup_lane',
]);

const WARP = 32;

interface OpenConstruct {
  readonly id: ConstructId;
  readonly results: readonly ValueId[];
  readonly parameters: readonly ValueId[];
  /** Varying conditions that enclose the construct itself. */
  readonly depth: number;
  breakSites: number;
  nextSites: number;
  isBreakSplit: boolean;
  isNextSplit: boolean;
  /** Enclosing constructs that some way out of this one leads to. */
  readonly escapes: { readonly entry: OpenConstruct; readonly isNext: boolean }[];
}

class UniformityAnalysis {
  private readonly module: Module;
  private readonly subgroupSize: number;
  private readonly uniform: Uint8Array;
  private readonly open: OpenConstruct[] = [];
  private varyingDepth = 0;
  private changed = false;

  constructor(module: Module, subgroupSize: number) {
    this.module = module;
    this.subgroupSize = subgroupSize;
    this.uniform = new Uint8Array(module.values.length).fill(UNIFORM);
  }

  run(): Uint8Array {
    do {
      this.changed = false;
      this.region(this.module.body);
    } while (this.changed);
    return this.uniform;
  }

  private markVarying(value: ValueId): void {
    if (this.uniform[value] === UNIFORM) {
      this.uniform[value] = VARYING;
      this.changed = true;
    }
  }

  private areUniform(values: readonly ValueId[]): boolean {
    for (const value of values) if (this.uniform[value] !== UNIFORM) return false;
    return true;
  }

  private region(region: Region): void {
    for (const instruction of region.instructions) this.instruction(instruction);
  }

  private instruction(instruction: Instruction): void {
    switch (instruction.kind) {
      case 'pure':
        if (!this.areUniform(instruction.operands)) this.markVarying(instruction.result);
        return;
      case 'bound':
        if (this.uniform[instruction.index] !== UNIFORM) this.markVarying(instruction.result);
        return;
      case 'input':
        if (VARYING_BUILTINS.has(instruction.builtin) && !this.isRow(instruction.builtin))
          this.markVarying(instruction.result);
        return;
      case 'load':
        if (!this.isUniformLoad(instruction))
          for (const result of instruction.results) this.markVarying(result);
        return;
      case 'atomic':
        if (instruction.result !== undefined) this.markVarying(instruction.result);
        return;
      case 'subgroup':
        if (!subgroupOps[instruction.op].isUniform || this.varyingDepth > 0) {
          for (const result of instruction.results) this.markVarying(result);
        }
        return;
      case 'break':
      case 'next':
        this.leave(instruction.target, instruction.values, instruction.kind === 'next');
        return;
      case 'if':
      case 'switch':
      case 'block':
      case 'loop':
        this.construct(instruction);
        return;
      default:
        return;
    }
  }

  /** A position across rows of lanes that are whole warps is the same for each of them. */
  private isRow(builtin: Builtin): boolean {
    const [x, y] = this.module.workgroupSize;
    if (/^(local|global)_id_y$/.test(builtin)) return x % this.subgroupSize === 0;
    return /^(local|global)_id_z$/.test(builtin) && (x * y) % this.subgroupSize === 0;
  }

  /** Other lanes may write to anything else between the reads of two lanes. */
  private isUniformLoad(load: LoadInstruction): boolean {
    if (this.uniform[load.address] !== UNIFORM || load.root.space !== 'buffer') return false;
    const buffer = this.module.buffers[load.root.index];
    return buffer.kind === 'uniform' || buffer.access === 'read';
  }

  private construct(instruction: Extract<Instruction, { kind: 'if' | 'switch' | 'block' | 'loop' }>): void {
    const isLoop = instruction.kind === 'loop';
    const entry: OpenConstruct = {
      id: instruction.id,
      results: instruction.results,
      parameters: isLoop ? instruction.parameters : [],
      depth: this.varyingDepth,
      breakSites: 0,
      nextSites: 0,
      isBreakSplit: false,
      isNextSplit: false,
      escapes: [],
    };
    this.open.push(entry);
    if (isLoop) {
      instruction.initial.forEach((value, index) => {
        if (this.uniform[value] !== UNIFORM) this.markVarying(instruction.parameters[index]);
      });
    }
    const selector =
      instruction.kind === 'if'
        ? instruction.condition
        : instruction.kind === 'switch'
          ? instruction.selector
          : -1;
    const isSplit = selector >= 0 && this.uniform[selector] !== UNIFORM;
    if (isSplit) this.varyingDepth++;
    if (instruction.kind === 'if') {
      this.region(instruction.then);
      this.region(instruction.otherwise);
    } else if (instruction.kind === 'switch') {
      for (const each of instruction.cases) this.region(each.body);
    } else {
      this.region(instruction.body);
    }
    if (isSplit) this.varyingDepth--;
    this.open.pop();
    if (entry.isBreakSplit || entry.isNextSplit) {
      for (const each of entry.escapes) {
        if (each.isNext) each.entry.isNextSplit = true;
        else each.entry.isBreakSplit = true;
      }
    }
    // Lanes leave a loop in different iterations when one way out is split, so even one site is not enough.
    const breaksDiffer = entry.isBreakSplit && (entry.breakSites > 1 || isLoop);
    if (breaksDiffer) for (const result of entry.results) this.markVarying(result);
    if (entry.isNextSplit && entry.nextSites > 1) for (const each of entry.parameters) this.markVarying(each);
  }

  private leave(target: ConstructId, values: readonly ValueId[], isNext: boolean): void {
    const at = this.open.findIndex((each) => each.id === target);
    if (at < 0) return;
    const entry = this.open[at];
    for (let inner = at + 1; inner < this.open.length; inner++)
      this.open[inner].escapes.push({ entry, isNext });
    const isSplit = this.varyingDepth > entry.depth;
    if (isNext) {
      entry.nextSites++;
      if (isSplit) entry.isNextSplit = true;
    } else {
      entry.breakSites++;
      if (isSplit) entry.isBreakSplit = true;
    }
    const targets = isNext ? entry.parameters : entry.results;
    values.forEach((value, index) => {
      if (this.uniform[value] !== UNIFORM) this.markVarying(targets[index]);
    });
  }
}
