// What a diagnosis costs, counted in emulated instructions, and that its numbers are whole: as the time scales with
// all costs together, elasticities add up to 1 where no cost is left out.

import { describe, expect, it } from 'vitest';
import { clockFor, isUnsteady } from '../../src/analyze/clock.ts';
import { tracingCost } from '../../src/analyze/effort.ts';
import { SCREENING_RUNS, screen } from '../../src/analyze/screening.ts';
import type { TimingInput } from '../../src/emulate/device.ts';
import { gapOf, latencyOf } from '../../src/profile/profile.ts';
import { diagnoseFile, forecastFile } from './support.ts';

const launches = [
  'bench/sets/development/matmul-q4.json',
  'bench/sets/development/softmax-row-per-workgroup.json',
  'bench/sets/development/contraction-sd1-ragged.json',
  'bench/sets/development/convolution-2d-tiled.json',
  'bench/sets/development/binary-search.json',
  'examples/mandelbrot.json',
];

describe('a diagnosis', { timeout: 60_000 }, () => {
  it.each(launches)(
    'of %s costs at most six predictions, that which it starts from included, and what the last step is dearer',
    (file) => {
      const { forecast } = forecastFile(file);
      const { timing, estimate, limitSearch } = forecast;
      const searched = limitSearch.clock.effort.warpInstructions;
      const prediction = tracingCost(timing) + estimate.warpInstructions + searched;
      const { effort } = diagnoseFile(file).diagnosis;
      // The diagnosis goes on from the prediction's search.
      expect(1 + (effort.warpInstructions - searched) / prediction).toBeLessThan(7);
      expect(effort.timings).toBeLessThanOrEqual(35);
      expect(effort.timings).toBeGreaterThan(5);
    },
  );

  it('compiles nothing that would not fit in what is left', () => {
    // A prediction of little else than compiling, of which each experiment would be nearly another.
    const { effort } = diagnoseFile('bench/sets/development/contraction-sd1-ragged.json').diagnosis;
    expect(effort.compilations).toBeLessThanOrEqual(5);
    expect(effort.warpInstructions).toBeLessThan(1.25 * effort.limit);
  });

  it('charges what it compiles', () => {
    const { effort } = diagnoseFile('bench/sets/studied/bounded-filter-inside.json').diagnosis;
    expect(effort.compilations).toBeGreaterThan(0);
    expect(effort.warpInstructions).toBeGreaterThan(
      effort.compilations *
        0.5 *
        tracingCost(forecastFile('bench/sets/studied/bounded-filter-inside.json').forecast.timing),
    );
  });

  it('leaves rows of regions whole where there was no effort left for them', () => {
    const { sensitivities } = diagnoseFile('bench/sets/development/scan-tree.json').diagnosis;
    for (const { elasticity, regions } of sensitivities) {
      const parts = Object.values(regions);
      if (parts.length > 0) expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(elasticity, 6);
    }
  });

  it.each([
    'bench/sets/development/binary-search.json',
    'bench/sets/development/histogram-global.json',
    'bench/sets/development/sgemm-naive.json',
    'bench/sets/development/mri-q.json',
    'bench/sets/studied/triad-small-workgroups.json',
  ])('of %s has elasticities that add up to 1', (file) => {
    const { sensitivities, noise } = diagnoseFile(file).diagnosis;
    // Below 0 is what a slower pipe gains by mixing warps otherwise.
    const tried = sensitivities.filter(({ elasticity }) => elasticity > 0);
    const sum = tried.reduce((all, { elasticity }) => all + elasticity, 0);
    // Where several units are full at once, each gives way to the next one before it has gained its share: in mri-q
    // the issue slots, the ports of the register banks, the special function unit and the pipes.
    const most = file.includes('mri-q') && sum < 1 ? 0.6 : 0.2;
    expect(Math.abs(sum - 1)).toBeLessThan(most + 2 * noise * Math.sqrt(tried.length));
  });
});

describe('screening', () => {
  const { forecast } = forecastFile('examples/triad.json');
  const parameters = [
    { resource: 'dram', parameter: 'gap' },
    { resource: 'l2', parameter: 'latency' },
    { resource: 'issue', parameter: 'gap' },
  ] as const;
  const of = ({ profile }: TimingInput, resource: string, parameter: 'gap' | 'latency') =>
    (parameter === 'gap' ? gapOf : latencyOf)(profile, resource);

  it('finds the exponents of a product, and noise of single runs averages out', () => {
    let run = 0;
    const timeOf = (timing: TimingInput) =>
      of(timing, 'issue', 'gap') ** 0.7 *
      of(timing, 'l2', 'latency') ** 0.2 *
      (1 + 0.01 * Math.sin(99 * run++));
    const [dram, l2, issue] = screen(forecast.timing, parameters, 0.2, timeOf);
    expect(run).toBe(SCREENING_RUNS);
    expect(Math.abs(dram)).toBeLessThan(0.03);
    expect(Math.abs(l2 - 0.2)).toBeLessThan(0.03);
    expect(Math.abs(issue - 0.7)).toBeLessThan(0.03);
  });

  it('does not mistake two parameters that act together for a third', () => {
    // Only the larger of two counts: an interaction, which the mirrored runs cancel.
    const base = of(forecast.timing, 'issue', 'gap');
    const other = of(forecast.timing, 'l2', 'latency');
    const timeOf = (timing: TimingInput) =>
      Math.max(of(timing, 'issue', 'gap') / base, of(timing, 'l2', 'latency') / other);
    const [dram, l2, issue] = screen(forecast.timing, parameters, 0.1, timeOf);
    expect(dram).toBeCloseTo(0, 9);
    expect(l2).toBeCloseTo(issue, 6);
    expect(l2 + issue).toBeCloseTo(1, 1);
  });
});

describe('the clock', () => {
  it('needs five emulations to be sure that a chain of one warp per scheduler is steady', () => {
    const { forecast } = forecastFile('bench/sets/studied/series.json');
    const clock = clockFor(forecast.timing, forecast.estimate);
    expect(isUnsteady(clock)).toBe(false);
    expect(clock.effort.timings).toBe(5);
    expect(clock.timeOf(forecast.timing)).toBe(clock.timeNs);
    expect(clock.effort.timings).toBe(6);
  });

  it('does not emulate again what the prediction did in no more than its budget', () => {
    const { forecast } = forecastFile('bench/sets/development/histogram-global.json');
    const clock = clockFor(forecast.timing, forecast.estimate);
    expect(clock.effort.timings).toBe(4);
    expect(clock.timeOf(forecast.timing)).toBe(forecast.estimate.timeNs);
  });
});
