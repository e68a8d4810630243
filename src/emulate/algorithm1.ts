// Algorithm 1 of Hong et al., "GPU Code Optimization using Abstract Kernel Emulation and Sensitivity
// Analysis" (PLDI 2018): one scheduler, one instruction per cycle, greedy-then-oldest, every resource a
// latency and a gap. It is the base that the SM emulator (sm.ts) refines, kept apart so that the paper's
// figure 5 and its formulas of section 3.2 can be checked exactly.
//
// Three points that the listing leaves open: `earl_t` of another warp may lie in the past, so the clock only
// moves forward (line 10: t = max(t, earl_t)); ties go to the lowest warp; and `start[r]` begins at minus
// infinity like `pipe_admit`, which makes the sum of line 15 the exact time the resource was active.

import { unreachable } from '../diagnostics/diagnostic.ts';

export interface AbstractInstruction {
  readonly resource: string;
  /** Positions in the same warp of the instructions that this one waits for. */
  readonly predecessors: readonly number[];
}

export interface AbstractResource {
  readonly latencyCycles: number;
  readonly gapCycles: number;
}

export interface AbstractEmulation {
  /** Finish of the last instruction. */
  readonly cycles: number;
  /** Indexed by warp, then instruction. */
  readonly issueCycle: readonly (readonly number[])[];
  readonly finishCycle: readonly (readonly number[])[];
  /** Cycles in which each resource had a request, by name. */
  readonly utilization: Readonly<Record<string, number>>;
}

/** Algorithm 1 of the SAAKE paper on abstract instructions: when each is issued, in cycles. */
export function emulateAbstract(
  warps: readonly (readonly AbstractInstruction[])[],
  resources: Readonly<Record<string, AbstractResource>>,
): AbstractEmulation {
  const issueCycle: number[][] = warps.map(() => []);
  const finishCycle: number[][] = warps.map(() => []);
  const pipeAdmit: Record<string, number> = {};
  const start: Record<string, number> = {};
  const utilization: Record<string, number> = {};
  for (const name of Object.keys(resources)) {
    pipeAdmit[name] = Number.NEGATIVE_INFINITY;
    start[name] = Number.NEGATIVE_INFINITY;
    utilization[name] = 0;
  }
  const earliest: number[] = warps.map(() => 0);
  let remaining = warps.reduce((sum, warp) => sum + warp.length, 0);
  let time = 0;
  let warp = 0;
  while (remaining > 0) {
    const position = issueCycle[warp].length;
    const instruction = warps[warp][position];
    earliest[warp] = instruction ? earliestIssue(instruction, finishCycle[warp], time) : Infinity;
    if (earliest[warp] > time) {
      warp = indexOfSmallest(earliest);
      time = Math.max(time, earliest[warp]);
      continue;
    }
    const name = instruction.resource;
    const resource = resources[name] ?? unreachable(`no resource ${name}`);
    const admitted = Math.max(time, pipeAdmit[name]);
    issueCycle[warp].push(time);
    finishCycle[warp].push(admitted + resource.latencyCycles);
    pipeAdmit[name] = admitted + resource.gapCycles;
    utilization[name] += Math.min(time - start[name], resource.latencyCycles);
    start[name] = time;
    remaining--;
    time++;
  }
  const cycles = finishCycle.reduce((last, finishes) => Math.max(last, finishes.at(-1) ?? 0), 0);
  return { cycles, issueCycle, finishCycle, utilization };
}

function earliestIssue(instruction: AbstractInstruction, finishes: readonly number[], time: number): number {
  let earliest = time;
  for (const predecessor of instruction.predecessors) {
    earliest = Math.max(
      earliest,
      finishes[predecessor] ?? unreachable(`predecessor ${predecessor} not issued`),
    );
  }
  return earliest;
}

function indexOfSmallest(values: readonly number[]): number {
  let best = 0;
  for (let index = 1; index < values.length; index++) if (values[index] < values[best]) best = index;
  return best;
}
