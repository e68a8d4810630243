// Where each value lives: in scalar registers, which a wave shares, or in vector registers, one word a lane. A value
// that all lanes share is scalar if the scalar unit can compute it from scalars; floats it cannot. Bools of lanes are
// masks in scalar registers, those of the wave the scalar unit's flag.

import { UNIFORM, type Uniformity } from '../../../ir/analyses/uniformity.ts';
import type { ConstructId, Instruction, LoadInstruction, Module, Region, ValueId } from '../../../ir/ir.ts';
import { isInClass, pureOps } from '../../../ir/ops.ts';
import { subgroupOps } from '../../../ir/subgroup-ops.ts';
import { regionsOf, resultsOf } from '../../../ir/walk.ts';
import type { AmdGeneration } from '../generation.ts';

export type Place = 'scalar' | 'vector' | 'mask' | 'flag';

/** The place of every value by its id; what constants have says nothing. */
export function placesOf(
  module: Module,
  uniformity: Uniformity,
  generation: AmdGeneration,
): readonly Place[] {
  const finder = new PlaceFinder(module, uniformity, generation);
  do {
    finder.hasChanged = false;
    finder.region(module.body);
  } while (finder.hasChanged);
  return finder.places;
}

/** What nobody writes while the kernel runs. */
export function isReadOnly(module: Module, index: number): boolean {
  const buffer = module.buffers[index];
  return buffer.kind === 'uniform' || buffer.access === 'read';
}

class PlaceFinder {
  readonly places: Place[];
  hasChanged = false;
  private readonly module: Module;
  private readonly uniformity: Uniformity;
  private readonly generation: AmdGeneration;
  /** Results and parameters of the constructs that are open. */
  private readonly targets = new Map<
    ConstructId,
    { results: readonly ValueId[]; parameters: readonly ValueId[] }
  >();

  constructor(module: Module, uniformity: Uniformity, generation: AmdGeneration) {
    this.module = module;
    this.uniformity = uniformity;
    this.generation = generation;
    this.places = module.values.map(({ type }) => (type === 'bool' ? 'flag' : 'scalar'));
  }

  region(region: Region): void {
    for (const instruction of region.instructions) this.instruction(instruction);
  }

  private instruction(instruction: Instruction): void {
    switch (instruction.kind) {
      case 'if':
      case 'switch':
      case 'block':
      case 'loop': {
        const parameters = instruction.kind === 'loop' ? instruction.parameters : [];
        this.targets.set(instruction.id, { results: instruction.results, parameters });
        if (instruction.kind === 'loop') this.flow(parameters, instruction.initial);
        for (const region of regionsOf(instruction)) this.region(region);
        this.settleVarying([...instruction.results, ...parameters]);
        return;
      }
      case 'break':
        this.flow(this.targets.get(instruction.target)?.results ?? [], instruction.values);
        return;
      case 'next':
        this.flow(this.targets.get(instruction.target)?.parameters ?? [], instruction.values);
        return;
      default:
        if (!this.isScalar(instruction)) for (const each of resultsOf(instruction)) this.demote(each);
    }
  }

  private flow(targets: readonly ValueId[], values: readonly ValueId[]): void {
    targets.forEach((target, k) => {
      if (!this.isWave(values[k])) this.demote(target);
    });
  }

  private settleVarying(values: readonly ValueId[]): void {
    for (const value of values) if (this.uniformity.values[value] !== UNIFORM) this.demote(value);
  }

  private demote(value: ValueId): void {
    const place: Place = this.module.values[value].type === 'bool' ? 'mask' : 'vector';
    if (this.places[value] === place) return;
    this.places[value] = place;
    this.hasChanged = true;
  }

  private isWave(value: ValueId): boolean {
    if (this.module.values[value].constant !== undefined) return true;
    return this.places[value] === 'scalar' || this.places[value] === 'flag';
  }

  private isScalar(instruction: Instruction): boolean {
    if (resultsOf(instruction).some((each) => this.uniformity.values[each] !== UNIFORM)) return false;
    switch (instruction.kind) {
      case 'pure': {
        if (!instruction.operands.every((each) => this.isWave(each))) return false;
        if (this.generation.operations.get(instruction.op)?.scalar === undefined) return false;
        // A comparison of floats, or anything of halves.
        return (
          !instruction.operands.some((each) => this.isShort(each)) || pureOps[instruction.op].result === 'T'
        );
      }
      case 'load':
        return isScalarLoad(this.module, instruction, this.isWave(instruction.address));
      case 'subgroup':
        return subgroupOps[instruction.op].isUniform;
      case 'bound':
        return this.isWave(instruction.index);
      case 'input':
      case 'arrayLength':
      case 'textureQuery':
        return true;
      default:
        return false;
    }
  }

  private isShort(value: ValueId): boolean {
    const { type } = this.module.values[value];
    return isInClass(type, 'float') && type !== 'f32';
  }
}

/** Read by the scalar unit: the wave's address, and nobody writes there. */
function isScalarLoad(module: Module, { root, type }: LoadInstruction, isWave: boolean): boolean {
  if (!isWave || root.space !== 'buffer' || !isReadOnly(module, root.index)) return false;
  return type === 'i32' || type === 'f32' || type === 'i64' || type === 'f64';
}
