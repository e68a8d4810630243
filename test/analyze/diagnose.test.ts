// Whole diagnoses of the examples: each names the mechanism that its kernel was written to show.

import { describe, expect, it } from 'vitest';
import { compare } from '../../src/analyze/compare.ts';
import { whatIf } from '../../src/analyze/what-if.ts';
import { diagnoseAnew, diagnoseFile, forecastFile } from './support.ts';

describe('a diagnosis', () => {
  it('of an uncoalesced transpose names the store and its stride', () => {
    const { diagnosis } = diagnoseFile('examples/transpose-naive.json', { params: { N: '2048' } });
    const cause = diagnosis.causes.find(({ kind }) => kind === 'coalescing')!;
    expect(cause.text).toContain('needs 16.0 sectors per request where 4.0 are enough');
    expect(cause.span?.startLine).toBe(10);
    const [advice] = diagnosis.advice;
    expect(advice.expectedSpeedup).toBeGreaterThan(1.2);
    expect(advice.timeNs * advice.expectedSpeedup).toBeCloseTo(diagnosis.timeNs, 3);
  });

  it('of a tiny launch names the launch', () => {
    const { diagnosis } = diagnoseFile('examples/triad.json', { params: { N: '1024' } });
    expect(diagnosis.bottleneck.kind).toBe('launch');
    expect(diagnosis.causes[0].kind).toBe('launch');
  });

  it('shares the time between regions and between lines', () => {
    const { diagnosis, observation } = diagnoseFile('examples/matmul-tiled.json', { params: { N: '1024' } });
    const sum = (values: readonly { timeFraction: number }[]) =>
      values.reduce((all, { timeFraction }) => all + timeFraction, 0);
    expect(sum(diagnosis.regions)).toBeCloseTo(1, 9);
    expect(sum(diagnosis.lines)).toBeGreaterThan(0.9);
    const [first] = diagnosis.sensitivities;
    const inRegions = Object.values(first.regions).reduce((all, each) => all + each, 0);
    // One region at a time leaves out what the regions do to each other.
    expect(Math.abs(inRegions - first.elasticity)).toBeLessThan(0.1 + diagnosis.noise);
    for (const { busy } of observation.utilization) {
      for (const share of busy) expect(share).toBeLessThanOrEqual(1);
    }
  });

  it('comes out the same again, and the prediction in it as without', () => {
    const one = diagnoseFile('examples/reduction.json').diagnosis;
    expect(diagnoseAnew('examples/reduction.json').diagnosis).toEqual(one);
    const { prediction } = forecastFile('examples/reduction.json').forecast;
    expect(one).toMatchObject({ ...prediction, bottleneck: one.bottleneck });
  });
});

describe('what if', () => {
  const { forecast } = forecastFile('examples/triad.json');
  const { timeNs } = forecast.prediction;
  const ask = (...flags: string[]) => whatIf(forecast.timing, timeNs, flags);

  it('times scenarios alone and together', () => {
    const { whatIf: results } = ask('dram.bandwidth=2x', 'launch.overhead=0.5x').value!;
    expect(results.map(({ change }) => change)).toEqual([
      'dram.bandwidth=2x',
      'launch.overhead=0.5x',
      'all together',
    ]);
    expect(results[2].timeNs).toBeLessThan(Math.min(results[0].timeNs, results[1].timeNs));
  });

  it('sweeps from end to end, by equal factors', () => {
    const { sweeps } = ask('dram.bandwidth=0.5x..2x').value!;
    const [{ points }] = sweeps as [(typeof sweeps)[number]];
    expect(points.map(({ value }) => value).filter((_, index) => index % 4 === 0)).toEqual([
      '0.5x',
      '1x',
      '2x',
    ]);
    expect(points[4].timeNs).toBeCloseTo(timeNs, 3);
    expect(points[0].timeNs).toBeGreaterThan(points[8].timeNs);
  });

  it('says by what factor, and counts in whole numbers', () => {
    const { sweeps } = ask('dram.bandwidth=0.5x..2x', 'limits.warpsPerSm=8..16').value!;
    expect(sweeps[0].points.map(({ factor }) => factor).filter((_, index) => index % 4 === 0)).toEqual([
      0.5, 1, 2,
    ]);
    const counts = sweeps[1].points.map(({ value }) => value);
    expect(counts).toEqual(['8', '9', '10', '11', '12', '13', '15', '16']);
  });

  it.each([
    ['l2.latency=1x..2x,clock=2x', 'a sweep stands alone'],
    ['dram.latency=2TB/s', 'does not fit'],
    ['nothing.latency=2x', 'names nothing in the profile'],
    ['l2.latency=2x..1x', 'from a number above 0 to a larger one'],
    ['limits.subgroupSize=16', 'traces hold for this subgroup size'],
  ])('refuses %s', (flag, message) => {
    const outcome = ask(flag);
    expect(outcome.value).toBeUndefined();
    expect(outcome.diagnostics.map((each) => each.message).join()).toContain(message);
  });
});

describe('a comparison', () => {
  it('explains the whole difference', () => {
    const at = (file: string) => forecastFile(file, { params: { N: '1024' } }).forecast.prediction;
    const [naive, tiled] = [at('examples/matmul-naive.json'), at('examples/matmul-tiled.json')];
    const { parts } = compare(tiled, naive);
    const difference = parts.reduce((sum, { timeNs, otherNs }) => sum + otherNs - timeNs, 0);
    expect(difference).toBeCloseTo(naive.timeNs - tiled.timeNs, 3);
    expect(parts[0].reason).toBe('l1 busy');
  });
});
