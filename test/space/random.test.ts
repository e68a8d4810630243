import { describe, expect, it } from 'vitest';
import { Random } from '../../src/space/random.ts';

const draw = <T>(count: number, next: () => T) => Array.from({ length: count }, next);

describe('random numbers', () => {
  it('are the same for the same seed, for good', () => {
    const random = new Random(1);
    expect(draw(4, () => random.integer(1_000_000))).toMatchInlineSnapshot(`
      [
        429094,
        988671,
        619889,
        388034,
      ]
    `);
    expect(draw(3, () => random.normal())).toMatchInlineSnapshot(`
      [
        -1.0945586438931998,
        -0.08764189008963374,
        -1.298851842091628,
      ]
    `);
    expect(random.fork('a').next()).toMatchInlineSnapshot(`0.09817151746290842`);
  });

  it('differ between seeds, however alike, large or odd', () => {
    const firsts = [0, 1, 2, -1, 2 ** 32, 2 ** 32 + 1, 2 ** 40, 0.5, 1.5].map((seed) =>
      new Random(seed).next(),
    );
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it('spread evenly over 0 to 1', () => {
    const random = new Random(5);
    const buckets = new Array<number>(20).fill(0);
    for (const value of draw(20_000, () => random.next())) buckets[Math.floor(value * 20)]++;
    const chiSquared = buckets.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chiSquared).toBeLessThan(45);
    expect(chiSquared).toBeGreaterThan(4);
  });

  it('of the normal distribution have its moments and tails', () => {
    const random = new Random(11);
    const values = draw(40_000, () => random.normal());
    const moment = (power: number) => values.reduce((sum, value) => sum + value ** power, 0) / values.length;
    expect(moment(1)).toBeCloseTo(0, 1);
    expect(moment(2)).toBeCloseTo(1, 1);
    expect(moment(3)).toBeCloseTo(0, 1);
    expect(Math.abs(moment(4) - 3)).toBeLessThan(0.15);
    const within = (limit: number) =>
      values.filter((value) => Math.abs(value) < limit).length / values.length;
    expect(within(1)).toBeCloseTo(0.6827, 2);
    expect(within(2)).toBeCloseTo(0.9545, 2);
    expect(within(3)).toBeCloseTo(0.9973, 2);
  });

  it('shuffle without losing anything', () => {
    const random = new Random(2);
    const items = draw(50, () => 0).map((_, i) => i);
    const shuffled = random.shuffle([...items]);
    expect(shuffled).not.toEqual(items);
    expect([...shuffled].sort((a, b) => a - b)).toEqual(items);
  });

  it('of a fork depend on its label and leave their origin alone', () => {
    const random = new Random(3);
    const [a, again, b] = [random.fork('a').next(), random.fork('a').next(), random.fork('b').next()];
    expect(again).toBe(a);
    expect(b).not.toBe(a);
    expect(random.next()).toBe(new Random(3).next());
  });
});
