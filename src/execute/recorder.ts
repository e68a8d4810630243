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
 * A load or store of buffer memory: `addresses[offset + lane]` for the lanes of `mask`, `bytes` each.
 * One pass over the lanes finds the sectors; only addresses that descend need an insertion.
 */
export function recordGlobal(
  recorder: WarpRecorder,
  mask: number,
  addresses: Int32Array,
  offset: number,
  bytes: number,
  baseSector: number,
): void {
  recorder.reserveSectors();
  const sectors = recorder.sectors;
  const first = recorder.sectorCount;
  let end = first;
  let last = -1;
  let lanes = 0;
  let isContiguous = true;
  let expected = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const address = addresses[offset + 31 - Math.clz32(m & -m)]!;
    if (lanes !== 0 && address !== expected) isContiguous = false;
    expected = (address + bytes) | 0;
    lanes++;
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
  // Contiguous words, and words of one 128-byte line, are in different banks.
  const isFree =
    isContiguous || (bytes <= 4 && end > first && sectors[first]! >> 2 === sectors[end - 1]! >> 2);
  const passes = isFree ? fewestPasses(lanes, bytes) : bankPasses(mask, addresses, offset, bytes);
  begin(recorder, lanes, passes);
  recorder.sectorCount = end;
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
  recordGlobal(recorder, mask, addresses, offset, 4, baseSector);
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

function lanesPerAddress(mask: number, addresses: Int32Array, offset: number): number {
  let most = 0;
  let rest = mask;
  while (rest !== 0) {
    const address = addresses[offset + 31 - Math.clz32(rest & -rest)]!;
    let lanes = 0;
    for (let m = rest; m !== 0; m &= m - 1) {
      const bit = m & -m;
      if (addresses[offset + 31 - Math.clz32(bit)] !== address) continue;
      lanes++;
      rest &= ~bit;
    }
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
