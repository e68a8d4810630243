// What one warp did, as growing typed arrays in the layout of trace.ts. The functions in record-buffer.ts and
// record-variable.ts fill it, called from generated code for every access; so nothing here allocates except
// to grow.

import { uniformLoadPasses } from './banks.ts';
import { type Geometry, MOST_LANES, WORD_BYTES } from './geometry.ts';
import { countLanes, type LaneMask } from './lanes.ts';

/** Most sectors that one access of 32 bytes per lane can touch (private memory: one per word). */
const MAXIMUM_SECTORS = MOST_LANES * 8;

/** Records one warp; reused for the next workgroup after `reset`. */
export class WarpRecorder {
  readonly geometry: Geometry;
  /** A byte address shifted right by this is its sector. */
  readonly sectorShift: number;
  /** A sector shifted right by this is its row of a word in each bank; -1 where rows are smaller or warps larger. */
  readonly rowShift: number;
  readonly uniformLoadPasses: Uint8Array;
  entryCount = 0;
  accessCount = 0;
  sectorCount = 0;
  /** Weight of the entries recorded next. */
  weight = 1;
  /** Machine instructions of the entries recorded so far, without weights. */
  instructions = 0;
  /** Where the private memory of the warp starts in the flat space of sectors. */
  privateBaseSector = 0;
  /** Where in an invocation's private memory registers lie. */
  spillOffset = 0;
  entrySegment = new Int32Array(64);
  entryLanes = new Uint8Array(64);
  entryWeight = new Float32Array(64);
  entryFirstAccess = new Int32Array(64);
  accessLanes = new Uint8Array(128);
  accessPasses = new Uint16Array(128);
  accessFirstSector = new Int32Array(128);
  sectors = new Int32Array(2 * MAXIMUM_SECTORS);
  exchangeCount = 0;
  exchangeAccess = new Int32Array(64);
  exchangeWord = new Float64Array(64);

  constructor(geometry: Geometry) {
    const { subgroupSize, sectorBytes, bankCount } = geometry;
    this.geometry = geometry;
    this.uniformLoadPasses = uniformLoadPasses(geometry);
    this.sectorShift = Math.log2(sectorBytes);
    const isOneGroup = subgroupSize <= bankCount;
    this.rowShift = isOneGroup ? Math.max(-1, Math.log2((bankCount * WORD_BYTES) / sectorBytes)) : -1;
  }

  reset(): void {
    this.entryCount = 0;
    this.accessCount = 0;
    this.sectorCount = 0;
    this.exchangeCount = 0;
    this.weight = 1;
    this.instructions = 0;
  }

  /** Starts an entry: `instructionCount` machine instructions and `accessCount` accesses to follow. */
  enter(segment: number, instructionCount: number, accessCount: number, mask: LaneMask): void {
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

  /** Notes that a lane of the access recorded last wants a word to be exchanged. */
  noteExchange(word: number): void {
    if (this.exchangeCount === this.exchangeAccess.length) {
      const size = this.exchangeAccess.length * 2;
      this.exchangeAccess = copyInto(new Int32Array(size), this.exchangeAccess);
      this.exchangeWord = copyInto(new Float64Array(size), this.exchangeWord);
    }
    this.exchangeAccess[this.exchangeCount] = this.accessCount - 1;
    this.exchangeWord[this.exchangeCount++] = word;
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

function copyInto<T extends Int32Array | Uint8Array | Uint16Array | Float32Array | Float64Array>(
  target: T,
  source: T,
): T {
  target.set(source);
  return target;
}

/** Starts an access; its sectors, if any, follow. */
export function begin(recorder: WarpRecorder, lanes: number, passes: number): void {
  const access = recorder.accessCount++;
  recorder.accessLanes[access] = lanes;
  recorder.accessPasses[access] = passes;
  recorder.accessFirstSector[access] = recorder.sectorCount;
}

/** Words moved over the number of banks, but at least 1 when any lane takes part. */
export function fewestPasses(recorder: WarpRecorder, lanes: number, bytes: number): number {
  return Math.ceil((lanes * Math.max(WORD_BYTES, bytes)) / (WORD_BYTES * recorder.geometry.bankCount));
}

/** Inserts into the ascending range [first, end) unless it is there; returns the new end. */
export function insertSector(sectors: Int32Array, first: number, end: number, sector: number): number {
  let at = end - 1;
  while (at >= first && sectors[at] > sector) at--;
  if (at >= first && sectors[at] === sector) return end;
  for (let move = end; move > at + 1; move--) sectors[move] = sectors[move - 1];
  sectors[at + 1] = sector;
  return end + 1;
}
