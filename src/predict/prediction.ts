// The result of a prediction: the contract of `predict --format json`. Fields may be added, never renamed.

export interface ResourceUse {
  readonly name: string;
  /** Share of the kernel's time (launch overhead aside) in which the resource is busy, 0 to 1. */
  readonly utilization: number;
  /** Share of warp time spent waiting for this resource's latency rather than for its throughput, 0 to 1. */
  readonly latencyBoundFraction: number;
}

export interface Prediction {
  readonly schema: 'kernelcast/prediction@1';
  readonly name: string;
  readonly profile: string;
  /** One dispatch, as two timestamps around its compute pass would show it, caches warm. */
  readonly timeNs: number;
  readonly errorBandNs: readonly [number, number];
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
  readonly registersPerThread: number;
  readonly spillBytes: number;
  readonly workgroupBytes: number;
  readonly instructions: {
    readonly static: number;
    /** Mean over the sampled warps. */
    readonly perWarp: number;
    /** Share-free counts per warp by cost class. */
    readonly byClass: Readonly<Record<string, number>>;
  };
  readonly memory: {
    readonly dramBytes: number;
    readonly l2Bytes: number;
    readonly l1HitRate: number;
    readonly l2HitRate: number;
    readonly sectorsPerRequest: number;
    /** Extra cycles per workgroup-memory access, mean. */
    readonly bankConflicts: number;
  };
  readonly resources: readonly ResourceUse[];
  /** Share of warp time by reason, adding up to 1. */
  readonly stalls: Readonly<Record<string, number>>;
  readonly bottleneck: {
    readonly resource: string;
    readonly kind: 'latency' | 'throughput' | 'launch' | 'occupancy' | 'tail';
    readonly elasticity: number;
  };
  readonly warnings: readonly string[];
  /** Profile numbers this prediction leaned on that are guesses. */
  readonly guesses: readonly string[];
  readonly model: { readonly seconds: number; readonly warpInstructions: number };
}
