// Reduced-error pruning on data whose tree is known.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RepTree, repTree, repValue } from '../../src/learn/rep-tree.ts';

function leaves({ split }: RepTree): number {
  return split ? leaves(split.low) + leaves(split.high) : 1;
}

describe('a tree with reduced-error pruning', () => {
  it('keeps the steps that the rows kept back show as well', () => {
    const table = Array.from({ length: 60 }, (_, k) => [k, (k * 7) % 5]);
    const tree = repTree(
      table,
      table.map(([a]) => (a < 21 ? 1 : a < 42 ? 5 : 2)),
    );
    expect(leaves(tree)).toBe(3);
    expect([5, 30, 55].map((a) => repValue(tree, [a, 0]))).toEqual([1, 5, 2]);
  });

  it('is cut to one leaf, the mean of all rows, where those kept back contradict the others', () => {
    const table = Array.from({ length: 30 }, (_, k) => [k % 3 === 2 ? k - 1 : k]);
    // Of each pair of equal columns one says 1 more, the other 1 less.
    const targets = table.map((_, k) => (k % 3 === 2 ? (k % 2 === 0 ? -10 : 10) : k % 2 === 0 ? -10 : 10));
    const contradicted = table.map((_, k) => (k % 3 === 2 ? -targets[k - 1] : targets[k]));
    const tree = repTree(table, contradicted);
    expect(leaves(tree)).toBe(1);
    expect(tree.value).toBeCloseTo(contradicted.reduce((a, b) => a + b, 0) / 30, 9);
  });

  it('has the mean of all its rows in each leaf', () => {
    const rows = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(rows, fc.func(fc.integer({ min: -9, max: 9 })), (values, of) => {
        const table = values.map((value) => [value]);
        const targets = values.map((value, k) => of(value, k));
        const tree = repTree(table, targets);
        for (const row of table) {
          const said = repValue(tree, row);
          const alike = targets.filter((_, k) => repValue(tree, table[k]) === said);
          expect(said).toBeCloseTo(alike.reduce((a, b) => a + b, 0) / alike.length, 9);
        }
      }),
    );
  });

  it('refuses what is no table', () => {
    expect(() => repTree([], [])).toThrow('at least one row');
    expect(() => repTree([[1]], [])).toThrow('1 rows, but 0 targets');
  });
});
