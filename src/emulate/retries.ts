// How often lanes go around that retry a compare-exchange until they win, for as many others as want the same word:
// counted on a device for buffers (microbench/retries.wgsl), by turns in workgroup memory.

import { exp, log } from '../numeric/portable.ts';

/** What the lanes of a warp meet at their words. */
export interface Contest {
  /** Lanes under way that want the word of a mean lane, of other warps and its own, were all of them in the loop. */
  readonly others: number;
  readonly lanes: number;
  /** Lanes of the warp that want one word. */
  readonly alike: number;
  /** Lanes under way at the busiest of the warp's words, and as how many such words all of them come to. */
  readonly most: number;
  readonly places: number;
}

/** Rounds until a mean lane has won, and until the last of its warp has. */
export interface Retries {
  readonly ofLane: number;
  readonly ofWarp: number;
}

/**
 * In workgroup memory lanes take turns: a warp goes around as often as there are lanes under way at the busiest of its
 * words, which by chance has more than most.
 * @param present share of the time that a warp spends in one of its stays
 */
export function retriesInWorkgroup({ most, places }: Contest, share: number, present: number): Retries {
  const mean = most * share;
  const chance = Math.sqrt(Math.max(0, 1 - present));
  const rounds = Math.max(1, mean + chance * (busiest(mean, places) - mean));
  return { ofLane: rounds, ofWarp: rounds };
}

/**
 * The greatest of as many numbers as `places`, each of which counts what is there by chance, so many on average
 * (Poisson): what the busiest of a warp's words has more than any of them on average.
 */
function busiest(mean: number, places: number): number {
  let [sum, probability, below] = [0, exp(-mean), 0];
  if (probability < 1e-30) return mean;
  for (let count = 0; ; count++) {
    below = Math.min(1, below + probability);
    const beyond = 1 - exp(places * log(below));
    sum += beyond;
    if (count > mean && beyond < 1e-3) return sum;
    probability *= mean / (count + 1);
  }
}

/**
 * How lanes come to a loop: all at once; as others of workgroups that have ended; or from another such loop, which
 * their warp has left.
 */
export type Arrival = 'together' | 'replacing' | 'from a loop';

/**
 * In a buffer, by turns, a word would be won once in the time of a round. It is won more often the more lanes there
 * are, as they wait in a queue and whoever has looked last comes again first; and more often where new lanes come, who
 * have just looked. Of lanes that began together half are left on average.
 * @param share of the time that a warp spends in the loop
 */
export function retriesInBuffer({ others, lanes, alike }: Contest, arrival: Arrival, share: number): Retries {
  const rounds = (met: number): Retries => {
    const wins = 1 + WINS_PER_DOUBLING[arrival] * (log(1 + met / MET_BY_TURNS) / Math.LN2);
    const ofLane = 1 + met / wins;
    const someLose = 1 - exp((-lanes * (ofLane - 1)) / 2);
    return { ofLane, ofWarp: ofLane + SPREAD * log(1 + ofLane) * someLose + (alike - 1) / 2 };
  };
  if (arrival === 'together') return rounds(others / 2);
  // Who has won waits for the rest of its warp, and is met by nobody: from above to where the two agree.
  let found = rounds(others * share);
  for (let step = 0; step < STEPS; step++) {
    const before = found.ofLane;
    found = rounds(others * share * (found.ofLane / found.ofWarp));
    if (Math.abs(found.ofLane - before) < SETTLED * before) break;
  }
  return found;
}

/**
 * Wins of a word in the time of a round grow by so much when twice as many want it. Of 19 counted cases that began
 * together, 7 with replacing workgroups and 8 with more than one loop (microbench/retries.wgsl).
 */
const WINS_PER_DOUBLING: Readonly<Record<Arrival, number>> = {
  together: 0.15,
  replacing: 0.25,
  'from a loop': 0.42,
};
/** So few take turns. */
const MET_BY_TURNS = 1.5;
/** How much longer the last of a warp takes than a mean lane, by the logarithm of how long that takes. */
const SPREAD = 2.1;

/** Steps towards where the lanes that are met and the rounds that they cost agree. */
export const STEPS = 24;
/** They agree: what a further step changes no figure shows. */
export const SETTLED = 1e-12;
