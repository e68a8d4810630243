// Address translation as the load/store units do it: beside the way to L2, for what L1 does not hold. An SM has few
// pages at hand. A request that stays within as many pays nothing; one that scatters over more pays a look-up for each
// sector whose page is not among them.
//
// It makes no difference whether a request's loads wait for one another. With P pages in random order that of a sector
// is among the `entries` at hand with entries/P. How many there are to choose from, a request's distinct ones tell: n
// sectors at random in P pages meet P · (1 − (1 − 1/P)^n) of them.

import type { Trace } from '../execute/trace.ts';
import { expm1, log1p } from '../numeric/portable.ts';
import type { Memory } from '../profile/profile.ts';
import type { FlatProgram } from './flat-program.ts';

/**
 * By access: the expected look-ups when no sector of it is in L1. Sectors are known in ascending order only, so the
 * order of lanes is taken for random.
 */
export function translations(trace: Trace, program: FlatProgram, memory: Memory): Float32Array {
  const { accessFirstSector, sectors } = trace;
  const lookUps = new Float32Array(trace.accessLanes.length);
  if (!memory.pageBytes || program.accessKind.length === 0) return lookUps;
  const sectorsPerPage = memory.pageBytes.value / memory.sectorBytes.value;
  const entries = memory.pagesAtHand?.value ?? 0;
  const known = new Map<number, number>();
  for (let access = 0; access < lookUps.length; access++) {
    const first = accessFirstSector[access];
    const count = accessFirstSector[access + 1] - first;
    if (count <= entries) continue;
    const distinct = distinctPages(sectors, first, first + count, sectorsPerPage);
    if (distinct <= entries) continue;
    const key = count * MOST_SECTORS + distinct;
    let missing = known.get(key);
    if (missing === undefined) {
      missing = 1 - entries / pagesBehind(distinct, count);
      known.set(key, missing);
    }
    lookUps[access] = count * missing;
  }
  return lookUps;
}

function distinctPages(sectors: Int32Array, first: number, end: number, perPage: number): number {
  let distinct = 0;
  let last = -1;
  for (let index = first; index < end; index++) {
    const page = Math.floor(sectors[index] / perPage);
    if (page !== last) distinct++;
    last = page;
  }
  return distinct;
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

/** More than an access can have: lanes of a warp times the sectors of a vector. */
const MOST_SECTORS = 4096;
const BISECTIONS = 30;
