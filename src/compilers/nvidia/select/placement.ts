// Which values live in the uniform register file. Integer arithmetic on values that are the same for a whole
// warp runs on the scalar datapath (SM 7.5 and later); there are no uniform float operations, so a value that
// depends on one, or on memory other than uniform buffers, stays in vector registers even when it is uniform.
// Code under a varying condition does not use the uniform datapath, which would run whatever lanes are on.
// Loop counters stay in vector registers, as the driver keeps nearly all of them.

import { UNIFORM } from '../../../ir/analyses/uniformity.ts';
import type { Instruction, LoopInstruction, PureInstruction, Region, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';
import { hasSplitExit } from '../../../machine/control-shape.ts';
import type { Generation } from '../generation.ts';
import type { Facts } from './uses.ts';

/** Per value id: 1 when it lives in a uniform (or uniform predicate) register. Constants: 0. */
export function placeUniform(facts: Facts, uniformity: Uint8Array, generation: Generation): Uint8Array {
  const { values, buffers } = facts.module;
  const placed = new Uint8Array(values.length);

  const fromWorkgroupId = new Uint8Array(values.length);
  const fromField = new Uint8Array(values.length);
  const fromFields: PureInstruction[] = [];

  const isAvailable = (value: ValueId): boolean =>
    placed[value] === 1 || values[value].constant !== undefined;
  const candidate = (value: ValueId): boolean => uniformity[value] === UNIFORM;

  const visit = (instruction: Instruction): void => {
    switch (instruction.kind) {
      case 'input':
        if (isScalarInput(instruction.builtin)) {
          placed[instruction.result] = 1;
          if (instruction.builtin.startsWith('workgroup_id')) fromWorkgroupId[instruction.result] = 1;
          // The grid's size is a word of a constant bank, as a field is.
          else fromField[instruction.result] = 1;
        }
        return;
      case 'arrayLength':
        placed[instruction.result] = 1;
        return;
      case 'load': {
        if (instruction.root.space !== 'buffer' || buffers[instruction.root.index].kind !== 'uniform') return;
        const isWord = instruction.type === 'i32' || instruction.type === 'f32';
        if (isWord && isAvailable(instruction.address))
          for (const result of instruction.results) {
            placed[result] = 1;
            fromField[result] = 1;
          }
        return;
      }
      case 'pure':
        // Of a guard only its counter, which is placed with the loop.
        if (instruction.origin === LOOP_GUARD) return;
        if (instruction.op === 'bitcast') {
          const [operand] = instruction.operands as [ValueId];
          placed[instruction.result] = placed[operand];
          fromField[instruction.result] = fromField[operand];
          if (fromField[operand] === 1 && placed[operand] === 1) fromFields.push(instruction);
          return;
        }
        for (const each of instruction.operands)
          if (fromWorkgroupId[each] === 1) fromWorkgroupId[instruction.result] = 1;
        if (fromWorkgroupId[instruction.result] === 1 && facts.useCount[instruction.result] < WORTH_A_UNIFORM)
          return;
        if (instruction.operands.some((each) => fromField[each] === 1)) fromField[instruction.result] = 1;
        if (
          isUniformOperation(instruction, values, generation) &&
          candidate(instruction.result) &&
          instruction.operands.every(isAvailable)
        ) {
          placed[instruction.result] = 1;
          if (fromField[instruction.result] === 1) fromFields.push(instruction);
        }
        return;
      default:
        return;
    }
  };

  const walk = (region: Region, isSplit: boolean): void => {
    for (const instruction of region.instructions) {
      if (!isSplit || instruction.kind === 'load') visit(instruction);
      switch (instruction.kind) {
        case 'if': {
          const inner = isSplit || uniformity[instruction.condition] !== UNIFORM;
          walk(instruction.then, inner);
          walk(instruction.otherwise, inner);
          break;
        }
        case 'switch': {
          const inner = isSplit || uniformity[instruction.selector] !== UNIFORM;
          for (const each of instruction.cases) walk(each.body, inner);
          break;
        }
        case 'block':
          walk(instruction.body, isSplit);
          break;
        case 'loop': {
          const inner = isSplit || hasSplitExit(instruction.body, uniformity);
          if (!inner) placeCounter(instruction, facts, placed);
          walk(instruction.body, inner);
          break;
        }
        default:
          break;
      }
    }
  };

  walk(facts.module.body, false);
  keepWorthwhile(fromFields, facts, placed);
  dropUnusedIds(facts, placed);
  return placed;
}

/** The origin of what counts a loop's iterations to end it. */
const LOOP_GUARD = 'loop-guard';

/**
 * The lower word of a guard's counter lives in a uniform register when all lanes leave the loop together, but not
 * around barriers. Other counters stay in vector registers.
 */
function placeCounter({ parameters, body, id }: LoopInstruction, facts: Facts, placed: Uint8Array): void {
  let hasBarrier = false;
  const steps: PureInstruction[] = [];
  const next = new Set<ValueId>();
  forEachInstruction(body, (each) => {
    hasBarrier ||= each.kind === 'barrier';
    if (each.kind === 'pure' && each.origin === LOOP_GUARD && each.op === 'iadd') steps.push(each);
    if (each.kind === 'next' && each.target === id) for (const value of each.values) next.add(value);
  });
  if (hasBarrier) return;
  for (const { result, operands } of steps) {
    const counter = operands.find((each) => parameters.includes(each));
    const isConstant = operands.some((each) => facts.module.values[each].constant !== undefined);
    if (counter === undefined || !isConstant || !next.has(result)) continue;
    placed[counter] = 1;
    placed[result] = 1;
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
