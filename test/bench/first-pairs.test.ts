// The first controlled pairs (bench/pairs) against what an H200 took: speed-ups, direction, the reason named.

import { describe, expect, it } from 'vitest';
import { explanationOf, isNamed, outcomeOf, readPairs, readTimes } from '../../bench/pairs/pairs.ts';

const times = readTimes();
const { pairs } = readPairs().find(({ name }) => name === 'first')!;
const outcomes = pairs.map((pair) => outcomeOf(pair, times));

describe('the controlled pairs', () => {
  it('are many, and all measured', () => {
    expect(outcomes).toHaveLength(34);
    expect(outcomes.filter(({ measured }) => !Number.isFinite(measured))).toEqual([]);
  });

  it('have speed-ups within 15 % of the measured ones on average', () => {
    const errors = outcomes.map(({ error }) => Math.abs(error));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.15);
  });

  it('go the measured way but for one or two', () => {
    expect(outcomes.filter(({ isRightWay }) => !isRightWay).length).toBeLessThanOrEqual(2);
  });
});

describe('the reason named', () => {
  it.each([
    'padding',
    'stride',
    'constant divisor',
    'independent chains',
    'products for a power',
    'width of numbers',
    'workgroup size',
    'workgroup shape',
    'results per invocation',
    'test out of the loop',
  ])('for %s is what was changed', (name) => {
    const outcome = outcomes.find((each) => each.name === name)!;
    const explained = explanationOf(outcome);
    expect(isNamed(outcome, explained), JSON.stringify(explained)).toBe(true);
  });
});
