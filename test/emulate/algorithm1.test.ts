// Golden values were derived by hand from Algorithm 1 of the PLDI 2018 paper, its figure 5 and section 3.2.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AbstractInstruction, emulateAbstract } from '../../src/emulate/algorithm1.ts';
import { centralDifference } from '../../src/emulate/sensitivity.ts';

/** `warps` warps whose `parallel` instructions per phase each depend on the same one of the phase before. */
function phases(warps: number, parallel: number, count: number): AbstractInstruction[][] {
  return Array.from({ length: warps }, () =>
    Array.from({ length: count * parallel }, (_, index) => ({
      resource: 'unit',
      predecessors: index < parallel ? [] : [index - parallel],
    })),
  );
}

function simulatedCycles(latency: number, gap: number, concurrency: number, count: number): number {
  return emulateAbstract(phases(concurrency, 1, count), {
    unit: { latencyCycles: latency, gapCycles: gap },
  }).cycles;
}

/** Section 3.2. */
function formula(latency: number, gap: number, concurrency: number, count: number): number {
  return latency > concurrency * gap
    ? latency * count + (concurrency - 1) * gap
    : latency + (concurrency * count - 1) * gap;
}

describe('figure 5', () => {
  // S1: load; S2: multiply; S3 needs S2; S4 needs S3; S5: load through the result of S1.
  const warp: AbstractInstruction[] = [
    { resource: 'GM', predecessors: [] },
    { resource: 'FU', predecessors: [] },
    { resource: 'FU', predecessors: [1] },
    { resource: 'FU', predecessors: [2] },
    { resource: 'GM', predecessors: [0] },
  ];
  const result = emulateAbstract([warp, warp, warp], {
    GM: { latencyCycles: 500, gapCycles: 100 },
    FU: { latencyCycles: 100, gapCycles: 20 },
  });

  it('issues as Algorithm 1 does', () => {
    expect(result.issueCycle).toEqual([
      [0, 1, 101, 201, 500],
      [2, 3, 121, 221, 600],
      [4, 5, 141, 241, 700],
    ]);
  });

  it('finishes as the figure says', () => {
    // GM admits at 0, 100, 200, then 500, 600, 700; FU at 1, 21, 41, 101, 121, 141, 201, 221, 241.
    expect(result.finishCycle).toEqual([
      [500, 101, 201, 301, 1000],
      [600, 121, 221, 321, 1100],
      [700, 141, 241, 341, 1200],
    ]);
    expect(result.cycles).toBe(1200);
  });

  it('counts the cycles in which a resource was active', () => {
    // GM: requests at 0, 2, 4, 500, 600, 700: [0, 504) and [500, 1200) → 1200 cycles.
    // FU: 1, 3, 5, 101, 121, 141, 201, 221, 241 → [1, 341) → 340 cycles.
    expect(result.utilization).toEqual({ GM: 1200, FU: 340 });
  });
});

describe('the formulas of section 3.2', () => {
  it.each([
    [500, 100, 3, 4, 500 * 4 + 2 * 100],
    [100, 20, 4, 10, 100 * 10 + 3 * 20],
    [100, 20, 5, 10, 100 + 49 * 20],
    [100, 20, 8, 10, 100 + 79 * 20],
    [4, 1, 1, 100, 400],
    [4, 1, 16, 100, 4 + 1599],
    [17, 8, 2, 7, 17 * 7 + 8],
    [17, 8, 3, 7, 17 + 20 * 8],
  ])('L=%i G=%i C=%i P=%i takes %i cycles', (latency, gap, concurrency, count, cycles) => {
    expect(formula(latency, gap, concurrency, count)).toBe(cycles);
    expect(simulatedCycles(latency, gap, concurrency, count)).toBe(cycles);
  });

  it('hold for any latency, gap, concurrency and number of phases', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        (latency, gap, concurrency, count) => {
          expect(simulatedCycles(latency, gap, concurrency, count)).toBe(
            formula(latency, gap, concurrency, count),
          );
        },
      ),
    );
  });

  it('do not care whether concurrency comes from warps or from independent instructions', () => {
    for (const [warps, parallel] of [
      [1, 6],
      [2, 3],
      [6, 1],
    ]) {
      for (const latency of [10, 100]) {
        const result = emulateAbstract(phases(warps, parallel, 9), {
          unit: { latencyCycles: latency, gapCycles: 5 },
        });
        expect(result.cycles).toBe(formula(latency, 5, 6, 9));
      }
    }
  });
});

describe('the elasticities of section 3.3', () => {
  it.each([
    [500, 10, 8, 20],
    [400, 50, 4, 10],
    [100, 20, 16, 20],
    [40, 30, 10, 30],
  ])('L=%i G=%i C=%i P=%i', (latency, gap, concurrency, count) => {
    const elasticity = (timeWith: (factor: number) => number) =>
      centralDifference(timeWith(1.01), timeWith(0.99), 0.01);
    const byLatency = elasticity((factor) => formula(latency * factor, gap, concurrency, count));
    const byGap = elasticity((factor) => formula(latency, gap * factor, concurrency, count));
    const [latencyPart, gapPart] =
      latency > concurrency * gap
        ? [latency * count, (concurrency - 1) * gap]
        : [latency, (concurrency * count - 1) * gap];
    expect(byLatency).toBeCloseTo(1 / (1 + gapPart / latencyPart), 6);
    expect(byGap).toBeCloseTo(1 / (1 + latencyPart / gapPart), 6);
  });
});
