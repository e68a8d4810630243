// What a prediction of an app says: the JSON contract, of which fields may be added and none renamed.

import type { Prediction } from '../predict/prediction.ts';

/** What lies before an operation: the app's start, another submit, a copy or clear, another pass, or only a dispatch. */
export type GapKind = 'start' | 'submit' | 'transfer' | 'write' | 'pass' | 'dispatch';

export interface DispatchPrediction {
  readonly name: string;
  readonly pipeline: string;
  readonly shader: string;
  readonly entryPoint?: string;
  readonly dispatch: readonly [number, number, number];
  /** Whether the counts came from a buffer. */
  readonly isIndirect: boolean;
  readonly submit: number;
  readonly pass: number;
  /** As if it were alone in a compute pass, launch overhead included: what `predict` says of it as a launch. */
  readonly timeNs: number;
  readonly errorBandNs: readonly [number, number];
  /** Its part of the app's time: from its first workgroup to its last. */
  readonly workNs: number;
  /** What passes before its first workgroup: setting up, and waiting for what came before and for the host. */
  readonly gapNs: number;
  readonly gap: GapKind;
  /** When its first workgroup begins, from the start of the app. */
  readonly startNs: number;
  readonly bottleneck: Prediction['bottleneck'];
  /** Whether all of it was executed, since later dispatches go where its results lead them. */
  readonly isExecutedWhole: boolean;
}

/** A copy, a clear or a write of the host, as it takes the GPU's time. */
export interface TransferPrediction {
  readonly kind: 'copy' | 'clear' | 'write';
  readonly buffer: string;
  readonly bytes: number;
  readonly submit: number;
  readonly workNs: number;
  readonly gapNs: number;
  readonly gap: GapKind;
  readonly startNs: number;
}

/** All dispatches of one pipeline. */
export interface KernelShare {
  readonly pipeline: string;
  readonly shader: string;
  readonly dispatches: number;
  /** Their work, and the gaps before them. */
  readonly timeNs: number;
  /** Of the app's time, 0 to 1. */
  readonly share: number;
  /** What limits most of its time. */
  readonly bottleneck: Prediction['bottleneck'];
}

/** The time of an app and of its parts: the JSON of `kernelcast predict` for app files. */
export interface AppPrediction {
  readonly schema: 'kernelcast/app-prediction@1';
  readonly name: string;
  readonly profile: string;
  /** From the start of the first operation to the end of the last: all work and all gaps. */
  readonly timeNs: number;
  readonly errorBandNs: readonly [number, number];
  /** In the order of execution. */
  readonly dispatches: readonly DispatchPrediction[];
  readonly transfers: readonly TransferPrediction[];
  /** The largest first. */
  readonly kernels: readonly KernelShare[];
  /** What the app does that is not in the time. */
  readonly skipped: readonly string[];
  readonly warnings: readonly string[];
  readonly guesses: readonly string[];
  readonly model: { readonly seconds: number; readonly predicted: number };
}
