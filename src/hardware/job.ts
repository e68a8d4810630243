// What the process that owns the GPU is asked and what it answers. Messages go over Node's channel between
// processes with structured cloning, so that words travel as typed arrays.

import type { BufferData } from '../launch/launch.ts';

export interface JobBinding {
  readonly group: number;
  readonly binding: number;
  readonly usage: 'storage' | 'uniform';
  readonly sizeBytes: number;
  readonly data: BufferData;
  /** Filled anew before every sample: the kernel's path depends on what it finds here and overwrites. */
  readonly isRestored: boolean;
  /** Pages of `PAGE_BYTES` to send back after the first dispatch, ascending. */
  readonly readPages?: Uint32Array;
}

export const PAGE_BYTES = 4096;

export interface Job {
  readonly id: number;
  readonly code: string;
  readonly entryPoint: string;
  readonly constants: Readonly<Record<string, number>>;
  readonly dispatch: readonly [number, number, number];
  readonly bindings: readonly JobBinding[];
  /** Timed dispatches wanted; 0 to run once for the output alone. */
  readonly samples: number;
}

export interface DeviceInfo {
  /** As the driver calls it, e.g. `NVIDIA H200`. */
  readonly device: string;
  /** Version of the driver as the adapter describes it. */
  readonly driver: string;
  readonly backend: string;
  /** The adapter runs on the processor: its times say nothing about a GPU. */
  readonly isSoftware: boolean;
  readonly subgroupSizes: readonly [least: number, most: number];
  readonly features: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
}

export interface Sample {
  /** Between the two timestamps of the pass that holds the one dispatch. */
  readonly timeNs: number;
  /** The same for the pass of fixed work just before it: the clock's speed at that moment. */
  readonly spinNs: number;
}

/** Why a job came to nothing. */
export type FailureReason =
  | 'no-adapter'
  | 'no-timestamps'
  | 'validation'
  | 'out-of-memory'
  | 'lost'
  | 'hang'
  | 'crash'
  | 'internal';

export type Message =
  | { readonly kind: 'device'; readonly info: DeviceInfo }
  /** Says that work goes on, and what with. */
  | { readonly kind: 'stage'; readonly stage: string }
  | { readonly kind: 'output'; readonly id: number; readonly pages: readonly (Uint32Array | undefined)[] }
  | {
      readonly kind: 'done';
      readonly id: number;
      readonly samples: readonly Sample[];
      /** Samples at full clock that were aimed at. */
      readonly wanted: number;
    }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly reason: FailureReason;
      readonly message: string;
    };
