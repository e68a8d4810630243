import { describe, expect, it } from 'vitest';
import { fitGainDoubt, type Gain } from '../../bench/spaces/gain-doubt-fit.ts';
import { Random } from '../../src/space/random.ts';

function spaces(count: number, errorOf: (size: number, doublings: number) => number): Gain[][] {
  const random = new Random(1);
  return Array.from({ length: count }, () =>
    Array.from({ length: 20 }, () => {
      const predicted = 4 * random.next() - 2;
      const doublings = Math.floor(5 * random.next());
      const error = errorOf(Math.abs(predicted), doublings);
      return { predicted, doublings, measured: 0.9 * predicted + error * random.normal() };
    }),
  );
}

describe('what predicted gains are worth', () => {
  it('is found again in gains that were made by it', () => {
    const made = spaces(400, (size, doublings) => 0.1 + 0.2 * size + 0.05 * doublings);
    const { keep, error, errorPerGain, errorPerDoubling } = fitGainDoubt(made);
    expect(Math.abs(keep - 0.9)).toBeLessThan(0.02);
    expect(Math.abs(error - 0.1)).toBeLessThan(0.02);
    expect(Math.abs(errorPerGain - 0.2)).toBeLessThan(0.02);
    expect(Math.abs(errorPerDoubling - 0.05)).toBeLessThan(0.01);
  });

  it('has no error that shrinks', () => {
    expect(fitGainDoubt(spaces(40, (size) => 0.5 - 0.2 * size)).errorPerGain).toBe(0);
  });

  it('gives spaces with many configurations no more weight', () => {
    const [one, other] = [spaces(1, () => 0.2)[0], spaces(2, () => 0.6)[1]];
    const twice = fitGainDoubt([one, [...other, ...other]]);
    const once = fitGainDoubt([one, other]);
    expect(twice.keep).toBeCloseTo(once.keep, 12);
    expect(twice.error).toBeCloseTo(once.error, 12);
  });
});
