// Which values live in the uniform register file. Integer arithmetic on values that are the same for a whole
// warp runs on the scalar datapath (SM 7.5 and later); there are no uniform float operations, so a value that
// depends on one, or on memory other than uniform buffers, stays in vector registers even when it is uniform.
// Code under a varying condition does not use the uniform datapath, which would run whatever lanes are on.
// Loop counters stay in vector registers, as the driver keeps nearly all of them.

import { UNIFORM } from '../../../ir/analyses/uniformity.ts';
import type {
  Instruction,
  LoadInstruction,
  LoopInstruction,
  PureInstruction,
  Region,
  ValueId,
} from '../../../ir/ir.ts';
import { forEachInstruction, regionsOf } from '../../../ir/walk.ts';
import { hasSplitExit } from '../../../machine/control-shape.ts';
import { LOOP_GUARD } from '../../tint/guards.ts';
import type { Generation } from '../generation.ts';
import type { Facts } from './uses.ts';

/**
 * Per value id: 1 when it lives in a uniform (or uniform predicate) register. Constants: 0.
 * @param indices of arrays in registers: the counters of loops among them are kept in uniform registers
 */
export function placeUniform(
  facts: Facts,
  uniformity: Uint8Array,
  generation: Generation,
  indices: ReadonlyMap<ValueId, unknown>,
): Uint8Array {
  const placement = new Placement(facts, uniformity, generation, indices);
  placement.walk(facts.module.body, false);
  const { placed, fromFields } = placement;
  keepWorthwhile(fromFields, facts, placed);
  dropUnusedIds(facts, placed);
  return placed;
}

class Placement {
  readonly placed: Uint8Array;
  /** Placed operations on fields of uniform buffers. */
  readonly fromFields: PureInstruction[] = [];
  private readonly facts: Facts;
  private readonly uniformity: Uint8Array;
  private readonly generation: Generation;
  private readonly indices: ReadonlyMap<ValueId, unknown>;
  private readonly fromWorkgroupId: Uint8Array;
  private readonly fromField: Uint8Array;

  constructor(
    facts: Facts,
    uniformity: Uint8Array,
    generation: Generation,
    indices: ReadonlyMap<ValueId, unknown>,
  ) {
    this.facts = facts;
    this.uniformity = uniformity;
    this.generation = generation;
    this.indices = indices;
    const count = facts.module.values.length;
    this.placed = new Uint8Array(count);
    this.fromWorkgroupId = new Uint8Array(count);
    this.fromField = new Uint8Array(count);
  }

  walk(region: Region, isSplit: boolean): void {
    for (const instruction of region.instructions) {
      if (!isSplit || instruction.kind === 'load') this.visit(instruction);
      const inner = isSplit || this.splits(instruction);
      if (instruction.kind === 'loop' && !inner) this.placeCounter(instruction);
      for (const each of regionsOf(instruction)) this.walk(each, inner);
    }
  }

  /** Whether lanes of a warp may part at the instruction. */
  private splits(instruction: Instruction): boolean {
    if (instruction.kind === 'if') return this.uniformity[instruction.condition] !== UNIFORM;
    if (instruction.kind === 'switch') return this.uniformity[instruction.selector] !== UNIFORM;
    return instruction.kind === 'loop' && hasSplitExit(instruction.body, this.uniformity);
  }

  /**
   * The lower word of a guard's counter lives in a uniform register when all lanes leave the loop together, but not
   * around barriers; a counter that is an index of arrays in registers always. Others stay in vector registers.
   */
  private placeCounter({ parameters, body, id }: LoopInstruction): void {
    const { placed, facts, indices } = this;
    let hasBarrier = false;
    const steps: PureInstruction[] = [];
    const next = new Set<ValueId>();
    forEachInstruction(body, (each) => {
      hasBarrier ||= each.kind === 'barrier';
      if (each.kind === 'pure' && each.op === 'iadd') steps.push(each);
      if (each.kind === 'next' && each.target === id) for (const value of each.values) next.add(value);
    });
    for (const { result, operands, origin } of steps) {
      const counter = operands.find((each) => parameters.includes(each));
      const isConstant = operands.some((each) => facts.module.values[each].constant !== undefined);
      if (counter === undefined || !isConstant || !next.has(result)) continue;
      const isIndex = indices.has(counter) && this.uniformity[counter] === UNIFORM;
      if (!isIndex && (hasBarrier || origin !== LOOP_GUARD)) continue;
      placed[counter] = 1;
      placed[result] = 1;
    }
  }

