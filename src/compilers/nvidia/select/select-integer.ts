// 32-bit integer arithmetic in the shapes that the driver gives it: three-input adds, multiply-add, shift-add,
// three-input logic, funnel shifts, division by constants. Source: driver code for SM 9.0.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { PureInstruction, ValueId } from '../../../ir/ir.ts';
import { isLogic } from './fuse.ts';
import { constant } from './immediates.ts';
import { sumKey } from './select-carry.ts';
import type { Selection } from './selection.ts';

/** Selects the operation when it is one of these; false otherwise. */
export function selectInteger(s: Selection, instruction: PureInstruction): boolean {
  if (s.values.typeOf(instruction.result) !== 'i32') return false;
  const { op, result, operands } = instruction;
  switch (op) {
    case 'iadd':
    case 'isub':
      selectAdd(s, instruction);
      return true;
    case 'imul':
      if (powerOfTwo(s, operands) !== undefined) shiftLeft(s, result, operands, powerOfTwo(s, operands)!);
      else s.compute('IMAD', result, operands);
      return true;
    case 'shl':
      if (s.values.constantOf(operands[1]) !== undefined)
        shiftLeft(s, result, operands, s.values.constantOf(operands[1])!);
      else s.compute('SHF.L.W.U32', result, shiftOperands(s, operands));
      return true;
    case 'ushr':
      s.compute('SHF.R.U32.HI', result, shiftOperands(s, operands));
      return true;
    case 'sshr':
      s.compute('SHF.R.S32.HI', result, shiftOperands(s, operands));
      return true;
    case 'and':
    case 'or':
    case 'xor':
    case 'not':
      selectLogic(s, instruction);
      return true;
    case 'smin':
    case 'smax':
    case 'umin':
    case 'umax':
      selectMinMax(s, instruction);
      return true;
    case 'sabs':
      return selectAbsoluteSum(s, instruction);
    case 'udiv':
    case 'urem':
    case 'sdiv':
    case 'srem':
      return divideByConstant(s, instruction);
    default:
      return false;
  }
}

/** The masking of the amount may have been absorbed. */
function shiftOperands(s: Selection, operands: readonly ValueId[]): readonly ValueId[] {
  const mask = absorbedDefinition(s, operands[1]);
  if (!mask) return operands;
  return [operands[0], ...mask.operands.filter((each) => s.values.constantOf(each) === undefined)];
}

export function absorbedDefinition(s: Selection, value: ValueId): PureInstruction | undefined {
  if (s.plan.absorbed[value] === 0) return undefined;
  const definition = s.plan.facts.definition[value];
  if (definition?.kind !== 'pure') unreachable('absorbed value without a definition');
  return definition;
}

function selectAdd(s: Selection, instruction: PureInstruction): void {
  const { result, operands } = instruction;
  if (funnelShift(s, instruction)) return;
  const index = operands.findIndex((each) => s.plan.absorbed[each] === 1);
  if (index < 0) {
    const isImmediate = operands.some((each) => s.values.constantOf(each) !== undefined);
    s.compute(isImmediate ? 'VIADD' : 'IADD3', result, operands);
    const adder = s.plan.placed[result] === 1 ? undefined : s.code.definerOf(s.values.locate(result));
    if (adder) s.sums.set(sumKey(instruction.op, operands), adder);
    return;
  }
  const inner = absorbedDefinition(s, operands[index])!;
  const rest = operands.filter((_, at) => at !== index);
  const shift = [constant(s.values.constantOf(inner.operands[1]) ?? 0)];
  const rotation = funnelOf(s, inner);
  if (rotation) s.compute('LEA.HI', result, [...rotation.values, ...rest], [], [rotation.amount]);
  else if (inner.op === 'select') selectCount(s, result, rest[0], inner.operands[0]);
  else if (inner.op === 'imul') s.compute('IMAD', result, [...inner.operands, ...rest]);
  else if (inner.op === 'ushr') s.compute('LEA.HI', result, [inner.operands[0], ...rest], [], shift);
  else if (inner.op === 'shl') s.compute('LEA', result, [inner.operands[0], ...rest], [], shift);
  else s.compute('IADD3', result, [...inner.operands, ...rest]);
}

/** One more where the condition holds: the sum for all lanes, then the value as it was for those where it does not. */
function selectCount(s: Selection, result: ValueId, counter: ValueId, condition: ValueId): void {
  const counted = s.values.newGeneral();
  const before = s.vectorSources([counter]);
  s.emit('VIADD', [counted], before, { immediates: [constant(1)] });
  const predicate = s.values.locate(condition);
  s.emit('MOV', [s.values.define(result)], [counted, ...before, ...(predicate < 0 ? [] : [predicate])]);
}

function funnelShift(s: Selection, instruction: PureInstruction): boolean {
  const funnel = funnelOf(s, instruction);
  if (funnel) s.compute('SHF.L.W.U32.HI', instruction.result, funnel.values, [], [funnel.amount]);
  return funnel !== undefined;
}

/** The values that a funnel shift takes, one for a rotation, and how far; none for another instruction. */
function funnelOf(s: Selection, { operands }: PureInstruction) {
  const inner = operands.map((each) => absorbedDefinition(s, each));
  const left = inner.find((each) => each?.op === 'shl');
  const right = inner.find((each) => each?.op === 'ushr');
  if (inner.length !== 2 || !left || !right) return undefined;
  const values = [...new Set([left.operands[0], right.operands[0]])];
  return { values, amount: constant(s.values.constantOf(left.operands[1])!) };
}

