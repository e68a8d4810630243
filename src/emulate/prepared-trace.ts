// The parts of a trace that timing needs, in the shape it needs them: a flat program, and each access as a
// list of (cache line, sector mask) pairs with lines renumbered densely, so that caches are plain arrays.
// Depends on the trace and on line and sector size only: sensitivity analysis prepares once and times often.

import { unreachable } from '../diagnostics/diagnostic.ts';
import type { Trace } from '../execute/trace.ts';
import type { Memory } from '../profile/profile.ts';
import { atomicWork } from './atomic-work.ts';
import { Aggregated, type FlatProgram, flattenProgram, isAtomic, Kind } from './flat-program.ts';
import type { i32 } from './integers.ts';
import { lineShare } from './line-share.ts';
import { mixed } from './mixed.ts';
import { type StorePackets, storePackets } from './store-packets.ts';

export interface PreparedTrace {
  readonly trace: Trace;
  readonly program: FlatProgram;
  readonly sectorsPerLine: i32;
  readonly lineCount: i32;
  /** Position in the flat address space, in lines. */
  readonly lineNumber: Int32Array;
  /** The set of L1 that a line's tag lies in. */
  readonly lineSet: Uint16Array;
  /** Buffer that a line belongs to; `bufferCount - 1` is private memory. */
  readonly lineBuffer: Uint16Array;
  /** Buffers of the trace and, as the last, private memory. */
  readonly bufferCount: i32;
  /** How probably another workgroup touches the line, too: see line-share.ts. */
  readonly lineShare: Uint8Array;
  /** First (line, mask) pair of each access; one more element than accesses. */
  readonly accessFirstLine: Int32Array;
  readonly lines: Int32Array;
  readonly masks: Uint8Array;
  /** Distinct sectors of each access. */
  readonly accessSectors: Uint16Array;
  /** Cycles of the data banks; for an atomic, lanes on one address or bank that are left after combining. */
  readonly accessPasses: Uint16Array;
  /** The same with those of the accesses that go with one in the same instruction. */
  readonly joinedPasses: Uint16Array;
  /** What each atomic on a buffer costs L2 (atomic-work.ts). */
  readonly accessAtomicWork: Float32Array;
  readonly storePackets: StorePackets;
  /** What addresses are translated for: see translation.ts. */
  readonly addressPages: AddressPages;
}

/** Pages that requests meet. */
export interface AddressPages {
  /** Pages that an SM has at hand; 0 where nothing is looked up. */
  readonly entries: i32;
  /** By access, the first of its pages, at most as many as there are at hand; one more than accesses. */
  readonly first: Int32Array;
  readonly pages: Int32Array;
  /** Look-ups of an access that meets more pages than are at hand; else 0. */
  readonly lookUps: Float32Array;
}

export const NO_PAGES: AddressPages = {
  entries: 0,
  first: new Int32Array(0),
  pages: new Int32Array(0),
  lookUps: new Float32Array(0),
};

export function prepareTrace(trace: Trace, memory: Memory): PreparedTrace {
  const { sectorBytes } = trace.geometry;
  if (sectorBytes !== memory.sectorBytes.value) unreachable(`a trace in sectors of ${sectorBytes} bytes`);
  const sectorsPerLine = Math.round(memory.lineBytes.value / sectorBytes);
  const numbering = new LineNumbering();
  const linesOf = linesOfAccesses(trace, sectorsPerLine, numbering);
  const { accessFirstLine, lines, masks } = linesOf;
  const lineNumber = numbering.original.subarray(0, numbering.count);
  const program = flattenProgram(trace.program);
  const accessPasses = passesSent(trace, program);
  const prepared = {
    trace,
    program,
    sectorsPerLine,
    lineCount: numbering.count,
    lineNumber,
    lineSet: setsOfLines(lineNumber, memory.l1Sets?.value ?? 0),
    lineBuffer: buffersOfLines(trace, numbering, sectorsPerLine),
    bufferCount: trace.bufferBaseSector.length + 1,
    lineShare: new Uint8Array(numbering.count),
    accessFirstLine,
    lines,
    masks,
    accessSectors: linesOf.accessSectors,
    accessPasses,
    joinedPasses: joinPasses(trace, program, accessPasses),
    accessAtomicWork: atomicWork(trace, program, linesOf, memory),
    storePackets: storePackets(trace, program, { accessFirstLine, lines, masks }, memory),
    addressPages: NO_PAGES,
  };
  countSharing(prepared);
  return prepared;
}

/**
 * The set of each line: neighbours lie side by side, and where a row of as many lines as there are sets begins is hashed.
 * @param sets a power of two, or 0 where a tag may be anywhere
 */
