// From how large a predicted slowdown on a kernel counts as slower: by hand.

import { describe, expect, it } from 'vitest';
import { certainSlowdown } from '../../bench/pairs/certain-slowdown.ts';

/** Predicted slower by so many percent, and measured to be slower or faster. */
const change = (percent: number, isSlower: boolean) => ({
  of: 'kernel',
  predicted: 1 + percent / 100,
  measured: isSlower ? 1.1 : 0.9,
});

describe('the certain slowdown', () => {
  it('is nothing where all that is predicted comes true', () => {
    expect(certainSlowdown([change(1.5, true), change(30, true)], 0.9)).toBe(0);
  });

  it('leaves out so many wrong ones as are too many for the share', () => {
    const right = [10.5, 11.5, 12.5, 13.5].map((percent) => change(percent, true));
    // Beyond 4 %, four of five are right; beyond 5 %, all.
    expect(certainSlowdown([change(4.5, false), ...right], 0.9)).toBe(0.05);
    expect(certainSlowdown([change(4.5, false), ...right], 0.8)).toBe(0);
  });

  it('has no larger slowdown that is less certain', () => {
    const changes = [change(2.5, true), change(3.5, true), change(3.5, true), change(20.5, false)];
    expect(certainSlowdown(changes, 0.75)).toBe(0.21);
  });

  it('is the same whichever of two versions came first', () => {
    const changes = [change(4.5, false), change(10.5, true), change(7.5, true)];
    const turned = changes.map((each) => ({
      ...each,
      predicted: 1 / each.predicted,
      measured: 1 / each.measured,
    }));
    expect(certainSlowdown(turned, 0.9)).toBe(certainSlowdown(changes, 0.9));
  });
});
