// Divergence analysis: which values are the same in all lanes that are active when they are defined, for any number
// of lanes that go together (papers/001, section 4.2, adapted to structured control flow: control dependence through
// the sites that leave a construct). Optimistic: every value starts uniform and turns varying until nothing changes,
// so that loop-carried values can stay uniform.

import type { Builtin, ConstructId, Instruction, LoadInstruction, Module, Region, ValueId } from '../ir.ts';
import { subgroupOps } from '../subgroup-ops.ts';
import { regionsOf, resultsOf } from '../walk.ts';

export const VARYING = 0;
export const UNIFORM = 1;

export interface UniformityOptions {
  /** How many lanes go together. */
  readonly lanes: number;
  /** Whether all lanes that load from the same address get the same. */
  readonly isSharedLoad: (load: LoadInstruction) => boolean;
  /** Whether what predicated arms compute is to count as varying, since it is computed lane by lane. */
  readonly isPredicatedByLane: boolean;
}

export interface Uniformity {
  /** `UNIFORM` where all active lanes agree, else `VARYING`; by ValueId. Constants are uniform. */
  readonly values: Uint8Array;
  /** Loops where lanes may start the next iteration while others still run this one. */
  readonly splitLoops: ReadonlySet<ConstructId>;
}

export function analyzeUniformity(module: Module, options: UniformityOptions): Uniformity {
  const analysis = new UniformityAnalysis(module, options);
  do {
    analysis.hasChanged = false;
    analysis.region(module.body, false);
  } while (analysis.hasChanged);
  return analysis;
}

/** True when lanes that follow each other in the workgroup, `lanes` at a time, always share this builtin. */
export function isUniformInput(
  builtin: Builtin,
  [x, y, z]: readonly [number, number, number],
  lanes: number,
): boolean {
  switch (builtin) {
    case 'local_id_x':
    case 'global_id_x':
      return x === 1;
    case 'local_id_y':
    case 'global_id_y':
      return y === 1 || x % lanes === 0;
    case 'local_id_z':
    case 'global_id_z':
      return z === 1 || (x * y) % lanes === 0;
    case 'local_index':
      return x * y * z === 1;
    case 'subgroup_lane':
      return false;
    default:
      return true;
  }
}

interface OpenConstruct {
  readonly id: ConstructId;
  readonly results: readonly ValueId[];
  readonly parameters: readonly ValueId[];
  /** Varying conditions, and loops, around the construct. */
  readonly depth: number;
  readonly loopDepth: number;
  sites: number;
  isSplit: boolean;
}

class UniformityAnalysis implements Uniformity {
  readonly values: Uint8Array;
  readonly splitLoops = new Set<ConstructId>();
  hasChanged = false;
  private readonly module: Module;
  private readonly options: UniformityOptions;
  private readonly open: OpenConstruct[] = [];
  /** Constructs that some lanes leave, or start again, before others. */
  private readonly splitConstructs = new Set<ConstructId>();
  /** Values that the last `next` of each loop passes. */
  private readonly nextSites = new Map<ConstructId, readonly ValueId[]>();
  private varyingDepth = 0;
  private loopDepth = 0;

  constructor(module: Module, options: UniformityOptions) {
    this.module = module;
    this.options = options;
    this.values = new Uint8Array(module.values.length).fill(UNIFORM);
  }

  /** @param isByLane whether what the region computes counts as varying */
  region(region: Region, isByLane: boolean): void {
    for (const instruction of region.instructions) this.instruction(instruction, isByLane);
  }

  private instruction(instruction: Instruction, isByLane: boolean): void {
    switch (instruction.kind) {
      case 'if':
        if (isByLane || (instruction.isPredicated && this.options.isPredicatedByLane))
          this.byLane(instruction);
        else this.construct(instruction, instruction.condition);
        return;
      case 'switch':
        if (isByLane) this.byLane(instruction);
        else this.construct(instruction, instruction.selector);
        return;
      case 'block':
        if (isByLane) this.byLane(instruction);
        else this.construct(instruction, undefined);
        return;
      case 'loop':
        if (isByLane) this.byLane(instruction);
        else this.loop(instruction);
        return;
      case 'break':
        this.leave(instruction.target, instruction.values);
        return;
      case 'next':
        this.nextIteration(instruction.target, instruction.values);
        return;
      default:
        if (isByLane || this.isVarying(instruction)) this.markVarying(resultsOf(instruction));
    }
  }

  private isUniform(value: ValueId): boolean {
    return this.values[value] === UNIFORM;
  }

