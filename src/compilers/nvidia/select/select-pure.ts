// Scalar operations without effect. What needs no context comes from the family's table (`expand`); integer
// arithmetic goes to `select-integer.ts`. Here: the table, free modifiers, aliases, floats and predicates.
// Source: driver code for SM 9.0.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { PureInstruction, ValueId } from '../../../ir/ir.ts';
import { GENERAL } from '../../../machine/virtual.ts';
import { SHARED_RECIPROCALS } from '../behaviours.ts';
import type { Expansion } from '../generation.ts';
import { emitSteps, expansionOf } from './expand.ts';
import { isCompare, isLogic } from './fuse.ts';
import { selectCarry } from './select-carry.ts';
import { absorbedDefinition, logicInputs, selectInteger } from './select-integer.ts';
import { selectNarrow } from './select-narrow.ts';
import { type Selection, wordsOf } from './selection.ts';
import { pureDefinition } from './uses.ts';

export function selectPure(s: Selection, instruction: PureInstruction): void {
  if (s.absorbed[instruction.result] === 1) return;
  if (selectHalves(s, instruction)) return;
  selectOne(s, instruction);
}

function selectOne(s: Selection, instruction: PureInstruction): void {
  if (aliasFree(s, instruction) || selectNarrow(s, instruction) || selectCarry(s, instruction)) return;
  if (s.typeOf(instruction.result) === 'bool') {
    selectBool(s, instruction);
    return;
  }
  if (instruction.op === 'select') {
    selectSelect(s, instruction);
    return;
  }
  if (selectInteger(s, instruction)) return;
  if (selectSaturate(s, instruction)) return;
  if (instruction.op === 'fdiv' && (divideBySimple(s, instruction) || divideByShared(s, instruction))) return;
  expand(s, instruction);
}

/** Two halves in the place of the second: at once where one instruction does it, else one by one and joined. */
function selectHalves(s: Selection, instruction: PureInstruction): boolean {
  const { op, result, operands } = instruction;
  const partner = s.halves.partner[result];
  if (partner < 0) return false;
  if (s.halves.isUpper[result] === 0) return true;
  const lower = pureDefinition(s.facts, partner) ?? unreachable('half without its operation');
  const { steps } = expansionOf(s, instruction);
  if (aliasFree(s, lower) && aliasFree(s, instruction)) return true;
  if (steps.length === 1 && (steps[0].costClass === 'fp16' || op === 'f2f')) {
    const sources = s.vectorSources([...new Set([...operands, ...lower.operands])]);
    s.emit(steps[0].opcode, [s.define(partner)], [...new Set(sources)]);
    s.define(result);
    return true;
  }
  const halves = [lower, instruction].map((each) => {
    s.forget(each.result);
    s.forget(s.halves.partner[each.result]);
    selectOne(s, each);
    return s.inVectorRegister(each.result);
  });
  s.forget(partner);
  s.forget(result);
  s.emit(
    'PRMT',
    [s.define(partner)],
    halves.filter((each) => each >= 0),
  );
  s.define(result);
  return true;
}

/** Results that are another value's register, perhaps with a modifier where it is read. */
function aliasFree(s: Selection, instruction: PureInstruction): boolean {
  const operand = instruction.operands[0];
  const { op, result } = instruction;
  const type = s.typeOf(result);
  const isSameWidth = wordsOf(type) === wordsOf(s.typeOf(operand));
  let isAlias = false;
  if (op === 'bitcast') isAlias = isSameWidth && type !== 'bool';
  else if (op === 'itruncate') isAlias = true;
  else if (op === 'not' && type === 'bool') isAlias = s.absorbed[operand] === 0;
  else if (op === 'fneg' || op === 'fabs') isAlias = acceptsModifier(s, result);
  if (!isAlias || s.constantOf(operand) !== undefined || s.absorbed[operand] === 1) return false;
  if (s.placed[result] !== s.placed[operand] && type !== 'f32') return false;
  s.alias(result, s.locate(operand));
  return true;
}

const TAKES_MODIFIERS: ReadonlySet<string> = new Set([
  'fadd',
  'fsub',
  'fmul',
  'ffma',
  'fmin',
  'fmax',
  'feq',
  'fne',
  'flt',
  'fle',
  'sqrt',
  'inversesqrt',
  'exp2',
  'log2',
  'exp',
  'log',
  'floor',
  'ceil',
  'trunc',
  'round',
  'fract',
  'f2s',
  'f2u',
  'fdiv',
  'fneg',
  'fabs',
  'sin',
  'cos',
  'pow',
]);

