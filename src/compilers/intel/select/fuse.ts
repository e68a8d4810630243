// Which operations become part of others: signs that readers take along, sums of three, clamps that an instruction
// applies, tests against zero that the instruction before makes by itself, parts of words that a conversion reads.

import type { Module, PureInstruction, PureOp, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction, operandsOf } from '../../../ir/walk.ts';
import type { IntelGeneration } from '../generation.ts';

export interface Fusion {
  /** Mnemonic of operations that took in another. */
  readonly mnemonics: ReadonlyMap<ValueId, string>;
  /** Operations without an instruction of their own; who reads one reads its operands. */
  readonly absorbed: ReadonlySet<ValueId>;
  /** How many read a value. */
  readonly readers: (value: ValueId) => number;
  /** Whether instructions other than selections and branches read a bool. */
  readonly isStored: (value: ValueId) => boolean;
}

const FLOAT_READERS: ReadonlySet<string> = new Set(
  'fadd fsub fmul ffma fmin fmax fdiv flt fle feq fne floor ceil trunc round fract sqrt inversesqrt exp2 log2 exp sin cos pow'.split(
    ' ',
  ),
);
const INTEGER_READERS: ReadonlySet<string> = new Set('iadd isub smin smax slt sle ieq ine'.split(' '));
const SUMS: ReadonlySet<string> = new Set(['iadd', 'isub']);
const CLAMPED: ReadonlySet<string> = new Set('fadd fsub fmul ffma fmin fmax'.split(' '));
/** Set the flag by their result. */
const TESTABLE: ReadonlySet<string> = new Set('and iadd isub ushr shl not'.split(' '));
const LONGEST_ADDEND = 2 ** 15;

