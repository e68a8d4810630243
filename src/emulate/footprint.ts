// How much memory a launch touches, estimated from a sample of its workgroups. Per buffer the sample gives
// the distinct sectors of one workgroup (u, the mean) and of all n sampled ones together (d). If workgroups
// drew their sectors at random from a pool of D, n of them would touch D·(1 − (1 − u/D)^n); solving for D
// gives the pool, and the same formula the sectors that any number of workgroups touches. Workgroups that
// share nothing give an infinite pool; a buffer's size caps it. What most of the sample touches is not drawn but
// common to all and counts apart: a table that all read beside rows of their own is no small pool. Sectors first touched in a shortened loop count with the loop's weight; what is read counts in whole
// bursts, as DRAM moves it and L2 holds it.

import type { Trace } from '../execute/trace.ts';
import { expm1, log1p } from '../numeric/portable.ts';
import type { Memory } from '../profile/profile.ts';
import { alignmentOfReads } from './alignment.ts';
import { bitCount } from './bit-count.ts';
import { burstMasks } from './bursts.ts';
import { isReadAccess, isWriteAccess } from './flat-program.ts';
import { firstOfLaunch } from './imbalance.ts';
import { forEachAccess, type PreparedTrace } from './prepared-trace.ts';
import { mostInARow, type Sweep, sweeps } from './sweep.ts';

/** Pool model of one buffer, in sectors. */
export interface Pool {
  /** Distinct sectors of one workgroup, mean. */
  readonly perWorkgroup: number;
  /** Those of them that all workgroups touch. */
  readonly common: number;
  /** Sectors that workgroups draw the others from; infinite when they share none. */
  readonly size: number;
  readonly capSectors: number;
  /** Distinct sectors that a workgroup adds to those of the one before it; undefined where no two were looked at. */
  readonly perNext?: number | undefined;
  /** Where the launch moves over the buffer in order. */
  readonly sweep?: Sweep | undefined;
  /** The pool of workgroups that follow each other, where these were looked at: they share what others do not. */
  readonly nearby?: Pool | undefined;
}

export interface Footprint {
  /** By buffer, private memory last. */
  readonly read: readonly Pool[];
  readonly written: readonly Pool[];
  readonly touched: readonly Pool[];
  /** By buffer, how far sharing workgroups read in step: see alignment.ts. */
  readonly alignment: Float64Array;
  /** How far workgroups that began one after the other are at stages of their own: `workgroupsApart`. */
  readonly apart: number;
  /** Sectors fetched or stored by the sample, weighted, counting each once per access. */
  readonly storedSectors: Float64Array;
  /** Workgroups that these numbers are of. */
  readonly sampled: number;
}

/** Distinct sectors that `count` workgroups touch. */
export function distinctSectors(pool: Pool, count: number): number {
  const { perWorkgroup, common, size, capSectors } = pool;
  const each = Math.max(0, perWorkgroup - common);
  const drawn = size === Infinity || each === 0 ? count * each : size * -expm1(count * log1p(-each / size));
  return Math.min(common * Math.min(1, count) + drawn, capSectors);
}

/** The same where the workgroups follow each other. */
export function distinctInARow(pool: Pool, count: number): number {
  const drawn = distinctSectors(pool, count);
  const near = pool.nearby === undefined ? drawn : Math.min(drawn, distinctNearby(pool.nearby, count));
  return pool.sweep === undefined ? near : Math.min(near, mostInARow(pool.sweep, count));
}

/** What is drawn from a pool may be shared with any other; with the one before most is, where places move on slowly. */
function distinctNearby(pool: Pool, count: number): number {
  const drawn = distinctSectors(pool, count);
  const { perWorkgroup, perNext } = pool;
  if (perNext === undefined) return drawn;
  return Math.min(drawn, perWorkgroup * Math.min(1, count) + perNext * Math.max(0, count - 1));
}

