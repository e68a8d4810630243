// What the time hangs on: the resources that look busiest or most waited for are perturbed one at a time, and
// the largest elasticity names the bottleneck (SAAKE, section 3.3). Only a few are tried, because each costs
// an emulation; `diagnose` tries them all.

import type { TimingInput } from '../emulate/device.ts';
import { type Estimate, predictTime } from '../emulate/estimate.ts';
import { sensitivity, suspects } from '../emulate/sensitivity.ts';
import type { Prediction } from './prediction.ts';

type Bottleneck = Prediction['bottleneck'];

/** Relative change of a parameter: SAAKE's 10 %. */
const STEP = 0.1;
const CANDIDATES = 2;
/** Warp instructions emulated for each change. */
const BUDGET = 60_000;
/** A dispatch that spends more than this on launching is a matter of launching. */
const LAUNCH_DOMINATES = 0.5;

export interface Search {
  readonly bottleneck: Bottleneck;
  /** Warp instructions emulated to find it. */
  readonly warpInstructions: number;
}

export function findBottleneck(estimate: Estimate, timing: TimingInput): Search {
  let warpInstructions = 0;
  const timeOf = (each: TimingInput) => {
    const changed = predictTime({ ...each, instructionBudget: BUDGET, isOnlyTime: true });
    warpInstructions += changed.warpInstructions;
    return changed.timeNs;
  };
  const bottleneck = bottleneckOf(estimate, timing, timeOf);
  return { bottleneck, warpInstructions };
}

function bottleneckOf(
  estimate: Estimate,
  timing: TimingInput,
  timeOf: (timing: TimingInput) => number,
): Bottleneck {
  const launchShare = estimate.launchNs / estimate.timeNs;
  if (launchShare > LAUNCH_DOMINATES) return { resource: 'launch', kind: 'launch', elasticity: launchShare };
  const tested = suspects(estimate, CANDIDATES).map((suspect): Bottleneck => {
    const { resource, parameter, elasticity } = sensitivity(timing, suspect, STEP, { timeOf });
    return { resource, kind: parameter === 'gap' ? 'throughput' : 'latency', elasticity };
  });
  const [strongest] = tested.sort((a, b) => b.elasticity - a.elasticity);
  if (!strongest) return { resource: 'launch', kind: 'launch', elasticity: launchShare };
  if (estimate.imbalanceFraction > strongest.elasticity) {
    return { resource: 'launch', kind: 'tail', elasticity: estimate.imbalanceFraction };
  }
  return strongest;
}
