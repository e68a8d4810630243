// What the process that owns the GPU is asked and what it answers. Messages go over Node's channel between
// processes with structured cloning, so that words travel as typed arrays.

import type { BufferData } from '../launch/launch.ts';
import type { SamplerState } from '../texture/sampler.ts';
import type { TextureShape } from '../texture/shape.ts';
import type { AppTimes } from './app-job.ts';

export interface JobBinding {
  readonly group: number;
  readonly binding: number;
  readonly usage: 'storage' | 'uniform' | 'texture' | 'sampler';
  readonly sizeBytes: number;
  readonly data: BufferData;
  readonly texture?: TextureShape;
  /** The shader has the texture as a storage texture. */
  readonly isStorageTexture?: boolean;
  readonly sampler?: SamplerState;
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
  /** Words that the dispatch is given without a buffer. */
  readonly immediates?: Uint32Array;
  /** Timed dispatches wanted; 0 to run once for the output alone. */
  readonly samples: number;
}

/**
 * One configuration of a kernel out of many: buffers stay on the device from one to the next, several are
 * compiled while one is measured, and the output is compared there with that of the reference.
 */
export interface Variant {
  readonly kind: 'variant';
  readonly id: number;
  readonly code: string;
  readonly entryPoint: string;
  readonly constants: Readonly<Record<string, number>>;
  readonly dispatch: readonly [number, number, number];
  readonly bindings: readonly VariantBinding[];
  readonly immediates?: Uint32Array;
  readonly samples: number;
  /** What it leaves is what others must leave; it runs twice, to know what no two runs agree on. */
  readonly isReference: boolean;
  /** Hopeless beyond this: no further samples are taken. */
  readonly limitNs: number;
}

export interface VariantBinding extends Omit<JobBinding, 'readPages'> {
  readonly isWritten: boolean;
  /** How its words are compared with the reference's; left out where they are not. */
  readonly compares?: WordKind;
}

/** `half`: two f16 in a word; `mixed`: members of a struct, a float only where it looks like one; `unorm8` and so on: texels. */
export type WordKind = 'integer' | 'float' | 'half' | 'mixed' | TexelKind;
export type TexelKind = 'unorm8' | 'snorm8' | 'unorm16' | 'snorm16' | 'rgb10a2' | 'rg11b10';

/** One buffer of a variant against the reference's; of the reference itself, two runs against each other. */
export interface BufferComparison {
  readonly group: number;
  readonly binding: number;
  readonly words: number;
  readonly mismatches: number;
  /** Index of the first word that differs. */
  readonly first?: number;
  /** The reference has no buffer of this size there: nothing was compared. */
  readonly isStrange?: boolean;
}

export interface VariantTimes {
  readonly samples: readonly Sample[];
  /** Samples at full clock that were aimed at. */
  readonly wanted: number;
  /** The fastest spin pass that the process has seen lately: what full clock means. */
  readonly fastestSpinNs: number;
  readonly isHopeless: boolean;
  readonly compileMs: number;
  readonly comparisons: readonly BufferComparison[];
}

/** What a device says of itself. */
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
  /** Between the two timestamps of the pass that holds the one dispatch; its share where the pass repeats it. */
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
  /** The variant is compiled, or a dispatch of it begins. */
  | { readonly kind: 'compiled' | 'dispatching'; readonly id: number }
  | { readonly kind: 'measured'; readonly id: number; readonly times: VariantTimes }
  | { readonly kind: 'output'; readonly id: number; readonly pages: readonly (Uint32Array | undefined)[] }
  | {
      readonly kind: 'done';
      readonly id: number;
      readonly samples: readonly Sample[];
      /** Samples at full clock that were aimed at. */
      readonly wanted: number;
      /** What the spin pass takes at full clock, as far as is known. */
      readonly fullSpinNs: number;
      /** Dispatches in the pass of a sample, whose mean it is. */
      readonly repeats: number;
    }
  | { readonly kind: 'timed'; readonly id: number; readonly times: AppTimes }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly reason: FailureReason;
      readonly message: string;
    };
