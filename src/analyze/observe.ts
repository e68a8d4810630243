// One emulation watched: what warps wait for at each instruction, how busy each resource is over time, and
// the first warps' steps one by one. Watching cannot change the outcome.

import { resourceNamesOf } from '../emulate/costs.ts';
import type { TimingInput } from '../emulate/device.ts';
import { predictTime } from '../emulate/estimate.ts';
import type { IssueView } from '../emulate/sm.ts';
import type { Program } from '../machine/program.ts';
import type { Profile } from '../profile/profile.ts';
import type { UtilizationSlice, WarpStep, WarpTrack } from './diagnosis.ts';

export interface Watched {
  readonly resourceNames: readonly string[];
  /** Reasons for waiting: `latency` and `busy` of each resource, then `not selected`. */
  readonly reasons: readonly string[];
  /** Warp cycles, instruction × reasons. */
  readonly waits: Float64Array;
  /** Weighted issues by instruction. */
  readonly issues: Float64Array;
  readonly warps: readonly WarpTrack[];
  readonly utilization: readonly UtilizationSlice[];
  /** What it cost. */
  readonly warpInstructions: number;
}

const MOST_WARPS = 32;
const MOST_STEPS = 400;
const SLICES = 96;

/**
 * @param lineOf line of each instruction of the flat program, 0 for none
 * @param instructionBudget about how many warp instructions may be emulated
 */
export function watch(
  timing: TimingInput,
  program: Program,
  regionOf: Int32Array,
  lineOf: Int32Array,
  instructionBudget: number,
): Watched {
  const resourceNames = resourceNamesOf(timing.profile);
  const reasons = [
    ...resourceNames.map((name) => `${name} latency`),
    ...resourceNames.map((name) => `${name} busy`),
    'not selected',
  ];
  const opcodes = program.segments.flatMap(({ instructions }) => instructions.map(({ opcode }) => opcode));
  const waits = new Float64Array(opcodes.length * reasons.length);
  const issues = new Float64Array(opcodes.length);
  const tracks = new Map<number, WarpStep[]>();
  const looks = new Looks();
  const resources = resourceNames.length;
  const { warpInstructions } = predictTime({
    ...timing,
    instructionBudget,
    isOnlyTime: true,
    observe: (time, slot, instruction, view) => {
      const wait = waitOf(view, slot, time);
      const weight = view.weight[slot];
      const base = instruction * reasons.length;
      waits[base + wait.resource] += wait.latency * weight;
      waits[base + resources + wait.resource] += wait.queued * weight;
      waits[base + resources + wait.gateResource] += wait.gate * weight;
      waits[base + 2 * resources] += wait.turn * weight;
      issues[instruction] += weight;
      looks.take(time, view);
      if (slot >= MOST_WARPS) return;
      const steps = tracks.get(slot) ?? [];
      if (steps.length === 0) tracks.set(slot, steps);
      if (steps.length >= MOST_STEPS) return;
      // The next workgroup moves in while the last instruction of the one before still issues.
      const fromCycle = Math.max(view.lastIssue[slot], steps.at(-1)?.endCycle ?? 0);
      const issueCycle = Math.max(time, fromCycle);
      steps.push({
        fromCycle,
        issueCycle,
        endCycle: issueCycle + 1,
        reason: reasons[wait.largest(resources)],
        region: regionOf[instruction],
        opcode: opcodes[instruction],
        line: lineOf[instruction],
      });
    },
  });
  return {
    resourceNames,
    reasons,
    waits,
    issues,
    warps: [...tracks].sort(([a], [b]) => a - b).map(([slot, steps]) => ({ slot, steps })),
    utilization: slices(looks.taken, instancesOf(timing.profile)),
    warpInstructions,
  };
}

/** How many there are of each resource on an SM. */
function instancesOf(profile: Profile): number[] {
  return resourceNamesOf(profile).map((name) =>
    profile.resources[name]?.scope === 'scheduler' ? profile.limits.schedulersPerSm.value : 1,
  );
}

/** Looks at the resources, rarer the longer it takes. */
class Looks {
  taken: Look[] = [];
  /** Issues from one look to the next. */
  private pace = 1;
  private count = 0;

  take(cycle: number, { weightedClock, statistics }: IssueView): void {
    if (this.count++ % this.pace !== 0) return;
    this.taken.push({ cycle, weighted: weightedClock, busy: statistics.busy.slice() });
    if (this.taken.length <= 2 * SLICES) return;
    this.taken = this.taken.filter((_, index) => index % 2 === 0);
    this.pace *= 2;
  }
}

class Wait {
  resource = 0;
  latency = 0;
  queued = 0;
  gate = 0;
  gateResource = 0;
  turn = 0;

  /** Index of the reason that took longest. */
  largest(resources: number): number {
    const most = Math.max(this.latency, this.queued, this.gate, this.turn);
    if (most === this.latency) return this.resource;
    if (most === this.queued) return resources + this.resource;
    return most === this.gate ? resources + this.gateResource : 2 * resources;
  }
}

const shared = new Wait();

/** Divides the time since the warp's last issue as the emulator does: operands, pipe, turn. */
function waitOf(view: IssueView, slot: number, time: number): Wait {
  const from = view.lastIssue[slot];
  const gate = view.gateOfWarp[slot];
  const ready = Math.max(from, view.ready[slot]);
  const open = Math.min(time, Math.max(ready, view.gate[gate]));
  const queued = view.readyQueued[slot];
  shared.resource = view.readyResource[slot];
  shared.latency = (ready - from) * (1 - queued);
  shared.queued = (ready - from) * queued;
  shared.gate = open - ready;
  shared.gateResource = view.gateResource[gate];
  shared.turn = time - open;
  return shared;
}

interface Look {
  readonly cycle: number;
  readonly weighted: number;
  /** Cycles that each resource worked so far. */
  readonly busy: Float64Array;
}

function slices(looks: readonly Look[], instances: readonly number[]): UtilizationSlice[] {
  const step = Math.max(1, Math.ceil(looks.length / SLICES));
  const result: UtilizationSlice[] = [];
  for (let index = 0; index + step < looks.length; index += step) {
    const [from, to] = [looks[index], looks[index + step]];
    const cycles = to.weighted - from.weighted;
    if (cycles <= 0) continue;
    const busy = instances.map((count, id) =>
      Math.min(1, Math.max(0, (to.busy[id] - from.busy[id]) / cycles / count)),
    );
    result.push({ fromCycle: from.cycle, toCycle: to.cycle, busy });
  }
  return result;
}
