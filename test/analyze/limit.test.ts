// What limits a launch: the rule by hand.

import { describe, expect, it } from 'vitest';
import { limitAmong, tailShare } from '../../src/analyze/limit.ts';
import type { Estimate } from '../../src/emulate/estimate.ts';
import type { Parameter } from '../../src/profile/profile.ts';
import { describeLimit } from '../../src/report/limit-words.ts';

const estimate = (launchNs: number, imbalanceFraction = 0) =>
  ({ timeNs: 1000, launchNs, imbalanceFraction }) as Estimate;

const entry = (resource: string, parameter: Parameter, elasticity: number) => ({
  resource,
  parameter,
  elasticity,
  worseNs: 0,
  betterNs: 0,
  regions: {},
});

describe('the limit', () => {
  const entries = [entry('dram', 'gap', 0.5), entry('l2', 'latency', 0.2), entry('launch', 'latency', 0.12)];

  it('is the largest elasticity', () => {
    expect(limitAmong(entries, estimate(100), 0.01)).toEqual({
      resource: 'dram',
      kind: 'throughput',
      elasticity: 0.5,
    });
  });

  it('is launching where that takes longer, tried or not', () => {
    const launch = { resource: 'launch', kind: 'launch', elasticity: 0.7 };
    expect(limitAmong(entries.slice(0, 2), estimate(700), 0)).toEqual(launch);
    expect(limitAmong([...entries.slice(0, 2), entry('launch', 'latency', 0.7)], estimate(690), 0)).toEqual(
      launch,
    );
  });

  it('tells the overhead of a dispatch from workgroups that start slowly', () => {
    const slow = [entry('launch', 'latency', 0.6)];
    expect(limitAmong(slow, estimate(290), 0).kind).toBe('latency');
    expect(limitAmong(slow, estimate(310), 0).kind).toBe('launch');
  });

  it('is the last wave where that costs most', () => {
    const uneven = estimate(200, 0.9);
    expect(tailShare(uneven)).toBeCloseTo(0.72, 12);
    expect(limitAmong(entries, uneven, 0)).toMatchObject({ resource: 'launch', kind: 'tail' });
  });

  it('has a rival within a fifth, or within what noise makes of elasticities', () => {
    const rival = (second: number, noise: number) =>
      limitAmong([entry('dram', 'gap', 0.5), entry('l2', 'latency', second)], estimate(10), noise).rival;
    expect(rival(0.39, 0)).toBeUndefined();
    expect(rival(0.41, 0)).toEqual({ resource: 'l2', kind: 'latency', elasticity: 0.41 });
    expect(rival(0.3, 0.05)).toBeUndefined();
    expect(rival(0.3, 0.08)).toBeDefined();
  });

  it('is said in words', () => {
    const dram = { resource: 'dram', kind: 'throughput' as const, elasticity: 0.5 };
    const l2 = { resource: 'l2', kind: 'latency' as const, elasticity: 0.45 };
    expect(describeLimit(dram)).toBe('limited by dram throughput');
    expect(describeLimit({ ...dram, rival: l2 })).toBe(
      'limit undecided between dram throughput and l2 latency',
    );
    expect(describeLimit({ ...dram, elasticity: 0.1, rival: l2 })).toBe(
      'limited by no one resource; most by dram throughput',
    );
  });
});
