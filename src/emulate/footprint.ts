// How much memory a launch touches, estimated from a sample of its workgroups. Per buffer the sample gives
// the distinct sectors of one workgroup (u, the mean) and of all n sampled ones together (d). If workgroups
// drew their sectors at random from a pool of D, n of them would touch D·(1 − (1 − u/D)^n); solving for D
// gives the pool, and the same formula the sectors that any number of workgroups touches. Workgroups that
// share nothing give an infinite pool, workgroups that all read the same a pool of u; a buffer's size caps
// both. Sectors first touched in a shortened loop count with the loop's weight.

import { alignmentOfReads } from './alignment.ts';
import { isReadAccess, isWriteAccess } from './flat-program.ts';
import { forEachAccess, type PreparedTrace } from './prepared-trace.ts';

/** Pool model of one buffer, in sectors. */
export interface Pool {
  /** Distinct sectors of one workgroup, mean. */
  readonly perWorkgroup: number;
  /** Sectors that workgroups draw from; infinite when they share none. */
  readonly size: number;
  readonly capSectors: number;
}

export interface Footprint {
  /** By buffer, private memory last. */
  readonly read: readonly Pool[];
  readonly written: readonly Pool[];
  readonly touched: readonly Pool[];
  /** By buffer, how far sharing workgroups read in step: see alignment.ts. */
  readonly alignment: Float64Array;
  /** Sectors fetched or stored by the sample, weighted, counting each once per access. */
  readonly storedSectors: Float64Array;
}

/** Distinct sectors that `count` workgroups touch. */
export function distinctSectors(pool: Pool, count: number): number {
  const { perWorkgroup, size, capSectors } = pool;
  if (perWorkgroup === 0) return 0;
  const drawn =
    size === Infinity ? count * perWorkgroup : size * -Math.expm1(count * Math.log1p(-perWorkgroup / size));
  return Math.min(drawn, capSectors);
}

export function footprint(prepared: PreparedTrace, sectorBytes: number): Footprint {
  const { trace, bufferCount } = prepared;
  const sampled = trace.workgroupIndex.length;
  const read = new DistinctCounter(prepared);
  const written = new DistinctCounter(prepared);
  const touched = new DistinctCounter(prepared);
  const storedSectors = new Float64Array(bufferCount);
  forEachAccess(prepared, (workgroup, kind, weight, access) => {
    const reads = isReadAccess(kind);
    const writes = isWriteAccess(kind);
    if (!reads && !writes) return;
    if (reads) read.count(workgroup, weight, access);
    if (writes) written.count(workgroup, weight, access);
    touched.count(workgroup, weight, access);
    if (!writes) return;
    for (
      let index = prepared.accessFirstLine[access];
      index < prepared.accessFirstLine[access + 1];
      index++
    ) {
      storedSectors[prepared.lineBuffer[prepared.lines[index]]] += weight * bitCount(prepared.masks[index]);
    }
  });
  const pools = (counter: DistinctCounter) =>
    Array.from({ length: bufferCount }, (_, buffer) => {
      const bytes = trace.bufferBytes[buffer];
      const capSectors = bytes === undefined ? Infinity : Math.ceil(bytes / sectorBytes);
      return fitPool(
        counter.perWorkgroupSum[buffer] / sampled,
        counter.together[buffer],
        sampled,
        capSectors,
      );
    });
  return {
    read: pools(read),
    written: pools(written),
    touched: pools(touched),
    alignment: alignmentOfReads(prepared),
    storedSectors,
  };
}

/** Distinct sectors by buffer, of each workgroup and of all. */
class DistinctCounter {
  readonly perWorkgroupSum: Float64Array;
  readonly together: Float64Array;
  readonly #prepared: PreparedTrace;
  readonly #seen: Uint8Array;
  readonly #seenByWorkgroup: Uint8Array;
  readonly #workgroup: Int32Array;

  constructor(prepared: PreparedTrace) {
    this.#prepared = prepared;
    this.perWorkgroupSum = new Float64Array(prepared.bufferCount);
    this.together = new Float64Array(prepared.bufferCount);
    this.#seen = new Uint8Array(prepared.lineCount);
    this.#seenByWorkgroup = new Uint8Array(prepared.lineCount);
    this.#workgroup = new Int32Array(prepared.lineCount).fill(-1);
  }

  count(workgroup: number, weight: number, access: number): void {
    const { accessFirstLine, lines, masks, lineBuffer } = this.#prepared;
    for (let index = accessFirstLine[access]; index < accessFirstLine[access + 1]; index++) {
      const line = lines[index];
      const mask = masks[index];
      if (this.#workgroup[line] !== workgroup) {
        this.#workgroup[line] = workgroup;
        this.#seenByWorkgroup[line] = 0;
      }
      const fresh = mask & ~this.#seenByWorkgroup[line];
      if (fresh === 0) continue;
      this.#seenByWorkgroup[line] |= fresh;
      const buffer = lineBuffer[line];
      this.perWorkgroupSum[buffer] += bitCount(fresh) * weight;
      this.together[buffer] += bitCount(fresh & ~this.#seen[line]) * weight;
      this.#seen[line] |= fresh;
    }
  }
}

/** Solves together = D·(1 − (1 − u/D)^n) for D by bisection on its logarithm. */
export function fitPool(perWorkgroup: number, together: number, sampled: number, capSectors: number): Pool {
  const drawn = perWorkgroup * sampled;
  if (perWorkgroup === 0 || sampled < 2 || together >= drawn * (1 - ROUNDING)) {
    return { perWorkgroup, size: Infinity, capSectors };
  }
  let low = Math.max(perWorkgroup, together);
  let high = low * 2 ** 20;
  for (let step = 0; step < 60; step++) {
    const middle = Math.sqrt(low * high);
    const pool = { perWorkgroup, size: middle, capSectors: Infinity };
    if (distinctSectors(pool, sampled) < together) low = middle;
    else high = middle;
  }
  return { perWorkgroup, size: Math.sqrt(low * high), capSectors };
}

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Differences below this come from adding fractions. */
const ROUNDING = 1e-9;
