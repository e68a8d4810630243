// A whole app as the process that owns the GPU gets it, and what that answers: buffers and pipelines by position.

import type { BufferData } from '../launch/launch.ts';
import type { Job, Sample } from './job.ts';

export interface AppJob {
  readonly kind: 'app';
  readonly id: number;
  readonly buffers: readonly JobBuffer[];
  readonly pipelines: readonly JobPipeline[];
  /** In the order of execution. */
  readonly operations: readonly JobOperation[];
  /** Rounds wanted of each way of timing; 0 to run once for the output alone. */
  readonly samples: number;
}

export interface JobBuffer {
  readonly sizeBytes: number;
  readonly data: BufferData;
  /** Filled anew before every round: the app's way depends on what it finds here, and it changes it. */
  readonly isRestored: boolean;
  /** Pages of `PAGE_BYTES` to send back after the first run, ascending. */
  readonly readPages?: Uint32Array;
}

export interface JobPipeline extends Pick<Job, 'code' | 'constants'> {
  /** The shader's only one when left out. */
  readonly entryPoint?: string;
}

/** A part of a buffer. */
export interface JobRange {
  readonly buffer: number;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
}

export interface JobDispatch {
  readonly kind: 'dispatch';
  readonly submit: number;
  readonly pass: number;
  readonly pipeline: number;
  /** Workgroups, or where their counts stand. */
  readonly dispatch: readonly [number, number, number] | JobRange;
  readonly bindings: readonly (JobRange & {
    readonly group: number;
    readonly binding: number;
    readonly usage: 'storage' | 'uniform';
  })[];
  readonly immediates?: Uint32Array;
  /** A buffer that it writes: a copy out of it keeps passes apart. */
  readonly anchor?: number;
}

export type JobOperation =
  | JobDispatch
  | {
      readonly kind: 'copy';
      readonly submit: number;
      readonly from: JobRange;
      readonly to: JobRange;
    }
  | { readonly kind: 'clear'; readonly submit: number; readonly to: JobRange }
  | { readonly kind: 'write'; readonly submit: number; readonly to: JobRange; readonly data: BufferData };

/** A round with every dispatch in a pass of its own. */
export interface ApartSample extends Sample {
  /** Between the timestamps of each dispatch's pass, in their order; `timeNs` is from the first to the last. */
  readonly dispatchNs: readonly number[];
}

export interface AppTimes {
  /** The app as it is, from the beginning of its first pass to the end of its last. */
  readonly whole: readonly Sample[];
  readonly apart: readonly ApartSample[];
  /** Rounds at full clock that were aimed at. */
  readonly wanted: { readonly whole: number; readonly apart: number };
}
