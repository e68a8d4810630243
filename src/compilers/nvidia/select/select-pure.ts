// Scalar operations without effect. What needs no context comes from the generation's table (`expand`); integer
// arithmetic goes to `select-integer.ts`. Here: the table, free modifiers, aliases, floats and predicates.
// Source: driver code for SM 9.0.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { PureInstruction, ValueId } from '../../../ir/ir.ts';
import { GENERAL } from '../../../machine/virtual.ts';
import { SHARED_RECIPROCALS } from '../behaviours.ts';
import type { Expansion } from '../generation.ts';
import { emitSteps, expansionOf } from './expand.ts';
import { isCompare, isLogic } from './fuse.ts';
import { constant } from './immediates.ts';
import { selectCarry } from './select-carry.ts';
import { absorbedDefinition, logicInputs, selectInteger } from './select-integer.ts';
import { selectNarrow } from './select-narrow.ts';
import type { Selection } from './selection.ts';
import { pureDefinition } from './uses.ts';
import { wordsOf } from './value-registers.ts';

export function selectPure(s: Selection, instruction: PureInstruction): void {
  if (s.plan.absorbed[instruction.result] === 1) return;
  if (selectHalves(s, instruction)) return;
  selectOne(s, instruction);
}

function selectOne(s: Selection, instruction: PureInstruction): void {
  if (aliasFree(s, instruction) || selectNarrow(s, instruction) || selectCarry(s, instruction)) return;
  if (s.values.typeOf(instruction.result) === 'bool') {
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
  const partner = s.plan.halves.partner[result];
  if (partner < 0) return false;
  if (s.plan.halves.isUpper[result] === 0) return true;
  const lower = pureDefinition(s.plan.facts, partner) ?? unreachable('half without its operation');
  const { steps } = expansionOf(s, instruction);
  if (aliasFree(s, lower) && aliasFree(s, instruction)) return true;
  if (steps.length === 1 && (steps[0].costClass === 'fp16' || op === 'f2f')) {
    const sources = s.vectorSources([...new Set([...operands, ...lower.operands])]);
    s.emit(steps[0].opcode, [s.values.define(partner)], [...new Set(sources)]);
    s.values.define(result);
    return true;
  }
  const halves = [lower, instruction].map((each) => {
    s.values.forget(each.result);
    s.values.forget(s.plan.halves.partner[each.result]);
    selectOne(s, each);
    return s.shared.inVectorRegister(each.result);
  });
  s.values.forget(partner);
  s.values.forget(result);
  s.emit(
    'PRMT',
    [s.values.define(partner)],
    halves.filter((each) => each >= 0),
  );
  s.values.define(result);
  return true;
}

/** Results that are another value's register, perhaps with a modifier where it is read. */
function aliasFree(s: Selection, instruction: PureInstruction): boolean {
  const operand = instruction.operands[0];
  const { op, result } = instruction;
  const type = s.values.typeOf(result);
  const isSameWidth = wordsOf(type) === wordsOf(s.values.typeOf(operand));
  let isAlias = false;
  if (op === 'bitcast') isAlias = isSameWidth && type !== 'bool';
  else if (op === 'itruncate') isAlias = true;
  else if (op === 'not' && type === 'bool') isAlias = s.plan.absorbed[operand] === 0;
  else if (op === 'fneg' || op === 'fabs') isAlias = acceptsModifier(s, result);
  if (!isAlias || s.values.constantOf(operand) !== undefined || s.plan.absorbed[operand] === 1) return false;
  if (s.plan.placed[result] !== s.plan.placed[operand] && type !== 'f32') return false;
  s.values.alias(result, s.values.locate(operand));
  return true;
}

/** True when every use of a negation or absolute value can be a modifier of the operand. */
function acceptsModifier(s: Selection, value: ValueId): boolean {
  return s.plan.modifierUses[value] === s.plan.facts.useCount[value];
}

/** Operations with a predicate as their result that the table spells out. */
const FROM_TABLE: ReadonlySet<string> = new Set(['isnan', 'isinf', 'uadd_carry', 'usub_borrow']);

function selectBool(s: Selection, instruction: PureInstruction): void {
  const { op, result, operands } = instruction;
  if (isCompare(op) && s.values.typeOf(operands[0]) !== 'bool') {
    compare(s, instruction, result, []);
    return;
  }
  if (op === 'and' || op === 'or') {
    const inner = operands.find((each) => s.plan.absorbed[each] === 1);
    if (inner !== undefined) {
      const definition = s.plan.facts.definition[inner];
      if (definition?.kind !== 'pure') unreachable('absorbed value without a definition');
      const other = operands.find((each) => each !== inner)!;
      compare(s, definition, result, [s.values.locate(other)]);
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
  const type = s.values.typeOf(instruction.operands[0]);
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
  const isUniform = s.plan.placed[result] === 1;
  const sources = isUniform ? s.uniformSources(inputs) : s.vectorSources(inputs);
  sources.push(...extra.filter((each) => each >= 0));
  const opcode = isUniform ? 'ULOP3.LUT' : 'LOP3.LUT';
  s.emit(opcode, [s.values.define(result)], sources, {
    costClass: isUniform ? s.code.classOf(opcode) : s.code.classOf('PLOP3'),
  });
}

/** A clamp to 0..1: a modifier of the arithmetic that makes the value, or an addition of zero. */
function selectSaturate(s: Selection, instruction: PureInstruction): boolean {
  if (instruction.op !== 'fmin' && instruction.op !== 'fmax') return false;
  const inner = instruction.operands
    .map((each) => absorbedDefinition(s, each))
    .find((each) => each !== undefined);
  if (!inner) return false;
  const value = inner.operands.find((each) => s.values.constantOf(each) === undefined)!;
  const producer = absorbedDefinition(s, value);
  const opcode = producer ? expansionOf(s, producer).steps[0].opcode : 'FADD.FTZ';
  s.emit(
    `${opcode}.SAT`,
    [s.values.define(instruction.result)],
    s.vectorSources(producer ? producer.operands : [value]),
  );
  return true;
}

function selectSelect(s: Selection, instruction: PureInstruction): void {
  const [condition, first, second] = instruction.operands as [ValueId, ValueId, ValueId];
  if (wordsOf(s.values.typeOf(instruction.result)) === 2) {
    expand(s, instruction);
    return;
  }
  if (selectByPredicate(s, instruction) || selectAsNumber(s, instruction)) return;
  const predicate = s.values.locate(condition);
  const opcode = s.values.typeOf(instruction.result) === 'f32' ? 'FSEL' : 'SEL';
  s.compute(opcode, instruction.result, [first, second], [predicate]);
}

/** 1 where floats compare and 0 elsewhere, or the other way round: the comparison writes the number itself. */
function selectAsNumber(s: Selection, { result, operands }: PureInstruction): boolean {
  const [condition, first, second] = operands as [ValueId, ValueId, ValueId];
  const isNumber = new Set([first, second].map((each) => s.values.constantOf(each)));
  if (!isNumber.has(0) || !isNumber.has(1) || s.values.typeOf(result) !== 'f32') return false;
  const predicate = s.values.locate(condition);
  if (predicate < 0 || s.plan.facts.useCount[condition] !== 1 || s.plan.placed[result] === 1) return false;
  const { instructions } = s.code.current;
  const test = s.code.definerOf(predicate);
  const at = test ? instructions.lastIndexOf(test) : -1;
  if (!test || at < 0 || !test.opcode.startsWith('FSETP.')) return false;
  instructions.splice(at, 1);
  const { opcode, sources, immediates } = test;
  s.emit(opcode.replace('FSETP', 'FSET.BF'), [s.values.define(result)], [...sources], { immediates });
  return true;
}

/**
 * A choice between a value and what the next instruction would make: that instruction runs under the condition, over
 * the value's register.
 */
function selectByPredicate(s: Selection, { result, operands }: PureInstruction): boolean {
  const [condition, first, second] = operands as [ValueId, ValueId, ValueId];
  const predicate = s.values.locate(condition);
  if (predicate < 0 || s.plan.placed[result] === 1) return false;
  for (const [made, kept] of [
    [first, second],
    [second, first],
  ] as const) {
    const register = s.values.locate(made);
    const below = s.values.locate(kept);
    const isVector = (each: number): boolean => each >= 0 && s.values.table.files[each] === GENERAL;
    if (!isVector(register) || !isVector(below) || s.plan.facts.useCount[made] !== 1) continue;
    const definition = pureDefinition(s.plan.facts, made);
    if (!definition || s.plan.facts.region[made] !== s.plan.facts.region[result]) continue;
    // Another value's register under a second name.
    if (definition.operands.some((each) => s.plan.absorbed[each] === 0 && s.values.locate(each) === register))
      continue;
    const { instructions } = s.code.current;
    const producer = s.code.definerOf(register);
    const at = producer ? instructions.lastIndexOf(producer) : -1;
    if (!producer || at < 0 || producer.order || producer.destinations.length !== 1) continue;
    // Behind the condition; nothing else reads what it makes.
    instructions.splice(at, 1);
    instructions.push(producer);
    producer.sources.push(below, predicate);
    s.values.alias(result, register);
    return true;
  }
  return false;
}

/** 1 / x is a reciprocal; a constant divisor multiplies by its reciprocal. */
function divideBySimple(s: Selection, instruction: PureInstruction): boolean {
  if (s.values.typeOf(instruction.result) !== 'f32') return false;
  const [dividend, divisor] = instruction.operands as [ValueId, ValueId];
  if (s.values.constantOf(divisor) !== undefined) {
    const factor = constant(Math.fround(1 / s.values.constantOf(divisor)!), 1, 'f32');
    s.emit('FMUL.FTZ', [s.values.define(instruction.result)], s.vectorSources([dividend]), {
      immediates: [factor],
    });
    return true;
  }
  if (s.values.constantOf(dividend) !== 1) return false;
  s.emit('MUFU.RCP', [s.values.define(instruction.result)], s.vectorSources([divisor]));
  return true;
}

/** Quotients of one divisor share its reciprocal. */
function divideByShared(s: Selection, instruction: PureInstruction): boolean {
  const [dividend, divisor] = instruction.operands as [ValueId, ValueId];
  if (s.values.typeOf(divisor) !== 'f32' || s.plan.without.has(SHARED_RECIPROCALS)) return false;
  const [first, second, ...rest] = expansionOf(s, instruction).steps;
  const divisors = s.vectorSources([divisor]);
  if (!first || !second || rest.length > 0 || divisors.length !== 1) return false;
  const reciprocal = s.shared.inSegment(`reciprocal ${divisors[0]}`, () => {
    const register = s.values.newGeneral();
    s.emit(first.opcode, [register], divisors);
    return register;
  });
  const factors = s.vectorSources([dividend]);
  factors.push(reciprocal);
  s.emit(second.opcode, [s.values.define(instruction.result)], factors);
  return true;
}

/** Emits the generation's sequence for an operation. */
export function expand(s: Selection, instruction: PureInstruction): void {
  const expansion = expansionOf(s, instruction);
  const type = s.values.typeOf(instruction.result);
  const hasOwnForm = s.plan.generation.expansions.has(`${instruction.op}:${type}`);
  if (type === 'f16' && !hasOwnForm && isFloatOperation(s, instruction)) {
    expandThroughF32(s, expansion, instruction);
    return;
  }
  if (expansion.steps.length === 0) {
    s.emit('MOV', [s.values.define(instruction.result)], s.vectorSources(instruction.operands));
    return;
  }
  runSteps(s, expansion, instruction.operands, instruction.result, []);
}

function isFloatOperation(s: Selection, instruction: PureInstruction): boolean {
  return s.values.typeOf(instruction.operands[0]) === 'f16' && instruction.op !== 'f2f';
}

/** f16 operations without an instruction of their own: widen, compute, narrow. */
function expandThroughF32(s: Selection, expansion: Expansion, instruction: PureInstruction): void {
  const widened = instruction.operands.map((operand) => {
    const register = s.values.newGeneral();
    s.emit('HADD2.F32', [register], s.vectorSources([operand]));
    return register;
  });
  const last = emitSteps(s, expansion, (index) => [widened[index]], widened, undefined, []);
  s.emit('F2FP.F16.F32.PACK_AB', [s.values.define(instruction.result)], [last]);
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
