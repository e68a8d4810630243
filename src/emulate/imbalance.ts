// How much work the sampled workgroups did and how it differs between them, in warp instructions with the
// weights of shortened loops.

import type { Trace } from '../execute/trace.ts';
import type { PreparedTrace } from './prepared-trace.ts';

export interface WorkSpread {
  /** Represented warp instructions of each workgroup. */
  readonly work: Float64Array;
  /** Represented warp instructions, mean per workgroup. */
  readonly workPerWorkgroup: number;
  /** Warp instructions that emulation must go through, mean per workgroup. */
  readonly executedPerWorkgroup: number;
  /** Standard deviation of the represented work over its mean. */
  readonly variation: number;
  /** Largest represented work over the mean. */
  readonly mostOverMean: number;
}

/** The first of the sampled workgroups that stand for the launch. */
export function firstOfLaunch({ coResidents = 0, workgroupIndex }: Trace): number {
  return coResidents < workgroupIndex.length ? coResidents : 0;
}

export function workSpread(prepared: PreparedTrace): WorkSpread {
  const { trace, program } = prepared;
  const from = firstOfLaunch(trace);
  const sampled = trace.workgroupIndex.length - from;
  let executed = 0;
  const work = new Float64Array(sampled);
  for (let index = 0; index < sampled; index++) {
    const workgroup = from + index;
    const first = trace.warpFirstEntry[trace.workgroupFirstWarp[workgroup]];
    const end = trace.warpFirstEntry[trace.workgroupFirstWarp[workgroup + 1]];
    for (let entry = first; entry < end; entry++) {
      const segment = trace.entrySegment[entry];
      const length = program.segmentFirst[segment + 1] - program.segmentFirst[segment];
      executed += length;
      work[index] += length * trace.entryWeight[entry];
    }
  }
  const mean = work.reduce((sum, each) => sum + each, 0) / sampled;
  const variance = work.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, sampled - 1);
  return {
    work,
    workPerWorkgroup: mean,
    executedPerWorkgroup: executed / sampled,
    variation: mean === 0 ? 0 : Math.sqrt(variance) / mean,
    mostOverMean: mean === 0 ? 1 : Math.max(...work) / mean,
  };
}
