// The second controlled pairs (bench/pairs), written without a look at predictions, against what an H200 took.

import { describe, expect, it } from 'vitest';
import { explanationOf, outcomeOf, readPairs, readTimes } from '../../bench/pairs/pairs.ts';

const times = readTimes();
const { pairs } = readPairs().find(({ name }) => name === 'second')!;
const outcomes = pairs.map((pair) => outcomeOf(pair, times));

describe('the second controlled pairs', () => {
  it('are all measured', () => {
    expect(outcomes).toHaveLength(24);
    expect(outcomes.filter(({ measured }) => !Number.isFinite(measured))).toEqual([]);
  });

  it('have speed-ups within 17 % of the measured ones on average, as at first', () => {
    const errors = outcomes.map(({ error }) => Math.abs(error));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.171);
  });

  it('go the measured way but for two', () => {
    expect(outcomes.filter(({ isRightWay }) => !isRightWay).length).toBeLessThanOrEqual(2);
  });

  it('name barriers where seven warps of eight wait at them for the one that loads', () => {
    const named = explanationOf(outcomes.find(({ name }) => name === 'larger tile')!).slice(0, 2);
    const barrier = named.find(
      ({ resource, parameter }) => resource === 'barrier' && parameter === 'latency',
    );
    expect(barrier?.factor).toBeLessThan(0.93);
  });
});
