// Records accesses to workgroup memory, where lanes that need different words of one bank wait for each other
// (banks.ts), to private memory, whose words are interleaved by lane and lie after the buffers, and to constant
// banks, which serve one place after the other.

import type { LocalSpill } from '../machine/program.ts';
import { bufferPasses, lanesPerBank, sharedPasses, uniformSharedPasses } from './banks.ts';
import { MOST_LANES } from './geometry.ts';
import { active, countLanes, type LaneMask, listLanes } from './lanes.ts';
import { begin, fewestPasses, insertSector, type WarpRecorder } from './recorder.ts';

/** An access to workgroup memory where all lanes of `mask` use the same address. */
export function recordUniformShared(
  recorder: WarpRecorder,
  mask: LaneMask,
  bytes: number,
  isStore: boolean,
): void {
  const lanes = countLanes(mask);
  const known = isStore ? 0 : recorder.uniformLoadPasses[bytes];
  const passes = known === 0 ? uniformSharedPasses(recorder.geometry, mask, bytes) : lanes === 0 ? 0 : known;
  begin(recorder, lanes, passes);
}

/** An atomic by all lanes of `mask` on one address of workgroup memory. */
export function recordUniformSharedAtomic(recorder: WarpRecorder, mask: LaneMask): void {
  const lanes = countLanes(mask);
  begin(recorder, lanes, bankedAtomic(lanes, uniformSharedPasses(recorder.geometry, mask, 4)));
}

/** A load or store of workgroup memory. */
export function recordShared(
  recorder: WarpRecorder,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
  bytes: number,
  isStore: boolean,
): void {
  const passes = sharedPasses(recorder.geometry, mask, addresses, offset, bytes, isStore);
  begin(recorder, countLanes(mask), passes);
}

/** Like the access to workgroup memory `distance` accesses ago, at places that differ by whole words. */
export function recordSharedLike(recorder: WarpRecorder, distance: number): void {
  const earlier = recorder.accessCount - distance;
  begin(recorder, recorder.accessLanes[earlier], recorder.accessPasses[earlier]);
}

/** An atomic on workgroup memory. */
export function recordSharedAtomic(
  recorder: WarpRecorder,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
): void {
  const { geometry } = recorder;
  const words = bufferPasses(geometry, mask, addresses, offset, 4);
  begin(recorder, countLanes(mask), bankedAtomic(lanesPerBank(geometry, mask, addresses, offset), words));
}

/** What the trace keeps of an atomic on workgroup memory; see `accessPasses` in trace.ts. */
function bankedAtomic(lanes: number, words: number): number {
  return lanes + 256 * words;
}

/** A load of one place in a constant bank, which lies in one line. */
export function recordUniformConstant(recorder: WarpRecorder, mask: LaneMask): void {
  const lanes = countLanes(mask);
  begin(recorder, lanes, lanes === 0 ? 0 : 1 + 256);
}

const places = new Int32Array(MOST_LANES);
const lines = new Int32Array(MOST_LANES);

/**
 * A load of a constant bank: distinct places of 2^`shift` bytes, and 256 for each line of 2^`lineShift`; see
 * `accessPasses` in trace.ts.
 */
export function recordConstant(
  recorder: WarpRecorder,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
  shift: number,
  lineShift: number,
): void {
  let count = 0;
  let lineCount = 0;
  const lanes = listLanes(mask);
  for (let at = 0; at < lanes; at++) {
    const place = addresses[offset + active[at]] >>> shift;
    if (isKnown(places, count, place)) continue;
    places[count++] = place;
    const line = lineShift < 32 ? place >>> (lineShift - shift) : 0;
    if (!isKnown(lines, lineCount, line)) lines[lineCount++] = line;
  }
  begin(recorder, lanes, count + 256 * lineCount);
}

function isKnown(list: Int32Array, count: number, value: number): boolean {
  for (let index = 0; index < count; index++) if (list[index] === value) return true;
  return false;
}

/** Private memory where all lanes of `mask` use the same offset: neighbouring words, row after row. */
export function recordUniformPrivate(
  recorder: WarpRecorder,
  mask: LaneMask,
  address: number,
  bytes: number,
): void {
  const lanes = listLanes(mask);
  begin(recorder, lanes, fewestPasses(recorder, lanes, bytes));
  if (lanes === 0) return;
  recorder.reserveSectors();
  const { sectors, privateBaseSector: base, sectorShift } = recorder;
  const { subgroupSize } = recorder.geometry;
  let last = -1;
  for (let word = address >>> 2; word <= (address + bytes - 1) >>> 2; word++) {
    const row = word * subgroupSize;
    for (let at = 0; at < lanes; at++) {
      const sector = base + (((row + active[at]) << 2) >>> sectorShift);
      if (sector > last) sectors[recorder.sectorCount++] = sector;
      last = sector;
    }
  }
}

/** Registers that live in private memory, behind the variables. */
export function recordSpills(recorder: WarpRecorder, mask: LaneMask, spills: readonly LocalSpill[]): void {
  const { spillOffset } = recorder;
  for (const { offset, bytes } of spills) recordUniformPrivate(recorder, mask, spillOffset + offset, bytes);
}

/**
 * Private memory: `addresses` hold byte offsets within one invocation's memory. The words of the lanes are
 * interleaved, so that lanes at the same offset touch neighbouring words.
 */
export function recordPrivate(
  recorder: WarpRecorder,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
  bytes: number,
): void {
  recorder.reserveSectors();
  const { sectors, privateBaseSector: base, sectorShift } = recorder;
  const { subgroupSize } = recorder.geometry;
  const first = recorder.sectorCount;
  let end = first;
  const lanes = listLanes(mask);
  for (let at = 0; at < lanes; at++) {
    const lane = active[at];
    const address = addresses[offset + lane];
    for (let word = address >>> 2; word <= (address + bytes - 1) >>> 2; word++) {
      const sector = base + (((word * subgroupSize + lane) << 2) >>> sectorShift);
      const isNew = end === first || sector > sectors[end - 1];
      if (isNew) sectors[end++] = sector;
      else end = insertSector(sectors, first, end, sector);
    }
  }
  begin(recorder, lanes, fewestPasses(recorder, lanes, bytes));
  recorder.sectorCount = end;
}
