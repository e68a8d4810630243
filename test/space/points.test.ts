// Random spaces against brute force over their product.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Points, pointsOf } from '../../src/space/points.ts';
import { Random } from '../../src/space/random.ts';
import {
  type Constraint,
  configurationOf,
  isValid,
  keyOf,
  type Parameter,
  type Point,
  parameterOf,
  pointOf,
  type Space,
  spaceOfList,
} from '../../src/space/space.ts';

/** Holds for about `share` of the combinations of what it reads, by a hash of them. */
function hashedConstraint(parameters: readonly number[], seed: number, share: number): Constraint {
  const holds = (values: readonly unknown[]) => {
    const label = parameters.map((index) => values[index]).join('/');
    return new Random(seed).fork(label).next() < share;
  };
  return { text: `hash ${seed}`, parameters, holds };
}

const spaces: fc.Arbitrary<Space> = fc
  .array(fc.record({ values: fc.integer({ min: 1, max: 5 }), isOrdered: fc.boolean() }), { maxLength: 6 })
  .chain((shapes) => {
    const parameters = shapes.map(({ values, isOrdered }, i): Parameter => {
      const numbers = Array.from({ length: values }, (_, value) => value * value);
      return parameterOf(`p${i}`, isOrdered ? numbers : numbers.map((each) => `t${each}`));
    });
    const some = fc.subarray(parameters.map((_, i) => i));
    const constraint = fc
      .tuple(some, fc.nat(1000), fc.double({ min: 0.3, max: 1, noNaN: true }))
      .map(([indices, seed, share]) => hashedConstraint(indices, seed, share));
    const constraints = parameters.length === 0 ? fc.constant([]) : fc.array(constraint, { maxLength: 4 });
    return constraints.map((each): Space => ({ parameters, constraints: each }));
  });

function bruteForce({ parameters, constraints }: Space): Point[] {
  let points: number[][] = [[]];
  for (const { values } of parameters)
    points = points.flatMap((point) => values.map((_, choice) => [...point, choice]));
  return points.filter((point) => {
    const values = point.map((choice, i) => parameters[i].values[choice]);
    return constraints.every((constraint) => constraint.holds(values));
  });
}

const keysOf = (points: Iterable<Point>) => [...points].map(keyOf).sort();

/** Every property is to hold for a declared space as for the list of its points. */
function bothForms(space: Space): { valid: Point[]; forms: Points[] } {
  const valid = bruteForce(space);
  return { valid, forms: [new Points(space), new Points(spaceOfList(space.parameters, valid))] };
}

