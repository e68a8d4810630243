// Which lines a repetition of the sample asks for again.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALWAYS_SHARED, isSameLine, lineShare } from '../../src/emulate/line-share.ts';

describe('repetitions of a sample', () => {
  it('share a line as often as its workgroups did', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 400 }), fc.nat(), (workgroups, pick) => {
        const users = 1 + (pick % workgroups);
        const share = lineShare(users, workgroups);
        const asked = Array.from({ length: 256 * 4 }, (_, at) => isSameLine(share, at % 256, 1 + (at >> 8)));
        const expected = (users - 1) / (workgroups - 1);
        expect(asked.filter(Boolean).length / asked.length).toBeCloseTo(expected, 1.9);
      }),
    );
  });

  it('ask for what all touch, and for nothing that one alone does', () => {
    expect(lineShare(1, 20)).toBe(0);
    expect(lineShare(1, 1)).toBe(0);
    expect(lineShare(20, 20)).toBe(ALWAYS_SHARED);
    expect(isSameLine(0, 7, 3)).toBe(false);
  });
});
