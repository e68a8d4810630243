// Contention of global atomics. L2 is made of slices; each does one sector after the other and, where lanes of a
// request meet on one address, one lane after the other. Workgroups that run at the same time and whose atomics go to
// a few places keep few slices busy, and the busiest sets the rate for the whole device. Which slice has a place is
// not known but for neighbours; what counts is the median over several ways of dealing places out.

import type { Memory } from '../profile/profile.ts';
import { isGlobalAtomic } from './flat-program.ts';
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
  const work = workByPlace(prepared, memory, costs.furtherLane);
  const shares = sharesOf(work, prepared.trace.workgroupIndex.length, costs.concurrent);
  const known = shares.reduce((sum, share) => sum + share, 0);
  if (known === 0) return 0;
  const pairs = Math.max(1, Math.round(costs.slices / 2));
  const places = [...work.places.keys()];
  const load = new Float64Array(2 * pairs);
  const busiest = new Float64Array(DEALS);
  for (let deal = 0; deal < DEALS; deal++) {
    // What no two workgroups share lies anywhere.
    load.fill(Math.max(0, 1 - known) / load.length);
    places.forEach((place, at) => {
      load[sliceOf(place, deal, pairs)] += shares[at];
    });
    busiest[deal] = Math.max(...load);
  }
  return busiest.sort()[DEALS >> 1];
}

interface PlaceWork {
  /** Cycles of all workgroups at a place, and the sum of each one's squared. */
  readonly places: ReadonlyMap<number, { all: number; squares: number }>;
  readonly total: number;
}

/** Places are what one slice has of two blocks: so many bytes here and there by turns. */
function workByPlace(prepared: PreparedTrace, memory: Memory, furtherLane: number): PlaceWork {
  const { accessFirstLine, lines, lineNumber, accessSectors, accessPasses } = prepared;
  const lineBytes = memory.lineBytes.value;
  const sliceBytes = memory.l2SliceBytes?.value ?? 2 * lineBytes;
  const places = new Map<number, { all: number; squares: number; own: number; workgroup: number }>();
  let total = 0;
  forEachAccess(prepared, (workgroup, kind, weight, access) => {
    if (!isGlobalAtomic(kind) || accessSectors[access] === 0) return;
    const first = accessFirstLine[access];
    const end = accessFirstLine[access + 1];
    const cycles = weight * (accessSectors[access] + (accessPasses[access] - 1) * furtherLane);
    total += cycles;
    for (let index = first; index < end; index++) {
      const bytes = lineNumber[lines[index]] * lineBytes;
      const block = Math.floor(bytes / (2 * sliceBytes));
      const place = 2 * block + (Math.floor((2 * bytes) / sliceBytes) & 1);
      let work = places.get(place);
      if (!work) places.set(place, (work = { all: 0, squares: 0, own: 0, workgroup }));
      if (work.workgroup !== workgroup) Object.assign(work, { own: 0, workgroup });
      const part = cycles / (end - first);
      work.squares += part * (2 * work.own + part);
      work.own += part;
      work.all += part;
    }
  });
  return { places, total };
}

/**
 * Of each place: what a workgroup that goes there meets, as a share of all work under way. Its own part is known to be
 * there, that of all others is estimated from those that were executed.
 */
function sharesOf({ places, total }: PlaceWork, workgroups: number, concurrent: number): number[] {
  const ownPart = workgroups === 1 ? 1 : 1 / Math.max(workgroups, concurrent);
  return [...places.values()].map(({ all, squares }) => {
    const own = squares / all;
    const others = workgroups === 1 ? 0 : (all - own) / (workgroups - 1);
    return ((own * ownPart + others * (1 - ownPart)) * workgroups) / total;
  });
}

/** Blocks follow each other through the slices; where a row of blocks begins is another each time. */
function sliceOf(place: number, deal: number, pairs: number): number {
  const block = place >>> 1;
  const row = Math.floor(block / pairs);
  const shift = mixed(row * DEALS + deal + 1);
  return 2 * ((block + shift) % pairs) + ((place + (shift & 1)) & 1);
}

/** Unrelated numbers for neighbouring ones, by multiplications and shifts that keep every bit's influence. */
function mixed(value: number): number {
  let bits = Math.imul(value, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return (bits ^ (bits >>> 15)) >>> 1;
}

const DEALS = 9;
