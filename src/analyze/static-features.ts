// What a kernel looks like before anybody runs it: the 17 candidate features of Magni's thesis (table 7.3), counted on
// the IR as the device's compiler leaves it, before anything is scheduled or has registers. Divergence is that of the
// thesis: what differs between the invocations of a workgroup.

import { analyzeUniformity, UNIFORM, type Uniformity } from '../ir/analyses/uniformity.ts';
import type { Instruction, Module, Region, ScalarType, ValueId } from '../ir/ir.ts';
import { isInClass, opSet } from '../ir/ops.ts';
import { isTerminator, operandsOf, regionsOf, resultsOf } from '../ir/walk.ts';

/** In the order of table 7.3; all are counts in the code, not in its execution. */
export interface StaticFeatures {
  readonly basicBlocks: number;
  /** Ways that control flow divides: conditions, selectors and the backward jumps of loops. */
  readonly branches: number;
  /** Whose results differ between invocations. */
  readonly divergentInstructions: number;
  readonly divergentRegionInstructions: number;
  readonly divergentRegionShare: number;
  readonly divergentRegions: number;
  readonly instructions: number;
  readonly floatInstructions: number;
  /** Instructions per step of a block where each is done as soon as its operands are there; mean of blocks. */
  readonly instructionParallelism: number;
  readonly integersPerFloat: number;
  readonly integerInstructions: number;
  readonly mathFunctions: number;
  /** Further memory accesses between a load and its first use; mean over loads. */
  readonly memoryParallelism: number;
  readonly loads: number;
  readonly stores: number;
  /** Whose address is the same all along the direction of coarsening. */
  readonly uniformLoads: number;
  readonly barriers: number;
}

export type Axis = 'x' | 'y' | 'z';

const MATH_FUNCTIONS = opSet(
  'sqrt inversesqrt exp exp2 log log2 pow sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh',
);

/** @param axis the direction of coarsening, on which `uniformLoads` hangs */
export function staticFeatures(module: Module, axis: Axis): StaticFeatures {
  const lanes = module.workgroupSize.reduce((product, size) => product * size, 1);
  const divergence = uniformityOver(module, module.workgroupSize, lanes);
  const along = uniformityOver(module, alongAxis(axis, lanes), lanes);
  const tally = new Tally(module, divergence, along);
  tally.region(module.body, false);
  return tally.features();
}

function uniformityOver(module: Module, workgroupSize: Module['workgroupSize'], lanes: number): Uniformity {
  const asked = { lanes, isSharedLoad: () => true, isPredicatedByLane: false };
  return analyzeUniformity({ ...module, workgroupSize }, asked);
}

/** A workgroup whose invocations differ along the axis alone; of two at least, or nothing would. */
function alongAxis(axis: Axis, lanes: number): Module['workgroupSize'] {
  const length = Math.max(2, lanes);
  return axis === 'x' ? [length, 1, 1] : axis === 'y' ? [1, length, 1] : [1, 1, length];
}

class Tally {
  private readonly module: Module;
  private readonly divergence: Uniformity;
  private readonly along: Uniformity;
  private readonly count = {
    blocks: 1,
    branches: 0,
    divergent: 0,
    inDivergent: 0,
    divergentRegions: 0,
    all: 0,
    float: 0,
    integer: 0,
    math: 0,
    loads: 0,
    stores: 0,
    uniformLoads: 0,
    barriers: 0,
  };
  private readonly parallelism: number[] = [];
  private readonly loadsAhead: number[] = [];

  constructor(module: Module, divergence: Uniformity, along: Uniformity) {
    this.module = module;
    this.divergence = divergence;
    this.along = along;
  }

  /** @param isDivergent whether only some invocations may be here */
  region({ instructions }: Region, isEnteredApart: boolean): void {
    let isDivergent = isEnteredApart;
    let block: Instruction[] = [];
    const endBlock = () => {
      this.block(block);
      block = [];
    };
    for (const each of instructions) {
      const regions = regionsOf(each);
      if (regions.length === 0) {
        if (!isTerminator(each)) {
          this.instruction(each, isDivergent);
          block.push(each);
        }
        continue;
      }
      endBlock();
      this.construct(each, regions, isDivergent);
      // Where some have left for good, as behind a guard, the rest of the way is only for the others.
      if (this.isDividing(each) && regions.some((region) => leaves(region, each))) isDivergent = true;
    }
    endBlock();
  }

