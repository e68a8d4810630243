import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PythonError, type PythonValue, parsePython } from '../../src/tune/formats/python-expression.ts';

const value = (source: string, names: Record<string, PythonValue> = {}) =>
  parsePython(source).evaluate((name) => (Object.hasOwn(names, name) ? names[name] : undefined));

describe('Python expressions', () => {
  // What Python 3 says to each.
  it.each<[string, PythonValue]>([
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
    ['1 < 2 < 3', true],
    ['1 < 3 < 3', false],
    ['3 > 2 == 2', true],
    ['1 == 1 != 2', true],
    ['not 1 == 2', true],
    ['not 0 and 5', 5],
    ['0 or 7', 7],
    ['0 and 1 / 0', 0],
    ['1 or 1 / 0', 1],
    ['True + True', 2],
    ['True == 1', true],
    ['3 in [1, 2, 3]', true],
    ['3 not in (1, 2)', true],
    ['"a" in ["b"]', false],
    ['\'a\' == "a"', true],
    ['min(3, 1, 2) + max([4, 9])', 10],
    ['abs(-3) + len([1, 2])', 5],
    ['1 if 0 else 2', 2],
    ['math.ceil(7 / 2)', 4],
    ['round(2.5)', 2],
    ['int(-2.7)', -2],
    ['0x10 + 1e2 + 1_000', 1116],
    ['(1,)', [1]],
    ['[]', []],
    ['0.1 + 0.2', 0.1 + 0.2],
  ])('%s', (source, expected) => {
    expect(value(source)).toEqual(expected);
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
    expect(value('block_size_x*block_size_y>=64 and block_size_x*block_size_y<=1024', names)).toBe(true);
    expect(value('use_shmem == 0 or (block_size_x * tile_size_x + 14) * 4 <= 500', names)).toBe(true);
    expect(value('MWG % (MDIMC * VWM) == 0', names)).toBe(true);
    expect(parsePython('MWG % (MDIMC * VWM) == MWG').names).toEqual(['MWG', 'MDIMC', 'VWM']);
  });

  it('say what is wrong, and at which character', () => {
    const problem = (source: string, names: Record<string, PythonValue> = {}) => {
      try {
        value(source, names);
      } catch (error) {
        if (error instanceof PythonError) return `${error.at}: ${error.message}`;
        throw error;
      }
      return 'none';
    };
    expect(problem('a +')).toBe('3: expected a value, not the end');
    expect(problem('a b')).toBe('2: expected an operator or the end, not "b"');
    expect(problem('(1 + 2')).toBe('6: expected ",", not the end');
    expect(problem('1 & 2')).toBe('2: cannot read "&"');
    expect(problem('foo(1)')).toBe('0: there is no function "foo"');
    expect(problem('1 / x', { x: 0 })).toBe('2: division by zero');
    expect(problem('x + 1')).toBe('0: "x" has no value');
    expect(problem('x < 1', { x: 'text' })).toBe('2: "<" needs numbers');
    expect(problem('('.repeat(5000))).toContain('nested too deeply');
    expect(problem('-'.repeat(5000) + '1')).toContain('nested too deeply');
    expect(problem('constructor')).toBe('0: "constructor" has no value');
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
          expect(error).toBeInstanceOf(PythonError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
