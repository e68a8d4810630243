// Address translation as the load/store units do it: beside the way to L2, for what L1 does not hold. An SM has a few
// pages at hand, which all its warps share; a request pays a look-up for each sector whose page is not among them.
//
// Sectors of a request are known in ascending order, lanes ask in any. A request that meets no more pages than fit asks
// for each page once. One that meets more finds a page again only if fewer others came between: with P pages in random
// order that of a sector is among the `entries` at hand with entries/P. How many there are to choose from, its distinct
// ones tell: n sectors at random in P pages meet P · (1 − (1 − 1/P)^n) of them.
//
// The sample's workgroups lie far apart. Where a launch sweeps over a buffer, those that run at once lie near each
// other, and so each is put where its like in the first wave is. Private memory of what runs on an SM is one page.

import { expm1, log1p } from '../numeric/portable.ts';
import type { Memory } from '../profile/profile.ts';
import { type AddressPages, firstAccessOf, NO_PAGES, type PreparedTrace } from './prepared-trace.ts';
import type { Sweep } from './sweep.ts';

/**
 * @param sweeps by buffer, how the launch moves over it
 * @param concurrent workgroups that the device runs at once
 */
export function addressPages(
  prepared: PreparedTrace,
  memory: Memory,
  sweeps: readonly (Sweep | undefined)[],
  concurrent: number,
): AddressPages {
  const entries = Math.round(memory.pagesAtHand?.value ?? 0);
  if (!memory.pageBytes || entries === 0 || prepared.program.accessKind.length === 0) return NO_PAGES;
  const { trace, accessFirstLine, lines, lineNumber, lineBuffer, sectorsPerLine } = prepared;
  const linesPerPage = memory.pageBytes.value / memory.sectorBytes.value / sectorsPerLine;
  const accesses = trace.accessLanes.length;
  const first = new Int32Array(accesses + 1);
  const lookUps = new Float32Array(accesses);
  const missing = missingShare(entries);
  const privateMemory = prepared.bufferCount - 1;
  /** By buffer, lines that a workgroup lies behind its like in the first wave. */
  const shifts = new Float64Array(prepared.bufferCount);
  let pages = new Int32Array(2 * accesses + entries);
  let used = 0;
  for (let workgroup = 0; workgroup < trace.workgroupIndex.length; workgroup++) {
    const before = concurrent * Math.floor(trace.workgroupIndex[workgroup] / concurrent);
    for (const [buffer, sweep] of sweeps.entries())
      shifts[buffer] = sweep === undefined ? 0 : Math.round((before * sweep.stepSectors) / sectorsPerLine);
    const end = firstAccessOf(trace, workgroup + 1);
    for (let access = firstAccessOf(trace, workgroup); access < end; access++) {
      first[access] = used;
      const from = used;
      let last = -1;
      for (let index = accessFirstLine[access]; index < accessFirstLine[access + 1]; index++) {
        const buffer = lineBuffer[lines[index]];
        const page =
          buffer === privateMemory
            ? 0
            : 1 + Math.floor((lineNumber[lines[index]] - shifts[buffer]) / linesPerPage);
        if (page === last) continue;
        last = page;
        if (used === pages.length) pages = grown(pages);
        pages[used++] = page;
      }
      const distinct = used - from;
      if (distinct <= entries) continue;
      lookUps[access] = missing(distinct, prepared.accessSectors[access]);
      // Which ones are left at hand is as good as any.
      for (let kept = 0; kept < entries; kept++)
        pages[from + kept] = pages[from + Math.floor((kept * distinct) / entries)];
      used = from + entries;
    }
  }
  first[accesses] = used;
  return { entries, first, pages: pages.subarray(0, used), lookUps };
}

/** Look-ups of so many sectors that meet so many distinct pages, more than are at hand. */
function missingShare(entries: number): (distinct: number, sectors: number) => number {
  const known = new Map<number, number>();
  return (distinct, sectors) => {
    const key = sectors * MOST_SECTORS + distinct;
    let missing = known.get(key);
    if (missing === undefined) {
      missing = 1 - entries / pagesBehind(distinct, sectors);
      known.set(key, missing);
    }
    return sectors * missing;
  };
}

/** In how many pages so many sectors lie, if chance made them meet `distinct` of them. */
export function pagesBehind(distinct: number, sectors: number): number {
  if (distinct >= sectors) return Infinity;
  const met = (pages: number) => -pages * expm1(sectors * log1p(-1 / pages));
  let low = distinct;
  let high = 2 * distinct;
  while (met(high) < distinct) high *= 2;
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    if (met(middle) < distinct) low = middle;
    else high = middle;
  }
  return high;
}

function grown(pages: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * pages.length);
  larger.set(pages);
  return larger;
}

/** More than an access can have: lanes of a warp times the sectors of a vector. */
const MOST_SECTORS = 4096;
const BISECTIONS = 30;
