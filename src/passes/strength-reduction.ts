// Strength reduction: integer division, remainder and multiplication by constants become shifts, masks and
// multiplications by reciprocals; float division by a constant becomes a multiplication by its reciprocal (WGSL
// allows 2.5 ULP). Known ranges avoid the signed detours.

import { valueRanges } from '../ir/analyses/ranges.ts';
import type { Module, PureInstruction, ValueId } from '../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../ir/rewrite.ts';
import { regionsOf } from '../ir/walk.ts';
import { signedMagic, unsignedMagic } from './magic.ts';

const INTEGER_DIVISIONS: ReadonlySet<string> = new Set(['udiv', 'urem', 'sdiv', 'srem']);

const isSigned = (op: string): boolean => op === 'sdiv' || op === 'srem';

/**
 * @param options `knowsRanges`: that a signed dividend is not negative is seen by its range; else only by its bits,
 * and other signed divisions stay what they are
 */
export function strength(module: Module, { knowsRanges = true } = {}): Module {
  // Largest dividend, read as unsigned, of every integer division.
  const largest = new Map<ValueId, number>();
  if (hasDivisionByConstant(module)) {
    const definitions = new Map<ValueId, PureInstruction>();
    valueRanges(module, (instruction, ranges) => {
      if (instruction.kind !== 'pure') return;
      definitions.set(instruction.result, instruction);
      const { op, operands, result } = instruction;
      if (!INTEGER_DIVISIONS.has(op)) return;
      if (isSigned(op) && !knowsRanges && mostByBits(operands[0], module, definitions) >= 2 ** 31) return;
      largest.set(result, ranges.unsignedMax(operands[0]));
    });
  }
  return rewriteModule(module, (instruction, rewriter) =>
    instruction.kind === 'pure'
      ? reduce(instruction, largest.get(instruction.result), rewriter, knowsRanges)
      : false,
  );
}

/** The largest that a value can be as far as the bits of its making tell, which know no ranges of inputs and loops. */
function mostByBits(
  value: ValueId,
  module: Module,
  definitions: ReadonlyMap<ValueId, PureInstruction>,
  depth = MOST_DEPTH,
): number {
  const constant = module.values[value].constant;
  if (constant !== undefined) return constant >>> 0;
  const definition = definitions.get(value);
  if (!definition || depth === 0) return WORD_MAX;
  const of = (index: number) => mostByBits(definition.operands[index], module, definitions, depth - 1);
  const second = () => module.values[definition.operands[1]].constant;
  switch (definition.op) {
    case 'and':
      return Math.min(of(0), of(1));
    case 'or':
      return within(of(0) + of(1));
    case 'iadd':
      return within(of(0) + of(1));
    case 'imul':
      return within(of(0) * of(1));
    case 'shl':
      return within(of(0) * 2 ** (second() ?? WORD_BITS));
    case 'ushr':
      return Math.floor(of(0) / 2 ** (second() ?? 0));
    case 'udiv':
      return Math.floor(of(0) / (second() || 1));
    case 'urem':
      return (second() ?? 0) > 0 ? second()! - 1 : WORD_MAX;
    case 'popcount':
      return WORD_BITS;
    case 'select':
      return Math.max(of(1), of(2));
    default:
      return WORD_MAX;
  }
}

/** What may have run over can be anything. */
function within(most: number): number {
  return most <= WORD_MAX ? most : WORD_MAX;
}

const WORD_BITS = 32;
const MOST_DEPTH = 8;
const WORD_MAX = 2 ** 32 - 1;

function hasDivisionByConstant(module: Module): boolean {
  let isFound = false;
  const scan = (instructions: Module['body']['instructions']): void => {
    for (const instruction of instructions) {
      if (isFound) return;
      if (instruction.kind === 'pure') {
        isFound =
          INTEGER_DIVISIONS.has(instruction.op) &&
          module.values[instruction.operands[1]].constant !== undefined;
      } else for (const region of regionsOf(instruction)) scan(region.instructions);
    }
  };
  scan(module.body.instructions);
  return isFound;
}

