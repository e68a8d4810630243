// What one warp did, as growing typed arrays in the layout of trace.ts, and the functions that turn the lane
// addresses of one access into sectors and bank passes. Called from generated code for every access, so
// nothing here allocates except to grow.

const BANKS = 32;
/** Most sectors that one access of 32 lanes by 16 bytes can touch (private memory: one per word). */
const MAXIMUM_SECTORS = 128;

/** Records one warp; reused for the next workgroup after `reset`. */
export class WarpRecorder {
  entryCount = 0;
  accessCount = 0;
  sectorCount = 0;
  /** Weight of the entries recorded next. */
  weight = 1;
  /** Machine instructions of the entries recorded so far, without weights. */
  instructions = 0;
  /** Where the private memory of the warp starts in the flat space of sectors. */
  privateBaseSector = 0;
  entrySegment = new Int32Array(64);
  entryLanes = new Uint8Array(64);
  entryWeight = new Float32Array(64);
  entryFirstAccess = new Int32Array(64);
  accessLanes = new Uint8Array(128);
  accessPasses = new Uint16Array(128);
  accessFirstSector = new Int32Array(128);
  sectors = new Int32Array(1024);

  reset(): void {
    this.entryCount = 0;
    this.accessCount = 0;
    this.sectorCount = 0;
    this.weight = 1;
    this.instructions = 0;
  }

  /** Starts an entry: `instructionCount` machine instructions and `accessCount` accesses to follow. */
  enter(segment: number, instructionCount: number, accessCount: number, mask: number): void {
    const entry = this.entryCount++;
    if (entry === this.entrySegment.length) this.growEntries();
    this.entrySegment[entry] = segment;
    this.entryLanes[entry] = mask === -1 ? 32 : countLanes(mask);
    this.entryWeight[entry] = this.weight;
    this.entryFirstAccess[entry] = this.accessCount;
    this.instructions += instructionCount;
    if (this.accessCount + accessCount > this.accessLanes.length) this.growAccesses(accessCount);
  }

  /** Makes room for the sectors of one more access. */
  reserveSectors(): void {
    if (this.sectorCount + MAXIMUM_SECTORS <= this.sectors.length) return;
    const grown = new Int32Array(this.sectors.length * 2);
    grown.set(this.sectors);
    this.sectors = grown;
  }

  private growEntries(): void {
    const size = this.entrySegment.length * 2;
    this.entrySegment = copyInto(new Int32Array(size), this.entrySegment);
    this.entryLanes = copyInto(new Uint8Array(size), this.entryLanes);
    this.entryWeight = copyInto(new Float32Array(size), this.entryWeight);
    this.entryFirstAccess = copyInto(new Int32Array(size), this.entryFirstAccess);
  }

  private growAccesses(more: number): void {
    const size = Math.max(this.accessLanes.length * 2, this.accessCount + more);
    this.accessLanes = copyInto(new Uint8Array(size), this.accessLanes);
    this.accessPasses = copyInto(new Uint16Array(size), this.accessPasses);
    this.accessFirstSector = copyInto(new Int32Array(size), this.accessFirstSector);
  }
}

function copyInto<T extends Int32Array | Uint8Array | Uint16Array | Float32Array>(target: T, source: T): T {
  target.set(source);
  return target;
}

