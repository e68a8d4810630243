// The reasoning as a person reads it: golden logs of searches over the toy machine.

import { describe, expect, it } from 'vitest';
import { styleFor } from '../../src/report/layout.ts';
import { searchDocument } from '../../src/report/search-json.ts';
import { searchText, stepText } from '../../src/report/search-text.ts';
import { type Algorithm, type SearchResult, search } from '../../src/search/search.ts';
import { Random } from '../../src/space/random.ts';
import { type Toy, toyProblem } from './toy.ts';

const LATENCY: Toy = {
  shared: { x: 0, y: 0 },
  requests: 100_000,
  arithmetic: 10,
  latency: 4,
  registers: { base: 8, perJoined: 2 },
};
const THROUGHPUT: Toy = {
  shared: { x: 0.2, y: 0.8 },
  requests: 100_000,
  arithmetic: 10,
  latency: 0.3,
  registers: { base: 16, perJoined: 16 },
};

async function searched(toy: Toy, algorithm: Algorithm, budget = 60) {
  const problem = toyProblem(toy);
  const { result } = await search(problem, {
    algorithm,
    budget,
    isTimeUp: () => false,
    random: new Random(1),
  });
  return { space: problem.space, result: result! };
}

async function log(toy: Toy, algorithm: Algorithm, budget?: number): Promise<string> {
  const { space, result } = await searched(toy, algorithm, budget);
  return result.steps.map((step) => stepText(space, step)).join('\n');
}

describe('the reasoning', () => {
  it('of latency', async () => {
    expect(await log(LATENCY, 'saake')).toMatchInlineSnapshot(`
      "memory latency 1.00: x 2 keeps it busy 0.250 → 0.500, 4 times would fill it → x 1 → 4
        100 µs at occupancy 100 %: the best at this occupancy so far
      stop: nothing that fits needs fewer transactions"
    `);
  });

  it('of throughput', async () => {
    expect(await log(THROUGHPUT, 'saake')).toMatchInlineSnapshot(`
      "memory throughput 1.00: occupancy 100 % → 25 % can be spared, then memory latency limits (128 registers) → x 1 → 4, y 1 → 4: 2.94 times fewer memory transactions expected of 8 that fit
        34.0 µs at occupancy 12 %: the best at this occupancy so far
      memory throughput 1.00: occupancy 12 % → 1 % can be spared, then memory latency limits (2176 registers) → x 4 → 16, y 4 → 16: 1.67 times fewer memory transactions expected of 8 that fit
        20.3 µs at occupancy <1 %: the best at this occupancy so far
      stop: nothing that fits needs fewer transactions"
    `);
  });

  it('of what came after', () => {
    const { space } = toyProblem(LATENCY);
    const found = { from: [0, 0], to: [2, 1], fromNs: 12_000, timeNs: 8000, evaluations: 17 };
    expect(stepText(space, { kind: 'improvement', ...found })).toBe(
      'after 17 evaluations: 12.0 µs → 8.00 µs with x 1 → 4, y 1 → 2',
    );
  });
});

describe('the report', () => {
  it('begins with the answer and fits a terminal', async () => {
    const found = await searched(THROUGHPUT, 'full');
    const text = searchText(
      { name: 'toy', profile: 'machine', requiredLimits: {}, ...found },
      styleFor(false),
    );
    const lines = text.split('\n');
    const { base, best } = found.result;
    const gain = (base!.cost.timeNs / best.cost.timeNs).toPrecision(3);
    const effort = lines.indexOf(
      '25 kernels evaluated for 25 configurations; that is all of them. Nothing was run.',
    );
    expect(effort).toBeGreaterThan(0);
    expect(lines[0]).toContain('toy on machine: ');
    expect(lines.slice(0, effort).join(' ')).toContain(
      `${gain} times as fast as it is by prediction; expect `,
    );
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(100);
    expect(text).toMatch(/^as it is +100 µs/m);
  });

  it('says why the quickest is not chosen', async () => {
    const { space, result } = await searched(THROUGHPUT, 'full');
    const [quickest] = result.ranking;
    const textWith = (occupancyFraction: number) => {
      const cost = { ...quickest.cost, timeNs: quickest.cost.timeNs * 1.02, occupancyFraction };
      const changed: SearchResult = { ...result, best: { ...quickest, cost } };
      return searchText(
        { name: 'toy', profile: 'machine', requiredLimits: {}, space, result: changed },
        styleFor(false),
      );
    };
    const same = textWith(quickest.cost.occupancyFraction);
    expect(same).toMatch(/chosen: 2 % slower than the quickest/);
    expect(same).not.toContain('instead of');
    expect(textWith(1)).toMatch(/at\s+occupancy\s+100\s%\s+instead\s+of/);
  });

  it('has all of it for programs', async () => {
    const { space, result } = await searched(LATENCY, 'saake');
    const document = JSON.parse(
      JSON.stringify(searchDocument({ name: 'toy', profile: 'machine', requiredLimits: {}, space, result })),
    );
    expect(document).toMatchObject({
      schema: 'kernelcast/search@1',
      algorithm: 'saake',
      best: { configuration: { x: 4, y: 1 } },
      base: { configuration: { x: 1, y: 1 } },
      speedup: 4,
      end: 'rule',
      refused: [],
    });
    expect(document.steps.map((step: { kind: string }) => step.kind)).toEqual(['latency', 'arrival', 'stop']);
    expect(document.ranking.length).toBe(result.evaluations);
  });
});
