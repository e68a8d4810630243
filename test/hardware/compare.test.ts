import { describe, expect, it } from 'vitest';
import { compareWords } from '../../src/hardware/compare.ts';

const floats = (...values: number[]) => new Uint32Array(Float32Array.from(values).buffer);
const words = (...values: number[]) => Uint32Array.from(values);

describe('comparing words', () => {
  it('takes integers exactly', () => {
    const result = compareWords({ kind: 'integer', expected: words(1, 2, 3), actual: words(1, 3, 3) });
    expect(result).toEqual({ words: 3, mismatches: 1, first: 1 });
  });

  it('allows floats what reordering and approximate functions cost', () => {
    const expected = floats(1, 1000, -2);
    expect(compareWords({ kind: 'float', expected, actual: floats(1.0005, 999.5, -2) }).mismatches).toBe(0);
    expect(compareWords({ kind: 'float', expected, actual: floats(1.6, 1000, -2) }).first).toBe(0);
    expect(compareWords({ kind: 'float', expected, actual: floats(1, 1000, 2) }).first).toBe(2);
  });

  it('lets terms that cancel leave a rest, in proportion to the largest value', () => {
    const expected = floats(0, 1000);
    expect(compareWords({ kind: 'float', expected, actual: floats(0.4, 1000) }).mismatches).toBe(0);
    expect(compareWords({ kind: 'float', expected, actual: floats(0.6, 1000) }).mismatches).toBe(1);
  });

  it('knows NaN from numbers, and infinities from one another', () => {
    const expected = floats(Number.NaN, Infinity, 1);
    expect(
      compareWords({ kind: 'float', expected, actual: floats(Number.NaN, Infinity, 1) }).mismatches,
    ).toBe(0);
    const other = floats(0, -Infinity, Number.NaN);
    expect(compareWords({ kind: 'float', expected, actual: other }).mismatches).toBe(3);
  });

  it('does not take an infinity for a number', () => {
    for (const kind of ['float', 'mixed'] as const) {
      const { mismatches } = compareWords({
        kind,
        expected: floats(1, 2),
        actual: floats(Infinity, -Infinity),
      });
      expect(mismatches).toBe(2);
    }
    expect(compareWords({ kind: 'half', expected: words(0x3c00), actual: words(0x7c00) }).mismatches).toBe(1);
  });

  it('does not take small integers of a struct for equal floats', () => {
    expect(compareWords({ kind: 'mixed', expected: words(0, 7), actual: words(1, 7) }).first).toBe(0);
    expect(compareWords({ kind: 'mixed', expected: floats(1.5), actual: floats(1.5003) }).mismatches).toBe(0);
  });

  it('compares both halves of a word of f16', () => {
    // 0x3c00 is 1, 0x4000 is 2, 0x3c01 the number after 1.
    expect(
      compareWords({ kind: 'half', expected: words(0x40003c00), actual: words(0x40003c01) }).mismatches,
    ).toBe(0);
    expect(
      compareWords({ kind: 'half', expected: words(0x40003c00), actual: words(0x3c003c00) }).mismatches,
    ).toBe(1);
  });

  it('leaves out words that do not count, and takes missing ones for wrong', () => {
    const counted = Uint8Array.of(0, 1);
    expect(compareWords({ kind: 'integer', expected: words(1, 2), actual: words(9, 2), counted })).toEqual({
      words: 1,
      mismatches: 0,
    });
    expect(compareWords({ kind: 'float', expected: floats(1, 2), actual: floats(1) }).mismatches).toBe(1);
  });
});
