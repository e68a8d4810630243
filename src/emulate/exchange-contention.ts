// What loops cost that try a compare-exchange until it succeeds (retry-loops.ts). Execution runs one warp after the
// other, so that a warp meets only its own lanes; on the device every lane that is in such a loop at the same address
// may lose a round when another wins one. How often a lane goes around for as many others as there are, and how much
// longer its warp stays until the last of its lanes has won, was counted on a device (microbench/retries.wgsl). Each
// round of the trace stands for as many as come to that, as do the iterations of a shortened loop.

import type { Trace } from '../execute/trace.ts';
import { GOLDEN_RATIO } from './golden-ratio.ts';
import {
  type Arrival,
  type Contest,
  type Retries,
  retriesInBuffer,
  retriesInWorkgroup,
  SETTLED,
  STEPS,
} from './retries.ts';
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
  const arrival: Arrival = staysPerWarp > 1 ? 'from a loop' : atOnce < 1 ? 'replacing' : 'together';
  const underWay = (launchShare * atOnce) / staysPerWarp;
  const contests = stays.map((stay): Contest => {
    const { counts, warps, evenCount } = lanesAt[isBuffer ? 0 : stay.workgroup];
    const own = new Map<number, number>();
    for (const word of stay.words) own.set(word, (own.get(word) ?? 0) + 1);
    let [others, all, most] = [0, 0, 0];
    for (const [word, lanes] of own) {
      const found = counts.get(word)! - lanes;
      const elsewhere = isBuffer ? expectedCount(found, warps.get(word)! - 1, evenCount) : found;
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
      ? retriesInBuffer(contest, arrival, share)
      : retriesInWorkgroup(contest, share, share / staysPerWarp);
  // The longer the rounds take, the more lanes are in the loop at once: from below to where the two agree.
  let share = 0;
  let retries: readonly Retries[] = [];
  for (let step = 0; step < STEPS; step++) {
    retries = contests.map((contest) => retriesOf(contest, share));
    const all = retries.reduce((sum, { ofWarp }, at) => sum + Math.max(stays[at].rounds, ofWarp), 0);
    const inLoop = all * roundCycles;
    const before = share;
    share = inLoop / (inLoop + outside);
    if (Math.abs(share - before) < SETTLED) break;
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

interface LanesAt {
  readonly counts: ReadonlyMap<number, number>;
  readonly warps: ReadonlyMap<number, number>;
  /** Lanes of other warps at the word of an average lane. */
  readonly evenCount: number;
}

function lanesByWord(stays: readonly Stay[]): LanesAt {
  const counts = new Map<number, number>();
  const warps = new Map<number, number>();
  let [lanes, pairs] = [0, 0];
  for (const { words } of stays) {
    lanes += words.length;
    // Those before of other warps; in both directions they are twice as many.
    for (const word of words) pairs += 2 * (counts.get(word) ?? 0);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of new Set(words)) warps.set(word, (warps.get(word) ?? 0) + 1);
  }
  return { counts, warps, evenCount: lanes > 0 ? pairs / lanes : 0 };
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

/** Lanes of a few warps at a word may have met there by chance: then what an average lane meets counts for more. */
function expectedCount(others: number, otherWarps: number, evenCount: number): number {
  const trust = otherWarps / (otherWarps + CHANCE);
  return others * trust + evenCount * (1 - trust);
}

/**
 * Other warps at a word whose lanes are trusted half, the other half being what an average lane meets. A choice of the
 * model.
 */
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
