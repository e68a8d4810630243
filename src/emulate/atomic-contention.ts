// Contention of global atomics. L2 is made of slices; each does one sector per cycle and, where lanes of a
// request meet on one address, one lane after the other. A launch whose atomics all go to a few places
// keeps few slices busy, so the share of the hottest place sets the rate for the whole device. Places that a
// single sampled workgroup used are taken for its own: another workgroup would use another place.

import { isGlobalAtomic } from './flat-program.ts';
import { forEachAccess, type PreparedTrace } from './prepared-trace.ts';

/** Share of all atomic work that the hottest slice-sized place gets, 0 when there are no atomics. */
export function hottestShare(
  prepared: PreparedTrace,
  linesPerSlice: number,
  sameAddressCycles: number,
): number {
  const { trace, accessFirstLine, lines, lineNumber, accessSectors } = prepared;
  if (!prepared.program.kind.some(isGlobalAtomic)) return 0;
  const work = new Map<number, number>();
  const owner = new Map<number, number>();
  let total = 0;
  forEachAccess(prepared, (workgroup, kind, weight, access) => {
    if (!isGlobalAtomic(kind) || accessSectors[access] === 0) return;
    const first = accessFirstLine[access];
    const end = accessFirstLine[access + 1];
    const cycles = accessSectors[access] + (prepared.accessPasses[access] - 1) * sameAddressCycles;
    total += cycles * weight;
    for (let index = first; index < end; index++) {
      const place = Math.floor(lineNumber[lines[index]] / linesPerSlice);
      work.set(place, (work.get(place) ?? 0) + (cycles * weight) / (end - first));
      const known = owner.get(place);
      owner.set(place, known === undefined || known === workgroup ? workgroup : SHARED);
    }
  });
  if (total === 0) return 0;
  const sampledShare = trace.workgroupIndex.length / trace.totalWorkgroups;
  let hottest = 0;
  for (const [place, cycles] of work) {
    hottest = Math.max(hottest, owner.get(place) === SHARED ? cycles : cycles * sampledShare);
  }
  return hottest / total;
}

const SHARED = -1;
