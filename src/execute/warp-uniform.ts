// Which values execution may compute once per warp: those that are the same in all lanes that are active when
// they are defined. This is divergence analysis in its usual form (control dependence through the sites that
// leave a construct), with the engine's own limits: what a predicated `if` computes is computed per lane, and
// ids along an axis count as uniform when the workgroup's shape makes them so.

import type { Builtin, ConstructId, Instruction, Module, Region, ValueId } from '../ir/ir.ts';
import { subgroupOps } from '../ir/subgroup-ops.ts';
import { resultsOf } from '../ir/walk.ts';
import type { MachineNode } from '../machine/program.ts';

interface OpenConstruct {
  readonly id: ConstructId;
  readonly results: readonly ValueId[];
  readonly parameters: readonly ValueId[];
  readonly isLoop: boolean;
  /** Divergent conditions, and loops, around the construct. */
  readonly depth: number;
  readonly loopDepth: number;
  sites: number;
  isSplit: boolean;
}

export interface Uniformity {
  /** 1 where the value is the same in all active lanes. Indexed by ValueId. */
  readonly isUniform: Uint8Array;
  /** Loops where lanes may start the next iteration while others still run this one. */
  readonly splitLoops: ReadonlySet<ConstructId>;
}

/** True when the lanes of one warp always share this builtin. */
export function isUniformInput(
  builtin: Builtin,
  size: readonly [number, number, number],
  subgroupSize: number,
): boolean {
  const [x, y, z] = size;
  switch (builtin) {
    case 'local_id_x':
    case 'global_id_x':
      return x === 1;
    case 'local_id_y':
    case 'global_id_y':
      return y === 1 || x % subgroupSize === 0;
    case 'local_id_z':
    case 'global_id_z':
      return z === 1 || (x * y) % subgroupSize === 0;
    case 'local_index':
      return x * y * z === 1;
    case 'subgroup_lane':
      return false;
    default:
      return true;
  }
}

/** Starts from "everything is uniform" and takes values out until nothing changes. */
export function findUniformValues(
  module: Module,
  nodes: readonly MachineNode[],
  subgroupSize: number,
): Uniformity {
  const analysis = new UniformAnalysis(module, subgroupSize);
  do {
    analysis.hasChanged = false;
    analysis.nodes(nodes);
  } while (analysis.hasChanged);
  return { isUniform: analysis.isUniform, splitLoops: analysis.splitLoops };
}

class UniformAnalysis {
  readonly isUniform: Uint8Array;
  readonly splitLoops = new Set<ConstructId>();
  hasChanged = false;
  private readonly module: Module;
  private readonly subgroupSize: number;
  private readonly open: OpenConstruct[] = [];
  /** Constructs that some lanes leave, or start again, before others. */
  private readonly splitConstructs = new Set<ConstructId>();
  /** Values that the last `next` of each loop passes. */
  private readonly nextSites = new Map<ConstructId, readonly ValueId[]>();
  private varyingDepth = 0;
  private loopDepth = 0;

  constructor(module: Module, subgroupSize: number) {
    this.module = module;
    this.subgroupSize = subgroupSize;
    this.isUniform = new Uint8Array(module.values.length).fill(1);
  }

  nodes(nodes: readonly MachineNode[]): void {
    for (const node of nodes) this.node(node);
  }

  private node(node: MachineNode): void {
    switch (node.kind) {
      case 'segment':
        for (const instruction of node.instructions) this.instruction(instruction, false);
        return;
      case 'if':
        this.construct(node.instruction, node.instruction.condition, () => {
          this.nodes(node.then);
          this.nodes(node.otherwise);
        });
        return;
      case 'switch':
        this.construct(node.instruction, node.instruction.selector, () => {
          for (const body of node.cases) this.nodes(body);
        });
        return;
      case 'block':
        this.construct(node.instruction, undefined, () => this.nodes(node.body));
        return;
      case 'loop':
        node.instruction.initial.forEach((value, index) => {
          if (!this.isUniform[value]) this.markVarying(node.instruction.parameters[index]);
        });
        this.loopDepth++;
        this.construct(node.instruction, undefined, () => this.nodes(node.body));
        this.loopDepth--;
        return;
    }
  }

