// Records accesses to workgroup memory, where lanes that need different words of one of 32 banks wait for each
// other, and to private memory, whose words are interleaved by lane and lie after the buffers.

import {
  begin,
  countLanes,
  fewestPasses,
  insertSector,
  uniformPasses,
  type WarpRecorder,
} from './recorder.ts';

const BANKS = 32;

/** An access to workgroup memory where all lanes of `mask` use the same address. */
export function recordUniformShared(recorder: WarpRecorder, mask: number, bytes: number): void {
  begin(recorder, countLanes(mask), uniformPasses(mask, bytes));
}

/** An atomic by all lanes of `mask` on one address of workgroup memory. */
export function recordUniformSharedAtomic(recorder: WarpRecorder, mask: number): void {
  const lanes = countLanes(mask);
  begin(recorder, lanes, bankedAtomic(lanes, 1));
}

/** A load or store of workgroup memory. */
export function recordShared(
  recorder: WarpRecorder,
  mask: number,
  addresses: Int32Array,
  offset: number,
  bytes: number,
): void {
  begin(recorder, countLanes(mask), bankPasses(mask, addresses, offset, bytes));
}

/** Like the access to workgroup memory `distance` accesses ago, at places that differ by whole words. */
export function recordSharedLike(recorder: WarpRecorder, distance: number): void {
  const earlier = recorder.accessCount - distance;
  begin(recorder, recorder.accessLanes[earlier]!, recorder.accessPasses[earlier]!);
}

const bankStamp = new Int32Array(BANKS);
const bankCount = new Int32Array(BANKS);
const bankWords = new Int32Array(BANKS * 64);
let stamp = 0;

/**
 * Cycles of the data banks. Accesses of up to 4 bytes are served for 32 lanes at once, wider ones for 16; each
 * group takes as long as its bank with the most distinct words. On an H200 128-bit loads take 4, 8, 16 and 32
 * cycles at strides of 1, 2, 4 and 8 vectors, and 2 when all lanes read one address: halves, not quarters.
 */
export function bankPasses(mask: number, addresses: Int32Array, offset: number, bytes: number): number {
  const groupLanes = bytes <= 4 ? 32 : 16;
  let passes = 0;
  for (let start = 0; start < 32; start += groupLanes) {
    const group = groupLanes === 32 ? mask : mask & (((1 << groupLanes) - 1) << start);
    if (group !== 0) passes += groupPasses(group, addresses, offset, bytes);
  }
  return passes;
}

function groupPasses(mask: number, addresses: Int32Array, offset: number, bytes: number): number {
  let low = 2147483647;
  let high = -2147483648;
  for (let m = mask; m !== 0; m &= m - 1) {
    const address = addresses[offset + 31 - Math.clz32(m & -m)]!;
    if (address < low) low = address;
    if (address > high) high = address;
  }
  // Words within one row of the banks cannot meet in a bank.
  return (high >> 2) - (low >> 2) + Math.ceil(bytes / 4) <= BANKS
    ? 1
    : busiestBank(mask, addresses, offset, bytes);
}

function busiestBank(mask: number, addresses: Int32Array, offset: number, bytes: number): number {
  stamp = (stamp + 1) | 0;
  let most = 0;
  let previous = -1;
  for (let m = mask; m !== 0; m &= m - 1) {
    const address = addresses[offset + 31 - Math.clz32(m & -m)]!;
    if (address === previous) continue;
    previous = address;
    const last = (address + bytes - 1) >>> 2;
    for (let word = address >>> 2; word <= last; word++) {
      const bank = word & (BANKS - 1);
      if (bankStamp[bank] !== stamp) {
        bankStamp[bank] = stamp;
        bankCount[bank] = 0;
      }
      const count = bankCount[bank]!;
      let known = 0;
      while (known < count && bankWords[bank * 64 + known] !== word) known++;
      if (known === count) {
        bankWords[bank * 64 + count] = word;
        bankCount[bank] = count + 1;
        if (count >= most) most = count + 1;
      }
    }
  }
  return most;
}

/** An atomic on workgroup memory. */
export function recordSharedAtomic(
  recorder: WarpRecorder,
  mask: number,
  addresses: Int32Array,
  offset: number,
): void {
  const words = bankPasses(mask, addresses, offset, 4);
  begin(recorder, countLanes(mask), bankedAtomic(lanesPerBank(mask, addresses, offset), words));
}

/** What the trace keeps of an atomic on workgroup memory; see `accessPasses` in trace.ts. */
function bankedAtomic(lanes: number, words: number): number {
  return lanes + 256 * words;
}

/** The most lanes that go to one bank. */
function lanesPerBank(mask: number, addresses: Int32Array, offset: number): number {
  stamp = (stamp + 1) | 0;
  let most = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const bank = (addresses[offset + 31 - Math.clz32(m & -m)]! >>> 2) & (BANKS - 1);
    if (bankStamp[bank] !== stamp) {
      bankStamp[bank] = stamp;
      bankCount[bank] = 0;
    }
    const lanes = bankCount[bank]! + 1;
    bankCount[bank] = lanes;
    if (lanes > most) most = lanes;
  }
  return most;
}

/** Private memory where all lanes of `mask` use the same offset: neighbouring words, row after row. */
export function recordUniformPrivate(
  recorder: WarpRecorder,
  mask: number,
  address: number,
  bytes: number,
  subgroupSize: number,
): void {
  const lanes = countLanes(mask);
  begin(recorder, lanes, fewestPasses(lanes, bytes));
  if (lanes === 0) return;
  recorder.reserveSectors();
  const firstLane = 31 - Math.clz32(mask & -mask);
  const lastLane = 31 - Math.clz32(mask);
  let last = -1;
  for (let word = address >>> 2; word <= (address + bytes - 1) >>> 2; word++) {
    const base = recorder.privateBaseSector;
    const end = base + ((word * subgroupSize + lastLane) >>> 3);
    for (let sector = base + ((word * subgroupSize + firstLane) >>> 3); sector <= end; sector++) {
      const lanesOfSector = laneBits(sector - base, word * subgroupSize);
      if (sector > last && (mask & lanesOfSector) !== 0) {
        recorder.sectors[recorder.sectorCount++] = sector;
        last = sector;
      }
    }
  }
}

/** Bits of the lanes whose word of a row (its first word at index `rowStart`) lies in a sector. */
function laneBits(sector: number, rowStart: number): number {
  const lane = sector * 8 - rowStart;
  return lane >= 0 ? 255 << lane : 255 >>> -lane;
}

/**
 * Private memory: `addresses` hold byte offsets within one invocation's memory. The words of the lanes are
 * interleaved, so that lanes at the same offset touch neighbouring words.
 */
export function recordPrivate(
  recorder: WarpRecorder,
  mask: number,
  addresses: Int32Array,
  offset: number,
  bytes: number,
  subgroupSize: number,
): void {
  recorder.reserveSectors();
  const first = recorder.sectorCount;
  let end = first;
  for (let m = mask; m !== 0; m &= m - 1) {
    const lane = 31 - Math.clz32(m & -m);
    const address = addresses[offset + lane]!;
    for (let word = address >>> 2; word <= (address + bytes - 1) >>> 2; word++) {
      const sector = recorder.privateBaseSector + ((word * subgroupSize + lane) >>> 3);
      const isNew = end === first || sector > recorder.sectors[end - 1]!;
      if (isNew) recorder.sectors[end++] = sector;
      else end = insertSector(recorder.sectors, first, end, sector);
    }
  }
  const lanes = countLanes(mask);
  begin(recorder, lanes, fewestPasses(lanes, bytes));
  recorder.sectorCount = end;
}
