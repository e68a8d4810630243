// Measured tables beside their forecasts: what counts as measured, and how the error is taken.

import { describe, expect, it } from 'vitest';
import { accuracyOf, compared } from '../../bench/wavefront/accuracy.ts';
import { isWhole, type KernelKnots, tableOf } from '../../bench/wavefront/evaluation.ts';
import kernels from '../../bench/wavefront/kernels/nvidia-h200.json' with { type: 'json' };
import type { MeasuredTables } from '../../bench/wavefront/measured.ts';
import recorded from '../../bench/wavefront/recorded/nvidia-h200.json' with { type: 'json' };

const measured = recorded as unknown as MeasuredTables;
const knots = kernels as unknown as KernelKnots;

describe('the record of the H200', () => {
  it('has tables that were all the same, of instances that were predicted', () => {
    for (const instance of measured.instances) {
      expect(tableOf(instance, knots.tables)).toBeDefined();
      expect(instance.configurations.filter(({ isSame }) => !isSame)).toEqual([]);
    }
  });

  it('is whole for all tables but the last, and not without one configuration', () => {
    const whole = measured.instances.map((each) => isWhole(each, tableOf(each, knots.tables)!));
    expect(whole).toEqual([true, true, true, true, true, true, false]);
    const [first] = measured.instances;
    const less = { ...first, configurations: first.configurations.slice(1) };
    expect(isWhole(less, tableOf(first, knots.tables)!)).toBe(false);
  });

  it('is compared in each of its configurations', () => {
    const count = measured.instances.reduce((sum, { configurations }) => sum + configurations.length, 0);
    expect(compared(measured, knots)).toHaveLength(count);
  });
});

it('takes error, ratio and order from pairs of times', () => {
  const [table] = knots.tables;
  const pair = (predictedNs: number, measuredNs: number) =>
    ({ table, kind: 'tiles', predictedNs, measuredNs }) as const;
  const { error, ratio, tau } = accuracyOf([pair(50, 100), pair(300, 200), pair(400, 400)]);
  expect(error).toBeCloseTo(1 / 3);
  expect(ratio).toBe(1);
  expect(tau).toBe(1);
  expect(accuracyOf([pair(1, 2), pair(2, 1)]).tau).toBe(-1);
  expect(() => accuracyOf([])).toThrow(RangeError);
});