function setsOfLines(lineNumber: Int32Array, sets: number): Uint16Array {
  if (sets === 0) return new Uint16Array(lineNumber.length);
  return Uint16Array.from(lineNumber, (number) => (number ^ mixed(Math.floor(number / sets))) & (sets - 1));
}

/** Apart from the rest, which runs once: an engine that optimises a loop while it runs knows nothing of what follows. */
function linesOfAccesses(
  { sectors, accessFirstSector }: Trace,
  sectorsPerLine: number,
  numbering: LineNumbering,
): Pick<PreparedTrace, 'accessFirstLine' | 'lines' | 'masks' | 'accessSectors'> {
  const accessCount = accessFirstSector.length - 1;
  const accessFirstLine = new Int32Array(accessCount + 1);
  const accessSectors = new Uint16Array(accessCount);
  const lines = new Int32Array(sectors.length);
  const masks = new Uint8Array(sectors.length);
  // Lines mostly are of two or four sectors, and dividing takes several times as long as shifting.
  const shift = Math.log2(sectorsPerLine);
  const isPower = Number.isInteger(shift);
  let used = 0;
  for (let access = 0; access < accessCount; access++) {
    let previous = -1;
    const end = accessFirstSector[access + 1];
    for (let index = accessFirstSector[access]; index < end; index++) {
      const sector = sectors[index];
      const line = isPower ? sector >> shift : Math.floor(sector / sectorsPerLine);
      if (line !== previous) {
        lines[used] = numbering.numberOf(line);
        used++;
        previous = line;
      }
      masks[used - 1] |= 1 << (sector - line * sectorsPerLine);
    }
    accessSectors[access] = end - accessFirstSector[access];
    accessFirstLine[access + 1] = used;
  }
  return { accessFirstLine, accessSectors, lines: lines.subarray(0, used), masks: masks.subarray(0, used) };
}

/**
 * The trace counts the lanes of an atomic that meet; those that the driver's code combines are one. Of constant banks it
 * counts places.
 */
function passesSent(trace: Trace, program: FlatProgram): Uint16Array {
  if (!program.accessKind.some((kind) => isAtomic(kind) || kind === Kind.loadConstant))
    return trace.accessPasses;
  const passes = trace.accessPasses.slice();
  forEachPosition(trace, program, (position, access) => {
    const kind = program.accessKind[position];
    if (kind === Kind.loadConstant && program.accessBytes[position] > WORD_BYTES) {
      const places = Math.max(1, Math.round((passes[access] & 255) * PLACE_OF_TWO_WORDS));
      passes[access] = (passes[access] & ~255) + places;
    }
    if (!isAtomic(kind)) return;
    const combined = program.accessAggregation[position];
    const recorded = trace.accessPasses[access];
    const lanes = kind === Kind.atomicShared ? recorded & 255 : recorded;
    const isOne = combined === Aggregated.whenSame && lanes === trace.accessLanes[access];
    if (combined === Aggregated.byAddress) passes[access] = recorded >> 8;
    else passes[access] = combined === Aggregated.always || isOne ? Math.min(1, lanes) : lanes;
  });
  return passes;
}

const WORD_BYTES = 4;
/**
 * What a place of two words takes of a constant bank, over one of a word: 1.5 cycles for 2.1 (microbench/constants: rows
 * in 64 and 128 bytes of a uniform buffer, words of a table).
 */
const PLACE_OF_TWO_WORDS = 0.7;

/** Words in two places take the bank passes of both, one after the other. */
export function joinPasses(trace: Trace, program: FlatProgram, passes: Uint16Array): Uint16Array {
  if (program.accessJoined.every((each) => each === 0)) return passes;
  const sums = passes.slice();
  forEachPosition(trace, program, (position, access) => {
    const behind = program.accessJoined[position];
    if (behind !== 0) sums[access - behind] += passes[access];
  });
  return sums;
}

/** Visits every access of the trace once, with its position in the program's tables of accesses. */
function forEachPosition(
  trace: Trace,
  program: FlatProgram,
  visit: (position: number, access: number) => void,
): void {
  for (let entry = 0; entry < trace.entrySegment.length; entry++) {
    const segment = trace.entrySegment[entry];
    const first = program.accessKindFirst[segment];
    const end = program.accessKindFirst[segment + 1];
    const firstAccess = trace.entryFirstAccess[entry];
    for (let position = first; position < end; position++) visit(position, firstAccess + position - first);
  }
}

/** Line numbers in order of first appearance, by open addressing; the table is at most half full. */
class LineNumbering {
  count = 0;
  original = new Int32Array(FEW_LINES);
  #slots = new Int32Array(2 * FEW_LINES).fill(-1);