/** @param inPairs the workgroups behind the co-residents came as pairs that follow each other: the second ones show what a next one adds */
export function footprint(prepared: PreparedTrace, memory: Memory, inPairs = false): Footprint {
  const { trace, bufferCount } = prepared;
  const sectorBytes = memory.sectorBytes.value;
  const bursts = burstMasks(memory, prepared.sectorsPerLine);
  const alone = bursts.map((_, mask) => mask);
  const from = firstOfLaunch(trace);
  const isNext = inPairs ? secondOnes(trace, from) : undefined;
  const pairs = isNext?.reduce((sum, each) => sum + each, 0) ?? 0;
  const sampled = trace.workgroupIndex.length - from - pairs;
  const read = new DistinctCounter(prepared, isNext);
  const written = new DistinctCounter(prepared, isNext);
  const storedSectors = new Float64Array(bufferCount);
  forEachAccess(prepared, (workgroup, kind, weight, access) => {
    if (workgroup < from) return;
    const reads = isReadAccess(kind);
    const writes = isWriteAccess(kind);
    if (!reads && !writes) return;
    if (reads) read.count(workgroup, weight, access, bursts);
    if (writes) written.count(workgroup, weight, access, alone);
    if (!writes) return;
    for (
      let index = prepared.accessFirstLine[access];
      index < prepared.accessFirstLine[access + 1];
      index++
    ) {
      storedSectors[prepared.lineBuffer[prepared.lines[index]]] += weight * bitCount(prepared.masks[index]);
    }
  });
  const sweepOf = sweeps(prepared);
  const pools = (counter: DistinctCounter) => {
    const commons = counter.common(sampled);
    return Array.from({ length: bufferCount }, (_, buffer) => {
      const bytes = trace.bufferBytes[buffer];
      const capSectors = bytes === undefined ? Infinity : Math.ceil(bytes / sectorBytes);
      const perWorkgroup = counter.perWorkgroupSum[buffer] / sampled;
      const { common, uses, together } = commons[buffer];
      const each = perWorkgroup - uses / sampled;
      const pool = fitPool(each, counter.together[buffer] - together, sampled, capSectors);
      const perNext = pairs === 0 ? undefined : counter.addedByNext[buffer] / pairs;
      return { perNext, sweep: sweepOf[buffer], ...pool, perWorkgroup: each + common, common };
    });
  };
  const ofReads = pools(read);
  const ofWrites = pools(written);
  // Most buffers are either read or written: only where one is both, what is touched is a third count.
  const touched = () => {
    const isBoth = ofReads.some((_, buffer) => read.touches(buffer) && written.touches(buffer));
    if (!isBoth) return ofReads.map((pool, buffer) => (written.touches(buffer) ? ofWrites[buffer] : pool));
    const either = new DistinctCounter(prepared, isNext);
    forEachAccess(prepared, (workgroup, kind, weight, access) => {
      const reads = isReadAccess(kind);
      if (workgroup >= from && (reads || isWriteAccess(kind)))
        either.count(workgroup, weight, access, reads ? bursts : alone);
    });
    return pools(either);
  };
  return {
    read: ofReads,
    written: ofWrites,
    touched: touched(),
    alignment: alignmentOfReads(prepared),
    apart: memory.workgroupsApart?.value ?? 0,
    storedSectors,
    sampled,
  };
}

/** The footprint with what workgroups share that follow each other, and whether they read it in step. */
export function withNearby(touched: Footprint, near: Footprint): Footprint {
  const joined = (pools: readonly Pool[], others: readonly Pool[]) =>
    pools.map((pool, buffer) => ({ ...pool, nearby: others[buffer] }));
  return {
    ...touched,
    read: joined(touched.read, near.read),
    written: joined(touched.written, near.written),
    touched: joined(touched.touched, near.touched),
    alignment: near.alignment,
  };
}

/** By executed workgroup, 1 where it follows the one executed before it in the launch, too. */
function secondOnes({ workgroupIndex }: Trace, from: number): Uint8Array {
  const isNext = new Uint8Array(workgroupIndex.length);
  for (let at = from + 1; at < workgroupIndex.length; at++)
    if (isNext[at - 1] === 0 && workgroupIndex[at] === workgroupIndex[at - 1] + 1) isNext[at] = 1;
  return isNext;
}

/** Distinct sectors by buffer, of each workgroup and of all. */
class DistinctCounter {
  readonly perWorkgroupSum: Float64Array;
  readonly together: Float64Array;
  /** Distinct sectors of second ones of pairs, which count nowhere else, that the first ones lack. */
  readonly addedByNext: Float64Array;
  readonly #prepared: PreparedTrace;
  readonly #seen: Uint8Array;
  readonly #seenByWorkgroup: Uint8Array;
  readonly #workgroup: Int32Array;
  readonly #isNext: Uint8Array | undefined;
  /** By line: workgroups that touched it, and its part of `perWorkgroupSum` and `together`. */
  readonly #times: Uint16Array;
  readonly #sumOfLine: Float32Array;
  readonly #togetherOfLine: Float32Array;

