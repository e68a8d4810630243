// The integer operations on 32 bits against BigInt and digit-string formulations.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluatePure, pureFunctions } from '../../src/ir/evaluate.ts';
import type { PureOp } from '../../src/ir/ir.ts';

const MIN = -2147483648;
const word = fc.oneof(
  fc.integer(),
  fc.integer({ min: -3, max: 40 }),
  fc.constantFrom(MIN, MIN + 1, -MIN - 1, -1, 0),
);

const u = (a: number): bigint => BigInt.asUintN(32, BigInt(a));
const s = (a: number): bigint => BigInt(a);
const wrap = (value: bigint): number => Number(BigInt.asIntN(32, value));
const bits = (a: number): string => u(a).toString(2).padStart(32, '0');
const truth = (is: boolean): number => (is ? 1 : 0);

function call(op: PureOp, ...operands: number[]): number {
  const direct = pureFunctions[op](operands[0], operands[1], operands[2], operands[3]);
  const types = operands.map(() => 'i32' as const);
  expect(evaluatePure(op, 'i32', types, operands)).toBe(direct);
  return direct;
}

const BINARY: Partial<Record<PureOp, (a: number, b: number) => number>> = {
  iadd: (a, b) => wrap(s(a) + s(b)),
  isub: (a, b) => wrap(s(a) - s(b)),
  imul: (a, b) => wrap(s(a) * s(b)),
  umulhi: (a, b) => wrap((u(a) * u(b)) >> 32n),
  umulwide_hi: (a, b) => wrap((u(a) * u(b)) >> 32n),
  smulhi: (a, b) => wrap((s(a) * s(b)) >> 32n),
  sdiv: (a, b) => (b === 0 ? a : wrap(s(a) / s(b))),
  udiv: (a, b) => (b === 0 ? a : wrap(u(a) / u(b))),
  srem: (a, b) => (b === 0 ? 0 : wrap(s(a) % s(b))),
  urem: (a, b) => (b === 0 ? 0 : wrap(u(a) % u(b))),
  and: (a, b) => wrap(s(a) & s(b)),
  or: (a, b) => wrap(s(a) | s(b)),
  xor: (a, b) => wrap(s(a) ^ s(b)),
  shl: (a, b) => wrap(s(a) << (u(b) % 32n)),
  ushr: (a, b) => wrap(u(a) >> (u(b) % 32n)),
  sshr: (a, b) => wrap(s(a) >> (u(b) % 32n)),
  smin: (a, b) => (s(a) < s(b) ? a : b),
  smax: (a, b) => (s(a) > s(b) ? a : b),
  umin: (a, b) => (u(a) < u(b) ? a : b),
  umax: (a, b) => (u(a) > u(b) ? a : b),
  ieq: (a, b) => truth(s(a) === s(b)),
  ine: (a, b) => truth(s(a) !== s(b)),
  slt: (a, b) => truth(s(a) < s(b)),
  sle: (a, b) => truth(s(a) <= s(b)),
  ult: (a, b) => truth(u(a) < u(b)),
  ule: (a, b) => truth(u(a) <= u(b)),
  udot4: (a, b) => dot4(a, b, (byte) => byte),
  sdot4: (a, b) => dot4(a, b, (byte) => BigInt.asIntN(8, byte)),
};

function dot4(a: number, b: number, read: (byte: bigint) => bigint): number {
  const bytes = (value: number): bigint[] =>
    [0n, 8n, 16n, 24n].map((shift) => read((u(value) >> shift) & 255n));
  return wrap(bytes(a).reduce((sum, byte, index) => sum + byte * bytes(b)[index], 0n));
}

const UNARY: Partial<Record<PureOp, (a: number) => number>> = {
  not: (a) => wrap(~s(a)),
  sabs: (a) => wrap(s(a) < 0n ? -s(a) : s(a)),
  clz: (a) => (a === 0 ? 32 : bits(a).indexOf('1')),
  ctz: (a) => (a === 0 ? 32 : 31 - bits(a).lastIndexOf('1')),
  popcount: (a) => [...bits(a)].filter((digit) => digit === '1').length,
  bitreverse: (a) => wrap(BigInt(`0b${[...bits(a)].reverse().join('')}`)),
  ufirstbithigh: (a) => (a === 0 ? -1 : 31 - bits(a).indexOf('1')),
  sfirstbithigh: (a) => (a === 0 || a === -1 ? -1 : 31 - bits(a).indexOf(a < 0 ? '0' : '1')),
  firstbitlow: (a) => (a === 0 ? -1 : 31 - bits(a).lastIndexOf('1')),
};

/** The digits of a field, most significant first, with WGSL's cut at the end of the word. */
function fieldDigits(a: number, offset: number, count: number): string {
  const start = Math.min(offset >>> 0, 32);
  const width = Math.min(count >>> 0, 32 - start);
  return bits(a).slice(32 - start - width, 32 - start);
}