function reduce(
  instruction: PureInstruction,
  known: number | undefined,
  rewriter: Rewriter,
  knowsRanges: boolean,
): boolean {
  const largest = known ?? WORD_MAX;
  const { op, operands, result } = instruction;
  const type = rewriter.typeOf(result);
  switch (op) {
    case 'imul':
      return type === 'i32' && multiply(operands[0], operands[1], result, rewriter);
    case 'udiv':
    case 'urem':
    case 'sdiv':
    case 'srem': {
      const divisor = rewriter.constantOf(operands[1]);
      if (type !== 'i32' || divisor === undefined) return false;
      if (
        isSigned(op) &&
        !knowsRanges &&
        known === undefined &&
        divisor !== 0 &&
        !isPowerOfTwo(Math.abs(divisor))
      ) {
        if (op === 'sdiv') return false;
        finish(operands[0], divisor, rewriter.pure('sdiv', type, operands), true, result, rewriter);
        return true;
      }
      divide(instruction, divisor, largest, rewriter);
      return true;
    }
    case 'fdiv':
      return divideFloat(instruction, rewriter);
    case 'pow':
      if (rewriter.constantOf(operands[1]) !== 2) return false;
      rewriter.define(result, 'fmul', [operands[0], operands[0]]);
      return true;
    default:
      return false;
  }
}

function multiply(a: ValueId, b: ValueId, result: ValueId, rewriter: Rewriter): boolean {
  const [factor, other] =
    rewriter.constantOf(b) === undefined ? [rewriter.constantOf(a), b] : [rewriter.constantOf(b), a];
  if (factor === undefined || !isPowerOfTwo(factor)) return false;
  if (factor === 1) rewriter.rename(result, other);
  else rewriter.define(result, 'shl', [other, rewriter.constant('i32', exponentOf(factor))]);
  return true;
}

function divideFloat({ operands, result }: PureInstruction, rewriter: Rewriter): boolean {
  const divisor = rewriter.constantOf(operands[1]);
  const type = rewriter.typeOf(result);
  if (divisor === undefined || type !== 'f32') return false;
  const reciprocal = Math.fround(1 / divisor);
  // Zero, infinity and what would become denormal keep their division.
  if (!Number.isFinite(reciprocal) || Math.abs(reciprocal) < 2 ** -126) return false;
  rewriter.define(result, 'fmul', [operands[0], rewriter.constant(type, reciprocal)]);
  return true;
}

/** Replaces a division or remainder by a constant, of any sign, zero included. */
function divide(instruction: PureInstruction, divisor: number, largest: number, rewriter: Rewriter): void {
  const { op, operands, result } = instruction;
  const dividend = operands[0];
  const isRemainder = op === 'urem' || op === 'srem';
  if (divisor === 0) {
    rewriter.rename(result, isRemainder ? rewriter.constant('i32', 0) : dividend);
    return;
  }
  const isPlain = !isSigned(op) || (divisor > 0 && largest < 2 ** 31);
  if (isPlain) divideUnsigned(dividend, divisor >>> 0, largest, isRemainder, result, rewriter);
  else divideSigned(dividend, divisor, isRemainder, result, rewriter);
}

function divideUnsigned(
  dividend: ValueId,
  divisor: number,
  largest: number,
  isRemainder: boolean,
  result: ValueId,
  rewriter: Rewriter,
): void {
  const integer = (value: number): ValueId => rewriter.constant('i32', value);
  if (largest < divisor) {
    rewriter.rename(result, isRemainder ? dividend : integer(0));
  } else if (divisor === 1) {
    rewriter.rename(result, isRemainder ? integer(0) : dividend);
  } else if (isPowerOfTwo(divisor)) {
    if (isRemainder) rewriter.define(result, 'and', [dividend, integer(divisor - 1)]);
    else rewriter.define(result, 'ushr', [dividend, integer(exponentOf(divisor))]);
  } else {
    const quotient = unsignedQuotient(dividend, divisor, largest, rewriter);
    finish(dividend, divisor, quotient, isRemainder, result, rewriter);
  }
}

