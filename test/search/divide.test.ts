// A budget divided between searches goes where it pays.

import { describe, expect, it } from 'vitest';
import { divide, type Part } from '../../src/search/divide.ts';

/** Saves `gainOf(spent)` of its worth, and has no more than `most` configurations. */
class Fake implements Part {
  readonly worth: number;
  spent = 0;
  private readonly gainOf: (spent: number) => number;
  private readonly most: number;

  constructor(worth: number, gainOf: (spent: number) => number, most = 1000) {
    this.worth = worth;
    this.gainOf = gainOf;
    this.most = most;
  }

  async goOn(budget: number): Promise<number> {
    this.spent = Math.max(this.spent, Math.min(budget, this.most));
    return this.gainOf(this.spent);
  }
}

const never = () => false;

describe('a divided budget', () => {
  it('gives each a round, then the most to what is large and gains', async () => {
    const gaining = new Fake(50, (spent) => 1 - 1 / (1 + spent / 20));
    const barren = new Fake(50, () => 0);
    const small = new Fake(1, (spent) => spent / 1000);
    await divide([small, barren, gaining], { budget: 100, isTimeUp: never });
    expect(gaining.spent + barren.spent + small.spent).toBe(100);
    expect(small.spent).toBeGreaterThan(0);
    expect(small.spent).toBeLessThanOrEqual(6);
    expect(gaining.spent).toBeGreaterThan(barren.spent);
  });

  it('stays within the budget, however many there are', async () => {
    const parts = Array.from({ length: 30 }, (_, at) => new Fake(at, () => 0));
    await divide(parts, { budget: 10, isTimeUp: never });
    expect(parts.reduce((sum, { spent }) => sum + spent, 0)).toBe(10);
    expect(parts.at(-1)!.spent).toBe(2);
  });

  it('ends when all is known, or time is up', async () => {
    const part = new Fake(1, () => 0, 5);
    await divide([part], { budget: 100, isTimeUp: never });
    expect(part.spent).toBe(5);
    const late = new Fake(1, () => 0);
    await divide([late], { budget: 100, isTimeUp: () => true });
    expect(late.spent).toBe(0);
  });
});
