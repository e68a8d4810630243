// Model trees on functions that are known.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelTree, modelValue } from '../../src/learn/model-tree.ts';

const numbers = Array.from({ length: 60 }, (_, k) => k);

describe('a model tree', () => {
  it('is one linear model where the data are linear', () => {
    const table = numbers.map((k) => [k, (k * 7) % 11]);
    const tree = modelTree(
      table,
      table.map(([a, b]) => 3 * a - 2 * b + 5),
    );
    expect(tree.split).toBeUndefined();
    expect(tree.model.weights[0]).toBeCloseTo(3, 3);
    expect(tree.model.weights[1]).toBeCloseTo(-2, 3);
    expect(modelValue(tree, [100, 3])).toBeCloseTo(299, 1);
  });

  it('has a model on each side of a bend, smoothed by that above: (n·below + 15·here) / (n + 15)', () => {
    const table = numbers.map((k) => [k]);
    const tree = modelTree(
      table,
      table.map(([x]) => (x < 30 ? 2 * x : 1000 - 5 * x)),
    );
    expect(tree.split?.threshold).toBe(29.5);
    const { low, high } = tree.split!;
    expect([low.split, high.split]).toEqual([undefined, undefined]);
    expect([low.count, high.count]).toEqual([30, 30]);
    const here = tree.model.constant + tree.model.weights[0] * 10;
    const below = low.model.constant + low.model.weights[0] * 10;
    expect(modelValue(tree, [10])).toBeCloseTo((30 * below + 15 * here) / 45, 9);
  });

  it('drops what a column of noise says', () => {
    const table = numbers.map((k) => [k, ((k * 2654435761) % 97) / 97]);
    const tree = modelTree(
      table,
      table.map(([a]) => 4 * a),
    );
    expect(tree.model.weights[1]).toBeCloseTo(0, 6);
  });

  it('is no worse than the mean on its own rows', () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(rows, fc.func(fc.integer({ min: -50, max: 50 })), (table, of) => {
        const targets = table.map((row) => of(row));
        const mean = targets.reduce((a, b) => a + b, 0) / targets.length;
        const tree = modelTree(table, targets);
        const off = (value: (row: readonly number[]) => number) =>
          table.reduce((sum, row, k) => sum + Math.abs(value(row) - targets[k]), 0);
        // Models minimize squares, and errors are counted as they are: a little is lost in between.
        expect(off((row) => modelValue(tree, row))).toBeLessThanOrEqual(1.3 * off(() => mean) + 1e-6);
      }),
    );
  });

  it('refuses what is no table', () => {
    expect(() => modelTree([], [])).toThrow('at least one row');
    expect(() => modelTree([[1]], [1, 2])).toThrow('1 rows, but 2 targets');
  });
});