  numberOf(line: number): number {
    const slot = this.#slotOf(line);
    const number = this.#slots[slot];
    if (number >= 0) return number;
    if (this.count === this.original.length) {
      this.#grow();
      return this.numberOf(line);
    }
    this.#slots[slot] = this.count;
    this.original[this.count] = line;
    return this.count++;
  }

  /** Where the line stands, or would. */
  #slotOf(line: number): number {
    const last = this.#slots.length - 1;
    // Fibonacci hashing: the golden ratio spreads neighbours over the table.
    let slot = Math.imul(line, 0x9e3779b1) >>> Math.clz32(last);
    while (true) {
      const number = this.#slots[slot];
      if (number < 0 || this.original[number] === line) return slot;
      slot = (slot + 1) & last;
    }
  }

  #grow(): void {
    const { original } = this;
    this.original = new Int32Array(4 * original.length);
    this.original.set(original);
    this.#slots = new Int32Array(2 * this.original.length).fill(-1);
    for (let number = 0; number < original.length; number++)
      this.#slots[this.#slotOf(original[number])] = number;
  }
}

const FEW_LINES = 4096;

function buffersOfLines(trace: Trace, numbering: LineNumbering, sectorsPerLine: number): Uint16Array {
  const bases = trace.bufferBaseSector;
  const order = [...bases.keys()].sort((a, b) => bases[a] - bases[b]);

  const lineBuffer = new Uint16Array(numbering.count);
  for (let number = 0; number < numbering.count; number++) {
    const firstSector = numbering.original[number] * sectorsPerLine;
    lineBuffer[number] = bufferOf(trace, order, firstSector + sectorsPerLine - 1, firstSector);
  }
  return lineBuffer;
}

/** The last buffer that starts within or before the line, or private memory when the line lies behind it. */
function bufferOf(trace: Trace, order: readonly number[], lastSector: number, firstSector: number): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (trace.bufferBaseSector[order[middle]] <= lastSector) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return trace.bufferBaseSector.length;
  const buffer = order[low - 1];
  const endSector =
    trace.bufferBaseSector[buffer] + Math.ceil(trace.bufferBytes[buffer] / trace.geometry.sectorBytes);
  return firstSector < endSector ? buffer : trace.bufferBaseSector.length;
}

function countSharing(prepared: PreparedTrace): void {
  const { trace, accessFirstLine, lines, lineShare: shares } = prepared;
  const last = new Int32Array(prepared.lineCount).fill(-1);
  const users = new Uint16Array(prepared.lineCount);
  const workgroups = trace.workgroupIndex.length;
  for (let workgroup = 0; workgroup < workgroups; workgroup++) {
    // The accesses of a workgroup follow each other, and so do their lines.
    const end = accessFirstLine[firstAccessOf(trace, workgroup + 1)];
    for (let at = accessFirstLine[firstAccessOf(trace, workgroup)]; at < end; at++) {
      const line = lines[at];
      if (last[line] === workgroup) continue;
      last[line] = workgroup;
      users[line]++;
    }
  }
  for (let line = 0; line < users.length; line++) shares[line] = lineShare(users[line], workgroups);
}

/** Where the accesses of an executed workgroup begin; after the last workgroup, where they end. */
export function firstAccessOf(trace: Trace, workgroup: number): number {
  const { workgroupFirstWarp, warpFirstEntry, entryFirstAccess, accessLanes } = trace;
  return entryFirstAccess[warpFirstEntry[workgroupFirstWarp[workgroup]]] ?? accessLanes.length;
}

/** Visits every access of the sample that has lines, in order: workgroup by workgroup, warp by warp, entry by entry. */
export function forEachAccess(
  prepared: Pick<PreparedTrace, 'trace' | 'program' | 'accessFirstLine'>,
  visit: (workgroup: number, kind: number, weight: number, access: number, entry: number) => void,
): void {
  const { trace, program, accessFirstLine } = prepared;
  for (let workgroup = 0; workgroup < trace.workgroupIndex.length; workgroup++) {
    const firstEntry = trace.warpFirstEntry[trace.workgroupFirstWarp[workgroup]];
    const endEntry = trace.warpFirstEntry[trace.workgroupFirstWarp[workgroup + 1]];
    for (let entry = firstEntry; entry < endEntry; entry++) {
      const segment = trace.entrySegment[entry];
      const firstKind = program.accessKindFirst[segment];
      const count = program.accessKindFirst[segment + 1] - firstKind;
      const firstAccess = trace.entryFirstAccess[entry];
      const weight = trace.entryWeight[entry];
      for (let position = 0; position < count; position++) {
        const access = firstAccess + position;
        if (accessFirstLine[access] === accessFirstLine[access + 1]) continue;
        visit(workgroup, program.accessKind[firstKind + position], weight, access, entry);
      }
    }
  }
}