describe('the points of a space', () => {
  it('are those that brute force finds, each once', () => {
    fc.assert(
      fc.property(spaces, (space) => {
        const { valid, forms } = bothForms(space);
        for (const points of forms) {
          expect(points.count).toBe(valid.length);
          expect(keysOf(points)).toEqual(keysOf(valid));
        }
      }),
    );
  });

  it('have the numbers from 0 on, both ways', () => {
    fc.assert(
      fc.property(spaces, (space) => {
        for (const points of bothForms(space).forms) {
          const listed = [...points];
          listed.forEach((point, index) => {
            expect(points.at(index)).toEqual(point);
            expect(points.indexOf(point)).toBe(index);
          });
          expect(() => points.at(points.count)).toThrow(RangeError);
          expect(() => points.at(-1)).toThrow(RangeError);
        }
      }),
    );
  });

  it('do not have a number when they are invalid', () => {
    fc.assert(
      fc.property(spaces, fc.array(fc.integer({ min: -1, max: 5 }), { maxLength: 6 }), (space, point) => {
        const { valid, forms } = bothForms(space);
        const known = keysOf(valid).includes(keyOf(point)) && point.length === space.parameters.length;
        for (const points of forms) expect(points.indexOf(point) >= 0).toBe(known);
        expect(isValid(space, point)).toBe(known);
        expect(isValid(spaceOfList(space.parameters, valid), point)).toBe(known);
      }),
    );
  });

  it('are drawn valid, every one as often', () => {
    const parameters = [4, 5, 6, 3].map((count, i) =>
      parameterOf(
        `p${i}`,
        Array.from({ length: count }, (_, value) => value),
      ),
    );
    // Lopsided on purpose: a draw value by value, blind to what follows, would favour the thin branches.
    const holds = (values: readonly unknown[]) => values[0] === 0 || (values[1] === 0 && values[3] === 2);
    const space: Space = { parameters, constraints: [{ text: '', parameters: [0, 1, 3], holds }] };
    const points = new Points(space);
    expect(points.count).toBe(90 + 18);
    const random = new Random(7);
    const counts = new Map<string, number>();
    const draws = 108 * 200;
    for (let i = 0; i < draws; i++) {
      const key = keyOf(points.sample(random));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const chiSquared = [...points].reduce(
      (sum, point) => sum + ((counts.get(keyOf(point)) ?? 0) - 200) ** 2 / 200,
      0,
    );
    expect([...counts.keys()].every((key) => points.indexOf(key.split(',').map(Number)) >= 0)).toBe(true);
    // 107 degrees of freedom: mean 107, deviation 14.6.
    expect(chiSquared).toBeGreaterThan(107 - 4 * 14.6);
    expect(chiSquared).toBeLessThan(107 + 4 * 14.6);
  });

  it('are neighbours of each other where one parameter differs', () => {
    fc.assert(
      fc.property(spaces, fc.nat(), (space, seed) => {
        const { valid, forms } = bothForms(space);
        if (valid.length === 0) return;
        const point = valid[seed % valid.length];
        const differences = (other: Point) => other.filter((choice, i) => choice !== point[i]).length;
        const expected = keysOf(valid.filter((other) => differences(other) === 1));
        for (const points of forms) {
          const hamming = points.neighbours(point, 'hamming');
          expect(keysOf(hamming)).toEqual(expected);
          for (const other of hamming) {
            expect(keysOf(points.neighbours(other, 'hamming'))).toContain(keyOf(point));
          }
        }
      }),
    );
  });

  it('are adjacent when no valid value lies between', () => {
    const space: Space = {
      parameters: [parameterOf('a', [1, 2, 3, 4, 5]), parameterOf('b', ['x', 'y', 'z'])],
      constraints: [{ text: 'a != 3', parameters: [0], holds: ([a]) => a !== 3 }],
    };
    const points = new Points(space);
    expect(keysOf(points.neighbours([1, 0], 'adjacent'))).toEqual(['0,0', '1,1', '1,2', '3,0']);
    expect(keysOf(points.neighbours([4, 2], 'adjacent'))).toEqual(['3,2', '4,0', '4,1']);
    // From between two valid values as well.
    expect(keysOf(points.neighbours([2, 0], 'adjacent'))).toEqual(['1,0', '3,0']);
  });

  it('include one that is nearest to any position', () => {
    const positions = fc.array(fc.double({ min: -1, max: 6, noNaN: true }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(spaces, positions, fc.nat(), (space, position, seed) => {
        const { valid, forms } = bothForms(space);
        if (valid.length === 0) return;
        const distance = (point: Point) =>
          space.parameters.reduce((sum, { values, isOrdered }, i) => {
            const target = Math.min(Math.max(position[i], 0), values.length - 1);
            const range = Math.max(1, values.length - 1);
            if (!isOrdered) return sum + (Math.round(target) === point[i] ? 0 : 1);
            return sum + ((point[i] - target) / range) ** 2;
          }, 0);
        const least = Math.min(...valid.map(distance));
        for (const points of forms) {
          const nearest = points.nearest(position, new Random(seed));
          expect(points.indexOf(nearest)).toBeGreaterThanOrEqual(0);
          expect(distance(nearest)).toBeCloseTo(least, 6);
        }
      }),
    );
  });

  it('take turns where several are nearest', () => {
    const space: Space = { parameters: [parameterOf('a', [1, 2])], constraints: [] };
    const points = new Points(space);
    const random = new Random(1);
    const found = Array.from({ length: 200 }, () => points.nearest([0.5], random)[0]);
    const ones = found.filter((each) => each === 1).length;
    expect(ones).toBeGreaterThan(60);
    expect(ones).toBeLessThan(140);
  });

  it('are counted without building the product', () => {
    // 8^40 combinations; each constraint ties two neighbours of a chain.
    const values = [0, 1, 2, 3, 4, 5, 6, 7];
    const parameters = Array.from({ length: 40 }, (_, i) => parameterOf(`p${i}`, values));
    let evaluations = 0;
    const constraints = Array.from({ length: 39 }, (_, i): Constraint => {
      const holds = (at: readonly unknown[]) => {
        evaluations++;
        return (at[i] as number) <= (at[i + 1] as number);
      };
      return { text: `p${i} <= p${i + 1}`, parameters: [i, i + 1], holds };
    });
    const points = new Points({ parameters, constraints });
    // Ascending sequences: 47 choose 7.
    expect(points.count).toBe(62_891_499);
    expect(evaluations).toBeLessThan(39 * 64 + 1);
    const random = new Random(3);
    for (let i = 0; i < 20; i++) {
      const point = points.sample(random);
      expect([...point].sort((a, b) => a - b)).toEqual(point);
      expect(points.at(points.indexOf(point))).toEqual(point);
    }
  });

  it('of independent groups multiply, and are kept apart', () => {
    const parameters = Array.from({ length: 12 }, (_, i) => parameterOf(`p${i}`, [0, 1, 2, 3, 4, 5, 6, 7]));
    let evaluations = 0;
    // The groups are interleaved: p0 with p6, p1 with p7, …
    const constraints = Array.from({ length: 6 }, (_, i): Constraint => {
      const holds = (at: readonly unknown[]) => {
        evaluations++;
        return at[i] !== at[i + 6];
      };
      return { text: '', parameters: [i, i + 6], holds };
    });
    expect(new Points({ parameters, constraints }).count).toBe(56 ** 6);
    expect(evaluations).toBe(6 * 64);
  });

  it('that are hopelessly tied together are refused with a reason', () => {
    const values = Array.from({ length: 30 }, (_, value) => value);
    const parameters = Array.from({ length: 6 }, (_, i) => parameterOf(`p${i}`, values));
    const constraint: Constraint = { text: '', parameters: [0, 1, 2, 3, 4, 5], holds: () => true };
    const [problem] = pointsOf({ parameters, constraints: [constraint] }).diagnostics;
    expect(problem).toMatchObject({ severity: 'unsupported', code: 'space/too-large' });
    expect(problem.message).toContain('p0, p1, p2');
  });

  it('that do not exist are a problem, not a crash', () => {
    const constraint: Constraint = { text: 'false', parameters: [0], holds: () => false };
    const space: Space = { parameters: [parameterOf('a', [1, 2])], constraints: [constraint] };
    expect(pointsOf(space).diagnostics).toMatchObject([{ severity: 'invalid', code: 'space/empty' }]);
    const points = new Points(space);
    expect([points.count, [...points], points.indexOf([0])]).toEqual([0, [], -1]);
    expect(points.neighbours([0], 'hamming')).toEqual([]);
    expect(() => points.sample(new Random(1))).toThrow(RangeError);
    expect(() => points.nearest([0], new Random(1))).toThrow(RangeError);
  });
});

describe('a configuration', () => {
  const space: Space = {
    parameters: [parameterOf('TILE', [32, 8, 16]), parameterOf('shader', ['a', 'b'])],
    constraints: [],
  };

  it('is a point by name and value, numbers in ascending order', () => {
    expect(configurationOf(space, [0, 1])).toEqual({ TILE: 8, shader: 'b' });
    expect(pointOf(space, { shader: 'a', TILE: 32, other: 1 })).toEqual([2, 0]);
  });

  it('is no point when a value is missing or unknown', () => {
    expect(pointOf(space, { TILE: 8 })).toBeUndefined();
    expect(pointOf(space, { TILE: 9, shader: 'a' })).toBeUndefined();
    expect(pointOf(space, { TILE: '8', shader: 'a' })).toBeUndefined();
  });
});
