// A prediction that differs from its recorded one, in words.

import type { Verdict } from '../analyze/baseline.ts';
import { formatShare, formatTime } from './units.ts';

export function describeVerdict({ timeNs, before, state, tolerance, grown }: Verdict): string {
  const now = `takes ${formatTime(timeNs)}`;
  if (!before || tolerance === undefined) return now;
  const by = Math.abs(timeNs / before.timeNs - 1);
  const difference = `${formatShare(by)} ${timeNs > before.timeNs ? 'more' : 'less'} than the ${formatTime(before.timeNs)} recorded`;
  if (state !== 'worse') return `${now}, ${difference}`;
  const reason = grown ? `; most of it is ${grown.reason} (+${formatTime(grown.byNs)})` : '';
  return `${now}, ${difference} (${formatShare(tolerance)} are allowed)${reason}`;
}
