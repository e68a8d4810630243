import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costTree, decisionTree } from '../../src/learn/decision-tree.ts';
import { leastSquares, linearValue } from '../../src/learn/least-squares.ts';
import { regressionTree } from '../../src/learn/regression-tree.ts';
import { depthOf, leafOf, leavesOf, prunedTree, type Tree } from '../../src/learn/tree.ts';

const cell = fc.integer({ min: -4, max: 4 });
/** Few distinct values, so that ties are common. */
const data = fc.array(fc.tuple(fc.array(cell, { minLength: 3, maxLength: 3 }), cell), {
  minLength: 1,
  maxLength: 14,
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const squares = (values: readonly number[]) => sum(values.map((value) => (value - mean(values)) ** 2));

describe('a regression tree', () => {
  it('finds the steps of a staircase', () => {
    const table = [1, 2, 3, 4, 5, 6].map((x) => [0, x]);
    const tree = regressionTree(table, [5, 5, 5, 9, 9, 30]);
    expect(leavesOf(tree).map(({ value }) => value)).toEqual([5, 9, 30]);
    expect(tree.split).toMatchObject({ column: 1, threshold: 5.5 });
    expect(leafOf(tree, [0, 3.4]).value).toBe(5);
    expect(leafOf(tree, [0, 3.6]).value).toBe(9);
  });

  it('gives every row its target where rows differ, whatever they are', () => {
    fc.assert(
      fc.property(data, (rows) => {
        const distinct = [...new Map(rows.map(([row, target]) => [String(row), { row, target }])).values()];
        const table = distinct.map(({ row }) => row);
        const tree = regressionTree(
          table,
          distinct.map(({ target }) => target),
          { leastGain: -1 },
        );
        for (const { row, target } of distinct) expect(leafOf(tree, row).value).toBeCloseTo(target, 9);
      }),
    );
  });

  it('begins with the best split there is, found by trying all', () => {
    fc.assert(
      fc.property(data, fc.integer({ min: 1, max: 4 }), (rows, leastRows) => {
        const table = rows.map(([row]) => row);
        const targets = rows.map(([, target]) => target);
        const tree = regressionTree(table, targets, { leastRows, mostDepth: 1 });
        let best = squares(targets);
        for (const column of [0, 1, 2]) {
          for (const threshold of [-4, -3, -2, -1, 0, 1, 2, 3]) {
            const low = targets.filter((_, row) => table[row][column] <= threshold);
            const high = targets.filter((_, row) => table[row][column] > threshold);
            if (Math.min(low.length, high.length) < leastRows) continue;
            best = Math.min(best, squares(low) + squares(high));
          }
        }
        const leaves = leavesOf(tree);
        expect(sum(leaves.map(({ impurity }) => impurity))).toBeCloseTo(best, 6);
        for (const leaf of leaves) {
          expect(leaf.rows.length).toBeGreaterThanOrEqual(Math.min(leastRows, targets.length));
          expect(leaf.value).toBeCloseTo(mean(leaf.rows.map((row) => targets[row])), 9);
        }
      }),
    );
  });

  it('keeps to its depth and is made again from the same rows', () => {
    fc.assert(
      fc.property(data, fc.integer({ min: 0, max: 3 }), (rows, mostDepth) => {
        const table = rows.map(([row]) => row);
        const targets = rows.map(([, target]) => target);
        const tree = regressionTree(table, targets, { mostDepth });
        expect(depthOf(tree)).toBeLessThanOrEqual(mostDepth);
        expect(regressionTree(table, targets, { mostDepth })).toEqual(tree);
      }),
    );
  });

  it('refuses rows without targets', () => {
    expect(() => regressionTree([[1]], [])).toThrow('1 rows, but 0 targets');
    expect(() => regressionTree([], [])).toThrow('at least one row');
  });
});

describe('pruning', () => {
  /** All subtrees with the same root. */
  function subtrees(tree: Tree<number>): { leaves: number; impurity: number }[] {
    const asLeaf = { leaves: 1, impurity: tree.impurity };
    if (!tree.split) return [asLeaf];
    const [lows, highs] = [subtrees(tree.split.low), subtrees(tree.split.high)];
    const both = lows.flatMap((low) =>
      highs.map((high) => ({ leaves: low.leaves + high.leaves, impurity: low.impurity + high.impurity })),
    );
    return [asLeaf, ...both];
  }

  it('leaves the cheapest of all subtrees', () => {
    fc.assert(
      fc.property(data, fc.double({ min: 0, max: 20, noNaN: true }), (rows, perLeaf) => {
        const grown = regressionTree(
          rows.map(([row]) => row),
          rows.map(([, target]) => target),
          { mostDepth: 3 },
        );
        const leaves = leavesOf(prunedTree(grown, perLeaf));
        const cost = sum(leaves.map(({ impurity }) => impurity + perLeaf));
        const least = Math.min(...subtrees(grown).map((each) => each.impurity + perLeaf * each.leaves));
        expect(cost).toBeCloseTo(least, 6);
      }),
    );
  });
});

describe('a decision tree', () => {
  it('tells classes apart', () => {
    const table = [
      [1, 7],
      [2, 1],
      [3, 8],
      [4, 2],
    ];
    const tree = decisionTree(table, [2, 0, 2, 0]);
    expect(tree.split).toMatchObject({ column: 1, threshold: 4.5 });
    expect(leavesOf(tree).map(({ value, impurity }) => [value, impurity])).toEqual([
      [0, 0],
      [2, 0],
    ]);
  });

  it('by costs takes the class that loses least, not the commonest', () => {
    const table = [[1], [1], [1]];
    expect(decisionTree(table, [0, 0, 1]).value).toBe(0);
    const costs = [
      [10, 11],
      [10, 11],
      [30, 10],
    ];
    expect(costTree(table, costs).value).toBe(1);
  });

  it('by costs gets past splits that help only together', () => {
    const corners = [0, 1, 2, 3].flatMap((corner) => new Array<number>(2 + (corner % 3)).fill(corner));
    const table = corners.map((corner) => [corner & 1, corner >> 1]);
    const costs = table.map(([x, y]) => (x === y ? [1, 2] : [2, 1]));
    const tree = costTree(table, costs);
    for (const [row, [x, y]] of table.entries()) expect(leafOf(tree, table[row]).value).toBe(x === y ? 0 : 1);
  });

  it('never loses more than the best single class', () => {
    const costs = fc.array(fc.nat(50), { minLength: 3, maxLength: 3 });
    const row = fc.tuple(fc.array(cell, { minLength: 2, maxLength: 2 }), costs);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
        const table = rows.map(([columns]) => columns);
        const tree = costTree(
          table,
          rows.map(([, each]) => each),
        );
        const cost = sum(rows.map(([columns, each]) => each[leafOf(tree, columns).value]));
        const single = Math.min(...[0, 1, 2].map((one) => sum(rows.map(([, each]) => each[one]))));
        expect(cost).toBeLessThanOrEqual(single);
      }),
    );
  });
});

