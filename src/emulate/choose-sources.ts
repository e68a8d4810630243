// Which of the executed workgroups are emulated on the SM that stands for all.

import type { Trace } from '../execute/trace.ts';
import { firstOfLaunch, type WorkSpread } from './imbalance.ts';

/** Workgroups whose work varies less than this are taken as alike. */
export const ALIKE = 0.05;

/**
 * When workgroups are alike, those that one SM runs, then the others; else spread over those that stand for the
 * launch, of all ways to do that evenly the one whose mean work is nearest to the sample's: three of which all have
 * left the kernel at once show how workgroups begin, and little else. These stay in the sample's order, which is no
 * order of place: were they in the launch's, a run that ends early would show what lies at its start (a triangle of
 * work took twice its time).
 * @param emulated how many
 * @returns positions in the trace
 */
export function chooseSources(
  trace: Pick<Trace, 'workgroupIndex' | 'coResidents'>,
  emulated: number,
  spread: Pick<WorkSpread, 'work' | 'workPerWorkgroup' | 'variation'>,
): Int32Array {
  const from = firstOfLaunch(trace);
  const sampled = trace.workgroupIndex.length;
  const step = (sampled - from) / emulated;
  if (step <= 1 || spread.variation <= ALIKE)
    return Int32Array.from({ length: emulated }, (_, index) => index % sampled);
  let best = new Int32Array(0);
  let least = Infinity;
  for (let shift = 0; shift < step; shift++) {
    const sources = Int32Array.from(
      { length: emulated },
      (_, index) => from + Math.floor(index * step + shift),
    );
    const mean = sources.reduce((sum, source) => sum + spread.work[source], 0) / emulated;
    const distance = Math.abs(mean - spread.workPerWorkgroup);
    if (distance >= least) continue;
    least = distance;
    best = sources;
  }
  return best;
}
