// One configuration for several devices: of those that were evaluated on all of them the one that loses least, and the
// kernel as it is unless the gain is one to rely on.

import type { Point } from '../space/space.ts';
import type { Cost } from './cost.ts';
import { type ExpectedGain, expectedGain, isWorthwhile } from './doubt.ts';

export interface OnDevices {
  readonly point: Point;
  /** By device, in one order for all. */
  readonly costs: readonly Cost[];
}

export interface Shared {
  readonly best: OnDevices;
  /** On average over the devices; absent where it is the base, or that has no cost on one of them. */
  readonly expectedGain?: ExpectedGain;
}

/**
 * The geometric mean of the times is least where that of what is lost against the best on each device is.
 * @param base the kernel as it is, among the candidates where it has a cost on every device
 */
export function chooseForAll(candidates: readonly OnDevices[], base?: OnDevices): Shared | undefined {
  if (candidates.length === 0) return undefined;
  const best = candidates.reduce((a, b) => (meanOf(b).timeNs < meanOf(a).timeNs ? b : a));
  if (base === undefined) return { best };
  const [from, to] = [meanOf(base), meanOf(best)];
  return isWorthwhile(from, to) ? { best, expectedGain: expectedGain(from, to) } : { best: base };
}

/** The geometric mean of the times; invocations are the same on all devices. */
function meanOf({ costs }: OnDevices): Pick<Cost, 'timeNs' | 'invocations'> {
  const logs = costs.reduce((sum, { timeNs }) => sum + Math.log(timeNs), 0);
  return { timeNs: Math.exp(logs / costs.length), invocations: costs[0].invocations };
}
