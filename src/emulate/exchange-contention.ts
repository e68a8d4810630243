// What loops cost that try a compare-exchange until it succeeds (retry-loops.ts). Execution runs one warp after the
// other, so that a warp meets only its own lanes; on the device every lane that is in such a loop at the same address
// loses a round whenever another wins one. Of the lanes that meet at an address one wins per round trip: a warp goes
// around as often as there are lanes under way at the busiest of its addresses. Each round of the trace therefore
// stands for as many as come to that, as do the iterations of a shortened loop.

import type { Trace } from '../execute/trace.ts';
import { GOLDEN_RATIO } from './golden-ratio.ts';
import { loopOfSegment, retryLoops, type Stay, staysIn } from './retry-loops.ts';

/** What decides how many lanes are under way at once. */
export interface Crowd {
  /** Warps that the device holds at once. */
  readonly residentWarps: number;
  /** Cycles of a round in a buffer and in workgroup memory, and of an instruction elsewhere. */
  readonly bufferRoundCycles: number;
  readonly workgroupRoundCycles: number;
  readonly instructionCycles: number;
}

/** The trace with the rounds that lanes lose to other warps; the same one where no loop retries. */
export function withLostRounds(trace: Trace, crowd: Crowd): Trace {
  if (trace.exchangeAccess.length === 0) return trace;
  const loops = retryLoops(trace.program);
  if (loops.length === 0) return trace;
  const entryWeight = trace.entryWeight.slice();
  const lanesLeft = new Map<number, number>();
  for (const space of ['buffer', 'workgroup'] as const) {
    const loopOf = loopOfSegment(trace.program, loops, space);
    weighLoops(trace, loopOf, space === 'buffer', crowd, entryWeight, lanesLeft);
  }
  // Of the lanes that meet in one request all but one fail at once: the slice serves them together.
  const accessPasses = trace.accessPasses.slice();
  if (loops.some(({ space }) => space === 'buffer'))
    for (const access of trace.exchangeAccess)
      accessPasses[access] = Math.min(accessPasses[access], MOST_PASSES);
  return { ...trace, entryWeight, accessPasses, ...fewerSectors(trace, lanesLeft) };
}

/** The accesses named with so much of their sectors, but at least one. */
function fewerSectors(
  trace: Trace,
  shares: ReadonlyMap<number, number>,
): Pick<Trace, 'sectors' | 'accessFirstSector'> {
  const sectors = new Int32Array(trace.sectors.length);
  const accessFirstSector = new Int32Array(trace.accessFirstSector.length);
  let end = 0;
  for (let access = 0; access + 1 < accessFirstSector.length; access++) {
    const first = trace.accessFirstSector[access];
    const all = trace.accessFirstSector[access + 1] - first;
    const kept = Math.min(all, Math.max(1, Math.round(all * (shares.get(access) ?? 1))));
    // Evenly from all of them, and other ones each time: the sectors that stay must not be the same few.
    const shift = (access * GOLDEN_RATIO) % 1;
    for (let at = 0; at < kept; at++)
      sectors[end++] = trace.sectors[first + Math.floor(((at + shift) * all) / kept)];
    accessFirstSector[access + 1] = end;
  }
  return { sectors: sectors.subarray(0, end), accessFirstSector };
}

