// Which workgroups stand for the launch: a low-discrepancy sequence over the linear index, so that any prefix
// of it lies evenly over the grid. Work may differ from place to place (a sparse matrix, a Mandelbrot set),
// neighbours share what others do not, and execution stops when its budget is used up or the sample says enough.

import { GOLDEN_RATIO } from '../emulate/golden-ratio.ts';

export interface SampleShape {
  readonly totalWorkgroups: number;
  /** Workgroups wanted, at most. */
  readonly count: number;
  /** Shifts the sequence; any integer. */
  readonly seed: number;
}

/** Linear workgroup indices, each at most once. */
export function sampleWorkgroups({ totalWorkgroups, count, seed }: SampleShape): number[] {
  const chosen = new Set<number>();
  for (let step = 0; chosen.size < Math.min(count, totalWorkgroups); step++) {
    const place = (0.5 + step * GOLDEN_RATIO + seed * SEED_SHIFT) % 1;
    chosen.add(Math.floor((place < 0 ? place + 1 : place) * totalWorkgroups));
  }
  return [...chosen];
}

/**
 * Workgroups in the order in which one SM gets them, from the middle of the launch: each takes the next one when
 * it has room, so that its own lie as far apart as there are SMs.
 */
export function workgroupsOfOneSm(totalWorkgroups: number, smCount: number, count: number): number[] {
  const ofSm = Math.min(count, Math.ceil(totalWorkgroups / smCount));
  const first = Math.max(0, (totalWorkgroups - 1 - (ofSm - 1) * smCount) >> 1);
  return Array.from({ length: ofSm }, (_, index) => first + index * smCount);
}

/**
 * Of the workgroups that the device runs at once in the midst of the launch, up to so many, evenly in no step; where
 * they begin is in no step either with rows of workgroups that do alike.
 */
export function workgroupsOfOneMoment(totalWorkgroups: number, concurrent: number, count: number): number[] {
  const atOnce = Math.min(totalWorkgroups, concurrent);
  const first = Math.floor((totalWorkgroups - atOnce) * GOLDEN_RATIO);
  return sampleWorkgroups({ totalWorkgroups: atOnce, count, seed: 0 }).map((index) => first + index);
}

/** The same as pairs that follow each other, so that what the next workgroup shares with one shows, too. */
export function pairsOfOneMoment(totalWorkgroups: number, concurrent: number, count: number): number[] {
  const spread = workgroupsOfOneMoment(totalWorkgroups, concurrent, Math.ceil(count / 2));
  const pairs = spread.flatMap((each) => (each + 1 < totalWorkgroups ? [each, each + 1] : [each]));
  return [...new Set(pairs)];
}

/** Another irrational number, so that the samples of several seeds differ. */
const SEED_SHIFT = Math.SQRT2 - 1;
