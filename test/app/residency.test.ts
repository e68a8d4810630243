// What L2 holds of a buffer when a dispatch comes to it.

import { describe, expect, it } from 'vitest';
import type { AppBuffer } from '../../src/app/app.ts';
import { Residency } from '../../src/app/residency.ts';
import { keptOfSweep } from '../../src/emulate/kept-of-sweep.ts';

const L2 = 1000;
const named = (name: string) => ({ name }) as AppBuffer;
const [a, b, c] = ['a', 'b', 'c'].map(named);
const touch = (buffer: AppBuffer, heldBytes: number, offsetBytes = 0) => ({
  range: { buffer, offsetBytes, sizeBytes: heldBytes },
  heldBytes,
});

/** Of `of`, as it is touched after others, in their order. */
function keptAfter(operations: readonly (readonly ReturnType<typeof touch>[])[], of = touch(a, 400)): number {
  const residency = new Residency(L2, 0, 'warm');
  for (const each of operations) residency.touch(each);
  return residency.keptOf([of])[0];
}

describe('what L2 still holds', () => {
  it('is, of a dispatch repeated alone, what a launch finds in warm caches', () => {
    for (const bytes of [500, 1000, 1100, 1200, 2000]) {
      const own = [touch(a, bytes * 0.75), touch(b, bytes * 0.25)];
      const residency = new Residency(L2, 0, 'cold');
      residency.touch(own);
      const kept = keptOfSweep(bytes / L2);
      expect(residency.keptOf(own)).toEqual([kept, kept]);
    }
  });

  it('is nothing at first when cold, and what the last run left when warm', () => {
    expect(new Residency(L2, 500, 'cold').keptOf([touch(a, 400)])).toEqual([0]);
    expect(new Residency(L2, 500, 'warm').keptOf([touch(a, 400)])).toEqual([1]);
    expect(new Residency(L2, 5000, 'warm').keptOf([touch(a, 400)])).toEqual([0]);
  });

  it('is less the more was touched in between', () => {
    const kept = [0, 500, 610, 620, 800, 2000].map((bytes) =>
      keptAfter([[touch(a, 400)], ...(bytes > 0 ? [[touch(b, bytes)]] : [])]),
    );
    expect(kept).toEqual([...kept].sort((one, other) => other - one));
    expect(kept[0]).toBe(1);
    expect(kept[3]).toBeLessThan(1);
    expect(kept[3]).toBeGreaterThan(0);
    expect(kept.at(-1)).toBe(0);
  });

  it('counts what is touched twice once', () => {
    const others = Array.from({ length: 5 }, () => [touch(b, 300)]);
    expect(keptAfter([[touch(a, 400)], ...others])).toBe(keptAfter([[touch(a, 400)], others[0]]));
    expect(keptAfter([[touch(a, 400)], [touch(b, 300)], [touch(c, 600)]])).toBeLessThan(1);
  });

  it('counts all of many operations', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => [touch(b, 1, at)]);
    const kept = [400, 600, 700, 800].map((count) => keptAfter([[touch(a, 400)], ...many(count)]));
    expect(kept).toEqual([400, 600, 700, 800].map((count) => keptOfSweep((400 + count) / L2)));
  });

  it('is of another part of a buffer what nobody has touched', () => {
    const residency = new Residency(L2, 5000, 'warm');
    residency.touch([touch(a, 400)]);
    expect(residency.keptOf([touch(a, 400, 400)])).toEqual([0]);
    expect(residency.keptOf([touch(a, 400, 200)])).toEqual([1]);
  });
});
