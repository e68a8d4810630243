// The sizes of a device that a trace is counted in. Emulation scales the costs of what was recorded; how lanes meet
// in sectors and banks is settled while recording.

/** Sizes of the memory levels; powers of two. */
export interface MemoryGeometry {
  /** Unit of transfer between the caches. */
  readonly sectorBytes: number;
  /** Banks of workgroup memory, and of L1's data unless it says otherwise. */
  readonly bankCount: number;
  /** Words that L1 delivers per cycle where those are fewer. */
  readonly l1Words?: number | undefined;
  /** What a bank of workgroup memory serves per pass. */
  readonly bankBytes: number;
}

export interface Geometry extends MemoryGeometry {
  /** Lanes per warp: a power of two from 4 to `MOST_LANES`. */
  readonly subgroupSize: number;
}

export const MOST_LANES = 128;
/** Banks hold words in turn. */
export const WORD_BYTES = 4;
