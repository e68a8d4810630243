// What a transformation of a kernel is: asked for, and carried out. docs/transforming.md says what each part
// means and in which order they apply.

export type Axis = 0 | 1 | 2;

/** Several invocations of the original in one, `stride` apart along a direction (formula 4.3 of the thesis). */
export interface Coarsening {
  readonly direction: Axis;
  readonly factor: number;
  /** Left out: 32 where the kernel's accesses are coalesced along x, else 1. */
  readonly stride?: number;
}

/** Several neighbouring workgroups of the original in one. */
export interface BlockCoarsening {
  readonly direction: Axis;
  readonly factor: number;
}

export interface Unrolling {
  /**
   * All innermost loops that can be unrolled, those of them that run as often as only run time tells, or the one at a
   * line (`"12"`) or with a comment `@label`.
   */
  readonly loop: 'all' | 'runtime' | string;
  readonly factor: number | 'full';
}

/** What is to be done to a kernel; all of it may be left out. */
export interface Transformation {
  readonly coarsen?: readonly Coarsening[];
  readonly blockCoarsen?: readonly BlockCoarsening[];
  readonly workgroup?: Triple;
  readonly swapAxes?: boolean;
  readonly unroll?: readonly Unrolling[];
}

export type Triple = readonly [number, number, number];

/** A changed kernel, with what changes in its launch. */
export interface Transformed {
  readonly source: string;
  readonly dispatch: Triple;
  /** Of one workgroup of the result. */
  readonly workgroupSize: Triple;
  /** All constants of the launch as the result needs them; those of the original unless a size was changed. */
  readonly constants: Readonly<Record<string, number>>;
  /**
   * Whether invocations that work together do so in workgroups of another size, by overrides: the source cannot show
   * that these are nothing else.
   */
  readonly isResized: boolean;
  /** The same in the terms of a launch file: from its dispatch, as numbers or expressions. */
  readonly inLaunchFile: (dispatch: Dispatch) => LaunchChange;
  /** What was done, a line each, for a person. */
  readonly notes: readonly string[];
}

/** What a launch file has to say differently. */
export interface LaunchChange {
  readonly dispatch: Dispatch;
  /** Constants that are new, or have another value. */
  readonly constants: Readonly<Record<string, Count>>;
}

/** A dispatch as a launch file gives it: each a number, or an expression over its params. */
export type Dispatch = readonly [Count, Count, Count];
export type Count = number | string;

export const AXIS_NAMES = ['x', 'y', 'z'] as const;