describe('least squares', () => {
  it('finds a linear rule again', () => {
    const table = [0, 1, 2, 3, 4, 5, 6, 7].map((x) => [x, (x * x) % 5, 12]);
    const targets = table.map(([x, y]) => 3 + 2 * x - 0.5 * y);
    const model = leastSquares(table, targets);
    expect(model.weights[2]).toBe(0);
    for (const [row, target] of targets.entries())
      expect(linearValue(model, table[row])).toBeCloseTo(target, 4);
  });

  it('of columns that say the same, or fewer rows than columns, still makes sense', () => {
    const twice = [0, 1, 2].map((x) => [x, x, 2 * x]);
    expect(linearValue(leastSquares(twice, [0, 1, 2]), [5, 5, 10])).toBeCloseTo(5, 3);
    expect(leastSquares([[4, 2]], [7])).toEqual({ constant: 7, weights: [0, 0] });
  });

  it('is no worse than the mean', () => {
    fc.assert(
      fc.property(data, (rows) => {
        const table = rows.map(([row]) => row);
        const targets = rows.map(([, target]) => target);
        const model = leastSquares(table, targets, [0, 2]);
        const errors = targets.map((target, row) => (target - linearValue(model, table[row])) ** 2);
        expect(sum(errors)).toBeLessThanOrEqual(squares(targets) + 1e-6);
        expect(model.weights[1]).toBe(0);
      }),
    );
  });
});
