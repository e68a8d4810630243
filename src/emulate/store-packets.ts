// What stores send to L2, line by line: a packet for each sector and one for the mask of bytes when sectors are not
// written whole. A store that follows another of its warp closely finds the line still waiting in L1, and goes with
// it: it adds the sectors that are new, and the mask is not needed when it fills the other's gaps.
//
// Closely: few instructions lie between, none of which may hold the warp up or end it, and few sectors were sent since.

import type { Trace } from '../execute/trace.ts';
import type { Memory } from '../profile/profile.ts';
import { bitCount } from './bit-count.ts';
import { type FlatProgram, Kind } from './flat-program.ts';

/** By (line, mask) pair of an access, as `lines` of the prepared trace. */
export interface StorePackets {
  /** Packets of sectors. */
  readonly sent: Uint8Array;
  /** 1 for a mask that is needed, -1 for one that is not any more. */
  readonly masks: Int8Array;
  /** Packets beyond those that the bytes stored would fill. */
  readonly wasted: Float32Array;
}

interface AccessLines {
  readonly accessFirstLine: Int32Array;
  readonly lines: Int32Array;
  readonly masks: Uint8Array;
}

/** A line on its way to L2: which sectors of it, how many of their bytes, and what its warp had sent until then. */
interface Waiting {
  readonly sectors: number;
  readonly bytes: number;
  readonly sent: number;
}

const NOTHING: Waiting = { sectors: 0, bytes: 0, sent: 0 };

/** What waits in L1: of one warp, by line. */
interface Window {
  readonly waiting: Map<number, Waiting>;
  readonly sectors: number;
  sent: number;
}

export function storePackets(
  trace: Trace,
  program: FlatProgram,
  of: AccessLines,
  memory: Memory,
): StorePackets {
  const packets = {
    sent: new Uint8Array(of.lines.length),
    masks: new Int8Array(of.lines.length),
    wasted: new Float32Array(of.lines.length),
  };
  const sectorBytes = memory.sectorBytes.value;
  const follows = closeFollowers(program, memory.storeWindowInstructions?.value ?? -1);
  const leads = leadersOf(follows, program);
  const window: Window = { waiting: new Map(), sectors: memory.storeWindowSectors?.value ?? 0, sent: 0 };
  for (let entry = 0; entry < trace.entrySegment.length; entry++) {
    const segment = trace.entrySegment[entry];
    const first = program.accessKindFirst[segment];
    const firstAccess = trace.entryFirstAccess[entry];
    for (let position = first; position < program.accessKindFirst[segment + 1]; position++) {
      if (!isStore(program.accessKind[position])) continue;
      if (follows[position] === 0 && window.waiting.size > 0) window.waiting.clear();
      const access = firstAccess + position - first;
      sendAccess(
        packets,
        of,
        access,
        trace.accessLanes[access],
        program.accessBytes[position],
        sectorBytes,
        window,
        leads[position] === 1,
      );
    }
  }
  return packets;
}

/** The trace knows how many bytes an access moves, not where: as many lines lack some as there are lanes missing. */
function sendAccess(
  packets: StorePackets,
  of: AccessLines,
  access: number,
  lanes: number,
  laneBytes: number,
  sectorBytes: number,
  window: Window,
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
    const bytes = bitCount(sectors) * sectorBytes - gap;
    const known = window.waiting.size === 0 ? undefined : window.waiting.get(of.lines[index]);
    const before = known !== undefined && window.sent - known.sent <= window.sectors ? known : NOTHING;
    const all = before.sectors | sectors;
    const allBytes = before.bytes + bytes;
    if (isFollowed) window.waiting.set(of.lines[index], { sectors: all, bytes: allBytes, sent: window.sent });
    window.sent += bitCount(sectors);
    packets.sent[index] = bitCount(all) - bitCount(before.sectors);
    packets.masks[index] =
      Number(isMasked(all, allBytes, sectorBytes)) -
      Number(isMasked(before.sectors, before.bytes, sectorBytes));
    packets.wasted[index] = packets.sent[index] + packets.masks[index] - bytes / sectorBytes;
  }
}

function isMasked(sectors: number, bytes: number, sectorBytes: number): boolean {
  return bytes < bitCount(sectors) * sectorBytes;
}

/**
 * By position of an access: 1 for a store that the next one may follow closely. Positions are in the order of the IR,
 * so that the first of a segment may be one that follows, too.
 */
function leadersOf(follows: Uint8Array, { accessKind, accessKindFirst }: FlatProgram): Uint8Array {
  const leads = new Uint8Array(follows.length);
  const isStoreAt = accessKind.map((kind) => Number(isStore(kind)));
  const beginsFollowing = Array.from(accessKindFirst.subarray(0, -1), (first, segment) => {
    const store = isStoreAt.subarray(first, accessKindFirst[segment + 1]).indexOf(1);
    return store >= 0 && follows[first + store] === 1;
  }).some((each) => each);
  for (let segment = 0; segment + 1 < accessKindFirst.length; segment++) {
    let isFollowed = beginsFollowing;
    for (let position = accessKindFirst[segment + 1] - 1; position >= accessKindFirst[segment]; position--) {
      if (isStoreAt[position] === 0) continue;
      if (isFollowed) leads[position] = 1;
      isFollowed = follows[position] === 1;
    }
  }
  return leads;
}

/**
 * By position of an access: 1 for a store to a buffer with few and plain instructions between it and the one before.
 * Of private memory, as many sectors reach L2 as are stored (see l1.ts).
 */
function closeFollowers(program: FlatProgram, mostBetween: number): Uint8Array {
  const follows = new Uint8Array(program.accessKind.length);
  for (let segment = 0; segment + 1 < program.segmentFirst.length; segment++) {
    let last = Number.NEGATIVE_INFINITY;
    for (let index = program.segmentFirst[segment]; index < program.segmentFirst[segment + 1]; index++) {
      const kind = program.kind[index];
      if (kind === Kind.storeGlobal) {
        const position = program.accessKindFirst[segment] + program.access[index];
        if (index - last - 1 <= mostBetween) follows[position] = 1;
        last = index;
      } else if (!isPlain(kind)) last = Number.NEGATIVE_INFINITY;
    }
  }
  return follows;
}

function isStore(kind: number): boolean {
  return kind === Kind.storeGlobal || kind === Kind.storeLocal || kind === Kind.storeTexture;
}

/** Whatever may send the warp elsewhere or keep it waiting lets other warps' stores go first. */
function isPlain(kind: number): boolean {
  return kind === Kind.arithmetic || kind === Kind.issueOnly;
}