export function fuse(
  module: Module,
  { hasAdd3 }: IntelGeneration,
  upperBound: (value: ValueId) => number,
): Fusion {
  const constantOf = (value: ValueId) => module.values[value].constant;
  const definitions = new Map<ValueId, PureInstruction>();
  const readers = new Map<ValueId, (PureInstruction | undefined)[]>();
  const stored = new Set<ValueId>();
  // Between a constant and 0, a bool's register itself is chosen from.
  const isBit = ({ operands }: PureInstruction) =>
    operands.slice(1).every((each) => constantOf(each) !== undefined) &&
    operands.slice(1).some((each) => constantOf(each) === 0);
  const order: PureInstruction[] = [];
  forEachInstruction(module.body, (instruction) => {
    const pure = instruction.kind === 'pure' ? instruction : undefined;
    const operands = operandsOf(instruction);
    operands.forEach((operand, k) => {
      const list = readers.get(operand);
      if (list) list.push(pure);
      else readers.set(operand, [pure]);
      const isFlag = instruction.kind === 'if' || (pure?.op === 'select' && k === 0 && !isBit(pure));
      if (!isFlag) stored.add(operand);
    });
    if (!pure) return;
    definitions.set(pure.result, pure);
    order.push(pure);
  });
  const mnemonics = new Map<ValueId, string>();
  const absorbed = new Set<ValueId>();
  const readersOf = (value: ValueId) => readers.get(value) ?? [];
  const isLone = (value: ValueId) => readersOf(value).length === 1 && !absorbed.has(value);
  const isReadBy = (value: ValueId, wanted: ReadonlySet<string>) =>
    readersOf(value).every((each) => each !== undefined && wanted.has(each.op));

  const isModifier = ({ op, operands, result }: PureInstruction): boolean => {
    if (op === 'bitcast') return true;
    if (op === 'fneg' || op === 'fabs') return isReadBy(result, FLOAT_READERS);
    if (op === 'sabs' || (op === 'isub' && constantOf(operands[0]) === 0))
      return isReadBy(result, INTEGER_READERS);
    if (op === 'not' && module.values[result].type === 'bool') return true;
    // A bool is all bits or none: added, it counts down.
    if (op === 'select' && constantOf(operands[1]) === 1 && constantOf(operands[2]) === 0)
      return isReadBy(result, SUMS) && module.values[result].type === 'i32';
    return op === 'fadd' && operands.some((each) => constantOf(each) === 0);
  };

  /** The other operand, where one is that constant. */
  const besides = ({ operands }: PureInstruction, constant: number): ValueId | undefined => {
    if (constantOf(operands[1]) === constant) return operands[0];
    return constantOf(operands[0]) === constant ? operands[1] : undefined;
  };

  /** min(max(x, 0), 1): the instruction that gives x clamps it. */
  const takeClamp = (outer: PureInstruction): void => {
    if (outer.op !== 'fmin' && outer.op !== 'fmax') return;
    const isUpper = outer.op === 'fmin';
    const middle = besides(outer, isUpper ? 1 : 0);
    const inner = middle === undefined ? undefined : definitions.get(middle);
    if (inner?.op !== (isUpper ? 'fmax' : 'fmin') || !isLone(inner.result)) return;
    const value = besides(inner, isUpper ? 0 : 1);
    if (value === undefined) return;
    absorbed.add(inner.result);
    const made = definitions.get(value);
    if (made && CLAMPED.has(made.op) && readersOf(value).length === 1) absorbed.add(outer.result);
    else mnemonics.set(outer.result, 'mov:F');
  };

  const takeSum = (outer: PureInstruction): void => {
    if (!hasAdd3 || (outer.op !== 'iadd' && outer.op !== 'isub')) return;
    if (module.values[outer.result].type !== 'i32') return;
    const isShort = (value: ValueId) => Math.abs(constantOf(value) ?? 0) < LONGEST_ADDEND;
    for (const operand of outer.operands) {
      const inner = definitions.get(operand);
      if (inner?.op !== 'iadd' && inner?.op !== 'isub') continue;
      if (!isLone(operand) || mnemonics.has(operand)) continue;
      if (![...outer.operands, ...inner.operands].every(isShort)) continue;
      mnemonics.set(outer.result, 'add3:D');
      absorbed.add(operand);
      return;
    }
  };

  const takeTest = (outer: PureInstruction): void => {
    if ((outer.op !== 'ieq' && outer.op !== 'ine') || stored.has(outer.result)) return;
    const value = besides(outer, 0);
    const inner = value === undefined ? undefined : definitions.get(value);
    if (!inner || !TESTABLE.has(inner.op) || module.values[inner.result].type !== 'i32') return;
    if (!isLone(inner.result) || absorbed.has(outer.result)) return;
    mnemonics.set(outer.result, `${inner.op === 'ushr' ? 'shr' : inner.op.replace(/^i(add|sub)$/, 'add')}:D`);
    absorbed.add(inner.result);
  };

  /** One byte or half of a word. */
  const takePart = (outer: PureInstruction): void => {
    const [operand, mask] = outer.operands;
    const inner = definitions.get(operand);
    if (!inner || !isLone(operand)) return;
    const part = outer.op === 'and' ? constantOf(mask) : undefined;
    const isPart = (part === 0xff || part === 0xffff) && inner.op === 'ushr';
    if (isPart && constantOf(inner.operands[1])! % (part === 0xff ? 8 : 16) === 0) absorbed.add(operand);
    if (
      outer.op === 'u2f' &&
      inner.op === 'and' &&
      [0xff, 0xffff].includes(constantOf(inner.operands[1]) ?? 0)
    )
      absorbed.add(operand);
  };

  for (const each of order) if (isModifier(each)) absorbed.add(each.result);
  for (const each of [...order].reverse()) {
    if (absorbed.has(each.result)) continue;
    takeClamp(each);
    takeSum(each);
    takeTest(each);
    takePart(each);
    if (isShortProduct(each)) mnemonics.set(each.result, 'mul:D');
  }
  return {
    mnemonics,
    absorbed,
    readers: (value) => readersOf(value).length,
    isStored: (value) => stored.has(value),
  };

  /** 32 by 16 bits. */
  function isShortProduct({ op, operands }: PureInstruction): boolean {
    if (op !== 'imul') return false;
    return operands.some((each) => {
      const constant = constantOf(each);
      const isSmall = constant !== undefined && constant >= -LONGEST_ADDEND && constant < 2 * LONGEST_ADDEND;
      return isSmall || upperBound(each) < 2 * LONGEST_ADDEND;
    });
  }
}

/** Ops that give a bool by comparing. */
export function isComparison(op: PureOp): boolean {
  return /^(ieq|ine|slt|sle|ult|ule|feq|fne|flt|fle|isnan|isinf)$/.test(op);
}
