// Python's expressions in the words of launch files and back: both must have the same value.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError, evaluate } from '../../src/launch/expressions.ts';
import { pythonOf } from '../../src/launch/python.ts';
import { launchExpressionOf, launchListOf, PythonError } from '../../src/tune/formats/python-expression.ts';

const value = (source: string, names: Readonly<Record<string, number>> = {}) =>
  evaluate(launchExpressionOf(source), (name) => names[name]);

describe('Python expressions', () => {
  // What Python 3 says to each; truth values count as 1 and 0.
  it.each<[string, number]>([
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['-7 // 2', -4],
    ['-7 % 3', 2],
    ['7 % -3', -2],
    ['7 / 2', 3.5],
    ['2 ** 3 ** 2', 512],
    ['-2 ** 2', -4],
    ['2 ** -1', 0.5],
    ['10 - 3 - 2', 5],
    ['2 * 7 // 3 % 3', 1],
    ['1 < 2 < 3', 1],
    ['1 < 3 < 3', 0],
    ['3 > 2 == 2', 1],
    ['1 == 1 != 2', 1],
    ['not 1 == 2', 1],
    ['not 0 and 5', 1],
    ['0 or 7', 1],
    ['1 or 0 and 0', 1],
    ['0 and 1 / 0 > 0', 0],
    ['1 or 1 / 0 > 0', 1],
    ['True == 1', 1],
    ['3 in [1, 2, 3]', 1],
    ['3 not in (1, 2)', 1],
    ['3 in []', 0],
    ['min(3, 1, 2) + max([4, 9])', 10],
    ['abs(-3) + float(2)', 5],
    ['1 if 0 else 2', 2],
    ['math.ceil(7 / 2)', 4],
    ['int(-2.7)', -2],
    ['bool(5)', 1],
    ['0x10 + 1e2 + 1_000', 1116],
    ['0.1 + 0.2', 0.1 + 0.2],
  ])('%s', (source, expected) => {
    expect(value(source)).toBe(expected);
  });

  it('hold nowhere where they divide by zero, unless that is not looked at', () => {
    expect(value('4 % x == 0', { x: 0 })).toBe(0);
    expect(value('4 % x != 0', { x: 0 })).toBe(0);
    expect(value('4 / x > 3', { x: 0 })).toBe(0);
    expect(value('x == 0 or 4 // x == 2', { x: 0 })).toBe(1);
    expect(value('4 % x == 0', { x: 2 })).toBe(1);
  });

  it('in brackets are lists', () => {
    expect(launchListOf('[1, 2 ** 3, \'a\', "b", True,]')).toEqual(['1', '(2 ^ 3)', '"a"', '"b"', 'true']);
    expect(launchListOf('[]')).toEqual([]);
    expect(() => launchListOf('1, 2')).toThrow('expected "[", not "1"');
  });

  it('read the conditions of public search spaces', () => {
    const names = {
      block_size_x: 64,
      block_size_y: 4,
      tile_size_x: 2,
      use_shmem: 0,
      MWG: 64,
      MDIMC: 16,
      VWM: 4,
    };
    expect(value('block_size_x*block_size_y>=64 and block_size_x*block_size_y<=1024', names)).toBe(1);
    expect(value('use_shmem == 0 or (block_size_x * tile_size_x + 14) * 4 <= 500', names)).toBe(1);
    expect(value('MWG % (MDIMC * VWM) == 0', names)).toBe(1);
  });

  it('say what is wrong, and at which character', () => {
    const problem = (source: string) => {
      try {
        launchExpressionOf(source);
      } catch (error) {
        if (error instanceof PythonError) return `${error.at}: ${error.message}`;
        throw error;
      }
      return 'none';
    };
    expect(problem('a +')).toBe('3: expected a value, not the end');
    expect(problem('a b')).toBe('2: expected an operator or the end, not "b"');
    expect(problem('(1 + 2')).toBe('6: expected ")", not the end');
    expect(problem('1 & 2')).toBe('2: cannot read "&"');
    expect(problem('foo(1)')).toBe('0: there is no function "foo"');
    expect(problem('('.repeat(5000))).toContain('nested too deeply');
    expect(problem('-'.repeat(5000) + '1')).toContain('nested too deeply');
    expect(problem('toString(1)')).toBe('0: there is no function "toString"');
  });

  it('never fail in another way', () => {
    const word = fc.constantFrom(
      'a',
      '1',
      '2.5',
      '(',
      ')',
      '[',
      ']',
      ',',
      '+',
      '-',
      '**',
      '//',
      'and',
      'or',
      'not',
      'in',
      '<',
      '==',
      'if',
      'else',
      'min',
      "'t'",
      'True',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        try {
          value(words.join(' '), { a: 3 });
        } catch (error) {
          expect(error instanceof PythonError || error instanceof ExpressionError).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('expressions of launch files', () => {
  it.each([
    ['a + b * 2 >= 3', '((a + (b * 2)) >= 3)'],
    ['-a ^ 2', '(-(a ** 2))'],
    ['mod(a, 4) == 0 and not (b > a)', '(((a % 4) == 0) and (not (b > a)))'],
    ['a < b <= 8', '(a < b <= 8)'],
    ['a > 1 ? fix(b / 2) : max(a, b, 1)', '(int((b / 2)) if (a > 1) else max(a, b, 1))'],
    ['unroll.inner == "full" or true', '((unroll.inner == "full") or True)'],
  ])('%s is %s in Python', (text, python) => {
    expect(pythonOf(text, { dottedNames: ['unroll.inner'] }).text).toBe(python);
  });

  it('come back with the same value', () => {
    const names = { a: 5, b: 3 };
    for (const text of ['mod(a * 7, b) + a ^ -b', 'a > b ? a - b - 1 : 0', 'floor(-a / b) <= a < 9']) {
      expect(value(pythonOf(text, {}).text, names)).toBe(evaluate(text, (name) => names[name as 'a']));
    }
  });

  it('say what Python lacks', () => {
    expect(() => pythonOf('gcd(a, b)', {})).toThrow('Python has no "gcd"');
  });
});
