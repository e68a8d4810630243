// How much of a launch is run, and what is recorded of it.

import type { MemoryGeometry } from './geometry.ts';

export interface RunOptions {
  /** Asked between workgroups. @throws DiagnosticError when they took too long */
  readonly checkTime?: () => void;
  /** Iterations of all loops together that one warp may take; more count as an endless loop. */
  readonly maximumLoopIterations?: number;
}

export interface SampleOptions extends RunOptions {
  /** What the trace is counted in. */
  readonly geometry: MemoryGeometry;
  /** Linear indices (x fastest) of the workgroups to execute, in this order. */
  readonly workgroups: readonly number[];
  /** Of an SM's own that run before these, as far as the budget for alike ones goes; see `Trace.coResidents`. */
  readonly coResidents?: readonly number[];
  /** Once so many workgroups ran, no further one is started while all did much the same; all unless told. */
  readonly enough?: number;
  /** No further workgroup is started once this many machine instructions were executed. */
  readonly maximumWarpInstructions: number;
  /** The same where workgroups differ so much that their mean is uncertain; as above unless told. */
  readonly maximumWhenUneven?: number;
  /** Run only part of long counted loops and give the entries weights. */
  readonly shortenLoops: boolean;
  /**
   * Run the launch from its start up to the last workgroup of the sample, so that each finds what earlier ones
   * left; those that are not recorded take about this many machine instructions at most (beyond that only every
   * so many-th runs). For kernels that hang on it: `isSteeredByAtomics`.
   */
  readonly earlierWarpInstructions?: number;
  /**
   * Compute every value, so that the memory afterwards is what the kernel leaves. Unless told, values that
   * reach no address and no condition are left out: the trace is the same, the memory is not.
   */
  readonly computesAll?: boolean;
  /** Loops of more iterations than this are shortened (large bodies from half of it); 48 unless told. */
  readonly shortenFrom?: number;
}
