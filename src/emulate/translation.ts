// Address translation as the load/store units do it: request by request, page by page. A request whose lanes
// stay within the few pages that the unit has at hand pays nothing; one whose lanes scatter over many pays a
// look-up for each sector whose page it does not find there.
//
// It makes no difference whether a request's loads wait for one another. With P pages in random order the page of a sector is among the `entries`
// at hand with entries/P.

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
    const first = accessFirstSector[access];
    const end = accessFirstSector[access + 1];
    if (end - first <= entries) continue;
    let pages = 0;
    let last = -1;
    for (let index = first; index < end; index++) {
      const page = Math.floor(sectors[index] / sectorsPerPage);
      if (page !== last) pages++;
      last = page;
    }
    if (pages > entries) lookUps[access] = (end - first) * (1 - entries / pages);
  }
  return lookUps;
}
