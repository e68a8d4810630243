import { describe, expect, it } from 'vitest';
import { fitGainDoubt, type Gain } from '../../bench/spaces/gain-doubt-fit.ts';
import { Random } from '../../src/space/random.ts';

function spaces(count: number, errorOf: (predicted: number, doublings: number) => number): Gain[][] {
  const random = new Random(1);
  return Array.from({ length: count }, () =>
    Array.from({ length: 20 }, () => {
      const predicted = 4 * random.next() - 2;
      const doublings = random.next();
      const measured = 0.9 * predicted + errorOf(predicted, doublings) * random.normal();
      return { predicted, measured, doublings };
    }),
  );
}

describe('what predicted gains are worth', () => {
  it('is found again in gains that were made by it', () => {
    const found = fitGainDoubt(spaces(400, (gain, doublings) => 0.1 + 0.2 * Math.abs(gain) + 0.15 * doublings));
    expect(found.keep).toBeCloseTo(0.9, 1);
    expect(Math.abs(found.error - 0.1)).toBeLessThan(0.02);
    expect(Math.abs(found.errorPerGain - 0.2)).toBeLessThan(0.02);
    expect(Math.abs(found.errorPerDoubling - 0.15)).toBeLessThan(0.03);
  });

  it('has no error that shrinks', () => {
    const found = fitGainDoubt(spaces(40, (gain) => 0.5 - 0.2 * Math.abs(gain)));
    expect(found.errorPerGain).toBe(0);
  });
});