function unsignedQuotient(dividend: ValueId, divisor: number, largest: number, rewriter: Rewriter): ValueId {
  const integer = (value: number): ValueId => rewriter.constant('i32', value);
  const shifted = (value: ValueId, by: number): ValueId =>
    by === 0 ? value : rewriter.pure('ushr', 'i32', [value, integer(by)]);
  const magic = unsignedMagic(divisor, largest);
  const high = rewriter.pure('umulhi', 'i32', [shifted(dividend, magic.preShift), integer(magic.multiplier)]);
  if (!magic.isAdding) return shifted(high, magic.shift);
  const rest = rewriter.pure('isub', 'i32', [dividend, high]);
  const sum = rewriter.pure('iadd', 'i32', [shifted(rest, 1), high]);
  return shifted(sum, magic.shift - 1);
}

function divideSigned(
  dividend: ValueId,
  divisor: number,
  isRemainder: boolean,
  result: ValueId,
  rewriter: Rewriter,
): void {
  const integer = (value: number): ValueId => rewriter.constant('i32', value);
  const size = Math.abs(divisor);
  if (size === 1) {
    if (isRemainder) rewriter.rename(result, integer(0));
    else if (divisor === 1) rewriter.rename(result, dividend);
    else rewriter.define(result, 'isub', [integer(0), dividend]);
    return;
  }
  const quotient = isPowerOfTwo(size)
    ? signedShiftQuotient(dividend, divisor, rewriter)
    : signedQuotient(dividend, divisor, rewriter);
  finish(dividend, divisor, quotient, isRemainder, result, rewriter);
}

/** A negative dividend is raised by divisor - 1 first, so that the shift rounds towards zero. */
function signedShiftQuotient(dividend: ValueId, divisor: number, rewriter: Rewriter): ValueId {
  const integer = (value: number): ValueId => rewriter.constant('i32', value);
  const exponent = exponentOf(Math.abs(divisor));
  const sign = rewriter.pure('sshr', 'i32', [dividend, integer(31)]);
  const raise = rewriter.pure('ushr', 'i32', [sign, integer(32 - exponent)]);
  const raised = rewriter.pure('iadd', 'i32', [dividend, raise]);
  const quotient = rewriter.pure('sshr', 'i32', [raised, integer(exponent)]);
  return divisor > 0 ? quotient : rewriter.pure('isub', 'i32', [integer(0), quotient]);
}

function signedQuotient(dividend: ValueId, divisor: number, rewriter: Rewriter): ValueId {
  const integer = (value: number): ValueId => rewriter.constant('i32', value);
  const magic = signedMagic(divisor);
  let high = rewriter.pure('smulhi', 'i32', [dividend, integer(magic.multiplier)]);
  if (magic.correction !== 0) {
    high = rewriter.pure(magic.correction > 0 ? 'iadd' : 'isub', 'i32', [high, dividend]);
  }
  const scaled = magic.shift === 0 ? high : rewriter.pure('sshr', 'i32', [high, integer(magic.shift)]);
  const sign = rewriter.pure('ushr', 'i32', [high, integer(31)]);
  return rewriter.pure('iadd', 'i32', [scaled, sign]);
}

/** Gives the quotient its name, or takes the remainder from it. */
function finish(
  dividend: ValueId,
  divisor: number,
  quotient: ValueId,
  isRemainder: boolean,
  result: ValueId,
  rewriter: Rewriter,
): void {
  if (!isRemainder) {
    rewriter.rename(result, quotient);
    return;
  }
  const product = isPowerOfTwo(divisor)
    ? rewriter.pure('shl', 'i32', [quotient, rewriter.constant('i32', exponentOf(divisor))])
    : rewriter.pure('imul', 'i32', [quotient, rewriter.constant('i32', divisor)]);
  rewriter.define(result, 'isub', [dividend, product]);
}

/** For the bits of an i32, -2^31 included. */
export function isPowerOfTwo(value: number): boolean {
  return value !== 0 && (value & (value - 1)) === 0;
}

function exponentOf(power: number): number {
  return 31 - Math.clz32(power);
}
