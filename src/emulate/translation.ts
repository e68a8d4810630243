// Address translation as the load/store units do it: request by request, page by page. A request whose lanes
// stay within the few pages that the unit has at hand pays nothing; one whose lanes scatter over many pays a
// look-up for each change of page that it does not find there.
//
// Measured on an H200 by random gathers and stores (microbench/plan.json, gather-l2, pages-*-check and page-look-ups): 52 cycles per request
// of 32 sectors while they lie in one or two pages of 2 MiB, then 81, 138, 161 and 178 for 4, 8, 16 and 32
// pages, however far apart the requests of different warps are. With P pages in random order a request
// changes page 1 + 31·(1 − 1/P) times, and finds the next one among `entries` others with entries/P.

import type { Trace } from '../execute/trace.ts';
import type { Memory } from '../profile/profile.ts';
import type { FlatProgram } from './flat-program.ts';

/** By access: the expected look-ups. Sectors are known in ascending order only, so the order of lanes is taken for random. */
export function translations(trace: Trace, program: FlatProgram, memory: Memory): Float32Array {
  const { accessFirstSector, sectors } = trace;
  const lookUps = new Float32Array(trace.accessLanes.length);
  if (!memory.pageBytes || program.accessKind.length === 0) return lookUps;
  const sectorsPerPage = memory.pageBytes.value / memory.sectorBytes.value;
  const entries = memory.pagesAtHand?.value ?? 0;
  for (let access = 0; access < lookUps.length; access++) {
    const first = accessFirstSector[access]!;
    const end = accessFirstSector[access + 1]!;
    if (end - first <= entries) continue;
    let pages = 0;
    let last = -1;
    for (let index = first; index < end; index++) {
      const page = Math.floor(sectors[index]! / sectorsPerPage);
      if (page !== last) pages++;
      last = page;
    }
    if (pages <= entries) continue;
    const changes = 1 + (end - first - 1) * (1 - 1 / pages);
    lookUps[access] = changes * (1 - entries / pages);
  }
  return lookUps;
}
