// What loops cost that try a compare-exchange until it succeeds (retry-loops.ts). Execution runs one warp after the
// other, so that a warp meets only its own lanes; on the device every lane that is in such a loop at the same address
// may lose a round when another wins one. How often a lane goes around for as many others as there are, and how much
// longer its warp stays until the last of its lanes has won, was counted on a device (microbench/retries.wgsl). Each
// round of the trace stands for as many as come to that, as do the iterations of a shortened loop.

import type { Trace } from '../execute/trace.ts';
import { exp, log } from '../numeric/portable.ts';
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
  const accessPasses = trace.accessPasses.slice();
  for (const [access, share] of lanesLeft)
    accessPasses[access] = Math.max(1, Math.round(accessPasses[access] * share));
  return {
    ...trace,
    entryWeight,
    accessPasses,
    ...fewerSectors(trace, lanesLeft),
    ...fewerWords(trace, lanesLeft),
  };
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

/** The compare-exchanges named with so many of their lanes, but at least one. */
function fewerWords(
  { exchangeAccess, exchangeWord }: Trace,
  shares: ReadonlyMap<number, number>,
): Pick<Trace, 'exchangeAccess' | 'exchangeWord'> {
  const [accesses, words] = [exchangeAccess.slice(), exchangeWord.slice()];
  let end = 0;
  for (let first = 0; first < accesses.length; ) {
    const access = exchangeAccess[first];
    let all = 1;
    while (exchangeAccess[first + all] === access) all++;
    const kept = Math.max(1, Math.round(all * (shares.get(access) ?? 1)));
    for (let at = 0; at < kept; at++) {
      accesses[end] = access;
      words[end++] = exchangeWord[first + Math.floor((at * all) / kept)];
    }
    first += all;
  }
  return { exchangeAccess: accesses.subarray(0, end), exchangeWord: words.subarray(0, end) };
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
  const underWay = (launchShare * atOnce) / staysPerWarp;
  const contests = stays.map((stay): Contest => {
    const { counts, evenCount } = lanesAt[isBuffer ? 0 : stay.workgroup];
    const own = new Map<number, number>();
    for (const word of stay.words) own.set(word, (own.get(word) ?? 0) + 1);
    let [others, all, most] = [0, 0, 0];
    for (const [word, lanes] of own) {
      const elsewhere = expectedCount(counts.get(word)! - lanes, isBuffer ? evenCount : undefined);
      others += lanes * (elsewhere * underWay + lanes - 1);
      const here = counts.get(word)! * underWay;
      all += here;
      most = Math.max(most, here);
    }
    const lanes = stay.words.length;
    return { others: others / lanes, lanes, alike: lanes / own.size, most, places: all / most };
  });
  const retriesOf = (contest: Contest, share: number) =>
    isBuffer
      ? retriesInBuffer(contest, beganTogether, share)
      : retriesInWorkgroup(contest, share, share / staysPerWarp);
  // The longer the rounds take, the more lanes are in the loop at once: from below to where the two agree.
  let share = 0;
  let retries: readonly Retries[] = [];
  for (let step = 0; step < STEPS; step++) {
    retries = contests.map((contest) => retriesOf(contest, share));
    const all = retries.reduce((sum, { ofWarp }, at) => sum + Math.max(stays[at].rounds, ofWarp), 0);
    const inLoop = all * roundCycles;
    share = inLoop / (inLoop + outside);
  }
  stays.forEach((stay, at) => {
    const { ofLane, ofWarp } = retries[at];
    // In a buffer, of the rounds, which its own lanes cost a warp, the first one stands for all others.
    const standing = isBuffer ? 1 : stay.rounds;
    const each = Math.max(1, (ofWarp - (stay.rounds - standing)) / standing);
    const end = isBuffer ? endOfFirstRound(trace, stay) : stay.endEntry;
    for (let entry = stay.firstEntry; entry < end; entry++) entryWeight[entry] *= each;
    const lanes = stay.words.length;
    if (isBuffer && each > 1)
      lanesLeft.set(stay.access, Math.min(1, (ofLane * lanes - stay.laterLanes) / (each * lanes)));
  });
}

/** Where the loop begins anew, or ends. */
function endOfFirstRound({ entrySegment }: Trace, { firstEntry, endEntry }: Stay): number {
  const again = entrySegment.indexOf(entrySegment[firstEntry], firstEntry + 1);
  return again < 0 ? endEntry : Math.min(again, endEntry);
}

/** What the lanes of a warp meet at their words. */
interface Contest {
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
interface Retries {
  readonly ofLane: number;
  readonly ofWarp: number;
}

/**
 * In workgroup memory lanes take turns: a warp goes around as often as there are lanes under way at the busiest of its
 * words, which by chance has more than most.
 * @param present share of the time that a warp spends in one of its stays
 */
function retriesInWorkgroup({ most, places }: Contest, share: number, present: number): Retries {
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
 * In a buffer, by turns, a word would be won once in the time of a round. It is won more often the more lanes there are, as they
 * wait in a queue and whoever has looked last comes again first; and more often where new lanes come, who have just
 * looked. Of lanes that began together half are left on average.
 */
function retriesInBuffer({ others, lanes, alike }: Contest, beganTogether: boolean, share: number): Retries {
  const rounds = (met: number): Retries => {
    const wins =
      1 + WINS_PER_DOUBLING[beganTogether ? 0 : 1] * (log(Math.max(1, met / MET_BY_TURNS)) / Math.LN2);
    const ofLane = 1 + met / wins;
    const someLose = 1 - exp((-lanes * (ofLane - 1)) / 2);
    return { ofLane, ofWarp: ofLane + SPREAD * log(1 + ofLane) * someLose + (alike - 1) / 2 };
  };
  if (beganTogether) return rounds(others / 2);
  // Who has won waits for the rest of its warp, and is met by nobody: from above to where the two agree.
  let found = rounds(others * share);
  for (let step = 0; step < STEPS; step++) found = rounds(others * share * (found.ofLane / found.ofWarp));
  return found;
}

/** Wins of a word in the time of a round grow by so much when twice as many want it: began together, or others come. */
const WINS_PER_DOUBLING = [0.15, 0.25];
/** So few take turns. */
const MET_BY_TURNS = 2;
/** How much longer the last of a warp takes than a mean lane, by the logarithm of how long that takes. */
const SPREAD = 2.1;

/** Steps towards where the length of the rounds and the lanes in the loop agree. */
const STEPS = 24;
interface LanesAt {
  readonly counts: ReadonlyMap<number, number>;
  /** Lanes of other warps at the word of an average lane. */
  readonly evenCount: number;
}

function lanesByWord(stays: readonly Stay[]): LanesAt {
  const counts = new Map<number, number>();
  let [lanes, pairs] = [0, 0];
  for (const { words } of stays) {
    lanes += words.length;
    // Those before of other warps; in both directions they are twice as many.
    for (const word of words) pairs += 2 * (counts.get(word) ?? 0);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return { counts, evenCount: lanes > 0 ? pairs / lanes : 0 };
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
function expectedCount(others: number, evenCount: number | undefined): number {
  if (evenCount === undefined) return others;
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
