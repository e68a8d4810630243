// Controlled pairs that were written without a look at predictions (bench/pairs-kept) against what an H200 took.

import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { explanationOf, outcomeOf, readMeasurements, readPairs } from '../../bench/pairs/pairs.ts';

const folder = path.join(import.meta.dirname, '../../bench/pairs-kept');
const measurements = readMeasurements(folder);
const outcomes = readPairs(folder).map((pair) => outcomeOf(folder, pair, measurements));

describe('the controlled pairs kept back', () => {
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
    const [first] = explanationOf(folder, outcomes.find(({ name }) => name === 'larger tile')!);
    expect(first).toMatchObject({ resource: 'barrier', parameter: 'latency' });
    expect(first.factor).toBeLessThan(0.93);
  });
});