/** True when every use of a negation or absolute value can be a modifier of the operand. */
function acceptsModifier(s: Selection, value: ValueId): boolean {
  return s.modifierUses[value] === s.facts.useCount[value];
}

/** Counts, per value, the uses that take operand modifiers. */
export function countModifierUses(instructions: Iterable<PureInstruction>, valueCount: number): Int32Array {
  const counts = new Int32Array(valueCount);
  for (const instruction of instructions) {
    if (TAKES_MODIFIERS.has(instruction.op)) for (const operand of instruction.operands) counts[operand]++;
  }
  return counts;
}

/** Operations with a predicate as their result that the table spells out. */
const FROM_TABLE: ReadonlySet<string> = new Set(['isnan', 'isinf', 'uadd_carry', 'usub_borrow']);

function selectBool(s: Selection, instruction: PureInstruction): void {
  const { op, result, operands } = instruction;
  if (isCompare(op) && s.typeOf(operands[0]) !== 'bool') {
    compare(s, instruction, result, []);
    return;
  }
  if (op === 'and' || op === 'or') {
    const inner = operands.find((each) => s.absorbed[each] === 1);
    if (inner !== undefined) {
      const definition = s.facts.definition[inner];
      if (definition?.kind !== 'pure') unreachable('absorbed value without a definition');
      const other = operands.find((each) => each !== inner)!;
      compare(s, definition, result, [s.locate(other)]);
      return;
    }
  }
  if (FROM_TABLE.has(op)) {
    expand(s, instruction);
    return;
  }
  // Logic, equality and selection of predicates.
  s.compute('PLOP3.LUT', result, operands);
}

function compare(
  s: Selection,
  instruction: PureInstruction,
  result: ValueId,
  extra: readonly number[],
): void {
  const tested = instruction.operands
    .map((each) => absorbedDefinition(s, each))
    .find((each) => each && isLogic(each.op));
  if (tested) {
    testLogic(s, tested, result, extra);
    return;
  }
  const type = s.typeOf(instruction.operands[0]);
  const isInteger = type !== 'f32' && type !== 'f16' && type !== 'f64' && type !== 'i64';
  const expansion = expansionOf(s, instruction);
  if (isInteger || type === 'f32') {
    s.compute(
      `${expansion.steps[0].opcode}${isInteger ? '' : '.FTZ'}.AND`,
      result,
      instruction.operands,
      extra,
    );
    return;
  }
  runSteps(s, expansion, instruction.operands, result, extra);
}

/** Logic compared with zero: LOP3 writes the predicate itself. */
function testLogic(s: Selection, logic: PureInstruction, result: ValueId, extra: readonly number[]): void {
  const inputs = logicInputs(s, logic.operands);
  const isUniform = s.placed[result] === 1;
  const sources = isUniform ? s.uniformSources(inputs) : s.vectorSources(inputs);
  sources.push(...extra.filter((each) => each >= 0));
  const opcode = isUniform ? 'ULOP3.LUT' : 'LOP3.LUT';
  s.emit(opcode, [s.define(result)], sources, {
    costClass: isUniform ? s.classOf(opcode) : s.classOf('PLOP3'),
  });
}

/** A clamp to 0..1: a modifier of the arithmetic that makes the value, or an addition of zero. */
function selectSaturate(s: Selection, instruction: PureInstruction): boolean {
  if (instruction.op !== 'fmin' && instruction.op !== 'fmax') return false;
  const inner = instruction.operands
    .map((each) => absorbedDefinition(s, each))
    .find((each) => each !== undefined);
  if (!inner) return false;
  const value = inner.operands.find((each) => s.constantOf(each) === undefined)!;
  const producer = absorbedDefinition(s, value);
  const opcode = producer ? expansionOf(s, producer).steps[0].opcode : 'FADD.FTZ';
  s.emit(
    `${opcode}.SAT`,
    [s.define(instruction.result)],
    s.vectorSources(producer ? producer.operands : [value]),
  );
  return true;
}

function selectSelect(s: Selection, instruction: PureInstruction): void {
  const [condition, first, second] = instruction.operands as [ValueId, ValueId, ValueId];
  if (wordsOf(s.typeOf(instruction.result)) === 2) {
    expand(s, instruction);
    return;
  }
  if (selectByPredicate(s, instruction)) return;
  const predicate = s.locate(condition);
  const opcode = s.typeOf(instruction.result) === 'f32' ? 'FSEL' : 'SEL';
  s.compute(opcode, instruction.result, [first, second], [predicate]);
}

/**
 * A choice between a value and what the next instruction would make: that instruction runs under the condition, over
 * the value's register.
 */
