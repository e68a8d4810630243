// What stores send to L2, line by line: a packet for each sector and one for the mask of bytes when sectors are not
// written whole. L1 keeps a line for a moment before it goes: a store of the same warp that comes within it goes with
// the one in front, adds the sectors that are new, and the mask is not needed when it fills the other's gaps. Whether it
// comes in time is the emulation's to say (lines.ts), as other warps' stores may be in between; here is what each
// store sends by itself, and what it sends behind those in front of it.

import type { Trace } from '../execute/trace.ts';
import type { Memory } from '../profile/profile.ts';
import { bitCount } from './bit-count.ts';
import { type FlatProgram, Kind } from './flat-program.ts';

/** By (line, mask) pair of an access, as `lines` of the prepared trace. */
export interface Packets {
  /** Packets of sectors. */
  readonly sent: Uint8Array;
  /** 1 for a mask that is needed, -1 for one that is not any more. */
  readonly masks: Int8Array;
  /** Packets beyond those that the bytes stored would fill. */
  readonly wasted: Float32Array;
}

export interface StorePackets {
  readonly alone: Packets;
  /** Of a store that comes while the lines of those in front of it wait in L1. */
  readonly following: Packets;
  /** By access, 1 for a store that comes in time whatever others store: it is right behind a small one. */
  readonly isClose: Uint8Array;
}

interface AccessLines {
  readonly accessFirstLine: Int32Array;
  readonly lines: Int32Array;
  readonly masks: Uint8Array;
}

/** Sectors of a line that wait in L1, and how many of their bytes. */
interface Waiting {
  readonly sectors: number;
  readonly bytes: number;
}

const NOTHING: Waiting = { sectors: 0, bytes: 0 };

export function storePackets(
  trace: Trace,
  program: FlatProgram,
  of: AccessLines,
  memory: Memory,
): StorePackets {
  const packets = {
    alone: packetsOf(of.lines.length),
    following: packetsOf(of.lines.length),
    isClose: new Uint8Array(of.accessFirstLine.length - 1),
  };
  const sectorBytes = memory.sectorBytes.value;
  // An instruction a cycle at most: those further apart come too late.
  const mostBetween = memory.storeWindowCycles?.value ?? -1;
  const stores = storesOf(program, mostBetween, memory.storeWindowInstructions?.value ?? -1);
  const mostWaiting = memory.storeWindowSectors?.value ?? 0;
  const waiting = new Map<number, Waiting>();
  let sectorsBefore = 0;
  for (let warp = 0; warp + 1 < trace.warpFirstEntry.length; warp++) {
    waiting.clear();
    let between = Number.POSITIVE_INFINITY;
    for (let entry = trace.warpFirstEntry[warp]; entry < trace.warpFirstEntry[warp + 1]; entry++) {
      const segment = trace.entrySegment[entry];
      const first = program.accessKindFirst[segment];
      let from = program.segmentFirst[segment];
      for (let at = stores.first[segment]; at < stores.first[segment + 1]; at++) {
        const position = stores.positions[at];
        between += stores.instructions[at] - from;
        from = stores.instructions[at] + 1;
        if (between > mostBetween || program.accessKind[position] !== Kind.storeGlobal) waiting.clear();
        const access = trace.entryFirstAccess[entry] + position - first;
        const isBehind = waiting.size > 0 && stores.isBehind[at] === 1;
        packets.isClose[access] = isBehind && sectorsBefore <= mostWaiting ? 1 : 0;
        sectorsBefore = sectorsOf(of, access);
        between = 0;
        const lanes = trace.accessLanes[access];
        const laneBytes = program.accessBytes[position];
        const isFollowed = stores.isFollowed[at] === 1;
        sendAccess(packets, of, access, lanes, laneBytes, sectorBytes, waiting, isFollowed);
      }
      between += program.segmentFirst[segment + 1] - from;
    }
  }
  return packets;
}

function sectorsOf(of: AccessLines, access: number): number {
  let sectors = 0;
  for (let index = of.accessFirstLine[access]; index < of.accessFirstLine[access + 1]; index++)
    sectors += bitCount(of.masks[index]);
  return sectors;
}

