// Contention of global atomics. L2 is made of slices; each does one sector after the other and, where lanes of a
// request meet on one address, one lane after the other. Workgroups that run at the same time and whose atomics go to
// a few places keep few slices busy, and the busiest sets the rate for the whole device. Which slice has a place is
// not known but for neighbours; what counts is the median over several ways of dealing places out.

import type { Memory } from '../profile/profile.ts';
import { atomicLoadShare } from './atomic-loads.ts';
import { isGlobalAtomic, Kind } from './flat-program.ts';
import { mixed } from './mixed.ts';
import { forEachAccess, type PreparedTrace } from './prepared-trace.ts';

export interface SliceCosts {
  /** Cycles of each further lane on an address, in those that a sector takes. */
  readonly furtherLane: number;
  /** Slices that evenly spread atomics keep busy. */
  readonly slices: number;
  /** Workgroups that the device runs at once. */
  readonly concurrent: number;
}

/**
 * Share of the atomic work under way that the busiest slice gets, 0 when there are no atomics.
 * @param prepared workgroups that run at the same time
 */
export function hottestShare(prepared: PreparedTrace, memory: Memory, costs: SliceCosts): number {
  if (!prepared.program.kind.some(isGlobalAtomic)) return 0;
  const ofTrace = known.get(prepared) ?? new Map<string, number>();
  known.set(prepared, ofTrace);
  const { furtherLane, slices, concurrent } = costs;
  const { lineBytes, l2SliceBytes, atomicLoadShare: ofLoads } = memory;
  const numbers = [lineBytes.value, l2SliceBytes?.value, ofLoads?.value, furtherLane, slices, concurrent];
  const key = numbers.join();
  const share = ofTrace.get(key) ?? hottest(prepared, memory, costs);
  ofTrace.set(key, share);
  return share;
}

/** One trace is timed many times, with costs that mostly are the same. */
const known = new WeakMap<PreparedTrace, Map<string, number>>();

function hottest(prepared: PreparedTrace, memory: Memory, costs: SliceCosts): number {
  const byWorkgroup = workByPlace(prepared, memory, costs.furtherLane);
  const shares = sharesOf(byWorkgroup, weightsOf(byWorkgroup), costs.concurrent);
  const known = [...shares.values()].reduce((sum, share) => sum + share, 0);
  if (known === 0) return 0;
  const pairs = Math.max(1, Math.round(costs.slices / 2));
  const load = new Float64Array(2 * pairs);
  const busiest = new Float64Array(DEALS);
  for (let deal = 0; deal < DEALS; deal++) {
    // What no two workgroups share lies anywhere.
    load.fill(Math.max(0, 1 - known) / load.length);
    for (const [place, share] of shares) load[sliceOf(place, deal, pairs)] += share;
    busiest[deal] = Math.max(...load);
  }
  const share = busiest.sort()[DEALS >> 1];
  // The rate of all slices has it in already.
  const isUneven = isLongRow([...shares.keys()]);
  return isUneven ? share * (1 + FURTHER_SHARE * Math.min(1, Math.max(0, share * costs.slices - 1))) : share;
}

/**
 * Slices of a row of more than four get unlike parts of it: atomics at random in 4, 8 and 16 KiB go at 0.80, 0.90 and
 * 0.77 of the rate of as many slices (microbench/atomics), in up to 2 KiB at all of it.
 */
const FURTHER_SHARE = 0.2;
const EVEN_BLOCKS = 2;

/** Whether places mostly lie in blocks that follow each other, of which there are more than go to slices evenly. */
function isLongRow(places: readonly number[]): boolean {
  const blocks = new Set(places.map((place) => place >>> 1));
  let inRow = 0;
  for (const block of blocks) if (blocks.has(block - 1) || blocks.has(block + 1)) inRow++;
  return blocks.size > EVEN_BLOCKS && 2 * inRow > blocks.size;
}

/** Of one workgroup: cycles by place. */
type OwnWork = ReadonlyMap<number, number>;

/**
 * Of each workgroup, in the order in which they start. Places are what one slice has of two blocks: so many bytes here
 * and there by turns.
 */
