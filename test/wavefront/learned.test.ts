// What is learned of tables whose best configuration is known.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AS_PRINTED, CHOSEN, choose, type Learned, learn, roundsOf } from '../../src/wavefront/learned.ts';
import type { Configuration } from '../../src/wavefront/phases.ts';
import { isSensible } from '../../src/wavefront/space.ts';
import { type Instance, syntheticTimes } from '../../src/wavefront/training.ts';

const STEPS = [
  { cellBytes: 8, baseNs: 10, roundNs: 2 },
  { cellBytes: 16, baseNs: 20, roundNs: 4 },
];

/** Small tables by one workgroup, others by 32 diagonals at once, and the large with much work by tiles of 16. */
function bestOf(side: number, tsize: number): Configuration {
  if (side <= 64) return { band: -1, tile: 1, diagonals: 1, workgroup: 128 };
  if (side >= 512 && tsize >= 256) return { band: side, tile: 16, diagonals: 1, workgroup: 32 };
  return { band: side, tile: 1, diagonals: 32, workgroup: 64 };
}

const instances: Instance[] = [16, 32, 64, 128, 256, 512, 1024, 2048].flatMap((side) =>
  [4, 16, 64, 256, 1024].flatMap((tsize) =>
    [8, 16].map((cellBytes) => ({
      features: { rows: side, columns: side, cellBytes, tsize },
      ranking: [bestOf(side, tsize), { band: -1, tile: 1, diagonals: 1, workgroup: 256 }].map(
        (configuration, k) => ({ configuration, timeNs: 100 + k, dispatches: 1 }),
      ),
    })),
  ),
);

describe('what is learned', () => {
  const learned = learn('toy', instances, STEPS, CHOSEN);

  it('is what was best, on nearly all that it was learned from', () => {
    const right = instances.filter(({ features: { rows, tsize, ...rest } }) => {
      const { tile, band } = choose(learned, { rows, tsize, ...rest });
      const best = bestOf(rows, tsize);
      return tile === best.tile && band < 0 === best.band < 0;
    });
    expect(right.length / instances.length).toBeGreaterThan(0.95);
    expect(choose(learned, { rows: 200, columns: 200, cellBytes: 8, tsize: 30 })).toEqual({
      band: 200,
      tile: 1,
      diagonals: 32,
      workgroup: 64,
    });
  });

  it('is a configuration that makes sense, for any table', () => {
    for (const options of [CHOSEN, AS_PRINTED, { tile: 'm5p', others: 'rep', perInstance: 2 } as const])
      for (const cellBytes of [4, 12, 48, 160])
        for (const side of [1, 100, 30000]) {
          const told = learn('toy', instances, STEPS, options);
          const picked = choose(told, { rows: side, columns: side, cellBytes, tsize: 100 });
          expect(isSensible(picked, cellBytes), JSON.stringify(picked)).toBe(true);
        }
  });

  it('knows the work of a cell by what a step takes', () => {
    expect(roundsOf(learned, 8, 10 + 2 * 50)).toBeCloseTo(50, 9);
    expect(roundsOf(learned, 12, 15 + 3 * 50)).toBeCloseTo(50, 9);
    expect(roundsOf(learned, 4, 3)).toBe(1);
    expect(roundsOf(learned, 64, 20 + 4 * 7)).toBeCloseTo(7, 9);
  });

  it('survives being written down', () => {
    const again: Learned = JSON.parse(JSON.stringify(learned));
    const features = { rows: 700, columns: 90, cellBytes: 12, tsize: 40 };
    expect(choose(again, features)).toEqual(choose(learned, features));
  });

  it('of the H200 takes the example of the documents for a band of many diagonals', () => {
    const file = path.join(import.meta.dirname, '../../hwprofiles/wavefront/nvidia-h200.json');
    const told: Learned = JSON.parse(readFileSync(file, 'utf8'));
    const { band, tile, diagonals } = choose(told, { rows: 2048, columns: 2048, cellBytes: 12, tsize: 19 });
    expect([band > 1500, tile, diagonals >= 32]).toEqual([true, 1, true]);
    expect(choose(told, { rows: 60, columns: 60, cellBytes: 8, tsize: 10 }).band).toBe(-1);
  });
});

describe('times of the synthetic wavefront', () => {
  it('are straight between the numbers of rounds that were predicted, and beyond', () => {
    const curves = [4, 32, 128].map((tsize) => ({
      tsize,
      dsize: 1,
      knots: { 'tiles 8 @4': 10 + tsize * (tsize < 128 ? 1 : 2) },
    }));
    const synthetic = {
      schema: 'kernelcast/wavefront-synthetic@1',
      profile: 'toy',
      gaps: { startNs: 0, dispatchNs: 0 },
      curves,
    } as const;
    const at = (tsize: number) =>
      syntheticTimes(synthetic, { tsize, dsize: 1 })({ kind: 'tiles', threads: 8, groups: 4 });
    expect([4, 18, 32, 80, 128, 224].map(at)).toEqual([14, 28, 42, 154, 266, 490]);
    expect(() => syntheticTimes(synthetic, { tsize: 4, dsize: 3 })).toThrow('dsize 3 was not predicted');
  });
});
