// A whole app as the process that owns the GPU gets it, and what that answers: buffers, textures among them, and
// pipelines by position.

import type { BufferData } from '../launch/launch.ts';
import type { TexelCopy, TextureView } from '../texture/places.ts';
import type { SamplerState } from '../texture/sampler.ts';
import type { ResourceContents } from './held-resource.ts';
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

/** Restored where the app's way depends on what it finds there, and it changes it. */
export type JobBuffer = ResourceContents;

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

export type Bound =
  | (JobRange & { readonly usage: 'storage' | 'uniform' })
  | { readonly usage: 'texture'; readonly buffer: number; readonly view: TextureView }
  | { readonly usage: 'sampler'; readonly sampler: SamplerState };

export interface JobDispatch {
  readonly kind: 'dispatch';
  readonly submit: number;
  readonly pass: number;
  readonly pipeline: number;
  /** Workgroups, or where their counts stand. */
  readonly dispatch: readonly [number, number, number] | JobRange;
  readonly bindings: readonly ({ readonly group: number; readonly binding: number } & Bound)[];
  readonly immediates?: Uint32Array;
  /** A buffer or texture that it writes: a copy out of it keeps passes apart. */
  readonly anchor?: number;
}

export type JobOperation =
  | JobDispatch
  | {
      readonly kind: 'copy';
      readonly submit: number;
      readonly from: JobRange;
      readonly to: JobRange;
      /** Where one of the two is a texture. */
      readonly texels?: TexelCopy;
    }
  | { readonly kind: 'clear'; readonly submit: number; readonly to: JobRange }
  | {
      readonly kind: 'write';
      readonly submit: number;
      readonly to: JobRange;
      readonly data: BufferData;
      readonly texels?: TexelCopy;
    };

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
  /** What the spin pass takes at full clock, as far as is known. */
  readonly fullSpinNs: number;
}
