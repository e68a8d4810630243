// Support vector machines on data whose classes are known.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decision, trainSvm } from '../../src/learn/svm.ts';

const grid = Array.from({ length: 81 }, (_, k) => [(k % 9) - 4, Math.floor(k / 9) - 4]);

describe('a support vector machine', () => {
  it('has its border half-way between two rows', () => {
    const machine = trainSvm([[0], [2]], [false, true], { cost: 1e6 });
    expect(decision(machine, [1])).toBeCloseTo(0, 9);
    expect(decision(machine, [0])).toBeCloseTo(-1, 2);
    expect(decision(machine, [2])).toBeCloseTo(1, 2);
  });

  it('tells a disc from what is around it, which no line can', () => {
    const isInside = ([x, y]: number[]) => x * x + y * y < 7;
    const machine = trainSvm(grid, grid.map(isInside), { cost: 100 });
    for (const row of grid) expect(decision(machine, row) > 0, row.join()).toBe(isInside(row));
    // Between the rows, too.
    expect(decision(machine, [0.5, 0.5])).toBeGreaterThan(0);
    expect(decision(machine, [3.5, 3.5])).toBeLessThan(0);
    expect(machine.supports.length).toBeLessThan(grid.length / 2);
  });

  it('has multipliers of both classes in balance, and none above the cost', () => {
    const random = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
      minLength: 4,
      maxLength: 30,
    });
    fc.assert(
      fc.property(random, fc.func(fc.boolean()), (rows, of) => {
        const classes = rows.map((row) => of(row));
        const { supports } = trainSvm(rows, classes, { cost: 2 });
        const sum = supports.reduce((all, { weight }) => all + weight, 0);
        expect(sum).toBeCloseTo(0, 9);
        for (const { weight } of supports) expect(Math.abs(weight)).toBeLessThanOrEqual(2 + 1e-9);
      }),
    );
  });

  it('says the one thing that it has seen, and refuses what is no table', () => {
    expect(decision(trainSvm([[1], [2]], [true, true]), [9])).toBeGreaterThan(0);
    expect(decision(trainSvm([[1], [2]], [false, false]), [9])).toBeLessThan(0);
    expect(() => trainSvm([], [])).toThrow('0 rows, but 0 classes');
    expect(() => trainSvm([[1]], [])).toThrow('1 rows, but 0 classes');
  });
});
