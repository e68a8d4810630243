// What a diagnosis may cost and has cost, in emulated warp instructions: whatever it does is charged here, so that
// a diagnosis stays within six predictions by count and not by clock, and gives the same answer each time.

import type { TimingInput } from '../emulate/device.ts';

export interface Effort {
  /** Emulations so far. */
  timings: number;
  /** Versions of the kernel that were compiled and executed so far. */
  compilations: number;
  /** All of it in emulated warp instructions, the prediction that the diagnosis starts from aside. */
  warpInstructions: number;
  /** Warp instructions after which nothing more is tried. */
  readonly limit: number;
}

/**
 * What the rest of a prediction costs in emulated warp instructions, by processor time over the launches of
 * bench/sets/development: compiling a kernel at all, one machine instruction of it, and executing and preparing one warp
 * instruction of its trace.
 */
const COMPILING = 8_000;
const COMPILING_INSTRUCTION = 270;
const EXECUTING = 0.25;

/** Predictions that a diagnosis may cost besides its own; what is always done and the last step may go beyond. */
const MOST_PREDICTIONS = 5;
/** Of these, what finding the causes may cost; the steps have what is left. */
const FOR_CAUSES = 3;

/** Compiling a kernel, executing a sample of its workgroups and preparing their trace. */
export function tracingCost({ trace, preparation }: TimingInput): number {
  const code = trace.program.segments.reduce((count, { instructions }) => count + instructions.length, 0);
  const executed = trace.workgroupIndex.length * (preparation?.spread.executedPerWorkgroup ?? 0);
  return COMPILING + COMPILING_INSTRUCTION * code + EXECUTING * executed;
}

/**
 * @param emulated warp instructions that the estimate of the kernel as it is took
 * @param searched those of finding its limit: causes need no second search, but what a step is worth is whole predictions
 */
export function effortFor(timing: TimingInput, emulated: number, searched = 0): Effort {
  const steps = MOST_PREDICTIONS - FOR_CAUSES;
  const limit = MOST_PREDICTIONS * (tracingCost(timing) + emulated) + steps * searched;
  return { timings: 0, compilations: 0, warpInstructions: 0, limit };
}

/** Notes an emulation. */
export function charge(effort: Effort, { warpInstructions }: { readonly warpInstructions: number }): void {
  effort.timings++;
  effort.warpInstructions += warpInstructions;
}

/** Notes that a version of the kernel was compiled and executed. */
export function chargeTracing(effort: Effort, timing: TimingInput): void {
  effort.compilations++;
  effort.warpInstructions += tracingCost(timing);
}

/** Whether something of that cost still fits. */
export function hasRoomFor({ warpInstructions, limit }: Effort, cost: number): boolean {
  return warpInstructions + cost <= limit;
}

/** Share that is spent of what finding the causes may cost. */
export function spent({ warpInstructions, limit }: Effort): number {
  return (warpInstructions * MOST_PREDICTIONS) / (limit * FOR_CAUSES);
}
