// Launches that sweep over a buffer. The sample's workgroups lie far apart, so that what neighbours share (the halo
// of a stencil, the planes above and below) does not show in it. Where the places that a workgroup touches move on
// with its number, workgroups that follow each other can touch no more than lies between the first place of the
// first and the last place of the last.

import { firstAccessOf, type PreparedTrace } from './prepared-trace.ts';

/** How a launch moves over a buffer, in sectors. */
export interface Sweep {
  /** From the first place of a workgroup to its last. */
  readonly spanSectors: number;
  /** From one workgroup's places to the next one's. */
  readonly stepSectors: number;
}

/** By buffer; undefined where the places do not follow the order of the workgroups. */
export function sweeps(prepared: PreparedTrace): (Sweep | undefined)[] {
  const { trace, bufferCount, sectorsPerLine } = prepared;
  const count = trace.workgroupIndex.length;
  if (count < FEWEST) return new Array<undefined>(bufferCount).fill(undefined);
  const { low, high } = reaches(prepared);
  return Array.from({ length: bufferCount }, (_, buffer) => {
    const from = buffer * count;
    const touching = [...trace.workgroupIndex.keys()].filter((each) => high[from + each] >= 0);
    if (touching.length < FEWEST) return undefined;
    const middles = touching.map((each) => (low[from + each] + high[from + each]) / 2);
    const numbers = touching.map((each) => trace.workgroupIndex[each]);
    const { slope, correlation } = regression(numbers, middles);
    if (Math.abs(correlation) < IN_ORDER) return undefined;
    const span = touching.reduce((sum, each) => sum + high[from + each] - low[from + each] + 1, 0);
    return {
      spanSectors: (span / touching.length) * sectorsPerLine,
      stepSectors: Math.abs(slope) * sectorsPerLine,
    };
  });
}

/** First and last line by buffer and workgroup; no first without any. */
function reaches(prepared: PreparedTrace): { readonly low: Float64Array; readonly high: Float64Array } {
  const { trace, bufferCount, lineBuffer, lineNumber, lines, accessFirstLine } = prepared;
  const count = trace.workgroupIndex.length;
  const low = new Float64Array(bufferCount * count).fill(Infinity);
  const high = new Float64Array(bufferCount * count).fill(-Infinity);
  for (let workgroup = 0; workgroup < count; workgroup++) {
    // The accesses of a workgroup follow each other, and so do their lines.
    const end = accessFirstLine[firstAccessOf(trace, workgroup + 1)];
    for (let at = accessFirstLine[firstAccessOf(trace, workgroup)]; at < end; at++) {
      const place = lineBuffer[lines[at]] * count + workgroup;
      const line = lineNumber[lines[at]];
      if (line < low[place]) low[place] = line;
      if (line > high[place]) high[place] = line;
    }
  }
  return { low, high };
}

/** The most sectors that so many workgroups in a row touch. */
export function mostInARow({ spanSectors, stepSectors }: Sweep, workgroups: number): number {
  return spanSectors + stepSectors * workgroups;
}

function regression(x: readonly number[], y: readonly number[]): { slope: number; correlation: number } {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [at, each] of x.entries()) {
    xx += (each - mx) ** 2;
    xy += (each - mx) * (y[at] - my);
    yy += (y[at] - my) ** 2;
  }
  if (xx === 0 || yy === 0) return { slope: 0, correlation: 0 };
  return { slope: xy / xx, correlation: xy / Math.sqrt(xx * yy) };
}

/** Workgroups that show an order, and how closely their places must follow it. */
const FEWEST = 8;
const IN_ORDER = 0.98;
