// Expressions that are read once and evaluated often, as constraints are; what single evaluations do is seen in
// parse.test.ts.

import { describe, expect, it } from 'vitest';
import { compileExpression, ExpressionError } from '../../src/launch/expressions.ts';

const dottedNames = ['coarsen.x', 'coarsen.x.stride', 'unroll.12'];

function evaluate(text: string, values: Readonly<Record<string, number>>, allowTexts = false): number {
  return compileExpression(text, { dottedNames, allowTexts }).evaluate(new Map(Object.entries(values)));
}

describe('a compiled expression', () => {
  it('follows the values that it is given', () => {
    const { names, evaluate: run } = compileExpression('A * B > 6 ? A : 10 * B');
    expect([...names]).toEqual(['A', 'B']);
    const scope = new Map([
      ['A', 2],
      ['B', 3],
    ]);
    expect(run(scope)).toBe(30);
    scope.set('A', 3);
    expect(run(scope)).toBe(3);
  });

  it('reads names with dots, the longest that fits', () => {
    expect(evaluate('coarsen.x * 10 + coarsen.x.stride', { 'coarsen.x': 2, 'coarsen.x.stride': 5 })).toBe(25);
    expect(evaluate('unroll.12 <= 4', { 'unroll.12': 3 })).toBe(1);
    expect([...compileExpression('coarsen.x', { dottedNames }).names]).toEqual(['coarsen.x']);
  });

  it('does not take other dots for names', () => {
    expect(() => evaluate('coarsen.y', {})).toThrow(ExpressionError);
    expect(() => evaluate('coarsen.x', { coarsen: 1, x: 2 }, false)).toThrow(ExpressionError);
    expect(evaluate('0.5 + .25', {})).toBe(0.75);
  });

  it('puts comparisons with texts into one symbol each', () => {
    const {
      names,
      comparisons,
      evaluate: run,
    } = compileExpression("A == 'x.y' and 'z' != coarsen.x or B", {
      dottedNames,
      allowTexts: true,
    });
    expect([...names]).toEqual(['B']);
    expect(comparisons.map(({ name, text }) => [name, text])).toEqual([
      ['A', 'x.y'],
      ['coarsen.x', 'z'],
    ]);
    const [a, b] = comparisons.map(({ symbol }) => symbol) as [string, string];
    const value = (isX: number, isZ: number) => run(new Map(Object.entries({ [a]: isX, [b]: isZ, B: 0 })));
    expect([value(1, 0), value(1, 1), value(0, 0)]).toEqual([1, 0, 0]);
  });

  it('takes texts only where they are allowed, and only in comparisons', () => {
    expect(() => evaluate("A == 'x'", { A: 1 })).toThrow('texts are not allowed here');
    expect(() => evaluate("A < 'x'", { A: 1 }, true)).toThrow('texts are not allowed here');
    expect(() => evaluate("A + 1 == 'x'", { A: 1 }, true)).toThrow('texts are not allowed here');
  });

  it('has no operators that work on more than numbers', () => {
    // Transposition and factorial parse; mathjs's numbers have no code for them.
    expect(() => compileExpression("A'")).toThrow(ExpressionError);
    expect(() => compileExpression('A!')).toThrow(ExpressionError);
  });
});