  private construct(each: Instruction, regions: readonly Region[], isDivergent: boolean): void {
    const { count } = this;
    // What follows is a block of its own, and so is each region in which anything happens.
    count.blocks += 1 + regions.filter(({ instructions }) => !isTerminator(instructions[0])).length;
    if (each.kind !== 'block') count.branches++;
    const divides = this.isDividing(each);
    if (divides) count.divergentRegions++;
    for (const region of regions) this.region(region, isDivergent || divides);
  }

  private isDividing(each: Instruction): boolean {
    if (each.kind === 'loop') return this.divergence.splitLoops.has(each.id);
    return each.kind !== 'block' && operandsOf(each).some((value) => !isUniform(this.divergence, value));
  }

  private instruction(each: Instruction, isDivergent: boolean): void {
    const { count } = this;
    count.all++;
    if (isDivergent) count.inDivergent++;
    if (resultsOf(each).some((value) => !isUniform(this.divergence, value))) count.divergent++;
    if (each.kind === 'barrier') count.barriers++;
    if (isStore(each)) count.stores++;
    if (isLoad(each)) {
      count.loads++;
      if (operandsOf(each).every((value) => isUniform(this.along, value))) count.uniformLoads++;
    }
    if (each.kind !== 'pure') return;
    if (MATH_FUNCTIONS.has(each.op)) count.math++;
    // A comparison is of the kind of what it compares.
    const type = this.typeOf(each.operands[0] ?? each.result);
    if (isInClass(type, 'float') || isInClass(this.typeOf(each.result), 'float')) count.float++;
    else count.integer++;
  }

  private typeOf(value: ValueId): ScalarType {
    return this.module.values[value].type;
  }

  /** Parallelism of instructions and of accesses, as Sim et al. (PPoPP 2012) count it in a block. */
  private block(block: readonly Instruction[]): void {
    if (block.length === 0) return;
    const stepOf = new Map<ValueId, number>();
    const firstUse = new Map<ValueId, number>();
    let [depth, accesses] = [0, 0];
    const accessesBefore: number[] = [];
    for (const [at, each] of block.entries()) {
      const operands = operandsOf(each);
      const step = 1 + operands.reduce((latest, value) => Math.max(latest, stepOf.get(value) ?? 0), 0);
      for (const value of resultsOf(each)) stepOf.set(value, step);
      for (const value of operands) if (!firstUse.has(value)) firstUse.set(value, at);
      depth = Math.max(depth, step);
      accessesBefore.push(accesses);
      if (isLoad(each) || isStore(each)) accesses++;
    }
    this.parallelism.push(block.length / depth);
    for (const [at, each] of block.entries()) {
      if (!isLoad(each)) continue;
      const uses = resultsOf(each).map((value) => firstUse.get(value) ?? block.length);
      const used = Math.min(...uses);
      this.loadsAhead.push((used < block.length ? accessesBefore[used] : accesses) - accessesBefore[at] - 1);
    }
  }

  features(): StaticFeatures {
    const { count } = this;
    return {
      basicBlocks: count.blocks,
      branches: count.branches,
      divergentInstructions: count.divergent,
      divergentRegionInstructions: count.inDivergent,
      divergentRegionShare: count.inDivergent / Math.max(1, count.all),
      divergentRegions: count.divergentRegions,
      instructions: count.all,
      floatInstructions: count.float,
      instructionParallelism: mean(this.parallelism),
      integersPerFloat: count.integer / Math.max(1, count.float),
      integerInstructions: count.integer,
      mathFunctions: count.math,
      memoryParallelism: mean(this.loadsAhead),
      loads: count.loads,
      stores: count.stores,
      uniformLoads: count.uniformLoads,
      barriers: count.barriers,
    };
  }
}

const isUniform = ({ values }: Uniformity, value: ValueId) => values[value] === UNIFORM;

/** Whether the region ends somewhere else than behind the construct that it is an arm of. */
function leaves({ instructions }: Region, construct: Instruction): boolean {
  const last = instructions.at(-1);
  if (last === undefined || !isTerminator(last) || last.kind === 'unreachable') return false;
  return last.kind === 'return' || !('id' in construct) || last.target !== construct.id;
}

const isLoad = (each: Instruction) =>
  each.kind === 'load' || (each.kind === 'texture' && each.op !== 'store');

const isStore = (each: Instruction) =>
  each.kind === 'store' || each.kind === 'atomic' || (each.kind === 'texture' && each.op === 'store');

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