function packetsOf(count: number): Packets {
  return { sent: new Uint8Array(count), masks: new Int8Array(count), wasted: new Float32Array(count) };
}

/** The trace knows how many bytes an access moves, not where: as many lines lack some as there are lanes missing. */
function sendAccess(
  packets: StorePackets,
  of: AccessLines,
  access: number,
  lanes: number,
  laneBytes: number,
  sectorBytes: number,
  waiting: Map<number, Waiting>,
  isFollowed: boolean,
): void {
  const first = of.accessFirstLine[access];
  const end = of.accessFirstLine[access + 1];
  let missing = -lanes * laneBytes;
  for (let index = first; index < end; index++) missing += bitCount(of.masks[index]) * sectorBytes;
  for (let index = first; index < end; index++) {
    const gap = Math.min(Math.max(0, missing), Math.max(laneBytes, missing / (end - index)));
    missing -= gap;
    const sectors = of.masks[index];
    const own = { sectors, bytes: bitCount(sectors) * sectorBytes - gap };
    const before = (waiting.size > 0 && waiting.get(of.lines[index])) || NOTHING;
    const all = { sectors: before.sectors | sectors, bytes: before.bytes + own.bytes };
    if (isFollowed) waiting.set(of.lines[index], all);
    send(packets.alone, index, NOTHING, own, own.bytes, sectorBytes);
    send(packets.following, index, before, all, own.bytes, sectorBytes);
  }
}

function send(
  { sent, masks, wasted }: Packets,
  index: number,
  before: Waiting,
  after: Waiting,
  bytes: number,
  sectorBytes: number,
): void {
  sent[index] = bitCount(after.sectors) - bitCount(before.sectors);
  masks[index] = Number(isMasked(after, sectorBytes)) - Number(isMasked(before, sectorBytes));
  wasted[index] = sent[index] + masks[index] - bytes / sectorBytes;
}

function isMasked({ sectors, bytes }: Waiting, sectorBytes: number): boolean {
  return bytes < bitCount(sectors) * sectorBytes;
}

/**
 * The stores of each segment in the order in which they are issued: their accesses' positions, which instructions they
 * are, whether few and plain ones lie between them and the store in front, and whether another may come in time.
 */
function storesOf(program: FlatProgram, mostBetween: number, mostBehind: number) {
  const first = new Int32Array(program.segmentFirst.length);
  const positions: number[] = [];
  const instructions: number[] = [];
  const isBehind: number[] = [];
  for (let segment = 0; segment + 1 < program.segmentFirst.length; segment++) {
    let last = Number.NEGATIVE_INFINITY;
    for (let index = program.segmentFirst[segment]; index < program.segmentFirst[segment + 1]; index++) {
      const kind = program.kind[index];
      if (!isStore(kind)) {
        if (!isPlain(kind)) last = Number.NEGATIVE_INFINITY;
        continue;
      }
      isBehind.push(index - last - 1 <= mostBehind ? 1 : 0);
      last = index;
      positions.push(program.accessKindFirst[segment] + program.access[index]);
      instructions.push(index);
    }
    first[segment + 1] = positions.length;
  }
  const leading = (segment: number) => instructions[first[segment]] - program.segmentFirst[segment];
  const segments = Array.from({ length: program.segmentFirst.length - 1 }, (_, segment) => segment);
  const anyLeads = segments.some((each) => first[each] < first[each + 1] && leading(each) <= mostBetween);
  const isFollowed = new Uint8Array(positions.length);
  for (const segment of segments) {
    for (let at = first[segment]; at < first[segment + 1]; at++) {
      const isLast = at + 1 === first[segment + 1];
      const next = isLast ? program.segmentFirst[segment + 1] : instructions[at + 1];
      isFollowed[at] = Number(next - instructions[at] - 1 <= mostBetween && (!isLast || anyLeads));
    }
  }
  return { first, positions, instructions, isBehind, isFollowed };
}

function isStore(kind: number): boolean {
  return kind === Kind.storeGlobal || kind === Kind.storeLocal || kind === Kind.storeTexture;
}

/** Whatever may send the warp elsewhere or keep it waiting lets other warps' stores go first. */
function isPlain(kind: number): boolean {
  return kind === Kind.arithmetic || kind === Kind.issueOnly;
}
