// The result of a prediction: the contract of `predict --format json`. Fields may be added, never renamed.

import type { Limit } from '../analyze/limit.ts';
import type { Estimate, ResourceEstimate } from '../emulate/estimate.ts';

export interface PrivateArray {
  readonly name: string;
  /** Per invocation. */
  readonly bytes: number;
  /** `local` is memory that each access goes to through L1; in `registers` each access compares its index. */
  readonly memory: 'local' | 'registers' | 'constant';
  /** Of its declaration, from 1. */
  readonly line?: number;
}

/** The time of one dispatch and where it goes: the JSON of `kernelcast predict`. */
export interface Prediction {
  readonly schema: 'kernelcast/prediction@1';
  readonly name: string;
  readonly profile: string;
  /** One dispatch, as two timestamps around its compute pass would show it, caches warm. */
  readonly timeNs: number;
  readonly errorBandNs: readonly [number, number];
  /** What stands for the launch, and how much of `timeNs` hangs on which it is. */
  readonly sampling: {
    readonly workgroups: number;
    readonly ofWorkgroups: number;
    /** Standard deviation of `timeNs` over samples (`--seed`), as a share of it; 0 where all were executed. */
    readonly noise: number;
  };
  /** The part of `timeNs` that any dispatch pays. */
  readonly launchNs: number;
  /** Core cycles without the launch overhead. */
  readonly cycles: number;
  /** Workgroups over what the device holds at once. */
  readonly waves: number;
  readonly occupancy: {
    readonly workgroupsPerSm: number;
    readonly warpsPerSm: number;
    readonly fraction: number;
    /** What keeps it from being higher: `warps`, `workgroups`, `registers`, `workgroup-memory`, `grid`. */
    readonly limit: string;
  };
  /** Lanes that the code was made for. */
  readonly subgroupSize: number;
  readonly registersPerThread: number;
  readonly spillBytes: number;
  readonly workgroupBytes: number;
  /** Private arrays whose indices only run time knows, and where the model puts them. */
  readonly privateArrays: readonly PrivateArray[];
  readonly instructions: {
    readonly static: number;
    /** Of them, those of each of the vendor's units, or by cost class. */
    readonly staticByClass: Readonly<Record<string, number>>;
    /** Mean over the sampled warps. */
    readonly perWarp: number;
    /** Share-free counts per warp by cost class. */
    readonly byClass: Readonly<Record<string, number>>;
  };
  readonly memory: Estimate['memory'];
  readonly resources: readonly ResourceEstimate[];
  /** Share of warp time by reason, adding up to 1. */
  readonly stalls: Readonly<Record<string, number>>;
  readonly bottleneck: Limit;
  readonly warnings: readonly string[];
  /** Profile numbers this prediction leaned on that are guesses. */
  readonly guesses: readonly string[];
  /** Those that a rule carried over from another device; error bands count them like guesses. */
  readonly carried: readonly string[];
  readonly model: { readonly seconds: number; readonly warpInstructions: number };
}