describe('integer operations', () => {
  it.each(Object.entries(BINARY))('%s agrees with BigInt', (op, reference) => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(call(op as PureOp, a, b)).toBe(reference(a, b));
      }),
      {
        numRuns: 400,
      },
    );
  });

  it.each(Object.entries(UNARY))('%s agrees with the digits', (op, reference) => {
    fc.assert(
      fc.property(word, (a) => {
        expect(call(op as PureOp, a)).toBe(reference(a));
      }),
      { numRuns: 400 },
    );
  });

  it('never traps in divisions', () => {
    expect(call('sdiv', 7, 0)).toBe(7);
    expect(call('srem', 7, 0)).toBe(0);
    expect(call('sdiv', MIN, -1)).toBe(MIN);
    expect(Object.is(call('srem', MIN, -1), 0)).toBe(true);
    expect(Object.is(call('srem', -4, 2), 0)).toBe(true);
  });

  const position = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer());

  it('extracts bit fields', () => {
    fc.assert(
      fc.property(word, position, position, (a, offset, count) => {
        const digits = fieldDigits(a, offset, count);
        const value = digits === '' ? 0n : BigInt(`0b${digits}`);
        expect(call('uextractbits', a, offset, count)).toBe(wrap(value));
        expect(call('sextractbits', a, offset, count)).toBe(wrap(BigInt.asIntN(digits.length, value)));
      }),
      { numRuns: 1000 },
    );
  });

  it('inserts bit fields', () => {
    fc.assert(
      fc.property(word, word, position, position, (a, inserted, offset, count) => {
        const start = Math.min(offset >>> 0, 32);
        const width = Math.min(count >>> 0, 32 - start);
        const field = width === 0 ? '' : bits(inserted).slice(-width);
        const digits = bits(a).slice(0, 32 - start - width) + field + bits(a).slice(32 - start);
        expect(call('insertbits', a, inserted, offset, count)).toBe(wrap(BigInt(`0b${digits}`)));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('bool operations', () => {
  const both = ['bool', 'bool'] as const;
  it.each([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ])('on %i and %i', (a, b) => {
    expect(evaluatePure('and', 'bool', both, [a, b])).toBe(truth(a === 1 && b === 1));
    expect(evaluatePure('or', 'bool', both, [a, b])).toBe(truth(a === 1 || b === 1));
    expect(evaluatePure('xor', 'bool', both, [a, b])).toBe(truth(a !== b));
    expect(evaluatePure('ieq', 'bool', both, [a, b])).toBe(truth(a === b));
    expect(evaluatePure('not', 'bool', ['bool'], [a])).toBe(1 - a);
    expect(evaluatePure('select', 'f32', ['bool', 'f32', 'f32'], [a, 5, 6])).toBe(a === 1 ? 5 : 6);
  });
});

describe('other widths', () => {
  const byte = fc.integer({ min: -128, max: 127 });
  const pair = ['i8', 'i8'] as const;

  it('wraps at 8 bits', () => {
    fc.assert(
      fc.property(byte, byte, (a, b) => {
        const expected: [PureOp, number][] = [
          ['iadd', a + b],
          ['isub', a - b],
          ['imul', a * b],
          ['umulhi', ((a & 255) * (b & 255)) >> 8],
          ['smulhi', (a * b) >> 8],
          ['udiv', b === 0 ? a : Math.floor((a & 255) / (b & 255))],
          ['sdiv', b === 0 ? a : Math.trunc(a / b)],
          ['shl', a << (b & 7)],
          ['ushr', (a & 255) >> (b & 7)],
          ['sshr', a >> (b & 7)],
          ['umax', Math.max(a & 255, b & 255)],
          ['ult', truth((a & 255) < (b & 255))],
        ];
        for (const [op, value] of expected) {
          expect([op, evaluatePure(op, 'i8', pair, [a, b])]).toEqual([op, (value << 24) >> 24]);
        }
      }),
    );
  });

  it('counts bits as the 32-bit operations do on an extended value', () => {
    fc.assert(
      fc.property(byte, (a) => {
        const one = (op: PureOp): number => evaluatePure(op, 'i8', ['i8'], [a]);
        expect(one('clz')).toBe(Math.clz32(a & 255) - 24);
        expect(one('popcount')).toBe(pureFunctions.popcount(a & 255, 0, 0, 0));
        expect(one('ctz')).toBe(Math.min(8, pureFunctions.ctz(a & 255, 0, 0, 0)));
        expect(one('bitreverse')).toBe(pureFunctions.bitreverse(a & 255, 0, 0, 0) >> 24);
        expect(one('ufirstbithigh')).toBe(pureFunctions.ufirstbithigh(a & 255, 0, 0, 0));
        expect(one('sfirstbithigh')).toBe(pureFunctions.sfirstbithigh(a, 0, 0, 0));
        expect(one('firstbitlow')).toBe(pureFunctions.firstbitlow(a & 255, 0, 0, 0));
      }),
    );
  });

  it('extends and truncates', () => {
    expect(evaluatePure('uextend', 'i32', ['i8'], [-1])).toBe(255);
    expect(evaluatePure('sextend', 'i32', ['i8'], [-1])).toBe(-1);
    expect(evaluatePure('uextend', 'i64', ['i32'], [-1])).toBe(4294967295);
    expect(evaluatePure('itruncate', 'i16', ['i32'], [0x18000])).toBe(-32768);
    expect(evaluatePure('itruncate', 'i32', ['i64'], [2 ** 40 + 7])).toBe(7);
    expect(evaluatePure('imul', 'i64', ['i64', 'i64'], [2 ** 31, 2 ** 20])).toBe(2 ** 51);
  });
});
