// Records accesses to workgroup memory, where lanes that need different words of one of 32 banks wait for each
// other, to private memory, whose words are interleaved by lane and lie after the buffers, and to constant banks,
// which serve one place after the other.

import { begin, countLanes, fewestPasses, insertSector, type WarpRecorder } from './recorder.ts';

const BANKS = 32;

/** An access to workgroup memory where all lanes of `mask` use the same address. */
export function recordUniformShared(
  recorder: WarpRecorder,
  mask: number,
  bytes: number,
  isStore: boolean,
): void {
  const lanes = countLanes(mask);
  if (bytes <= 4 || lanes === 0) begin(recorder, lanes, Math.min(1, lanes));
  else if (isStore) begin(recorder, lanes, groupsIn(mask, storeGroup(bytes)));
  else begin(recorder, lanes, bytes <= 8 ? 1 : 2);
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
  isStore: boolean,
): void {
  begin(recorder, countLanes(mask), sharedPasses(mask, addresses, offset, bytes, isStore));
}

/** Like the access to workgroup memory `distance` accesses ago, at places that differ by whole words. */
export function recordSharedLike(recorder: WarpRecorder, distance: number): void {
  const earlier = recorder.accessCount - distance;
  begin(recorder, recorder.accessLanes[earlier], recorder.accessPasses[earlier]);
}

const bankStamp = new Int32Array(BANKS);
const bankCount = new Int32Array(BANKS);
const bankWords = new Int32Array(BANKS * 64);
let stamp = 0;

/**
 * Cycles of the data banks for workgroup memory, as measured on an H200 with 255 patterns of addresses, each to
 * the cycle. Groups of lanes are served one after the other, each as long as its bank with the most distinct
 * words: all 32 lanes for words, halves of a warp for 64 bits, quarters for 128. Where each lane of a load has
 * the address of the next lane, or of the next but one, groups are twice as large. A wide load takes a cycle
 * for each group, be it empty.
 */
export function sharedPasses(
  mask: number,
  addresses: Int32Array,
  offset: number,
  bytes: number,
  isStore: boolean,
): number {
  if (mask === 0) return 0;
  if (bytes <= 4) return passesOfGroups(mask, addresses, offset, bytes, 32);
  const lanes = storeGroup(bytes);
  if (isStore) return passesOfGroups(mask, addresses, offset, bytes, lanes);
  const isPaired = arePaired(mask, addresses, offset, 1) || arePaired(mask, addresses, offset, 2);
  const groupLanes = isPaired ? 2 * lanes : lanes;
  return Math.max(32 / groupLanes, passesOfGroups(mask, addresses, offset, bytes, groupLanes));
}

function storeGroup(bytes: number): number {
  return bytes <= 8 ? 16 : 8;
}

/** How many groups of so many lanes have any in the mask. */
function groupsIn(mask: number, groupLanes: number): number {
  let groups = 0;
  for (let start = 0; start < 32; start += groupLanes) {
    if ((mask & (((1 << groupLanes) - 1) << start)) !== 0) groups++;
  }
  return groups;
}

/** True when no lane differs from its partner, `distance` apart, where both take part. */
function arePaired(mask: number, addresses: Int32Array, offset: number, distance: number): boolean {
  for (let m = mask; m !== 0; m &= m - 1) {
    const lane = 31 - Math.clz32(m & -m);
    const partner = lane ^ distance;
    if ((mask >>> partner) & 1 && addresses[offset + lane] !== addresses[offset + partner]) return false;
  }
  return true;
}

/** Cycles of the data banks for a buffer: L1 serves wide accesses in halves of a warp. */
export function bankPasses(mask: number, addresses: Int32Array, offset: number, bytes: number): number {
  return passesOfGroups(mask, addresses, offset, bytes, bytes <= 4 ? 32 : 16);
}

function passesOfGroups(
  mask: number,
  addresses: Int32Array,
  offset: number,
  bytes: number,
  groupLanes: number,
): number {
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
    const address = addresses[offset + 31 - Math.clz32(m & -m)];
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
    const address = addresses[offset + 31 - Math.clz32(m & -m)];
    if (address === previous) continue;
    previous = address;
    const last = (address + bytes - 1) >>> 2;
    for (let word = address >>> 2; word <= last; word++) {
      const bank = word & (BANKS - 1);
      if (bankStamp[bank] !== stamp) {
        bankStamp[bank] = stamp;
        bankCount[bank] = 0;
      }
      const count = bankCount[bank];
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
    const bank = (addresses[offset + 31 - Math.clz32(m & -m)] >>> 2) & (BANKS - 1);
    if (bankStamp[bank] !== stamp) {
      bankStamp[bank] = stamp;
      bankCount[bank] = 0;
    }
    const lanes = bankCount[bank] + 1;
    bankCount[bank] = lanes;
    if (lanes > most) most = lanes;
  }
  return most;
}

/** A load of one place in a constant bank, which lies in one line. */
export function recordUniformConstant(recorder: WarpRecorder, mask: number): void {
  begin(recorder, countLanes(mask), mask === 0 ? 0 : 1 + 256);
}

const places = new Int32Array(32);
const lines = new Int32Array(32);

/**
 * A load of a constant bank: distinct places of 2^`shift` bytes, and 256 for each line of 2^`lineShift`; see
 * `accessPasses` in trace.ts.
 */
export function recordConstant(
  recorder: WarpRecorder,
  mask: number,
  addresses: Int32Array,
  offset: number,
  shift: number,
  lineShift: number,
): void {
  let count = 0;
  let lineCount = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const place = addresses[offset + 31 - Math.clz32(m & -m)] >>> shift;
    if (isKnown(places, count, place)) continue;
    places[count++] = place;
    const line = lineShift < 32 ? place >>> (lineShift - shift) : 0;
    if (!isKnown(lines, lineCount, line)) lines[lineCount++] = line;
  }
  begin(recorder, countLanes(mask), count + 256 * lineCount);
}

function isKnown(list: Int32Array, count: number, value: number): boolean {
  for (let index = 0; index < count; index++) if (list[index] === value) return true;
  return false;
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
    const address = addresses[offset + lane];
    for (let word = address >>> 2; word <= (address + bytes - 1) >>> 2; word++) {
      const sector = recorder.privateBaseSector + ((word * subgroupSize + lane) >>> 3);
      const isNew = end === first || sector > recorder.sectors[end - 1];
      if (isNew) recorder.sectors[end++] = sector;
      else end = insertSector(recorder.sectors, first, end, sector);
    }
  }
  const lanes = countLanes(mask);
  begin(recorder, lanes, fewestPasses(lanes, bytes));
  recorder.sectorCount = end;
}
