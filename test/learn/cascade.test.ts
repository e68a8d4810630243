import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { helps, stopOf, trainCascade } from '../../src/learn/cascade.ts';
import { probability, trainNetwork } from '../../src/learn/neural-network.ts';
import { componentsOf, principalComponents } from '../../src/learn/principal-components.ts';
import { Random } from '../../src/space/random.ts';

const drawn = (seed: number) => {
  const random = new Random(seed);
  return () => random.next();
};

describe('principal components', () => {
  it('find the one direction of columns that say the same, and leave out what does not vary', () => {
    const table = [1, 2, 3, 4].map((x) => [x, 10 * x, 7]);
    const components = principalComponents(table, 0.95);
    expect(components.shares).toEqual([expect.closeTo(1, 9)]);
    const weights = components.directions[0].map(Math.abs);
    expect(weights[0]).toBeCloseTo(Math.SQRT1_2, 9);
    expect(weights[1]).toBeCloseTo(Math.SQRT1_2, 9);
    expect(weights[2]).toBeCloseTo(0, 9);
  });

  it('keep distances between scaled rows where all are kept, whatever the table', () => {
    const cell = fc.integer({ min: -50, max: 50 });
    const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(rows, (table) => {
        const components = principalComponents(table, 1);
        const { means, deviations } = components;
        const scaled = table.map((row) => row.map((value, i) => (value - means[i]) / deviations[i]));
        const turned = table.map((row) => componentsOf(components, row));
        const length = (row: readonly number[]) => row.reduce((sum, value) => sum + value * value, 0);
        for (const [i, row] of scaled.entries()) expect(length(turned[i])).toBeCloseTo(length(row), 6);
      }),
    );
  });
});

describe('the network', () => {
  it('learns what no single line divides', () => {
    const table = [
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ]; // prettier-ignore
    const answers = [false, true, true, false];
    const options = { hiddenUnits: 4, rounds: 300, decay: 1e-4, random: drawn(1) };
    const network = trainNetwork(table, answers, options);
    expect(table.map((row) => probability(network, row) > 0.5)).toEqual(answers);
  });

  it('is the same for the same seed, and refuses rows without answers', () => {
    const options = { hiddenUnits: 2, rounds: 20, decay: 0.01 };
    const train = () => trainNetwork([[0], [1]], [true, false], { ...options, random: drawn(3) });
    expect(train()).toEqual(train());
    expect(() => trainNetwork([[0]], [], { ...options, random: drawn(3) })).toThrow(RangeError);
  });
});

describe('a cascade', () => {
  /** Versions whose work halves with each step as long as there is any to share, then only grows. */
  const ladder = (shared: number) => {
    const features = [0, 1, 2, 3].map((step) => [100 + 10 * step, Math.max(0, shared - step), 5]);
    const costs = [0, 1, 2, 3].map((step) => 2 ** Math.abs(step - shared));
    return { features, costs };
  };
  const options = {
    hiddenUnits: 3,
    rounds: 200,
    decay: 1e-3,
    share: 0.95,
    isLogarithmic: true,
    networks: 3,
    random: drawn(0),
  };
  const cascade = trainCascade([0, 1, 2, 3].map(ladder), options);

  it('goes on as long as it helps', () => {
    expect([0, 1, 2, 3].map((shared) => stopOf(cascade, ladder(shared).features))).toEqual([0, 1, 2, 3]);
  });

  it('says how sure it is', () => {
    const { features } = ladder(1);
    expect(helps(cascade, features[0], features[1])).toBeGreaterThan(0.8);
    expect(helps(cascade, features[1], features[2])).toBeLessThan(0.2);
  });
});