  private markVarying(values: readonly ValueId[]): void {
    for (const value of values) {
      if (!this.isUniform(value)) continue;
      this.values[value] = VARYING;
      this.hasChanged = true;
    }
  }

  private loop(loop: Extract<Instruction, { kind: 'loop' }>): void {
    this.markVarying(loop.parameters.filter((_, index) => !this.isUniform(loop.initial[index])));
    this.loopDepth++;
    this.construct(loop, undefined);
    this.loopDepth--;
  }

  private construct(
    instruction: Extract<Instruction, { kind: 'if' | 'switch' | 'block' | 'loop' }>,
    selector: ValueId | undefined,
  ): void {
    const isLoop = instruction.kind === 'loop';
    const entry: OpenConstruct = {
      id: instruction.id,
      results: instruction.results,
      parameters: isLoop ? instruction.parameters : [],
      depth: this.varyingDepth,
      loopDepth: this.loopDepth,
      sites: 0,
      isSplit: false,
    };
    this.open.push(entry);
    const isDivergent = selector !== undefined && !this.isUniform(selector);
    if (isDivergent) this.varyingDepth++;
    for (const region of regionsOf(instruction)) this.region(region, false);
    if (isDivergent) this.varyingDepth--;
    this.open.pop();
    // Lanes leave a loop in different iterations when a way out or on is split, so one site is enough.
    const isLeftApart = isLoop
      ? entry.isSplit || this.splitLoops.has(entry.id)
      : entry.isSplit && entry.sites > 1;
    if (isLeftApart) this.markVarying(entry.results);
  }

  private byLane(instruction: Instruction): void {
    this.markVarying(resultsOf(instruction));
    this.varyingDepth++;
    for (const region of regionsOf(instruction)) this.region(region, true);
    this.varyingDepth--;
  }

  private isVarying(instruction: Instruction): boolean {
    switch (instruction.kind) {
      case 'input':
        return !isUniformInput(instruction.builtin, this.module.workgroupSize, this.options.lanes);
      case 'pure':
        return !instruction.operands.every((operand) => this.isUniform(operand));
      case 'bound':
        return !this.isUniform(instruction.index);
      case 'load':
        return !this.isUniform(instruction.address) || !this.options.isSharedLoad(instruction);
      case 'subgroup':
        if (!subgroupOps[instruction.op].isUniform) return true;
        return instruction.lane !== undefined && !this.isUniform(instruction.lane);
      case 'textureQuery':
        return instruction.level !== undefined && !this.isUniform(instruction.level);
      case 'texture':
      case 'atomic':
        return true;
      default:
        return false;
    }
  }

  private leave(target: ConstructId, values: readonly ValueId[]): void {
    const entry = this.open.find((each) => each.id === target);
    if (!entry) return;
    entry.sites++;
    const isSplit = this.isSplitSite(entry);
    if (isSplit) entry.isSplit = true;
    const isApart = isSplit && this.isAcrossLoop(entry);
    this.markVarying(entry.results.filter((_, index) => isApart || !this.isUniform(values[index])));
  }

  private nextIteration(target: ConstructId, values: readonly ValueId[]): void {
    const entry = this.open.find((each) => each.id === target);
    if (!entry) return;
    const isSplit = this.isSplitSite(entry);
    if (isSplit) this.splitLoops.add(target);
    const isApart = isSplit && this.isAcrossLoop(entry);
    const isSecond = this.nextSites.has(target) && this.splitLoops.has(target);
    const last = this.nextSites.get(target);
    this.markVarying(
      entry.parameters.filter(
        (_, index) =>
          isApart || !this.isUniform(values[index]) || (isSecond && last?.[index] !== values[index]),
      ),
    );
    this.nextSites.set(target, values);
  }

  /** True when there is a loop between here and the target: lanes may get here in different iterations of it. */
  private isAcrossLoop(target: OpenConstruct): boolean {
    return this.loopDepth > target.loopDepth;
  }

  /**
   * True when only some of the lanes that are in the target get to this terminator: it is under a varying
   * condition, or lanes have left a construct between here and the target, to go on after that construct.
   */
  private isSplitSite(target: OpenConstruct): boolean {
    const inner = this.open.slice(this.open.indexOf(target) + 1);
    const isSplit =
      this.varyingDepth > target.depth || inner.some((each) => this.splitConstructs.has(each.id));
    if (isSplit && !this.splitConstructs.has(target.id)) {
      this.splitConstructs.add(target.id);
      this.hasChanged = true;
    }
    return isSplit;
  }
}
