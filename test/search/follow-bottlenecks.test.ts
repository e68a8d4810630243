import { describe, expect, it } from 'vitest';
import type { Cost, Evaluator } from '../../src/search/cost.ts';
import { followBottlenecks } from '../../src/search/follow-bottlenecks.ts';
import { Ledger } from '../../src/search/ledger.ts';
import { Points } from '../../src/space/points.ts';
import { parameterOf } from '../../src/space/space.ts';
import { type Toy, toyProblem } from './toy.ts';

const unlimited = { budget: 1000, isTimeUp: () => false };

const run = async (toy: Toy, changes?: Parameters<typeof toyProblem>[1], limits = unlimited) => {
  const problem = toyProblem(toy, changes);
  const ledger = new Ledger(problem.evaluator, limits);
  return { problem, ledger, path: await followBottlenecks(problem, ledger) };
};

interface Row {
  readonly timeNs: number;
  readonly occupancyFraction: number;
  /** Whose latency bounds. */
  readonly resource: string;
  readonly utilization: Readonly<Record<string, number>>;
}

/** A space of one parameter, doubled from row to row. */
async function runTable(rows: readonly Row[]) {
  const space = {
    parameters: [
      parameterOf(
        'x',
        rows.map((_, i) => 2 ** i),
      ),
    ],
    constraints: [],
  };
  const costs = rows.map((row): Cost => {
    const { timeNs, occupancyFraction, resource } = row;
    const resources = Object.entries(row.utilization).map(([name, utilization]) => {
      return { name, utilization, transactions: 1 };
    });
    const bottleneck = { resource, kind: 'latency', elasticity: 1 } as const;
    return { timeNs, occupancyFraction, bottleneck, resources, registersPerThread: 32, invocations: 1 };
  });
  const evaluator: Evaluator = {
    evaluate: async (points) => points.map(([x]) => ({ cost: costs[x] })),
    spareOccupancy: async () => undefined,
    mostRegisters: () => 255,
  };
  const ledger = new Ledger(evaluator, unlimited);
  return await followBottlenecks({ space, points: new Points(space), base: [0], evaluator }, ledger);
}

const BASE: Toy = {
  shared: { x: 0, y: 0 },
  requests: 1000,
  arithmetic: 10,
  latency: 0.1,
  registers: { base: 16, perJoined: 4 },
};

describe('the printed search', () => {
  it('fills what bounds by its latency, along the direction that fills it most, by the distance that does', async () => {
    // Four joined threads hide the latency; y saves no traffic while x saves half of it, and so fills less.
    const toy = { ...BASE, latency: 4, shared: { x: 0, y: 0 }, registers: { base: 8, perJoined: 2 } };
    const { path } = await run(toy);
    expect(path.steps[0]).toMatchObject({
      kind: 'latency',
      bottleneck: { resource: 'memory', kind: 'latency' },
      utilization: 0.25,
      unitUtilization: 0.5,
      wantedFactor: 4,
      to: [2, 0],
    });
    expect(path.steps[1]).toMatchObject({ kind: 'arrival', at: [2, 0], isBest: true, timeNs: 1000 });
    // There, throughput bounds, and nothing saves transactions.
    expect(path.steps[2]).toMatchObject({ kind: 'stop', reason: 'nothing-saves-transactions' });
    expect(path.result).toEqual([2, 0]);
  });

  it('saves transactions of what bounds by its throughput, as far as spare occupancy goes', async () => {
    const toy = { ...BASE, shared: { x: 0.2, y: 0.8 }, latency: 0.3, registers: { base: 16, perJoined: 16 } };
    const { path, problem, ledger } = await run(toy);
    const [step] = path.steps;
    // Occupancy may fall from 1 to 4/16, where latency would bound: 128 registers for each thread.
    expect(step).toMatchObject({
      kind: 'throughput',
      bottleneck: { resource: 'memory', kind: 'throughput' },
      spare: { occupancyFraction: 0.25, bottleneck: { kind: 'latency' } },
      mostRegisters: 128,
      resource: 'memory',
    });
    // By linear extrapolation, 32 + 48 + 48 registers at four times x and y; 0.85 · 0.4 of the transactions.
    expect(step).toMatchObject({ to: [2, 2], expectedRatio: expect.closeTo(0.34) });
    expect(ledger.costOf(path.result!)!.timeNs).toBeLessThan(ledger.costOf(problem.base)!.timeNs / 2);
  });

  it('stops when the best at a lower occupancy is no better than the best before', async () => {
    // Occupancy falls twice; at the first fall the time grows, so the second one ends the search.
    const path = await runTable([
      { timeNs: 100, occupancyFraction: 1, resource: 'a', utilization: { a: 0.5, b: 0.1 } },
      { timeNs: 120, occupancyFraction: 0.5, resource: 'b', utilization: { a: 1, b: 0.5 } },
      { timeNs: 90, occupancyFraction: 0.25, resource: 'a', utilization: { a: 1, b: 1 } },
    ]);
    expect(path.steps.map(({ kind }) => kind)).toEqual(['latency', 'arrival', 'latency', 'arrival', 'stop']);
    expect(path.steps.at(-1)).toMatchObject({ at: [2], reason: 'worse-at-lower-occupancy' });
    expect(path.result).toEqual([0]);
  });

  it('goes on while lower occupancy pays', async () => {
    const path = await runTable([
      { timeNs: 100, occupancyFraction: 1, resource: 'a', utilization: { a: 0.5, b: 0.1 } },
      { timeNs: 80, occupancyFraction: 0.5, resource: 'b', utilization: { a: 1, b: 0.5 } },
      { timeNs: 90, occupancyFraction: 0.25, resource: 'a', utilization: { a: 0.5, b: 1 } },
      { timeNs: 70, occupancyFraction: 0.1, resource: 'a', utilization: { a: 1, b: 1 } },
    ]);
    // 90 at a quarter ends it at the next fall: 70 is not waited for, as printed.
    expect(path.steps.at(-1)).toMatchObject({ at: [3], reason: 'worse-at-lower-occupancy' });
    expect(path.result).toEqual([1]);
  });

  it('passes over a refused configuration', async () => {
    const toy = { ...BASE, latency: 4, registers: { base: 8, perJoined: 2 } };
    const { path } = await run(toy, { refuses: ([x]) => (x === 2 ? 'no such kernel' : undefined) });
    const to = path.steps.flatMap((step) => (step.kind === 'latency' ? [step.to] : []));
    expect(to.slice(0, 2)).toEqual([
      [2, 0],
      [3, 0],
    ]);
  });

  it('says so when the base itself is refused', async () => {
    const { path } = await run(BASE, { refuses: () => 'no' });
    expect(path).toEqual({ steps: [{ kind: 'stop', at: [0, 0], reason: 'refused' }] });
  });

  it('returns what it has when the budget ends', async () => {
    const { path, ledger } = await run({ ...BASE, latency: 4 }, {}, { ...unlimited, budget: 1 });
    expect(ledger.evaluations).toBe(1);
    expect(path.result).toEqual([0, 0]);
    expect(path.steps.at(-1)).toMatchObject({ kind: 'stop', reason: 'budget' });
  });
});
