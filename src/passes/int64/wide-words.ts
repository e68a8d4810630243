// Arithmetic on 64-bit integers as pairs of 32-bit words, in the textbook forms: carries, partial products,
// double-word shifts. What it emits is not simplified; the folding that follows does that.

import type { PureOp, ScalarType, ValueId } from '../../ir/ir.ts';

/** A 64-bit integer: two i32 values. */
export interface Pair {
  readonly low: ValueId;
  readonly high: ValueId;
}

/** Where operations go. */
export interface WordEmitter {
  constant(type: ScalarType, value: number): ValueId;
  constantOf(id: ValueId): number | undefined;
  pure(op: PureOp, type: ScalarType, operands: readonly ValueId[]): ValueId;
}

const WORD_BITS = 32;
const LAST_BIT = WORD_BITS - 1;
const BITS = 64;

/** Makes words out of words. */
export class WordMaker {
  private readonly emitter: WordEmitter;

  constructor(emitter: WordEmitter) {
    this.emitter = emitter;
  }

  number(value: number): ValueId {
    return this.emitter.constant('i32', value);
  }

  /** A pair from a number that one word holds, sign-extended. */
  small(value: number): Pair {
    return { low: this.number(value), high: this.number(value < 0 ? -1 : 0) };
  }

  /** The low 64 bits. */
  integer(value: bigint): Pair {
    return {
      low: this.number(Number(BigInt.asIntN(WORD_BITS, value))),
      high: this.number(Number(BigInt.asIntN(WORD_BITS, value >> BigInt(WORD_BITS)))),
    };
  }

  floatConstant(value: number): ValueId {
    return this.emitter.constant('f32', value);
  }

  word(op: PureOp, ...operands: readonly ValueId[]): ValueId {
    return this.emitter.pure(op, 'i32', operands);
  }

  test(op: PureOp, ...operands: readonly ValueId[]): ValueId {
    return this.emitter.pure(op, 'bool', operands);
  }

  float(op: PureOp, type: ScalarType, ...operands: readonly ValueId[]): ValueId {
    return this.emitter.pure(op, type, operands);
  }

  select(condition: ValueId, a: Pair, b: Pair): Pair {
    return {
      low: this.word('select', condition, a.low, b.low),
      high: this.word('select', condition, a.high, b.high),
    };
  }

  bitwise(op: 'and' | 'or' | 'xor', a: Pair, b: Pair): Pair {
    return { low: this.word(op, a.low, b.low), high: this.word(op, a.high, b.high) };
  }

  not(a: Pair): Pair {
    return { low: this.word('not', a.low), high: this.word('not', a.high) };
  }

  add(a: Pair, b: Pair): Pair {
    const low = this.word('iadd', a.low, b.low);
    const carry = this.test('uadd_carry', a.low, b.low);
    return { low, high: this.word('iadd_carried', a.high, b.high, carry) };
  }

  subtract(a: Pair, b: Pair): Pair {
    const low = this.word('isub', a.low, b.low);
    const borrow = this.test('usub_borrow', a.low, b.low);
    return { low, high: this.word('isub_borrowed', a.high, b.high, borrow) };
  }

  negate(a: Pair): Pair {
    return this.subtract(this.small(0), a);
  }

  /** All bits of the sign. */
  sign(a: Pair): ValueId {
    return this.word('sshr', a.high, this.number(LAST_BIT));
  }

  /** `a` where `sign` is 0, `-a` where it is -1. */
  negateBy(sign: ValueId, a: Pair): Pair {
    const signs = { low: sign, high: sign };
    return this.subtract(this.bitwise('xor', a, signs), signs);
  }

  multiply(a: Pair, b: Pair): Pair {
    const high = this.word('umulhi', a.low, b.low);
    const crossed = this.word('iadd', high, this.word('imul', a.low, b.high));
    return {
      low: this.word('imul', a.low, b.low),
      high: this.word('iadd', crossed, this.word('imul', a.high, b.low)),
    };
  }

  /** The high 64 bits of the unsigned product. */
  multiplyHigh(a: Pair, b: Pair): Pair {
    const zero = this.number(0);
    const firstLow = this.word('imul', a.low, b.high);
    const secondLow = this.word('imul', a.high, b.low);
    const lowest = this.word('umulhi', a.low, b.low);
    const middle = this.word('iadd', lowest, firstLow);
    // Neither high word is all ones, so a carry fits.
    const first = this.word(
      'iadd_carried',
      this.word('umulhi', a.low, b.high),
      zero,
      this.test('uadd_carry', lowest, firstLow),
    );
    const second = this.word(
      'iadd_carried',
      this.word('umulhi', a.high, b.low),
      zero,
      this.test('uadd_carry', middle, secondLow),
    );
    const highest = { low: this.word('imul', a.high, b.high), high: this.word('umulhi', a.high, b.high) };
    return this.add(this.add(highest, { low: first, high: zero }), { low: second, high: zero });
  }

