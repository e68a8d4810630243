// Pure operations on 64-bit integers, one by one, as operations on their words: what `wide-integers.ts` puts in
// their place. The table of operations is here; the arithmetic is in `wide-words.ts` and `wide-division.ts`.

import type { Builder } from '../../ir/builder.ts';
import type { PureInstruction, Region, ValueId } from '../../ir/ir.ts';
import { type Division, divideByPower, divideWide } from './wide-division.ts';
import type { Pair, WordMaker } from './wide-words.ts';

/** What stands for the values of the module so far. */
export interface SplitValues {
  pair(value: ValueId): Pair;
  replace(value: ValueId): ValueId;
}

const WORD_BITS = 32n;

export class WideOperations {
  private readonly builder: Builder;
  private readonly words: WordMaker;
  private readonly values: SplitValues;

  constructor(builder: Builder, words: WordMaker, values: SplitValues) {
    this.builder = builder;
    this.words = words;
    this.values = values;
  }

  /** The words of an i64 result. */
  wideResult({ op, operands }: PureInstruction): Pair {
    const { words } = this;
    const [x, y, z] = operands as [ValueId, ValueId, ValueId];
    const a = (): Pair => this.values.pair(x);
    const b = (): Pair => this.values.pair(y);
    switch (op) {
      case 'i64_make':
        return { low: this.values.replace(x), high: this.values.replace(y) };
      case 'select':
        return words.select(this.values.replace(x), b(), this.values.pair(z));
      case 'iadd':
        return words.add(a(), b());
      case 'isub':
        return words.subtract(a(), b());
      case 'imul':
        return words.multiply(a(), b());
      case 'umulhi':
      case 'umulwide_hi':
        return words.multiplyHigh(a(), b());
      case 'smulhi':
        return words.multiplyHighSigned(a(), b());
      case 'udiv':
      case 'urem':
      case 'sdiv':
      case 'srem':
        return this.divide(op, a(), b());
      case 'and':
      case 'or':
      case 'xor':
        return words.bitwise(op, a(), b());
      case 'not':
        return words.not(a());
      case 'shl':
      case 'ushr':
      case 'sshr':
        return words.shift(op, a(), this.amount(y));
      case 'smin':
      case 'umin':
        return words.select(words.less(op === 'smin' ? 'slt' : 'ult', a(), b()), a(), b());
      case 'smax':
      case 'umax':
        return words.select(words.less(op === 'smax' ? 'slt' : 'ult', a(), b()), b(), a());
      case 'sabs':
        return words.negateBy(words.sign(a()), a());
      default:
        return this.convertedOrCounted(op, operands);
    }
  }

  private convertedOrCounted(op: PureInstruction['op'], operands: readonly ValueId[]): Pair {
    const { words } = this;
    const [x, y, z] = operands as [ValueId, ValueId, ValueId];
    const zero = words.number(0);
    switch (op) {
      case 'clz':
      case 'ctz':
        return { low: words.countZeros(op, this.values.pair(x)), high: zero };
      case 'popcount': {
        const { low, high } = this.values.pair(x);
        return { low: words.word('iadd', words.word(op, low), words.word(op, high)), high: zero };
      }
      case 'bitreverse': {
        const { low, high } = this.values.pair(x);
        return { low: words.word(op, high), high: words.word(op, low) };
      }
      case 'ufirstbithigh':
        return words.firstBitHigh(this.values.pair(x));
      case 'sfirstbithigh': {
        const sign = words.sign(this.values.pair(x));
        return words.firstBitHigh(words.bitwise('xor', this.values.pair(x), { low: sign, high: sign }));
      }
      case 'firstbitlow':
        return words.firstBitLow(this.values.pair(x));
      case 'uextractbits':
      case 'sextractbits':
        return words.extract(
          this.values.pair(x),
          this.values.replace(y),
          this.values.replace(z),
          op === 'sextractbits',
        );
      case 'insertbits':
        return words.insert(
          this.values.pair(x),
          this.values.pair(y),
          this.values.replace(z),
          this.values.replace(operands[3]),
        );
      case 'uextend':
        return { low: this.extended('uextend', x), high: zero };
      case 'sextend':
        return words.signExtended(this.extended('sextend', x));
      case 'f2s':
      case 'f2u': {
        const value = this.values.replace(x);
        return { low: words.word(`${op}_wide_lo`, value), high: words.word(`${op}_wide_hi`, value) };
      }
      default: {
        // What is left is a bitcast.
        if (this.isWide(x)) return this.values.pair(x);
        const value = this.values.replace(x);
        return { low: words.word('f64_lo', value), high: words.word('f64_hi', value) };
      }
    }
  }

  /** A result of another type, of an operation with an i64 among its operands. */
  shortResult({ op, operands, result }: PureInstruction): ValueId {
    const { words, builder } = this;
    const [x, y] = operands as [ValueId, ValueId];
    const type = builder.typeOf(result);
    if (!this.isWide(x)) return builder.pure(op, type, [this.values.replace(x), this.amount(y)]); // a shift
    const a = this.values.pair(x);
    switch (op) {
      case 'i64_lo':
        return a.low;
      case 'i64_hi':
        return a.high;
      case 'itruncate':
        return type === 'i32' ? a.low : builder.pure(op, type, [a.low]);
      case 'bitcast':
        return builder.pure('f64_make', type, [a.low, a.high]);
      case 's2f':
      case 'u2f':
        return builder.pure(`${op}_wide`, type, [a.low, a.high]);
      case 'ieq':
        return words.equal(a, this.values.pair(y));
      case 'ine':
        return words.test('not', words.equal(a, this.values.pair(y)));
      default:
        return words.less(op as 'slt', a, this.values.pair(y));
    }
  }

  /** A shift's amount as an i32; its low bits count. */
  private amount(value: ValueId): ValueId {
    return this.isWide(value) ? this.values.pair(value).low : this.extended('uextend', value);
  }

  private extended(op: 'uextend' | 'sextend', value: ValueId): ValueId {
    const known = this.values.replace(value);
    return this.builder.typeOf(known) === 'i32' ? known : this.words.word(op, known);
  }

  private divide(op: Division, a: Pair, b: Pair): Pair {
    const low = this.builder.constantOf(b.low);
    const high = this.builder.constantOf(b.high);
    if (low !== undefined && high !== undefined) {
      const bits = (BigInt(high) << WORD_BITS) | BigInt(low >>> 0);
      const isUnsigned = op === 'udiv' || op === 'urem';
      const divisor = isUnsigned ? BigInt.asUintN(64, bits) : bits;
      const simple = divideByPower(op, a, divisor, this.words);
      if (simple) return simple;
    }
    return divideWide(op, a, b, this.words, (condition, then, otherwise) =>
      this.choose(condition, then, otherwise),
    );
  }

  private choose(condition: ValueId, then: () => Pair, otherwise: () => Pair): Pair {
    const { builder } = this;
    const id = builder.construct();
    const arm = (make: () => Pair): Region =>
      builder.region(() => {
        const { low, high } = make();
        builder.emit({ kind: 'break', target: id, values: [low, high] });
      });
    const arms = { then: arm(then), otherwise: arm(otherwise) };
    const pair = { low: builder.value('i32'), high: builder.value('i32') };
    builder.emit({ kind: 'if', id, condition, results: [pair.low, pair.high], ...arms });
    return pair;
  }

  private isWide(value: ValueId): boolean {
    return this.builder.typeOf(value) === 'i64';
  }
}
