// Rounds of loops that retry a compare-exchange, against those counted on an H200.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Arrival,
  type Contest,
  retriesInBuffer,
  retriesInWorkgroup,
} from '../../src/emulate/retries.ts';

interface Counted {
  readonly invocations: number;
  readonly cells: number;
  readonly stays: number;
  readonly alike: number;
  readonly ofLane: number;
  readonly ofWarp: number;
}

const counted = JSON.parse(readFileSync('microbench/results/nvidia-h200-2026-11-24-retries.json', 'utf8'))
  .rounds as Counted[];
/** Lanes that the device holds at once. */
const RESIDENT = 132 * 2048;

const contestOf = ({ invocations, cells, alike }: Counted): Contest => ({
  others: Math.min(invocations, RESIDENT) / cells + alike - 1,
  lanes: 32,
  alike,
  most: 0,
  places: 0,
});

/** Mean deviation of logarithms. */
function deviation(
  cases: readonly Counted[],
  arrival: Arrival,
  share: number,
): { ofLane: number; ofWarp: number } {
  let [ofLane, ofWarp] = [0, 0];
  for (const each of cases) {
    const found = retriesInBuffer(contestOf(each), arrival, share);
    ofLane += Math.abs(Math.log(found.ofLane / each.ofLane)) / cases.length;
    ofWarp += Math.abs(Math.log(found.ofWarp / each.ofWarp)) / cases.length;
  }
  return { ofLane, ofWarp };
}

describe('loops on a buffer', () => {
  const once = counted.filter(({ stays }) => stays === 1);

  it('that began together go around as often as was counted', () => {
    const found = deviation(
      once.filter(({ invocations }) => invocations <= RESIDENT),
      'together',
      1,
    );
    expect(found.ofLane).toBeLessThan(0.2);
    expect(found.ofWarp).toBeLessThan(0.25);
  });

  it('go around more seldom where others take the places of those that have won', () => {
    const found = deviation(
      once.filter(({ invocations }) => invocations > RESIDENT),
      'replacing',
      0.9,
    );
    expect(found.ofLane).toBeLessThan(0.15);
    expect(found.ofWarp).toBeLessThan(0.2);
  });

  it('go around even more seldom where lanes come from another loop', () => {
    const found = deviation(
      counted.filter(({ stays }) => stays > 1),
      'from a loop',
      0.95,
    );
    expect(found.ofLane).toBeLessThan(0.15);
    expect(found.ofWarp).toBeLessThan(0.2);
  });
});

describe('loops on workgroup memory', () => {
  it('go around once for each lane at the busiest word when all are there', () => {
    const contest = { others: 7, lanes: 32, alike: 4, most: 8, places: 8 };
    expect(retriesInWorkgroup(contest, 1, 1)).toEqual({ ofLane: 8, ofWarp: 8 });
    expect(retriesInWorkgroup(contest, 1, 0).ofWarp).toBeGreaterThan(8);
  });
});
