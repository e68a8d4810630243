import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adaptTo } from '../../src/adapt/adaptation.ts';
import { chosen, learnChoice } from '../../src/adapt/choice.ts';
import { bestSet, fewestSet, lossesOf, lossOfSet, REFUSED } from '../../src/adapt/choose-variants.ts';
import { featuresOf, limitBetween, quantityOf } from '../../src/adapt/features.ts';
import { adapt, climb } from '../../src/adapt/g-adapt.ts';
import type { InputSpace } from '../../src/adapt/input-space.ts';
import {
  gAdapt,
  leaveOneOut,
  nearestInput,
  type Sized,
  sharesOf,
  singleBest,
  variantsAndTree,
} from '../../src/adapt/leave-one-out.ts';
import { survey } from '../../src/adapt/survey.ts';
import { Points } from '../../src/space/points.ts';
import { Random } from '../../src/space/random.ts';
import { type Configuration, parameterOf } from '../../src/space/space.ts';

const space: InputSpace = [
  { name: 'M', values: [16, 32, 64, 128, 256, 512, 1024], isDense: false },
  { name: 'N', values: [16, 32, 64, 128, 256, 512, 1024], isDense: false },
];
const inputs = space[0].values.flatMap((m) => space[1].values.map((n) => [m, n]));

describe('the few that lose least together', () => {
  const losses = fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 7 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(fc.nat(40), { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    );

  it('are the best of all sets', () => {
    fc.assert(
      fc.property(losses, fc.integer({ min: 1, max: 4 }), (matrix, size) => {
        const all = [...matrix[0].keys()];
        let least = Number.POSITIVE_INFINITY;
        for (let bits = 1; bits < 1 << all.length; bits++) {
          const set = all.filter((each) => bits & (1 << each));
          if (set.length <= size) least = Math.min(least, lossOfSet(matrix, set));
        }
        expect(lossOfSet(matrix, bestSet(matrix, size))).toBeCloseTo(least, 9);
      }),
    );
  });

  it('are no worse than any exchange of one, where there are too many sets to try', () => {
    const random = new Random(3);
    const matrix = Array.from({ length: 12 }, () => Array.from({ length: 60 }, () => random.next()));
    const set = bestSet(matrix, 5);
    const loss = lossOfSet(matrix, set);
    for (const place of set.keys())
      for (let other = 0; other < 60; other++)
        expect(lossOfSet(matrix, set.with(place, other))).toBeGreaterThanOrEqual(loss - 1e-9);
  });

  it('are as few as do as well', () => {
    const matrix = [
      [0, 1, 1],
      [1, 0, 0.999],
      [1, 0.001, 0],
    ];
    expect(fewestSet(matrix, 3, 0.005)).toEqual([0, 1]);
    expect(fewestSet(matrix, 3, 0)).toEqual([0, 1, 2]);
  });

  it('count what cannot be run as worse than anything', () => {
    expect(lossesOf([[10, undefined, 20]])).toEqual([[0, REFUSED, Math.log(2)]]);
  });
});

describe('the rule', () => {
  it('tells shapes apart by their ratio', () => {
    const losses = inputs.map(([m, n]) => (m > 2 * n ? [0, 1] : [1, 0]));
    const choice = learnChoice(
      space,
      featuresOf(space),
      inputs.map((input) => ({ input })),
      losses,
    );
    expect(choice).toMatchObject({
      feature: { kind: 'ratio', of: 'M', to: 'N' },
      low: { variant: 1 },
      high: { variant: 0 },
    });
    for (const input of inputs)
      expect(chosen(choice, space, { input })).toBe(input[0] > 2 * input[1] ? 0 : 1);
  });

  it('tells devices apart by their facts', () => {
    const devices = [10, 100].map((multiprocessors) => ({
      multiprocessors,
      threads: 2048 * multiprocessors,
      dramBytesPerSecond: 1e12,
      l2Bytes: 2 ** 20,
    }));
    const situations = inputs.flatMap((input) => devices.map((device) => ({ input, device })));
    const losses = situations.map(({ device }) => (device === devices[0] ? [0, 1] : [1, 0]));
    const choice = learnChoice(space, featuresOf(space, devices), situations, losses);
    expect(choice).toMatchObject({ feature: { kind: 'device', fact: 'multiprocessors' } });
  });

  it('is no rule where one variant is enough', () => {
    const losses = inputs.map(() => [0.1, 0]);
    expect(
      learnChoice(
        space,
        featuresOf(space),
        inputs.map((input) => ({ input })),
        losses,
      ),
    ).toEqual({ variant: 1 });
  });

  it('has limits that part what they are between', () => {
    const positive = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        fc.pre(a !== b);
        const limit = limitBetween(Math.min(a, b), Math.max(a, b));
        expect(limit).toBeGreaterThanOrEqual(Math.min(a, b));
        expect(limit).toBeLessThan(Math.max(a, b));
      }),
    );
    expect(limitBetween(1000, 1001)).toBe(1000);
    expect(limitBetween(100, 1000)).toBe(300);
  });

  it('knows how well numbers are aligned', () => {
    const alignment = (input: readonly number[]) =>
      quantityOf({ kind: 'alignment', param: 'M' }, space, input);
    expect([24, 7, 4096].map((value) => alignment([value, 1]))).toEqual([8, 1, 1024]);
  });
});

