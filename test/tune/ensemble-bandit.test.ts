import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/space/random.ts';
import { AucBandit } from '../../src/tune/ensemble/bandit.ts';

interface Use {
  readonly arm: number;
  readonly isSuccess: boolean;
}

/** The definition, over the whole list: position among the arm's own uses in the window, oldest = 1. */
function slowAuc(uses: readonly Use[], window: number, arm: number): number {
  const own = uses.slice(-window).filter((use) => use.arm === arm);
  const area = own.reduce((sum, { isSuccess }, i) => sum + (isSuccess ? i + 1 : 0), 0);
  return own.length === 0 ? 0 : (2 * area) / (own.length * (own.length + 1));
}

describe('the AUC bandit', () => {
  it('keeps the area under the curve as its definition says, also when the window moves on', () => {
    const use = fc.record({ arm: fc.nat(3), isSuccess: fc.boolean() });
    fc.assert(
      fc.property(fc.array(use, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (uses, window) => {
        const bandit = new AucBandit(4, new Random(1), { window });
        uses.forEach(({ arm, isSuccess }, i) => {
          bandit.push(arm, isSuccess);
          for (let each = 0; each < 4; each++) {
            expect(bandit.auc(each)).toBeCloseTo(slowAuc(uses.slice(0, i + 1), window, each), 12);
          }
        });
      }),
    );
  });

  it('weighs late successes more than early ones', () => {
    const early = new AucBandit(1, new Random(1));
    const late = new AucBandit(1, new Random(1));
    for (const bit of [true, false, false]) early.push(0, bit);
    for (const bit of [false, false, true]) late.push(0, bit);
    expect(early.auc(0)).toBeCloseTo(1 / 6, 12);
    expect(late.auc(0)).toBeCloseTo(3 / 6, 12);
  });

  it('adds 0.05 · sqrt(2 · log2(uses of all) / uses) and tries the unused first', () => {
    const bandit = new AucBandit(3, new Random(1));
    for (let i = 0; i < 6; i++) bandit.push(0, false);
    for (let i = 0; i < 2; i++) bandit.push(1, false);
    expect(bandit.score(0)).toBeCloseTo(0.05 * Math.sqrt((2 * 3) / 6), 12);
    expect(bandit.score(1)).toBeCloseTo(0.05 * Math.sqrt((2 * 3) / 2), 12);
    expect(bandit.score(2)).toBe(Number.POSITIVE_INFINITY);
    expect(bandit.order()).toEqual([2, 1, 0]);
  });

  it('remembers 500 uses', () => {
    const bandit = new AucBandit(2, new Random(1));
    bandit.push(0, true);
    for (let i = 0; i < 499; i++) bandit.push(1, false);
    expect(bandit.uses(0)).toBe(1);
    bandit.push(1, false);
    expect([bandit.uses(0), bandit.uses(1), bandit.auc(0)]).toEqual([0, 500, 0]);
  });

  it('shares turns among arms as it always did', () => {
    const bandit = new AucBandit(3, new Random(5), { window: 30 });
    const chances = [0.3, 0.1, 0.02];
    const luck = new Random(6);
    const turns = Array.from({ length: 120 }, () => {
      const arm = bandit.order()[0];
      bandit.push(arm, luck.next() < chances[arm]);
      return arm;
    });
    expect(turns.join('')).toMatchInlineSnapshot(
      `"102120120000000000000000000000000000012000000000000000000000000000001200000000000000000000000000000120000000000000000000"`,
    );
  });

  it('breaks ties by chance', () => {
    const bandit = new AucBandit(3, new Random(7));
    const first = new Set(Array.from({ length: 60 }, () => bandit.order()[0]));
    expect(first.size).toBe(3);
  });
});
