// Records accesses to buffers: the sectors that the lanes touch, ascending, and the passes of the data
// banks. Unlike workgroup memory, L1 gains nothing from lanes that share a vector. Where generated code knows that
// all lanes share an address, or that an access repeats an earlier one at a constant distance, it says so, and the
// lanes need not be looked at.

import { bufferPasses, groupsWithLanes } from './banks.ts';
import { WORD_BYTES } from './geometry.ts';
import { active, countLanes, type LaneMask, listLanes } from './lanes.ts';
import { begin, fewestPasses, insertSector, type WarpRecorder } from './recorder.ts';

/** An access of `bytes` per lane where all lanes of `mask` use the same address. */
export function recordUniformGlobal(
  recorder: WarpRecorder,
  mask: LaneMask,
  address: number,
  bytes: number,
  baseSector: number,
): void {
  const lanes = countLanes(mask);
  const { bankCount, subgroupSize } = recorder.geometry;
  const isOneGroup = bytes > WORD_BYTES || subgroupSize <= bankCount;
  const passes = isOneGroup ? fewestPasses(recorder, lanes, bytes) : groupsWithLanes(mask, bankCount);
  begin(recorder, lanes, passes);
  if (lanes === 0) return;
  recorder.reserveSectors();
  const { sectorShift } = recorder;
  const last = (address + bytes - 1) >>> sectorShift;
  for (let sector = address >>> sectorShift; sector <= last; sector++) {
    recorder.sectors[recorder.sectorCount++] = baseSector + sector;
  }
}

/** An atomic by all lanes of `mask` on one address of buffer memory. */
export function recordUniformGlobalAtomic(
  recorder: WarpRecorder,
  mask: LaneMask,
  address: number,
  bytes: number,
  baseSector: number,
): void {
  recordUniformGlobal(recorder, mask, address, bytes, baseSector);
  recorder.accessPasses[recorder.accessCount - 1] = countLanes(mask);
}

/**
 * A load or store of buffer memory: `addresses[offset + lane] + shift` for the lanes of `mask`, `bytes` each.
 * One pass over the lanes finds the sectors; only addresses that descend need an insertion.
 */
export function recordGlobal(
  recorder: WarpRecorder,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
  shift: number,
  bytes: number,
  baseSector: number,
): void {
  if (mask === -1 && isUnitStride(addresses, offset, bytes)) {
    recordRun(recorder, addresses[offset] + shift, bytes, baseSector);
    return;
  }
  const end = findSectors(recorder, mask, addresses, offset, shift, bytes, baseSector);
  const { sectors, sectorCount, rowShift } = recorder;
  // Words of one row are in different banks.
  const isOneRow =
    bytes <= WORD_BYTES &&
    rowShift >= 0 &&
    end > sectorCount &&
    sectors[sectorCount] >> rowShift === sectors[end - 1] >> rowShift;
  const lanes = countLanes(mask);
  const passes = isOneRow ? 1 : bufferPasses(recorder.geometry, mask, addresses, offset, bytes);
  begin(recorder, lanes, Math.max(fewestPasses(recorder, lanes, bytes), passes));
  recorder.sectorCount = end;
}

/**
 * The same for an access whose addresses are those of an earlier one, `distance` accesses ago, plus `shift`:
 * banks turn, but meet as before; whole sectors move along. `isSameMask` says that the same lanes take part.
 */
export function recordGlobalLike(
  recorder: WarpRecorder,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
  shift: number,
  bytes: number,
  baseSector: number,
  distance: number,
  isSameMask: boolean,
): void {
  if (!isSameMask) {
    recordGlobal(recorder, mask, addresses, offset, shift, bytes, baseSector);
    return;
  }
  const earlier = recorder.accessCount - distance;
  let end = recorder.sectorCount;
  const { sectorShift } = recorder;
  const sectorsApart = shift >> sectorShift;
  if (sectorsApart << sectorShift === shift) {
    recorder.reserveSectors();
    const { sectors, accessFirstSector } = recorder;
    const stop = distance === 1 ? end : accessFirstSector[earlier + 1];
    for (let at = accessFirstSector[earlier]; at < stop; at++) sectors[end++] = sectors[at] + sectorsApart;
  } else {
    end = findSectors(recorder, mask, addresses, offset, shift, bytes, baseSector);
  }
  begin(recorder, recorder.accessLanes[earlier], recorder.accessPasses[earlier]);
  recorder.sectorCount = end;
}

/** True when all 32 lanes touch neighbouring places in lane order. */
function isUnitStride(addresses: Int32Array, offset: number, bytes: number): boolean {
  let expected = addresses[offset];
  for (let lane = 1; lane < 32; lane++) {
    expected += bytes;
    if (addresses[offset + lane] !== expected) return false;
  }
  return true;
}