  private visit(instruction: Instruction): void {
    const { placed, fromField } = this;
    if (instruction.kind === 'input' && isScalarInput(instruction.builtin)) {
      placed[instruction.result] = 1;
      // The grid's size is a word of a constant bank, as a field is.
      const isId = instruction.builtin.startsWith('workgroup_id');
      (isId ? this.fromWorkgroupId : fromField)[instruction.result] = 1;
    } else if (instruction.kind === 'arrayLength') {
      placed[instruction.result] = 1;
    } else if (instruction.kind === 'load' && this.isField(instruction)) {
      for (const result of instruction.results) {
        placed[result] = 1;
        fromField[result] = 1;
      }
    } else if (instruction.kind === 'pure' && instruction.origin !== LOOP_GUARD) {
      // Of a guard only its counter, which is placed with the loop.
      if (instruction.op === 'bitcast') this.placeBitcast(instruction);
      else this.placeOperation(instruction);
    }
  }

  /** A word of a uniform buffer at an address that a uniform register can hold. */
  private isField({ root, type, address }: LoadInstruction): boolean {
    if (root.space !== 'buffer' || this.facts.module.buffers[root.index].kind !== 'uniform') return false;
    return (type === 'i32' || type === 'f32') && this.isAvailable(address);
  }

  private isAvailable(value: ValueId): boolean {
    return this.placed[value] === 1 || this.facts.module.values[value].constant !== undefined;
  }

  private placeBitcast(instruction: PureInstruction): void {
    const { placed, fromField } = this;
    const { result, operands } = instruction;
    placed[result] = placed[operands[0]];
    fromField[result] = fromField[operands[0]];
    if (fromField[result] === 1 && placed[result] === 1) this.fromFields.push(instruction);
  }

  private placeOperation(instruction: PureInstruction): void {
    const { placed, fromField, fromWorkgroupId, facts } = this;
    const { result, operands } = instruction;
    if (operands.some((each) => fromWorkgroupId[each] === 1)) fromWorkgroupId[result] = 1;
    if (fromWorkgroupId[result] === 1 && facts.useCount[result] < WORTH_A_UNIFORM) return;
    if (operands.some((each) => fromField[each] === 1)) fromField[result] = 1;
    if (!isUniformOperation(instruction, facts.module.values, this.generation)) return;
    if (this.uniformity[result] !== UNIFORM || !operands.every((each) => this.isAvailable(each))) return;
    placed[result] = 1;
    if (fromField[result] === 1) this.fromFields.push(instruction);
  }
}

/**
 * What is computed from fields of uniform buffers goes to the uniform datapath where more than one instruction wants
 * it, or a loop for which it saves a vector register; elsewhere vector instructions name the fields themselves.
 */
function keepWorthwhile(
  computed: readonly PureInstruction[],
  { useCount, useDepth, loopDepth }: Facts,
  placed: Uint8Array,
): void {
  const isWanted = new Uint8Array(placed.length);
  for (const { result, operands } of [...computed].reverse()) {
    if (isWanted[result] === 1 || useCount[result] > 1 || useDepth[result] > loopDepth[result])
      for (const each of operands) isWanted[each] = 1;
    else placed[result] = 0;
  }
}

/** Uses from which on a value computed from a workgroup id moves to the uniform datapath. A guess from few cases. */
const WORTH_A_UNIFORM = 4;

/** A workgroup id that no uniform operation reads is read into a vector register right away. */
function dropUnusedIds(facts: Facts, placed: Uint8Array): void {
  const isRead = new Uint8Array(placed.length);
  for (let value = 0; value < placed.length; value++) {
    const definition = facts.definition[value];
    if (placed[value] === 1 && definition?.kind === 'pure')
      for (const each of definition.operands) isRead[each] = 1;
  }
  for (let value = 0; value < placed.length; value++) {
    const definition = facts.definition[value];
    if (definition?.kind === 'input' && definition.builtin.startsWith('workgroup_id') && isRead[value] === 0)
      placed[value] = 0;
  }
}

function isScalarInput(builtin: string): boolean {
  return builtin.startsWith('workgroup_id') || builtin.startsWith('num_workgroups');
}

function isUniformOperation(
  instruction: PureInstruction,
  values: Facts['module']['values'],
  generation: Generation,
): boolean {
  if (!generation.uniformOperations.has(instruction.op)) return false;
  const type = values[instruction.result].type;
  const operandType = values[instruction.operands[0]].type;
  return (type === 'i32' || type === 'bool') && (operandType === 'i32' || operandType === 'bool');
}
