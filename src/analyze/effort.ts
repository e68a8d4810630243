// What a diagnosis may cost and has cost, in emulated warp instructions: whatever it does is charged here, so that
// a diagnosis stays within so many predictions by count and not by clock, and gives the same answer each time.

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

/** Machine instructions of the code, and warp instructions that were executed. */
function sizeOf({ trace, preparation }: TimingInput): { readonly code: number; readonly executed: number } {
  const code = trace.program.segments.reduce((count, { instructions }) => count + instructions.length, 0);
  return { code, executed: trace.workgroupIndex.length * (preparation?.spread.executedPerWorkgroup ?? 0) };
}

/** Predictions whose cost finding the causes may have, by the count below, besides the one that it starts from. */
const FOR_CAUSES = 3;
/** What compiling and executing counted when this was chosen: it decides which parameters a prediction tries. */
const COUNTED = { compiling: 8_000, instruction: 270, executing: 0.25 };

/** @param emulated warp instructions that the estimate of the kernel as it is took */
export function effortFor(timing: TimingInput, emulated: number): Effort {
  const { code, executed } = sizeOf(timing);
  const tracing = COUNTED.compiling + COUNTED.instruction * code + COUNTED.executing * executed;
  return { timings: 0, compilations: 0, warpInstructions: 0, limit: FOR_CAUSES * (tracing + emulated) };
}

/** What the search for the limit cost counts as spent, and gives as much room and more: causes go on from it. */
const ROOM_OF_SEARCH = 1.8;

/** For finding the causes behind a limit that is known. */
export function effortAfter(searched: Effort, timing: TimingInput, emulated: number): Effort {
  const limit = effortFor(timing, emulated).limit + ROOM_OF_SEARCH * searched.warpInstructions;
  return { ...searched, limit };
}

/**
 * Compiling a kernel, executing a sample of its workgroups and preparing their trace, by processor time over 1350 steps
 * of the launches of bench/sets/development, where the emulator does nine million warp instructions a second: for any
 * kernel, for each machine instruction, and for each warp instruction of the trace.
 */
export function tracingCost(timing: TimingInput): number {
  const { code, executed } = sizeOf(timing);
  return COMPILING + COMPILING_INSTRUCTION * code + EXECUTING * executed;
}

/** The same of a step before it is carried out. @param larger its code over that of the kernel as it is */
export function expectedCost(timing: TimingInput, larger: number): number {
  const { code, executed } = sizeOf(timing);
  return COMPILING + COMPILING_INSTRUCTION * code * larger + EXECUTING * BRIEFLY * executed;
}
const COMPILING = 100_000;
const COMPILING_INSTRUCTION = 800;
const EXECUTING = 1;
/** What a brief sample executes of a whole one. */
const BRIEFLY = 0.12;

/** Predictions that carrying out steps may cost. */
const FOR_STEPS = 2.5;

/** @param prediction what the prediction cost that the diagnosis starts from */
export function effortForSteps(prediction: number): Effort {
  return { timings: 0, compilations: 0, warpInstructions: 0, limit: FOR_STEPS * prediction };
}

export function together(a: Effort, b: Effort): Effort {
  return {
    timings: a.timings + b.timings,
    compilations: a.compilations + b.compilations,
    warpInstructions: a.warpInstructions + b.warpInstructions,
    limit: a.limit + b.limit,
  };
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

/** Notes that a larger sample of one was executed. */
export function chargeExecuting(effort: Effort, timing: TimingInput): void {
  effort.warpInstructions += EXECUTING * sizeOf(timing).executed;
}

/** Whether something of that cost still fits. */
export function hasRoomFor({ warpInstructions, limit }: Effort, cost: number): boolean {
  return warpInstructions + cost <= limit;
}

/** Share that is spent. */
export function spent({ warpInstructions, limit }: Effort): number {
  return warpInstructions / limit;
}