/** 32 lanes at neighbouring places from `address` on. */
function recordRun(recorder: WarpRecorder, address: number, bytes: number, baseSector: number): void {
  begin(recorder, 32, fewestPasses(recorder, 32, bytes));
  recorder.reserveSectors();
  const { sectors, sectorShift } = recorder;
  const last = baseSector + ((address + 32 * bytes - 1) >>> sectorShift);
  let end = recorder.sectorCount;
  for (let sector = baseSector + (address >>> sectorShift); sector <= last; sector++) sectors[end++] = sector;
  recorder.sectorCount = end;
}

/** Appends the distinct sectors, ascending, without counting them yet; returns where they end. */
function findSectors(
  recorder: WarpRecorder,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
  shift: number,
  bytes: number,
  baseSector: number,
): number {
  recorder.reserveSectors();
  const { sectors, sectorShift } = recorder;
  const first = recorder.sectorCount;
  let end = first;
  let last = -1;
  const count = listLanes(mask);
  for (let at = 0; at < count; at++) {
    const address = addresses[offset + active[at]] + shift;
    const high = baseSector + ((address + bytes - 1) >>> sectorShift);
    let sector = baseSector + (address >>> sectorShift);
    if (high === last && sector === last) continue;
    for (; sector <= high; sector++) {
      if (sector > last) {
        sectors[end++] = sector;
        last = sector;
      } else if (sector < last) {
        end = insertSector(sectors, first, end, sector);
      }
    }
  }
  return end;
}

/** An atomic on buffer memory: sectors, and as passes the lanes that wait for others; see `accessPasses` in trace.ts. */
export function recordGlobalAtomic(
  recorder: WarpRecorder,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
  baseSector: number,
): void {
  recordGlobal(recorder, mask, addresses, offset, 0, 4, baseSector);
  recorder.accessPasses[recorder.accessCount - 1] = atomicPasses(recorder, mask, addresses, offset);
}

/** Small hash tables of addresses and of sectors; entries of earlier calls have another stamp. */
const TABLE_SIZE = 256;
class Counts {
  readonly #stamps = new Int32Array(TABLE_SIZE);
  readonly #keys = new Int32Array(TABLE_SIZE);
  readonly #counts = new Int32Array(TABLE_SIZE);
  #stamp = 0;

  clear(): void {
    this.#stamp = (this.#stamp + 1) | 0;
  }

  /** Where the count of `key` lies, which begins as 0. */
  slotOf(key: number): number {
    let slot = key & (TABLE_SIZE - 1);
    while (this.#stamps[slot] === this.#stamp && this.#keys[slot] !== key)
      slot = (slot + 1) & (TABLE_SIZE - 1);
    if (this.#stamps[slot] !== this.#stamp) {
      this.#stamps[slot] = this.#stamp;
      this.#keys[slot] = key;
      this.#counts[slot] = 0;
    }
    return slot;
  }

  at(slot: number): number {
    return this.#counts[slot];
  }

  set(slot: number, count: number): void {
    this.#counts[slot] = count;
  }
}

const lanesAt = new Counts();
const mostIn = new Counts();

/** One, and the lanes beyond the first at the address of each sector where most meet: its words are served side by side. */
function atomicPasses(
  { sectorShift }: WarpRecorder,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
): number {
  lanesAt.clear();
  mostIn.clear();
  const count = listLanes(mask);
  let passes = Math.min(1, count);
  for (let at = 0; at < count; at++) {
    const address = addresses[offset + active[at]];
    const word = lanesAt.slotOf(address >>> 2);
    const lanes = lanesAt.at(word) + 1;
    lanesAt.set(word, lanes);
    const sector = mostIn.slotOf(address >>> sectorShift);
    const most = mostIn.at(sector);
    if (lanes <= most) continue;
    mostIn.set(sector, lanes);
    if (lanes > 1) passes++;
  }
  return passes;
}
export function recordExchange(
  recorder: WarpRecorder,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
  baseSector: number,
): void {
  const firstWord = baseSector * 2 ** (recorder.sectorShift - 2);
  const count = listLanes(mask);
  for (let at = 0; at < count; at++)
    recorder.noteExchange(firstWord + (addresses[offset + active[at]] >>> 2));
}

/** The same where all want one word. */
export function recordUniformExchange(
  recorder: WarpRecorder,
  mask: LaneMask,
  address: number,
  baseSector: number,
): void {
  const word = baseSector * 2 ** (recorder.sectorShift - 2) + (address >>> 2);
  const lanes = countLanes(mask);
  for (let lane = 0; lane < lanes; lane++) recorder.noteExchange(word);
}
