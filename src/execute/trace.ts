// What execution observed, as typed arrays that emulation replays. One pool of arrays serves all warps; a
// warp owns a range of entries, an entry a range of accesses, an access a range of sectors.
//
//   warp ──► entries (one per segment entered) ──► accesses (segment.accessCount each) ──► sectors
//
// An entry may stand for several executions of the same code: when a loop repeats itself, execution runs
// some of its iterations and gives their entries a weight above 1.

import type { Program } from '../machine/program.ts';
import type { Geometry } from './geometry.ts';

export interface Trace {
  readonly program: Program;
  /** Warps, sectors and banks that the trace is counted in. */
  readonly geometry: Geometry;

  /** Workgroups that were executed: linear index in the grid (x fastest). */
  readonly workgroupIndex: Int32Array;
  /**
   * The first so many of them are such as one SM runs after each other, for what they find in its L1; the others
   * lie evenly over the launch and stand for it. None unless told.
   */
  readonly coResidents?: number;
  /**
   * Workgroups that run at the same time, to see where their atomics meet: for kernels with atomics on buffers whose
   * grid is not executed whole.
   */
  readonly together?: Trace;
  /** First warp of each workgroup; one more element than workgroups. */
  readonly workgroupFirstWarp: Int32Array;

  /** First entry of each warp; one more element than warps. */
  readonly warpFirstEntry: Int32Array;

  readonly entrySegment: Int32Array;
  /** Lanes active on entry, 1 to `geometry.subgroupSize`. */
  readonly entryLanes: Uint8Array;
  /** How many executions the entry stands for, at least 1. */
  readonly entryWeight: Float32Array;
  /** First access of each entry; the entry has `segment.accessCount` of them. */
  readonly entryFirstAccess: Int32Array;

  /** Lanes that took part, 0 when all were predicated off. */
  readonly accessLanes: Uint8Array;
  /**
   * Cycles that the data banks need (banks.ts): the most distinct words that any of them must serve, summed over
   * the groups of lanes that are served together. One for each group when free of conflicts. For an
   * atomic on a buffer: one, and for each sector the lanes beyond one at the address where most meet. For one on workgroup memory: the most lanes on one bank,
   * plus 256 times the most distinct words of one bank. For a constant bank: distinct places, plus 256 times the
   * lines that they lie in.
   */
  readonly accessPasses: Uint16Array;
  /** First sector of each access; one more element than accesses. Workgroup memory has no sectors. */
  readonly accessFirstSector: Int32Array;
  /**
   * Distinct sectors, ascending: byte address / `geometry.sectorBytes` in one flat space where buffer b starts at
   * `bufferBaseSector[b]`. Private memory that is not in registers lies after the last buffer.
   */
  readonly sectors: Int32Array;

  /** For each lane of each compare-exchange, in order: its access, and the word that it wants. */
  readonly exchangeAccess: Int32Array;
  /** Words of 4 bytes in the flat space of the sectors; within workgroup memory for those. */
  readonly exchangeWord: Float64Array;

  readonly bufferBaseSector: Int32Array;
  /** Buffer sizes in bytes. */
  readonly bufferBytes: Float64Array;

  /** Workgroups in the whole launch. */
  readonly totalWorkgroups: number;
  /** The same by axis, where it is known how they lie. */
  readonly dispatch?: readonly [number, number, number];
  /** True when loops were shortened (some weight is above 1). */
  readonly isExtrapolated: boolean;
  /** What execution noticed, in words for the user (out-of-bounds accesses, iteration limits). */
  readonly warnings: readonly string[];
}
