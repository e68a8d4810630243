// The result of a diagnosis: the contract of `diagnose --format json`. It is a prediction with what the time
// hangs on, where, why, and what would change it. Fields may be added, never renamed.

import type { Prediction } from '../predict/prediction.ts';
import type { Parameter } from '../profile/profile.ts';
import type { Effort } from './effort.ts';
import type { MachineCode } from './machine-code.ts';

/** A place in the source; lines count from 1. */
export interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
}

export interface SensitivityEntry {
  readonly resource: string;
  readonly parameter: Parameter;
  /** Relative change of the time per relative change of the parameter, mean of both directions. */
  readonly elasticity: number;
  /** The time with the parameter made worse and better by `step`. */
  readonly worseNs: number;
  readonly betterNs: number;
  /** The same with the parameter changed in one region only; empty for what does not matter. */
  readonly regions: Readonly<Record<string, number>>;
}

/** What is no resource but moves the time as well. */
export interface Factor {
  readonly name: 'occupancy' | 'clock' | 'launch overhead' | 'tail';
  /** Relative change of time per relative change, or for `launch overhead` and `tail` their share of the time. */
  readonly elasticity: number;
  readonly meaning: string;
}

export interface RegionTime {
  readonly name: string;
  /** What the region is, in words. */
  readonly label: string;
  readonly span?: Place;
  /** Share of warp time spent on its instructions, waits for their operands included. */
  readonly timeFraction: number;
}

export type CauseKind =
  | 'coalescing'
  | 'bank-conflicts'
  | 'guards'
  | 'private-array'
  | 'occupancy'
  | 'barrier'
  | 'launch'
  | 'atomics'
  | 'dram'
  | 'division'
  | 'waiting'
  | 'throughput'
  | 'tail';

/** A mechanism behind the time, in words and numbers. */
export interface Cause {
  readonly kind: CauseKind;
  readonly text: string;
  readonly span?: Place;
  /** How much of the time it concerns, 0 to 1: for ranking. */
  readonly weight: number;
}

/** A next step that was carried out and predicted as the kernel itself. */
export interface Advice {
  readonly title: string;
  readonly why: string;
  /** Time now over time after. */
  readonly expectedSpeedup: number;
  readonly timeNs: number;
  /** What was done to find out. */
  readonly experiment: string;
  /** What `diagnose --fix` writes; none for steps that edit no source. */
  readonly fix?: Fix;
  readonly span?: Place;
}

export interface Fix {
  /** From the source to the edited one, as `diff -u` has it. */
  readonly diff: string;
  readonly dispatch: readonly [number, number, number];
  /** Override constants that the edited kernel needs besides, or with another value. */
  readonly constants: Readonly<Record<string, number>>;
}

export interface LineHeat {
  readonly file: string;
  readonly line: number;
  /** Empty where the file was not read: SPIR-V names the files that it was compiled from. */
  readonly text: string;
  readonly timeFraction: number;
  /** Share of issued warp instructions. */
  readonly issueFraction: number;
  /** What warps mostly wait for here: `dram latency`. */
  readonly mostly: string;
}

export interface WhatIfResult {
  readonly change: string;
  readonly timeNs: number;
  readonly speedup: number;
}

export interface Sweep {
  readonly parameter: string;
  /** `factor` is what the profile's number is multiplied by; in a sweep of values, what the first of them is. */
  readonly points: readonly { readonly value: string; readonly factor: number; readonly timeNs: number }[];
}

/** A part of the difference between two times. */
export interface Explanation {
  /** A resource, or `occupancy`. */
  readonly resource: string;
  readonly parameter: Parameter;
  /** The other's time over this one's as far as this part goes. */
  readonly factor: number;
}

export interface Comparison {
  readonly name: string;
  readonly profile: string;
  readonly timeNs: number;
  /** Time by what warps did or waited for, here and there; the differences add up to that of the times. */
  readonly parts: readonly { readonly reason: string; readonly timeNs: number; readonly otherNs: number }[];
  /** What explains the difference, the largest part first. */
  readonly explained: readonly Explanation[];
}

/** A prediction with what its time hangs on, where, why, and what would shorten it: the JSON of `kernelcast diagnose`. */
export interface Diagnosis extends Prediction {
  /** As it was named to the command. */
  readonly launchFile?: string;
  readonly step: number;
  /** Elasticities below this say nothing: what the emulation's own unsteadiness makes of `step`. */
  readonly noise: number;
  readonly sensitivities: readonly SensitivityEntry[];
  readonly factors: readonly Factor[];
  readonly regions: readonly RegionTime[];
  readonly causes: readonly Cause[];
  readonly advice: readonly Advice[];
  readonly lines: readonly LineHeat[];
  /** What this took besides the prediction. */
  readonly effort: Readonly<Effort>;
  readonly whatIf?: readonly WhatIfResult[];
  readonly sweeps?: readonly Sweep[];
  readonly against?: Comparison;
}

/** What the graphical reports show besides; not part of the JSON. */
export interface Observation {
  readonly resourceNames: readonly string[];
  readonly cycleNs: number;
  readonly warps: readonly WarpTrack[];
  /** Utilisation of each resource, 0 to 1, by slice of time. */
  readonly utilization: readonly UtilizationSlice[];
  readonly roofline: Roofline;
  /** Workgroups per SM that each limit alone would allow. */
  readonly occupancyLimits: readonly { readonly name: string; readonly workgroups: number }[];
  readonly code: MachineCode;
  /** The whole source, for showing heat beside it. */
  readonly source?: { readonly file: string; readonly text: string };
}

export interface WarpTrack {
  readonly slot: number;
  readonly steps: readonly WarpStep[];
}

/** From one issue to the next: a wait with its reason, then the issues of a run of instructions. */
export interface WarpStep {
  readonly fromCycle: number;
  readonly issueCycle: number;
  readonly endCycle: number;
  readonly reason: string;
  readonly region: number;
  readonly opcode: string;
  readonly line: number;
}

export interface UtilizationSlice {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly busy: readonly number[];
}

export interface Roofline {
  readonly operationsPerSecond: number;
  readonly peakOperationsPerSecond: number;
  readonly levels: readonly {
    readonly name: string;
    readonly bytesPerSecond: number;
    /** Operations per byte moved at this level; 0 when none were. */
    readonly intensity: number;
  }[];
}
