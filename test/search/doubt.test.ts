import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cost } from '../../src/search/cost.ts';
import { expectedGain, isWorthwhile, reliableGain } from '../../src/search/doubt.ts';

const costOf = (timeNs: number, invocations = 1024) => ({ timeNs, invocations }) as Cost;
const time = fc.double({ min: 1, max: 1e6, noNaN: true });

describe('the gain to expect', () => {
  it('is a part of the predicted one, and lies in its band', () => {
    fc.assert(
      fc.property(time, time, (from, to) => {
        const { gain, low, high } = expectedGain(costOf(from), costOf(to));
        const predicted = from / to;
        expect(Math.abs(Math.log(gain))).toBeLessThanOrEqual(Math.abs(Math.log(predicted)) + 1e-12);
        expect(Math.sign(Math.log(gain))).toBe(Math.sign(Math.log(predicted)));
        expect(low).toBeLessThan(gain);
        expect(high).toBeGreaterThan(gain);
      }),
    );
  });

  it('never makes a slower configuration worthwhile, and a larger gain makes no less so', () => {
    fc.assert(
      fc.property(time, time, time, (from, a, b) => {
        const [quicker, slower] = [Math.min(a, b), Math.max(a, b)];
        const isWorth = (to: number) => isWorthwhile(costOf(from), costOf(to));
        if (slower >= from) expect(isWorth(slower)).toBe(false);
        if (isWorth(slower)) expect(isWorth(quicker)).toBe(true);
      }),
    );
  });

  it('counts for nothing where what is done is another race with every change', () => {
    const from = { ...costOf(100), isRace: true };
    expect(isWorthwhile(from, costOf(1))).toBe(false);
    expect(isWorthwhile(costOf(100), costOf(1))).toBe(true);
  });

  it('is the less sure the more invocations are joined', () => {
    fc.assert(
      fc.property(time, time, fc.integer({ min: 1, max: 5 }), (from, to, doublings) => {
        const few = reliableGain(costOf(from), costOf(to, 1024 / 2 ** (doublings - 1)));
        expect(reliableGain(costOf(from), costOf(to, 1024 / 2 ** doublings))).toBeLessThanOrEqual(few);
      }),
    );
  });
});
