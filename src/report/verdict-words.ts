// A prediction that left the band of its recorded one, in words.

import type { Verdict } from '../analyze/baseline.ts';
import { formatTime, formatTimeRange } from './units.ts';

export function describeVerdict({ timeNs, before }: Verdict): string {
  const now = `takes ${formatTime(timeNs)}`;
  if (!before) return now;
  const [low, high] = before.errorBandNs;
  return `${now}; recorded: ${formatTime(before.timeNs)} (${formatTimeRange(low, high)})`;
}