  constructor(prepared: PreparedTrace, isNext: Uint8Array | undefined) {
    this.#prepared = prepared;
    this.perWorkgroupSum = new Float64Array(prepared.bufferCount);
    this.together = new Float64Array(prepared.bufferCount);
    this.#seen = new Uint8Array(prepared.lineCount);
    this.#seenByWorkgroup = new Uint8Array(prepared.lineCount);
    this.#workgroup = new Int32Array(prepared.lineCount).fill(-1);
    this.#isNext = isNext;
    this.addedByNext = new Float64Array(prepared.bufferCount);
    this.#times = new Uint16Array(prepared.lineCount);
    this.#sumOfLine = new Float32Array(prepared.lineCount);
    this.#togetherOfLine = new Float32Array(prepared.lineCount);
  }

  touches(buffer: number): boolean {
    return this.perWorkgroupSum[buffer] > 0 || this.addedByNext[buffer] > 0;
  }

  /** `moved`: what is touched for each mask of sectors asked for. */
  count(workgroup: number, weight: number, access: number, moved: Uint8Array): void {
    const { accessFirstLine, lines, masks, lineBuffer } = this.#prepared;
    if (this.#isNext?.[workgroup] === 1) {
      this.#countNext(workgroup, weight, access, moved);
      return;
    }
    const workgroupOf = this.#workgroup;
    const seenByWorkgroup = this.#seenByWorkgroup;
    const end = accessFirstLine[access + 1];
    for (let index = accessFirstLine[access]; index < end; index++) {
      const line = lines[index];
      if (workgroupOf[line] !== workgroup) {
        workgroupOf[line] = workgroup;
        seenByWorkgroup[line] = 0;
        this.#times[line]++;
      }
      const fresh = moved[masks[index]] & ~seenByWorkgroup[line];
      if (fresh === 0) continue;
      seenByWorkgroup[line] |= fresh;
      const buffer = lineBuffer[line];
      const sectors = bitCount(fresh) * weight;
      const firstSeen = bitCount(fresh & ~this.#seen[line]) * weight;
      this.perWorkgroupSum[buffer] += sectors;
      this.together[buffer] += firstSeen;
      this.#sumOfLine[line] += sectors;
      this.#togetherOfLine[line] += firstSeen;
      this.#seen[line] |= fresh;
    }
  }

  /** The line keeps its first one as owner, with the second one's sectors as if they were its own. */
  #countNext(workgroup: number, weight: number, access: number, moved: Uint8Array): void {
    const { accessFirstLine, lines, masks, lineBuffer } = this.#prepared;
    for (let index = accessFirstLine[access]; index < accessFirstLine[access + 1]; index++) {
      const line = lines[index];
      if (this.#workgroup[line] !== workgroup - 1) {
        this.#workgroup[line] = workgroup - 1;
        this.#seenByWorkgroup[line] = 0;
      }
      const fresh = moved[masks[index]] & ~this.#seenByWorkgroup[line];
      this.#seenByWorkgroup[line] |= fresh;
      this.addedByNext[lineBuffer[line]] += bitCount(fresh) * weight;
    }
  }

  /** By buffer: sectors of lines that most workgroups touched, and their part of both sums. */
  common(sampled: number): { common: number; uses: number; together: number }[] {
    const { bufferCount, lineCount, lineBuffer } = this.#prepared;
    const commons = Array.from({ length: bufferCount }, () => ({ common: 0, uses: 0, together: 0 }));
    if (sampled < FEWEST_TO_SHARE) return commons;
    for (let line = 0; line < lineCount; line++) {
      if (this.#times[line] <= COMMON * sampled) continue;
      const of = commons[lineBuffer[line]];
      of.common += this.#sumOfLine[line] / this.#times[line];
      of.uses += this.#sumOfLine[line];
      of.together += this.#togetherOfLine[line];
    }
    return commons;
  }
}

/** Solves together = D·(1 − (1 − u/D)^n) for D by bisection on its logarithm. */
export function fitPool(perWorkgroup: number, together: number, sampled: number, capSectors: number): Pool {
  const drawn = perWorkgroup * sampled;
  const common = 0;
  if (perWorkgroup === 0 || sampled < 2 || together >= drawn * (1 - ROUNDING)) {
    return { perWorkgroup, common, size: Infinity, capSectors };
  }
  let low = Math.max(perWorkgroup, together);
  let high = low * 2 ** 20;
  for (let step = 0; step < 60; step++) {
    const middle = Math.sqrt(low * high);
    const pool = { perWorkgroup, common, size: middle, capSectors: Infinity };
    if (distinctSectors(pool, sampled) < together) low = middle;
    else high = middle;
  }
  return { perWorkgroup, common, size: Math.sqrt(low * high), capSectors };
}

/** A line that more than this share of the sample touches is common to all, if the sample is not too small. */
const COMMON = 0.5;
const FEWEST_TO_SHARE = 4;
/** Differences below this come from adding fractions. */
const ROUNDING = 1e-9;
