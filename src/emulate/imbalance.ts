// How much work the executed workgroups did and how it differs between them, in warp instructions with the
// weights of shortened loops; and how much later the last SM ends for it.

import type { Trace } from '../execute/trace.ts';
import { log } from '../numeric/portable.ts';
import type { PreparedTrace } from './prepared-trace.ts';

export interface WorkSpread {
  /** Represented warp instructions of each executed workgroup, and of its longest warp. */
  readonly work: Float64Array;
  readonly longestWarp: Float64Array;
  /** Represented warp instructions, mean per workgroup of those that stand for the launch. */
  readonly workPerWorkgroup: number;
  /** Warp instructions that emulation must go through, mean per workgroup. */
  readonly executedPerWorkgroup: number;
  /** Standard deviation of the represented work of all executed workgroups over that mean. */
  readonly variation: number;
  /** Largest represented work over the mean. */
  readonly mostOverMean: number;
}

/** The first of the executed workgroups that stand for the launch. */
export function firstOfLaunch({
  coResidents = 0,
  workgroupIndex,
}: Pick<Trace, 'coResidents' | 'workgroupIndex'>): number {
  return coResidents < workgroupIndex.length ? coResidents : 0;
}

export function workSpread({ trace, program }: PreparedTrace): WorkSpread {
  const count = trace.workgroupIndex.length;
  const from = firstOfLaunch(trace);
  let executed = 0;
  const work = new Float64Array(count);
  const longestWarp = new Float64Array(count);
  for (let workgroup = 0; workgroup < count; workgroup++) {
    for (
      let warp = trace.workgroupFirstWarp[workgroup];
      warp < trace.workgroupFirstWarp[workgroup + 1];
      warp++
    ) {
      let ofWarp = 0;
      for (let entry = trace.warpFirstEntry[warp]; entry < trace.warpFirstEntry[warp + 1]; entry++) {
        const segment = trace.entrySegment[entry];
        const length = program.segmentFirst[segment + 1] - program.segmentFirst[segment];
        if (workgroup >= from) executed += length;
        ofWarp += length * trace.entryWeight[entry];
      }
      work[workgroup] += ofWarp;
      longestWarp[workgroup] = Math.max(longestWarp[workgroup], ofWarp);
    }
  }
  const ofLaunch = work.subarray(from);
  const mean = ofLaunch.reduce((sum, each) => sum + each, 0) / ofLaunch.length;
  // A small sample may be alike by chance: what ran beside it counts here as well.
  const variance = work.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, count - 1);
  return {
    work,
    longestWarp,
    workPerWorkgroup: mean,
    executedPerWorkgroup: executed / ofLaunch.length,
    variation: mean === 0 ? 0 : Math.sqrt(variance) / mean,
    mostOverMean: mean === 0 ? 1 : Math.max(...ofLaunch) / mean,
  };
}

/**
 * Expected delay of the last SM. All resident at once: the sum over its workgroups varies from SM to SM, and
 * the largest of `sms` normal deviates counts. More than fit at once: free SMs take the next workgroup, so
 * only the last ones' own differences remain, half of which their neighbours cover.
 */
export function imbalance(
  spread: WorkSpread,
  cycles: number,
  onFullest: number,
  residents: number,
  sms: number,
): number {
  const largest = largestDeviate(sms);
  const mostByRange = spread.mostOverMean - 1;
  if (onFullest <= residents) {
    const relative = (largest * spread.variation) / Math.sqrt(onFullest);
    return cycles * Math.min(relative, mostByRange);
  }
  const oneWorkgroup = (cycles * residents) / onFullest;
  return 0.5 * oneWorkgroup * Math.min(largest * spread.variation, mostByRange);
}

/** Expected largest of `count` standard normal values, by the first-order extreme-value formula. */
function largestDeviate(count: number): number {
  if (count < 2) return 0;
  const scale = Math.sqrt(2 * log(count));
  return Math.max(0, scale - (log(log(count)) + log(4 * Math.PI)) / (2 * scale));
}