  private markVarying(value: ValueId): void {
    if (!this.isUniform[value]) return;
    this.isUniform[value] = 0;
    this.hasChanged = true;
  }

  private construct(
    instruction: Extract<Instruction, { kind: 'if' | 'switch' | 'block' | 'loop' }>,
    selector: ValueId | undefined,
    body: () => void,
  ): void {
    const isLoop = instruction.kind === 'loop';
    const entry: OpenConstruct = {
      id: instruction.id,
      results: instruction.results,
      parameters: isLoop ? instruction.parameters : [],
      isLoop,
      depth: this.varyingDepth,
      loopDepth: this.loopDepth,
      sites: 0,
      isSplit: false,
    };
    this.open.push(entry);
    const isDivergent = selector !== undefined && !this.isUniform[selector];
    if (isDivergent) this.varyingDepth++;
    body();
    if (isDivergent) this.varyingDepth--;
    this.open.pop();
    // Lanes leave a loop in different iterations when one way out is split, so one site is not enough.
    if (entry.isSplit && (entry.sites > 1 || isLoop)) {
      for (const result of entry.results) this.markVarying(result);
    }
  }

  private instruction(instruction: Instruction, isInLane: boolean): void {
    switch (instruction.kind) {
      case 'if':
        this.predicated(instruction, [instruction.then, instruction.otherwise]);
        return;
      case 'switch':
        this.predicated(
          instruction,
          instruction.cases.map((each) => each.body),
        );
        return;
      case 'block':
      case 'loop':
        this.predicated(instruction, [instruction.body]);
        return;
      case 'break':
        this.leave(instruction.target, instruction.values);
        return;
      case 'next':
        this.nextIteration(instruction.target, instruction.values);
        return;
      default:
        if (isInLane || this.isVarying(instruction)) {
          for (const result of resultsOf(instruction)) this.markVarying(result);
        }
    }
  }

  private predicated(instruction: Instruction, regions: readonly Region[]): void {
    for (const result of resultsOf(instruction)) this.markVarying(result);
    this.varyingDepth++;
    for (const region of regions) for (const inner of region.instructions) this.instruction(inner, true);
    this.varyingDepth--;
  }

  private isVarying(instruction: Instruction): boolean {
    switch (instruction.kind) {
      case 'input':
        return !isUniformInput(instruction.builtin, this.module.workgroupSize, this.subgroupSize);
      case 'pure':
        return instruction.operands.some((operand) => !this.isUniform[operand]);
      case 'bound':
        return !this.isUniform[instruction.index];
      case 'load':
        return instruction.root.space === 'private' || !this.isUniform[instruction.address];
      case 'subgroup':
        if (!subgroupOps[instruction.op].isUniform) return true;
        return instruction.lane !== undefined && !this.isUniform[instruction.lane];
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
    const isAcrossLoop = this.loopDepth > entry.loopDepth;
    values.forEach((value, index) => {
      if (!this.isUniform[value] || (isSplit && isAcrossLoop)) this.markVarying(entry.results[index]);
    });
  }

  private nextIteration(target: ConstructId, values: readonly ValueId[]): void {
    const entry = this.open.find((each) => each.id === target);
    if (!entry) return;
    if (this.isSplitSite(entry)) this.splitLoops.add(target);
    const isSecond = this.nextSites.has(target) && this.splitLoops.has(target);
    values.forEach((value, index) => {
      const isFirstSite = this.nextSites.get(target)?.[index];
      const differs = isSecond && isFirstSite !== value;
      if (!this.isUniform[value] || differs) this.markVarying(entry.parameters[index]);
    });
    this.nextSites.set(target, values);
  }

  /**
   * True when only some of the lanes that are in the target get to this terminator: it is under a divergent
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
