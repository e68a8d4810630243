// What the time hangs on: the resources that look busiest or most waited for are perturbed one at a time, and
// the largest elasticity names the bottleneck (SAAKE, section 3.3). Only a few are tried, because each costs
// an emulation; `diagnose` tries them all.

import type { TimingInput } from '../emulate/device.ts';
import type { Estimate } from '../emulate/estimate.ts';
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

export function findBottleneck(estimate: Estimate, timing: TimingInput): Bottleneck {
  const launchShare = estimate.launchNs / estimate.timeNs;
  if (launchShare > LAUNCH_DOMINATES) return { resource: 'launch', kind: 'launch', elasticity: launchShare };
  const limited = { ...timing, instructionBudget: BUDGET };
  const tested = suspects(estimate, CANDIDATES).map((suspect): Bottleneck => {
    const { resource, parameter, elasticity } = sensitivity(limited, suspect, STEP);
    return { resource, kind: parameter === 'gap' ? 'throughput' : 'latency', elasticity };
  });
  const [strongest] = tested.sort((a, b) => b.elasticity - a.elasticity);
  if (!strongest) return { resource: 'launch', kind: 'launch', elasticity: launchShare };
  if (estimate.imbalanceFraction > strongest.elasticity) {
    return { resource: 'launch', kind: 'tail', elasticity: estimate.imbalanceFraction };
  }
  return strongest;
}