/** @param lanesLeft of each compare-exchange that loses rounds: share of its lanes that are left in a mean round */
function weighLoops(
  trace: Trace,
  loopOf: Int32Array,
  isBuffer: boolean,
  crowd: Crowd,
  entryWeight: Float32Array,
  lanesLeft: Map<number, number>,
): void {
  const stays = staysIn(trace, loopOf);
  if (stays.length === 0) return;
  const warps = trace.warpFirstEntry.length - 1;
  const staysPerWarp = Math.max(1, stays.length / warps);
  const sampled = trace.workgroupIndex.length;
  const launchShare = isBuffer ? trace.totalWorkgroups / sampled : 1;
  const warpsOfLaunch = (warps / sampled) * trace.totalWorkgroups;
  const atOnce = isBuffer ? Math.min(1, crowd.residentWarps / warpsOfLaunch) : 1;
  const lanesAt = isBuffer ? [lanesByWord(stays)] : groupsOf(stays).map(lanesByWord);
  const roundCycles = isBuffer ? crowd.bufferRoundCycles : crowd.workgroupRoundCycles;
  const outside = instructionsOutside(trace, loopOf) * crowd.instructionCycles;
  // A warp that goes from one loop to the next takes the place of one that leaves.
  const beganTogether = atOnce === 1 && staysPerWarp === 1;
  const rounds = stays.reduce((sum, stay) => sum + stay.rounds, 0);
  const underWay = (launchShare * atOnce) / staysPerWarp;
  const meetings = stays.map((stay) => {
    const { counts, evenCount } = lanesAt[isBuffer ? 0 : stay.workgroup];
    let [most, all] = [0, 0];
    for (const word of new Set(stay.words)) {
      const count = expectedCount(counts.get(word)!, isBuffer ? evenCount : undefined) * underWay;
      most = Math.max(most, count);
      all += count;
    }
    return { most, places: all / most };
  });
  /** Of one that is in the loop at any moment with that probability. */
  const roundsOf = (at: number, share: number) => {
    const { most, places } = meetings[at];
    const chance = Math.sqrt(Math.max(0, 1 - (atOnce / staysPerWarp) * share));
    const mean = most * share;
    return Math.max(stays[at].rounds, mean + chance * (busiest(mean, places) - mean));
  };
  // The longer the rounds take, the more lanes are in the loop at once: from below to where the two agree.
  let factor = 1;
  let share = 0;
  for (let step = 0; step < STEPS; step++) {
    const inLoop = rounds * factor * roundCycles;
    share = inLoop / (inLoop + outside);
    factor = stays.reduce((sum, _, at) => sum + roundsOf(at, share), 0) / rounds;
  }
  stays.forEach((stay, at) => {
    const lost = roundsOf(at, share) / stay.rounds;
    for (let entry = stay.firstEntry; entry < stay.endEntry; entry++) entryWeight[entry] *= lost;
    if (lost > 1) lanesLeft.set(stay.access, shareLeft(new Set(stay.words).size, beganTogether));
  });
}

/**
 * Mean share of lanes that are still in the loop, of lanes that go on until the last of them has won: when all that
 * meet began together, each round one of them wins, and the ends lie evenly; when others take the places of those
 * that leave, each wins a round by the same chance, and the last takes as long as a harmonic sum of means.
 */
function shareLeft(lanes: number, beganTogether: boolean): number {
  if (beganTogether) return (lanes + 1) / (2 * lanes);
  let harmonic = 0;
  for (let lane = 1; lane <= lanes; lane++) harmonic += 1 / lane;
  return 1 / harmonic;
}

/**
 * The greatest of as many numbers as `places`, each of which counts what is there by chance, so many on average
 * (Poisson): what the busiest of a warp's addresses has more than any of them on average.
 */
function busiest(mean: number, places: number): number {
  let [sum, probability, below] = [0, Math.exp(-mean), 0];
  if (probability < 1e-30) return mean;
  for (let count = 0; ; count++) {
    below += probability;
    const beyond = 1 - below ** places;
    sum += beyond;
    if (count > mean && beyond < 1e-3) return sum;
    probability *= mean / (count + 1);
  }
}

/** Steps towards where the length of the rounds and the lanes in the loop agree. */
const STEPS = 24;
/** Lanes that fail at one address cost no more than so many that succeed: bench/sets/studied, `contended-exchanges`. */
const MOST_PASSES = 4;

interface LanesAt {
  readonly counts: ReadonlyMap<number, number>;
  /** Lanes at the word of an average lane, besides itself. */
  readonly evenCount: number;
}

function lanesByWord(stays: readonly Stay[]): LanesAt {
  const counts = new Map<number, number>();
  let lanes = 0;
  for (const { words } of stays) {
    lanes += words.length;
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  let pairs = 0;
  for (const count of counts.values()) pairs += count * (count - 1);
  return { counts, evenCount: lanes > 1 ? pairs / (lanes - 1) : 0 };
}

/** By workgroup; nothing for one without any. */
function groupsOf(stays: readonly Stay[]): Stay[][] {
  const groups: Stay[][] = [];
  for (const stay of stays) {
    groups[stay.workgroup] ??= [];
    groups[stay.workgroup].push(stay);
  }
  return groups;
}

/** A few lanes at a word may have met there by chance: then what an average lane meets counts for more. */
function expectedCount(count: number, evenCount: number | undefined): number {
  if (evenCount === undefined) return count;
  const others = count - 1;
  const trust = others / (others + CHANCE);
  return others * trust + evenCount * (1 - trust);
}

/** Others at a word that are trusted half, the other half being what an average lane meets. A choice of the model. */
const CHANCE = 4;

function instructionsOutside(trace: Trace, loopOf: Int32Array): number {
  let sum = 0;
  for (let entry = 0; entry < trace.entrySegment.length; entry++) {
    const segment = trace.entrySegment[entry];
    if (loopOf[segment] >= 0) continue;
    sum += trace.program.segments[segment].instructions.length * trace.entryWeight[entry];
  }
  return sum;
}