/** Multiplication by a power of two or shift by a constant; `balance.ts` chooses the pipe. */
function shiftLeft(s: Selection, result: ValueId, operands: readonly ValueId[], amount: number): void {
  const shifted = operands.find((each) => s.values.constantOf(each) === undefined);
  if (
    shifted === undefined ||
    s.values.constantOf(operands[0]) === undefined ||
    powerOfTwo(s, operands) !== undefined
  ) {
    s.compute('SHF.L.U32', result, shifted === undefined ? [] : [shifted], [], [constant(amount)]);
    return;
  }
  s.compute('SHF.L.U32', result, operands);
}

function powerOfTwo(s: Selection, operands: readonly ValueId[]): number | undefined {
  for (const operand of operands) {
    const known = s.values.constantOf(operand);
    if (known === undefined) continue;
    const unsigned = known >>> 0;
    if (unsigned !== 0 && (unsigned & (unsigned - 1)) === 0) return Math.log2(unsigned);
  }
  return undefined;
}

function selectLogic(s: Selection, instruction: PureInstruction): void {
  if (instruction.op !== 'not' && funnelShift(s, instruction)) return;
  if (instruction.operands.some((each) => absorbedDefinition(s, each)?.op === 'shl')) {
    selectAdd(s, instruction);
    return;
  }
  s.compute('LOP3.LUT', instruction.result, logicInputs(s, instruction.operands));
}

/** What a tree of logic reads, absorbed parts replaced by their own inputs. */
export function logicInputs(s: Selection, operands: readonly ValueId[]): ValueId[] {
  const leaves = new Set<ValueId>();
  const gather = (values: readonly ValueId[]): void => {
    for (const value of values) {
      const inner = absorbedDefinition(s, value);
      if (inner && isLogic(inner.op)) gather(inner.operands);
      else leaves.add(value);
    }
  };
  gather(operands);
  return [...leaves];
}

function selectMinMax(s: Selection, instruction: PureInstruction): void {
  const { op, result, operands } = instruction;
  const suffix = op.startsWith('u') ? '.U32' : '';
  const index = operands.findIndex((each) => s.plan.absorbed[each] === 1);
  if (index < 0) s.compute(`VIMNMX${suffix}`, result, operands);
  else {
    const inner = absorbedDefinition(s, operands[index])!;
    const opcode = inner.op === op ? 'VIMNMX3' : 'VIADDMNMX';
    s.compute(`${opcode}${suffix}`, result, [...inner.operands, ...operands.filter((_, at) => at !== index)]);
  }
}

/** |a + b| is the greater of a + b and -a - b, whose additions are part of the instructions. */
function selectAbsoluteSum(s: Selection, { result, operands }: PureInstruction): boolean {
  const sum = absorbedDefinition(s, operands[0]);
  if (!sum) return false;
  const negated = s.values.newGeneral();
  s.emit('IADD3', [negated], s.vectorSources(sum.operands));
  const sources = s.vectorSources(sum.operands);
  sources.push(negated);
  s.emit('VIADDMNMX', [s.values.define(result)], sources);
  return true;
}

/** Division by a constant: shifts for powers of two, else, unsigned, a multiplication by a magic number. */
function divideByConstant(s: Selection, instruction: PureInstruction): boolean {
  const { op, result, operands } = instruction;
  const [dividend, divisor] = operands as [ValueId, ValueId];
  const known = s.values.constantOf(divisor);
  if (known === undefined || known === 0) return false;
  const isSigned = op === 'sdiv' || op === 'srem';
  const isRemainder = op === 'urem' || op === 'srem';
  const power = powerOfTwo(s, [divisor]);
  const isPower = power !== undefined;
  const source = s.vectorSources([dividend]);
  if (isPower && !isSigned) {
    s.emit(isRemainder ? 'LOP3.LUT' : 'SHF.R.U32.HI', [s.values.define(result)], source, {
      immediates: [constant(isRemainder ? known - 1 : power)],
    });
    return true;
  }
  // Expanded, like divisions by what is not known.
  if (isSigned && !isPower) return false;
  let quotient: number;
  if (isPower) {
    // The sign bit, shifted down, rounds towards zero.
    const sign = s.values.newGeneral();
    s.emit('SHF.R.S32.HI', [sign], source, { immediates: [constant(31)] });
    const rounded = s.values.newGeneral();
    s.emit('LEA.HI', [rounded], [sign, ...source]);
    quotient = isRemainder ? s.values.newGeneral() : s.values.define(result);
    s.emit(isRemainder ? 'LOP3.LUT' : 'SHF.R.S32.HI', [quotient], [rounded], {
      immediates: [constant(isRemainder ? -known : power)],
    });
    if (isRemainder) s.emit('IADD3', [s.values.define(result)], [quotient, ...source]);
    return true;
  }
  const product = s.values.newGeneral();
  s.emit('IMAD.HI.U32', [product], source);
  quotient = isRemainder ? s.values.newGeneral() : s.values.define(result);
  s.emit('SHF.R.U32.HI', [quotient], [product]);
  if (isRemainder) {
    const immediates = [constant(-known, 1)];
    s.emit('IMAD', [s.values.define(result)], [quotient, ...source], { immediates });
  }
  return true;
}