function workByPlace(prepared: PreparedTrace, memory: Memory, furtherLane: number): OwnWork[] {
  const { accessFirstLine, lines, lineNumber, accessSectors, accessAtomicWork, accessPasses } = prepared;
  const { workgroupIndex } = prepared.trace;
  const lineBytes = memory.lineBytes.value;
  const sliceBytes = memory.l2SliceBytes?.value ?? 2 * lineBytes;
  const work = Array.from(workgroupIndex, () => new Map<number, number>());
  const loadShare = atomicLoadShare(prepared, memory);
  forEachAccess(prepared, (workgroup, kind, weight, access) => {
    const isChange = isGlobalAtomic(kind);
    const share = isChange ? 1 : kind === Kind.loadGlobalUncached ? loadShare : 0;
    if (share === 0 || accessSectors[access] === 0) return;
    const first = accessFirstLine[access];
    const end = accessFirstLine[access + 1];
    const meeting = isChange ? (accessPasses[access] - 1) * furtherLane : 0;
    const cycles = weight * share * (accessAtomicWork[access] + meeting);
    for (let index = first; index < end; index++) {
      const bytes = lineNumber[lines[index]] * lineBytes;
      const block = Math.floor(bytes / (2 * sliceBytes));
      const place = 2 * block + (Math.floor((2 * bytes) / sliceBytes) & 1);
      work[workgroup].set(place, (work[workgroup].get(place) ?? 0) + cycles / (end - first));
    }
  });
  return Array.from(work.keys())
    .sort((a, b) => workgroupIndex[a] - workgroupIndex[b])
    .map((workgroup) => work[workgroup]);
}

/**
 * How much of what is under way each workgroup stands for, 1 on average. Those in a row that mostly go to one place
 * weigh as much as any other such row: where a slice is full its workgroups queue, and others get ahead.
 */
function weightsOf(byWorkgroup: readonly OwnWork[]): number[] {
  const places = byWorkgroup.map((own) => [...own].sort((a, b) => b[1] - a[1])[0]?.[0]);
  const rows: number[] = [];
  const rowOf = places.map((place, index) => {
    if (index === 0 || place !== places[index - 1]) rows.push(0);
    rows[rows.length - 1]++;
    return rows.length - 1;
  });
  return rowOf.map((row) => places.length / (rows.length * rows[row]));
}

/**
 * By place, what a workgroup that goes there meets, as a share of all work under way. Its own part is known to be
 * there, that of all others is estimated from those that were executed.
 */
function sharesOf(
  byWorkgroup: readonly OwnWork[],
  weights: readonly number[],
  concurrent: number,
): Map<number, number> {
  const workgroups = byWorkgroup.length;
  const places = new Map<number, { all: number; squares: number }>();
  let total = 0;
  byWorkgroup.forEach((own, workgroup) => {
    for (const [place, cycles] of own) {
      let work = places.get(place);
      if (!work) places.set(place, (work = { all: 0, squares: 0 }));
      work.all += weights[workgroup] * cycles;
      work.squares += weights[workgroup] * cycles * cycles;
      total += weights[workgroup] * cycles;
    }
  });
  const ownPart = workgroups === 1 ? 1 : 1 / Math.max(workgroups, concurrent);
  const shares = new Map<number, number>();
  for (const [place, { all, squares }] of places) {
    const own = squares / all;
    const others = workgroups === 1 ? 0 : (all - own) / (workgroups - 1);
    shares.set(place, ((own * ownPart + others * (1 - ownPart)) * workgroups) / total);
  }
  return isLongRow([...places.keys()]) ? withoutChance(shares, places) : shares;
}

/**
 * Of a few workgroups, some places get more than others by chance, and the busiest would be one of these. Shares go
 * towards their mean as far as their spread is no more than that (the shrinkage of Efron and Morris, 1973).
 */
function withoutChance(
  shares: Map<number, number>,
  places: ReadonlyMap<number, { readonly all: number; readonly squares: number }>,
): Map<number, number> {
  const count = places.size;
  if (count < FEW_PLACES) return shares;
  let [all, squares, byChance] = [0, 0, 0];
  for (const each of places.values()) {
    all += each.all;
    squares += each.all * each.all;
    byChance += each.squares;
  }
  const spread = squares - (all * all) / count;
  const kept = spread > 0 ? Math.max(0, 1 - byChance / spread) : 1;
  let sum = 0;
  for (const share of shares.values()) sum += share;
  const mean = sum / count;
  for (const [place, share] of shares) shares.set(place, mean + (share - mean) * kept);
  return shares;
}

/** Of fewer places nothing can be told. */
const FEW_PLACES = 4;

/** Blocks follow each other through the slices; where a row of blocks begins, and at which slice, differs by deal. */
function sliceOf(place: number, deal: number, pairs: number): number {
  const block = (place >>> 1) + ((mixed(deal + 1) >>> 1) % pairs);
  const row = Math.floor(block / pairs);
  const shift = mixed(row * DEALS + deal + 1) >>> 1;
  return 2 * ((block + shift) % pairs) + ((place + (shift & 1)) & 1);
}

const DEALS = 32;