/** Of two kernels one is good for tall inputs, the other for wide ones, a third nowhere bad. */
function toy(): Sized {
  const some = inputs.filter((_, at) => at % 2 === 0);
  return {
    space,
    inputs: some,
    parameters: [parameterOf('SIZE', [1, 2, 4])],
    points: [[0], [1], [2]],
    times: some.map(([m, n]) => (m > n ? [10, 11, 30] : [30, 11, 10])),
  };
}

describe('leaving one out', () => {
  it('shows what a rule is worth beside one configuration', () => {
    const sized = toy();
    const shareOf = (choose: Parameters<typeof leaveOneOut>[1]) => {
      const shares = sharesOf(sized, leaveOneOut(sized, choose), 1);
      return shares.reduce((sum, each) => sum + each, 0) / shares.length;
    };
    expect(shareOf(singleBest)).toBeCloseTo(10 / 11, 9);
    expect(shareOf(variantsAndTree(4))).toBeGreaterThan(0.92);
    expect(shareOf(nearestInput)).toBeGreaterThan(10 / 11);
    expect(shareOf(gAdapt(true))).toBeGreaterThan(10 / 11);
  });

  it('learns nothing from what is left out', () => {
    const sized = toy();
    const choose = variantsAndTree(4);
    const whole = leaveOneOut(sized, choose);
    const spoilt = { ...sized, times: sized.times.with(3, [1, 1000, 1000]) };
    expect(leaveOneOut(spoilt, choose)[3]).toBe(whole[3]);
  });
});

describe('G-ADAPT', () => {
  const parameters = [parameterOf('A', [1, 2, 4, 8]), parameterOf('B', [1, 2, 3])];

  it('climbs from the least values to the greatest and keeps the best that it came by', async () => {
    const points = new Points({ parameters, constraints: [] });
    const asked: string[] = [];
    const { best, tried } = await climb(points, async (some) => {
      asked.push(...some.map(String));
      return some.map(([a, b]) => 10 + (a - 1) ** 2 + (b - 1) ** 2);
    });
    expect(best).toEqual([1, 1]);
    expect(tried[0]).toEqual([0, 0]);
    expect(tried.map(String)).toEqual(asked);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).toContain('3,2');
    // Rounds of at most two steps each, from (0, 0) to (3, 2).
    expect(tried.length).toBeLessThanOrEqual(1 + 2 * 5);
  });

  it('learns each parameter by a tree with linear leaves, and runs what some input was best with', () => {
    const table = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n]);
    const bests = table.map(([n]) => [n <= 4 ? 0 : 3, 1]);
    const { versions, versionFor } = adapt(parameters, table, bests);
    expect(versions).toEqual([
      [0, 1],
      [3, 1],
    ]);
    expect(versionFor([0.5])).toEqual([0, 1]);
    expect(versionFor([7.5])).toEqual([3, 1]);
  });
});

describe('a survey', () => {
  /** `small` is best below 100, `large` above; the kernel as it is half as fast as either. */
  const surveyor = {
    search: async ([n]: readonly number[]): Promise<Configuration | { refusal: string }> =>
      n === 7 ? { refusal: 'seven' } : { SIZE: n < 100 ? 1 : 9 },
    times: async ([n]: readonly number[], configurations: readonly Configuration[]) =>
      configurations.map(({ SIZE }) => (SIZE === 4 ? 20 : (SIZE === 1) === n < 100 ? 10 : 15)),
  };
  const line: InputSpace = [
    { name: 'N', values: Array.from({ length: 1000 }, (_, i) => i + 1), isDense: true },
  ];
  const options = { random: new Random(5), isTimeUp: () => false, onProgress: () => {} };

  it('looks closer where neighbours disagree, and the rule then has the limit', async () => {
    const found = await survey(line, [surveyor], { SIZE: 4 }, { ...options, count: 18 });
    expect(found.candidates).toEqual([{ SIZE: 4 }, { SIZE: 1 }, { SIZE: 9 }]);
    const near = found.inputs.filter(([n]) => n > 85 && n < 115);
    expect(near.length).toBeGreaterThanOrEqual(3);
    const { choice, shares, variants, outcomes } = adaptTo(line, [{ name: 'toy' }], found, 4);
    expect(variants).toEqual([{ SIZE: 1 }, { SIZE: 9 }]);
    expect(shares).toMatchObject({ chosen: 1, variants: 1 });
    expect(shares.asItIs).toBeCloseTo(0.5, 9);
    expect(outcomes.every(({ timeNs }) => timeNs === 10)).toBe(true);
    if ('variant' in choice) throw new Error('no rule');
    expect(Math.abs(choice.limit - 100)).toBeLessThan(15);
  });

  it('keeps what has no kernel apart, and stops where time is up', async () => {
    const seven: InputSpace = [{ name: 'N', values: [7, 70, 700], isDense: false }];
    const whole = await survey(seven, [surveyor], { SIZE: 4 }, { ...options, count: 3 });
    expect(whole.refused).toEqual([{ input: [7], reason: 'seven' }]);
    expect(whole.inputs.length).toBe(2);
    const cut = await survey(line, [surveyor], { SIZE: 4 }, { ...options, count: 9, isTimeUp: () => true });
    expect(cut.inputs.length).toBe(1);
    expect(cut.late).toBeGreaterThan(0);
  });
});