/** Number of set bits. */
export function countLanes(mask: number): number {
  mask -= (mask >>> 1) & 0x55555555;
  mask = (mask & 0x33333333) + ((mask >>> 2) & 0x33333333);
  return Math.imul((mask + (mask >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function begin(recorder: WarpRecorder, lanes: number, passes: number): void {
  const access = recorder.accessCount++;
  recorder.accessLanes[access] = lanes;
  recorder.accessPasses[access] = passes;
  recorder.accessFirstSector[access] = recorder.sectorCount;
}

/** An access of `bytes` per lane where all lanes of `mask` use the same address. */
export function recordUniformGlobal(
  recorder: WarpRecorder,
  mask: number,
  address: number,
  bytes: number,
  baseSector: number,
): void {
  const lanes = countLanes(mask);
  begin(recorder, lanes, fewestPasses(lanes, bytes));
  if (lanes === 0) return;
  recorder.reserveSectors();
  const last = (address + bytes - 1) >>> 5;
  for (let sector = address >>> 5; sector <= last; sector++) {
    recorder.sectors[recorder.sectorCount++] = baseSector + sector;
  }
}

/** An atomic by all lanes of `mask` on one address of buffer memory. */
export function recordUniformGlobalAtomic(
  recorder: WarpRecorder,
  mask: number,
  address: number,
  bytes: number,
  baseSector: number,
): void {
  recordUniformGlobal(recorder, mask, address, bytes, baseSector);
  recorder.accessPasses[recorder.accessCount - 1] = countLanes(mask);
}

/** The same on workgroup memory. */
export function recordUniformSharedAtomic(recorder: WarpRecorder, mask: number): void {
  const lanes = countLanes(mask);
  begin(recorder, lanes, lanes);
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

/** The same for workgroup memory, which has no sectors. */
export function recordUniformShared(recorder: WarpRecorder, mask: number, bytes: number): void {
  const lanes = countLanes(mask);
  begin(recorder, lanes, fewestPasses(lanes, bytes));
}

/** Words moved over 32, but at least 1 when any lane takes part. */
function fewestPasses(lanes: number, bytes: number): number {
  return bytes <= 4 ? (lanes === 0 ? 0 : 1) : Math.ceil((lanes * bytes) / 128);
}

/**
 * A load or store of buffer memory: `addresses[offset + lane] + shift` for the lanes of `mask`, `bytes` each.
 * One pass over the lanes finds the sectors; only addresses that descend need an insertion.
 */
export function recordGlobal(
  recorder: WarpRecorder,
  mask: number,
  addresses: Int32Array,
  offset: number,
  shift: number,
  bytes: number,
  baseSector: number,
): void {
  if (mask === -1 && isUnitStride(addresses, offset, bytes)) {
    recordRun(recorder, addresses[offset]! + shift, bytes, baseSector);
    return;
  }
  const end = findSectors(recorder, mask, addresses, offset, shift, bytes, baseSector);
  const { sectors, sectorCount } = recorder;
  // Words of one 128-byte line are in different banks.
  const isOneLine = bytes <= 4 && end > sectorCount && sectors[sectorCount]! >> 2 === sectors[end - 1]! >> 2;
  begin(recorder, countLanes(mask), isOneLine ? 1 : bankPasses(mask, addresses, offset, bytes));
  recorder.sectorCount = end;
}

/**
 * The same for an access whose addresses are those of an earlier one, `distance` accesses ago, plus `shift`:
 * banks turn, but meet as before; whole sectors move along. `isSameMask` says that the same lanes take part.
 */
export function recordGlobalLike(
  recorder: WarpRecorder,
  mask: number,
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
  if ((shift & 31) === 0) {
    recorder.reserveSectors();
    const { sectors, accessFirstSector } = recorder;
    const stop = distance === 1 ? end : accessFirstSector[earlier + 1]!;
    for (let at = accessFirstSector[earlier]!; at < stop; at++) sectors[end++] = sectors[at]! + (shift >> 5);
  } else {
    end = findSectors(recorder, mask, addresses, offset, shift, bytes, baseSector);
  }
  begin(recorder, recorder.accessLanes[earlier]!, recorder.accessPasses[earlier]!);
  recorder.sectorCount = end;
}

/** True when all 32 lanes touch neighbouring places in lane order. */
function isUnitStride(addresses: Int32Array, offset: number, bytes: number): boolean {
  let expected = addresses[offset]!;
  for (let lane = 1; lane < 32; lane++) {
    expected += bytes;
    if (addresses[offset + lane] !== expected) return false;
  }
  return true;
}

/** 32 lanes at neighbouring places from `address` on. */
function recordRun(recorder: WarpRecorder, address: number, bytes: number, baseSector: number): void {
  begin(recorder, 32, fewestPasses(32, bytes));
  recorder.reserveSectors();
  const { sectors } = recorder;
  const last = baseSector + ((address + 32 * bytes - 1) >>> 5);
  let end = recorder.sectorCount;
  for (let sector = baseSector + (address >>> 5); sector <= last; sector++) sectors[end++] = sector;
  recorder.sectorCount = end;
}

/** Appends the distinct sectors, ascending, without counting them yet; returns where they end. */
function findSectors(
  recorder: WarpRecorder,
  mask: number,
  addresses: Int32Array,
  offset: number,
  shift: number,
  bytes: number,
  baseSector: number,
): number {
  recorder.reserveSectors();
  const sectors = recorder.sectors;
  const first = recorder.sectorCount;
  let end = first;
  let last = -1;
  for (let m = mask; m !== 0; m &= m - 1) {
    const address = addresses[offset + 31 - Math.clz32(m & -m)]! + shift;
    const high = baseSector + ((address + bytes - 1) >>> 5);
    let sector = baseSector + (address >>> 5);
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

/** Inserts into the ascending range [first, end) unless it is there; returns the new end. */
function insertSector(sectors: Int32Array, first: number, end: number, sector: number): number {
  let at = end - 1;
  while (at >= first && sectors[at]! > sector) at--;
  if (at >= first && sectors[at] === sector) return end;
  for (let move = end; move > at + 1; move--) sectors[move] = sectors[move - 1]!;
  sectors[at + 1] = sector;
  return end + 1;
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
 * Cycles of the data banks. Accesses of up to 4 bytes are served for 32 lanes at once, of 8 bytes for 16
 * lanes, wider ones for 8 lanes; each group takes as long as its bank with the most distinct words.
 */
export function bankPasses(mask: number, addresses: Int32Array, offset: number, bytes: number): number {
  const groupLanes = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
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

/** An atomic on buffer memory: sectors, and as passes the most lanes on one address. */
export function recordGlobalAtomic(
  recorder: WarpRecorder,
  mask: number,
  addresses: Int32Array,
  offset: number,
  baseSector: number,
): void {
  recordGlobal(recorder, mask, addresses, offset, 0, 4, baseSector);
  recorder.accessPasses[recorder.accessCount - 1] = lanesPerAddress(mask, addresses, offset);
}

/** An atomic on workgroup memory. */
export function recordSharedAtomic(
  recorder: WarpRecorder,
  mask: number,
  addresses: Int32Array,
  offset: number,
): void {
  begin(recorder, countLanes(mask), lanesPerAddress(mask, addresses, offset));
}

/** A small hash table of addresses; entries of earlier calls have another stamp. */
const TABLE_SIZE = 64;
const tableStamp = new Int32Array(TABLE_SIZE);
const tableAddress = new Int32Array(TABLE_SIZE);
const tableLanes = new Int32Array(TABLE_SIZE);

function lanesPerAddress(mask: number, addresses: Int32Array, offset: number): number {
  stamp = (stamp + 1) | 0;
  let most = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const address = addresses[offset + 31 - Math.clz32(m & -m)]!;
    let slot = (address >>> 2) & (TABLE_SIZE - 1);
    while (tableStamp[slot] === stamp && tableAddress[slot] !== address) slot = (slot + 1) & (TABLE_SIZE - 1);
    const lanes = tableStamp[slot] === stamp ? tableLanes[slot]! + 1 : 1;
    tableStamp[slot] = stamp;
    tableAddress[slot] = address;
    tableLanes[slot] = lanes;
    if (lanes > most) most = lanes;
  }
  return most;
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
