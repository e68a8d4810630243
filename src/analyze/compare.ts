// Two predictions side by side: the time of each divided by what its warps did or waited for, so that the
// differences of the parts add up to the difference of the times.

import type { Prediction } from '../predict/prediction.ts';
import type { Comparison, Explanation } from './diagnosis.ts';

/** What of a prediction is compared. */
export type Divided = Pick<Prediction, 'name' | 'profile' | 'timeNs' | 'launchNs' | 'stalls'>;

export function compare(one: Divided, other: Divided, explained: readonly Explanation[] = []): Comparison {
  const here = partsOf(one);
  const there = partsOf(other);
  const reasons = new Set([...here.keys(), ...there.keys()]);
  const parts = [...reasons].map((reason) => ({
    reason,
    timeNs: here.get(reason) ?? 0,
    otherNs: there.get(reason) ?? 0,
  }));
  const difference = (part: { timeNs: number; otherNs: number }) => Math.abs(part.timeNs - part.otherNs);
  parts.sort((a, b) => difference(b) - difference(a));
  return { name: other.name, profile: other.profile, timeNs: other.timeNs, parts, explained };
}

function partsOf(prediction: Divided): Map<string, number> {
  const workNs = prediction.timeNs - prediction.launchNs;
  const parts = new Map([['launch overhead', prediction.launchNs]]);
  for (const [reason, share] of Object.entries(prediction.stalls)) parts.set(reason, share * workNs);
  const known = [...parts.values()].reduce((sum, ns) => sum + ns, 0);
  if (prediction.timeNs - known > 1e-6 * prediction.timeNs) parts.set('other', prediction.timeNs - known);
  return parts;
}
