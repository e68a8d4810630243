import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evaluator } from '../../src/search/cost.ts';
import { type Algorithm, search } from '../../src/search/search.ts';
import { Points } from '../../src/space/points.ts';
import { Random } from '../../src/space/random.ts';
import { keyOf, type Point, parameterOf } from '../../src/space/space.ts';
import { costOf, POWERS, type Toy, toyProblem } from './toy.ts';

const TOY: Toy = {
  shared: { x: 0.3, y: 0.9 },
  requests: 1000,
  arithmetic: 150,
  latency: 0.5,
  registers: { base: 20, perJoined: 6 },
};

const options = (changes: object = {}) => ({
  algorithm: 'full' as Algorithm,
  budget: 60,
  isTimeUp: () => false,
  random: new Random(1),
  ...changes,
});

const fastest = (toy: Toy) => Math.min(...POWERS.flatMap((x) => POWERS.map((y) => costOf(toy, x, y).timeNs)));

const toys = fc.record({
  shared: fc.record({
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    y: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  requests: fc.integer({ min: 1, max: 5000 }),
  arithmetic: fc.integer({ min: 1, max: 5000 }),
  latency: fc.double({ min: 0.01, max: 20, noNaN: true }),
  registers: fc.record({ base: fc.integer({ min: 8, max: 64 }), perJoined: fc.integer({ min: 1, max: 64 }) }),
});

/** A space of a million points, all of them kernels of one cost. */
function wideProblem(verdict: (evaluated: number) => object) {
  const values = Array.from({ length: 100 }, (_, i) => i + 1);
  const space = { parameters: ['A', 'B', 'C'].map((name) => parameterOf(name, values)), constraints: [] };
  const asked: Point[] = [];
  const evaluator: Evaluator = {
    evaluate: async (points) =>
      points.map((point) => ({ cost: costOf(TOY, 1, 1), ...verdict(asked.push(point)) })),
    mostRegisters: () => 256,
    spareOccupancy: async () => undefined,
  };
  return { space, points: new Points(space), base: [0, 0, 0], evaluator, asked };
}

describe('what a search expects', () => {
  const keysAfter = async (problem: Parameters<typeof search>[0] & { evaluator: Evaluator }) => {
    const [expected, asked] = [new Set<string>(), new Set<string>()];
    const sizes: number[] = [];
    const { evaluator } = problem;
    const evaluate = evaluator.evaluate.bind(evaluator);
    evaluator.evaluate = (points) => {
      for (const point of points) asked.add(keyOf(point));
      return evaluate(points);
    };
    evaluator.expect = (points) => {
      for (const point of points) expected.add(keyOf(point));
      sizes.push(expected.size);
    };
    await search(problem, options());
    return { expected, asked, sizes };
  };

  it('is a small space', async () => {
    const { expected, asked } = await keysAfter(toyProblem(TOY));
    expect(expected).toEqual(asked);
  });

  it('is half of what it spreads over a large one, and the rest once bottlenecks were followed', async () => {
    const { expected, asked, sizes } = await keysAfter(wideProblem(() => ({})));
    expect(sizes).toEqual([10, 16]);
    expect(asked).toEqual(new Set([...asked, ...expected]));
  });
});

describe('limits of a search', () => {
  it('end it soon where all configurations are the same kernel', async () => {
    const problem = wideProblem((evaluated) => ({ isRepeated: evaluated > 1 }));
    const { result } = await search(problem, options());
    expect(result).toMatchObject({ end: 'budget', evaluations: 1, points: 1e6 });
    expect(problem.asked.length).toBeLessThan(5 * 60);
  });

  it('end it where it stands, without another look at what is left', async () => {
    for (const algorithm of ['saake', 'full'] as const) {
      const problem = wideProblem(() => ({}));
      const { result } = await search(
        problem,
        options({ algorithm, isTimeUp: () => problem.asked.length >= 9 }),
      );
      expect(result!.end).toBe(algorithm === 'full' ? 'time' : 'rule');
      expect(problem.asked.length).toBeLessThan(20);
      expect(result!.steps.length).toBeLessThan(20);
    }
  });

  it('end it at the first verdict that came too late, which is no refusal', async () => {
    const problem = wideProblem((evaluated) => (evaluated > 9 ? { cost: undefined } : {}));
    const { result } = await search(problem, options());
    expect(result).toMatchObject({ end: 'time', evaluations: 9, refused: [] });
    const none = wideProblem(() => ({ cost: undefined }));
    expect(await search(none, options())).toEqual({ refused: [] });
    expect(none.asked).toHaveLength(1);
  });
});

describe('a search', () => {
  it('evaluates a space within the budget whole, each point once', async () => {
    const problem = toyProblem(TOY);
    const { result } = await search(problem, options());
    expect(result).toMatchObject({ end: 'whole', points: 25, evaluations: 25 });
    expect(new Set(problem.evaluator.asked.map(keyOf)).size).toBe(25);
    expect(problem.evaluator.asked.length).toBe(25);
    expect(result!.best.cost.timeNs).toBeLessThanOrEqual(1.03 * fastest(TOY));
    expect(result!.ranking[0].cost.timeNs).toBe(fastest(TOY));
    const times = result!.ranking.map(({ cost }) => cost.timeNs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('prefers, of configurations that are as quick, the one with the highest occupancy', async () => {
    // Arithmetic bounds at 1000 whatever is joined; registers cost occupancy.
    const toy = { ...TOY, arithmetic: 1000, requests: 400, latency: 0.01 };
    const { result } = await search(toyProblem(toy), options());
    expect(result!.best).toMatchObject({ point: [0, 0], cost: { timeNs: 1000, occupancyFraction: 1 } });
    // Where nothing gains, the launch stays as it is, whatever is known besides.
    const flat = { ...toy, registers: { base: 16, perJoined: 0 } };
    const doubtOf = ([x, y]: Point) => Math.abs(x - 2) + Math.abs(y - 3);
    const { result: known } = await search({ ...toyProblem(flat), doubtOf }, options());
    expect(known!.best.point).toEqual([0, 0]);
    expect(known!.expectedGain).toBeUndefined();
    // Five per cent are within the error, too, though the quickest is known.
    const slow = { ...toy, arithmetic: 380, requests: 400, shared: { x: 0, y: 0.2 } };
    const { result: found } = await search(toyProblem(slow), options());
    expect([found!.best.cost.timeNs, found!.ranking[0].cost.timeNs]).toEqual([400, 380]);
  });

  it('keeps to its budget and comes close to the best with half of the space', async () => {
    await fc.assert(
      fc.asyncProperty(toys, async (toy) => {
        const problem = toyProblem(toy);
        const { result } = await search(problem, options({ budget: 13 }));
        expect(problem.evaluator.asked.length).toBe(13);
        expect(result!.best.cost.timeNs).toBeLessThanOrEqual(1.35 * fastest(toy));
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it('returns with the printed algorithm what the print returns, and nothing worse than the base', async () => {
    await fc.assert(
      fc.asyncProperty(toys, async (toy) => {
        const problem = toyProblem(toy);
        const { result } = await search(problem, options({ algorithm: 'saake' }));
        expect(result!.best.cost.timeNs).toBeLessThanOrEqual(result!.base!.cost.timeNs);
        expect(result!.steps.some(({ kind }) => kind === 'improvement')).toBe(false);
        expect(result!.steps.at(-1)!.kind).toBe('stop');
      }),
      { numRuns: 60, seed: 8 },
    );
  });

  it('never proposes an invalid point', async () => {
    const rules = fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(toys, rules, async (toy, excluded) => {
        const isExcluded = (values: readonly unknown[]) =>
          excluded.some(([x, y]) => (x > 0 || y > 0) && values[0] === POWERS[x] && values[1] === POWERS[y]);
        const constraint = {
          text: '',
          parameters: [0, 1],
          holds: (values: readonly unknown[]) => !isExcluded(values),
        };
        const problem = toyProblem(toy, { constraints: [constraint] });
        // The evaluator throws for what is invalid.
        const { result } = await search(problem, options());
        expect(result!.evaluations).toBe(problem.points.count);
      }),
      { numRuns: 60, seed: 9 },
    );
  });

  it('gives the same result for the same seed', async () => {
    const run = async (seed: number) =>
      JSON.stringify(await search(toyProblem(TOY), options({ budget: 14, random: new Random(seed) })));
    expect(await run(3)).toBe(await run(3));
  });

  it('counts refused configurations and the same kernel under two names apart', async () => {
    const refuses = ([x]: Point) => (x === 4 ? 'too many registers' : undefined);
    const problem = toyProblem(TOY, { refuses });
    const { result } = await search(problem, options());
    expect(result).toMatchObject({ evaluations: 20, end: 'whole' });
    expect(result!.refused).toContainEqual({ point: [4, 0], reason: 'too many registers' });
    expect(result!.refused.length).toBe(5);
  });

  it('ends in time', async () => {
    let asked = 0;
    const problem = toyProblem(TOY);
    const { result } = await search(problem, options({ isTimeUp: () => asked++ > 20 }));
    expect(result!.end).toBe('time');
    expect(result!.evaluations).toBeLessThan(25);
    const { result: atOnce } = await search(toyProblem(TOY), options({ isTimeUp: () => true }));
    expect(atOnce).toMatchObject({ end: 'time', evaluations: 1, best: { point: [0, 0] } });
  });

  it('says why when every configuration is refused', async () => {
    const { result, refused } = await search(toyProblem(TOY, { refuses: () => 'no' }), options());
    expect(result).toBeUndefined();
    expect(refused.length).toBe(25);
  });
});
