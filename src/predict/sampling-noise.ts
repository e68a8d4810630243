// How much of a predicted time hangs on which workgroups were executed. Where workgroups differ, the mean of a sample
// is off by its standard error; and where warps fall into step or out of it, any other sample emulates a little
// faster or slower. Both are known without another sample: from the spread between workgroups, and from how much
// the time moves when all costs are nudged.

import { type LimitSearch, launchShare } from '../analyze/limit.ts';
import type { Estimate } from '../emulate/estimate.ts';
import { firstOfLaunch } from '../emulate/imbalance.ts';
import type { Preparation } from '../emulate/prepare.ts';
import { firstAccessOf } from '../emulate/prepared-trace.ts';
import type { Trace } from '../execute/trace.ts';
import { hypot } from '../numeric/portable.ts';

/** Standard deviation of the time over samples of this size, as a share of it; 0 where all workgroups were executed. */
export function samplingNoise(
  trace: Trace,
  { spread }: Preparation,
  estimate: Estimate,
  { clock }: LimitSearch,
): number {
  const from = firstOfLaunch(trace);
  const count = trace.workgroupIndex.length - from;
  const left = 1 - count / trace.totalWorkgroups;
  if (left <= 0) return 0;
  const ofWork = count === 1 ? UNKNOWN : errorOfMean(spread.work.subarray(from));
  // Work is scaled to the mean of all that were executed; what was moved is that of those that were emulated.
  const emulated = Math.max(1, estimate.warpInstructions / Math.max(1, spread.executedPerWorkgroup));
  const ofSectors = errorOfMean(sectorsOf(trace, from)) * Math.sqrt(Math.max(1, count / emulated));
  const ofSample = Math.max(ofWork, ofSectors) * Math.sqrt(left) * (1 - launchShare(estimate));
  return hypot(ofSample, clock.noise);
}

/** A single workgroup says nothing of how they differ; those of the suite that are so long differ by this. */
const UNKNOWN = 0.03;

/** Sectors that each workgroup of the launch touches, counting each once per access. */
function sectorsOf(trace: Trace, from: number): number[] {
  const upTo = (workgroup: number) => trace.accessFirstSector[firstAccessOf(trace, workgroup)];
  const sampled = trace.workgroupIndex.length - from;
  return Array.from({ length: sampled }, (_, index) => upTo(from + index + 1) - upTo(from + index));
}

/** Samples that are large enough are split into so many, each of which lies evenly over the launch as well. */
const PARTS = 8;
const FEWEST_IN_PART = 4;

/**
 * Standard error of the mean over the mean. What lies evenly over the launch is nearer to the mean than what is drawn
 * at random: that shows in the means of its parts.
 */
function errorOfMean(values: ArrayLike<number>): number {
  const size = Math.floor(values.length / PARTS);
  if (size < FEWEST_IN_PART) return variationOf(Array.from(values)) / Math.sqrt(values.length);
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const inPart = Array.from({ length: size }, (__, index) => values[part * size + index]);
    return inPart.reduce((sum, value) => sum + value, 0) / size;
  });
  return variationOf(parts) / Math.sqrt(PARTS);
}

/** Standard deviation over the mean. */
function variationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return mean === 0 ? 0 : Math.sqrt(squares / Math.max(1, values.length - 1)) / mean;
}
