// Joins the recordings of warps, workgroup after workgroup, into one trace.

import type { Program } from '../machine/program.ts';
import type { Geometry } from './geometry.ts';
import type { Memory } from './memory.ts';
import type { WarpRecorder } from './recorder.ts';
import type { Trace } from './trace.ts';

/** Of a column, from one trace to the next; one that gives its array away begins with so many elements. */
const MOST_KEPT_BYTES = 2 ** 21;
const FIRST_SIZE = 4096;

/** A typed array that doubles when full. */
class Column<T extends Int32Array | Uint8Array | Uint16Array | Float32Array | Float64Array> {
  private values: T;
  private length = 0;

  constructor(empty: T) {
    this.values = empty;
  }

  append(source: T, count: number): void {
    this.reserve(count);
    // A loop here would serve arrays of five types, which takes an engine ten times as long for each element.
    this.values.set(source.subarray(0, count), this.length);
    this.length += count;
  }

  /** Appends with a constant added, for positions that move with their pool. */
  appendShifted(source: T, count: number, shift: number): void {
    this.reserve(count);
    for (let i = 0; i < count; i++) this.values[this.length + i] = source[i] + shift;
    this.length += count;
  }

  push(value: number): void {
    this.reserve(1);
    this.values[this.length++] = value;
  }

  get size(): number {
    return this.length;
  }

  /** What was appended; the column begins anew. Large columns give their array away: what was not reached of it has no memory yet. */
  finish(): T {
    const { values, length } = this;
    this.length = 0;
    if (values.byteLength <= MOST_KEPT_BYTES) return values.slice(0, length) as T;
    this.values = values.slice(0, FIRST_SIZE) as T;
    return values.subarray(0, length) as T;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.values.length) return;
    const size = Math.max(this.values.length * 2, this.length + count);
    const grown = new (this.values.constructor as new (size: number) => T)(size);
    grown.set(this.values);
    this.values = grown;
  }
}

/** What a trace says besides the recordings. */
export interface TraceFacts {
  readonly program: Program;
  readonly geometry: Geometry;
  readonly memory: Memory;
  readonly bufferBaseSector: Int32Array;
  readonly dispatch: readonly [number, number, number];
  readonly coResidents: number;
  readonly isExtrapolated: boolean;
  readonly warnings: readonly string[];
}

let spare: TraceBuilder | undefined;

/**
 * One for a new trace: that of the trace before, if it has ended, as its columns have grown already, and fresh memory
 * takes longer to get than to write.
 */
export function traceBuilder(): TraceBuilder {
  const builder = spare ?? new TraceBuilder();
  spare = undefined;
  return builder;
}

export class TraceBuilder {
  private readonly workgroups = new Column(new Int32Array(64));
  private readonly firstWarps = new Column(new Int32Array(64));
  private readonly firstEntries = new Column(new Int32Array(256));
  private readonly segments = new Column(new Int32Array(4096));
  private readonly lanes = new Column(new Uint8Array(4096));
  private readonly weights = new Column(new Float32Array(4096));
  private readonly firstAccesses = new Column(new Int32Array(4096));
  private readonly accessLanes = new Column(new Uint8Array(4096));
  private readonly accessPasses = new Column(new Uint16Array(4096));
  private readonly firstSectors = new Column(new Int32Array(4096));
  private readonly sectors = new Column(new Int32Array(16384));
  private readonly exchangeAccesses = new Column(new Int32Array(64));
  private readonly exchangeWords = new Column(new Float64Array(64));

  /** Warps recorded so far. */
  get warpCount(): number {
    return this.firstEntries.size;
  }

  addWorkgroup(linearIndex: number, recorders: readonly WarpRecorder[]): void {
    this.workgroups.push(linearIndex);
    this.firstWarps.push(this.firstEntries.size);
    for (const recorder of recorders) this.addWarp(recorder);
  }

  private addWarp(recorder: WarpRecorder): void {
    const { entryCount, accessCount, sectorCount, exchangeCount } = recorder;
    this.exchangeAccesses.appendShifted(recorder.exchangeAccess, exchangeCount, this.accessLanes.size);
    this.exchangeWords.append(recorder.exchangeWord, exchangeCount);
    this.firstEntries.push(this.segments.size);
    this.segments.append(recorder.entrySegment, entryCount);
    this.lanes.append(recorder.entryLanes, entryCount);
    this.weights.append(recorder.entryWeight, entryCount);
    this.firstAccesses.appendShifted(recorder.entryFirstAccess, entryCount, this.accessLanes.size);
    this.accessLanes.append(recorder.accessLanes, accessCount);
    this.accessPasses.append(recorder.accessPasses, accessCount);
    this.firstSectors.appendShifted(recorder.accessFirstSector, accessCount, this.sectors.size);
    this.sectors.append(recorder.sectors, sectorCount);
  }

  finish(facts: TraceFacts): Trace {
    spare = this;
    this.firstWarps.push(this.firstEntries.size);
    this.firstEntries.push(this.segments.size);
    this.firstSectors.push(this.sectors.size);
    return {
      program: facts.program,
      geometry: facts.geometry,
      workgroupIndex: this.workgroups.finish(),
      coResidents: facts.coResidents,
      workgroupFirstWarp: this.firstWarps.finish(),
      warpFirstEntry: this.firstEntries.finish(),
      entrySegment: this.segments.finish(),
      entryLanes: this.lanes.finish(),
      entryWeight: this.weights.finish(),
      entryFirstAccess: this.firstAccesses.finish(),
      accessLanes: this.accessLanes.finish(),
      accessPasses: this.accessPasses.finish(),
      accessFirstSector: this.firstSectors.finish(),
      sectors: this.sectors.finish(),
      exchangeAccess: this.exchangeAccesses.finish(),
      exchangeWord: this.exchangeWords.finish(),
      bufferBaseSector: facts.bufferBaseSector,
      bufferBytes: Float64Array.from(
        facts.memory.buffers,
        (buffer, index) => facts.memory.textures[index]?.blockedBytes ?? buffer.sizeBytes,
      ),
      totalWorkgroups: facts.dispatch[0] * facts.dispatch[1] * facts.dispatch[2],
      dispatch: facts.dispatch,
      isExtrapolated: facts.isExtrapolated,
      warnings: facts.warnings,
    };
  }
}