  multiplyHighSigned(a: Pair, b: Pair): Pair {
    const masked = (mask: Pair, value: Pair): Pair => {
      const sign = this.sign(mask);
      return this.bitwise('and', value, { low: sign, high: sign });
    };
    return this.subtract(this.subtract(this.multiplyHigh(a, b), masked(a, b)), masked(b, a));
  }

  /** By `amount` modulo 64, an i32. What constant amounts leave to do is for folding to find out. */
  shift(op: 'shl' | 'ushr' | 'sshr', a: Pair, amount: ValueId): Pair {
    if (this.emitter.constantOf(amount) === undefined)
      return {
        low: this.word(`${op}_wide_lo`, a.low, a.high, amount),
        high: this.word(`${op}_wide_hi`, a.low, a.high, amount),
      };
    const places = this.word('and', amount, this.number(LAST_BIT));
    const crossing = this.word('xor', places, this.number(LAST_BIT));
    const isFar = this.test('ine', this.word('and', amount, this.number(WORD_BITS)), this.number(0));
    const one = this.number(1);
    if (op === 'shl') {
      const low = this.word('shl', a.low, places);
      const crossed = this.word('ushr', this.word('ushr', a.low, one), crossing);
      const high = this.word('or', this.word('shl', a.high, places), crossed);
      return {
        low: this.word('select', isFar, this.number(0), low),
        high: this.word('select', isFar, low, high),
      };
    }
    const high = this.word(op, a.high, places);
    const crossed = this.word('shl', this.word('shl', a.high, one), crossing);
    const low = this.word('or', this.word('ushr', a.low, places), crossed);
    const filled = op === 'ushr' ? this.number(0) : this.sign(a);
    return {
      low: this.word('select', isFar, high, low),
      high: this.word('select', isFar, filled, high),
    };
  }

  isZero(a: Pair): ValueId {
    return this.test('ieq', this.word('or', a.low, a.high), this.number(0));
  }

  equal(a: Pair, b: Pair): ValueId {
    return this.test('and', this.test('ieq', a.low, b.low), this.test('ieq', a.high, b.high));
  }

  /** `op` compares the words that decide: `slt` or `ult`, or with equality `sle` or `ule`. */
  less(op: 'slt' | 'sle' | 'ult' | 'ule', a: Pair, b: Pair): ValueId {
    const lowOp = op.endsWith('t') ? 'ult' : 'ule';
    const highOp = op.startsWith('s') ? 'slt' : 'ult';
    const tie = this.test('and', this.test(lowOp, a.low, b.low), this.test('ieq', a.high, b.high));
    return this.test('or', tie, this.test(highOp, a.high, b.high));
  }

  /** Zeros above the highest one, 64 for zero, as an i32; `ctz` those below the lowest. */
  countZeros(op: 'clz' | 'ctz', a: Pair): ValueId {
    const [near, far] = op === 'clz' ? [a.high, a.low] : [a.low, a.high];
    const beyond = this.word('iadd', this.word(op, far), this.number(WORD_BITS));
    return this.word('select', this.test('ieq', near, this.number(0)), beyond, this.word(op, near));
  }

  /** Position of the highest one, -1 for zero. */
  firstBitHigh(a: Pair): Pair {
    return this.signExtended(this.word('isub', this.number(BITS - 1), this.countZeros('clz', a)));
  }

  firstBitLow(a: Pair): Pair {
    const position = this.countZeros('ctz', a);
    return this.signExtended(this.word('select', this.isZero(a), this.number(-1), position));
  }

  signExtended(low: ValueId): Pair {
    return { low, high: this.word('sshr', low, this.number(LAST_BIT)) };
  }

  /** Bits `offset` to `offset + count`, cut off at the end of the value. */
  extract(a: Pair, offset: ValueId, count: ValueId, isSigned: boolean): Pair {
    const { width, unused } = this.field(offset, count);
    const isEmpty = this.test('ieq', width, this.number(0));
    const moved = this.shift('ushr', a, offset);
    const upper = this.shift('shl', moved, unused);
    return this.select(isEmpty, this.small(0), this.shift(isSigned ? 'sshr' : 'ushr', upper, unused));
  }

  insert(a: Pair, inserted: Pair, offset: ValueId, count: ValueId): Pair {
    const { width, unused } = this.field(offset, count);
    const isEmpty = this.test('ieq', width, this.number(0));
    const mask = this.shift('shl', this.shift('ushr', this.small(-1), unused), offset);
    const kept = this.bitwise('and', a, this.not(mask));
    const added = this.bitwise('and', this.shift('shl', inserted, offset), mask);
    return this.select(isEmpty, a, this.bitwise('or', kept, added));
  }

  private field(offset: ValueId, count: ValueId): { width: ValueId; unused: ValueId } {
    const start = this.word('umin', offset, this.number(BITS));
    const width = this.word('umin', count, this.word('isub', this.number(BITS), start));
    return { width, unused: this.word('isub', this.number(BITS), width) };
  }
}