function selectByPredicate(s: Selection, { result, operands }: PureInstruction): boolean {
  const [condition, first, second] = operands as [ValueId, ValueId, ValueId];
  const predicate = s.locate(condition);
  if (predicate < 0 || s.placed[result] === 1) return false;
  for (const [made, kept] of [
    [first, second],
    [second, first],
  ] as const) {
    const register = s.locate(made);
    const below = s.locate(kept);
    const isVector = (each: number): boolean => each >= 0 && s.registers.files[each] === GENERAL;
    if (!isVector(register) || !isVector(below) || s.facts.useCount[made] !== 1) continue;
    const definition = pureDefinition(s.facts, made);
    if (!definition || s.facts.region[made] !== s.facts.region[result]) continue;
    // Another value's register under a second name.
    if (definition.operands.some((each) => s.absorbed[each] === 0 && s.locate(each) === register)) continue;
    const { instructions } = s.current;
    const producer = s.definerOf(register);
    const at = producer ? instructions.lastIndexOf(producer) : -1;
    if (!producer || at < 0 || producer.order || producer.destinations.length !== 1) continue;
    // Behind the condition; nothing else reads what it makes.
    instructions.splice(at, 1);
    instructions.push(producer);
    producer.sources.push(below, predicate);
    s.alias(result, register);
    return true;
  }
  return false;
}

/** 1 / x is a reciprocal; a constant divisor multiplies by its reciprocal. */
function divideBySimple(s: Selection, instruction: PureInstruction): boolean {
  if (s.typeOf(instruction.result) !== 'f32') return false;
  const [dividend, divisor] = instruction.operands as [ValueId, ValueId];
  if (s.constantOf(divisor) !== undefined) {
    s.emit('FMUL.FTZ', [s.define(instruction.result)], s.vectorSources([dividend]));
    return true;
  }
  if (s.constantOf(dividend) !== 1) return false;
  s.emit('MUFU.RCP', [s.define(instruction.result)], s.vectorSources([divisor]));
  return true;
}

/** Quotients of one divisor share its reciprocal. */
function divideByShared(s: Selection, instruction: PureInstruction): boolean {
  const [dividend, divisor] = instruction.operands as [ValueId, ValueId];
  if (s.typeOf(divisor) !== 'f32' || s.without.has(SHARED_RECIPROCALS)) return false;
  const [first, second, ...rest] = expansionOf(s, instruction).steps;
  const divisors = s.vectorSources([divisor]);
  if (!first || !second || rest.length > 0 || divisors.length !== 1) return false;
  const reciprocal = s.shared(`reciprocal ${divisors[0]}`, () => {
    const register = s.newGeneral();
    s.emit(first.opcode, [register], divisors);
    return register;
  });
  s.emit(second.opcode, [s.define(instruction.result)], [...s.vectorSources([dividend]), reciprocal]);
  return true;
}

/** Emits the family's sequence for an operation. */
export function expand(s: Selection, instruction: PureInstruction): void {
  const expansion = expansionOf(s, instruction);
  const type = s.typeOf(instruction.result);
  const hasOwnForm = s.family.expansions.has(`${instruction.op}:${type}`);
  if (type === 'f16' && !hasOwnForm && isFloatOperation(s, instruction)) {
    expandThroughF32(s, expansion, instruction);
    return;
  }
  if (expansion.steps.length === 0) {
    s.emit('MOV', [s.define(instruction.result)], s.vectorSources(instruction.operands));
    return;
  }
  runSteps(s, expansion, instruction.operands, instruction.result, []);
}

function isFloatOperation(s: Selection, instruction: PureInstruction): boolean {
  return s.typeOf(instruction.operands[0]) === 'f16' && instruction.op !== 'f2f';
}

/** f16 operations without an instruction of their own: widen, compute, narrow. */
function expandThroughF32(s: Selection, expansion: Expansion, instruction: PureInstruction): void {
  const widened = instruction.operands.map((operand) => {
    const register = s.newGeneral();
    s.emit('HADD2.F32', [register], s.vectorSources([operand]));
    return register;
  });
  const last = emitSteps(s, expansion, (index) => [widened[index]], widened, undefined, []);
  s.emit('F2FP.F16.F32.PACK_AB', [s.define(instruction.result)], [last]);
}

function runSteps(
  s: Selection,
  expansion: Expansion,
  operands: readonly ValueId[],
  result: ValueId,
  extra: readonly number[],
): void {
  emitSteps(
    s,
    expansion,
    (index) => (index < operands.length ? s.vectorSources([operands[index]]) : []),
    s.vectorSources(operands),
    result,
    extra,
  );
}
