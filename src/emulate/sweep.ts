// Launches that sweep over a buffer. The sample's workgroups lie far apart, so that what neighbours share (the halo
// of a stencil, the planes above and below) does not show in it. Where the places that a workgroup touches move on
// with its number, workgroups that follow each other touch what one touches and as much behind each place as lies
// between the first one's and the last one's, but nothing twice: pieces that lie closer together than that run into
// one another.

import { firstAccessOf, type PreparedTrace } from './prepared-trace.ts';

/** How a launch moves over a buffer, in sectors. */
export interface Sweep {
  /** From each place of a workgroup to its next one, the smallest first. */
  readonly gapSectors: Float64Array;
  /** Workgroups that the gaps are of. */
  readonly workgroups: number;
  /** From one workgroup's places to the next one's. */
  readonly stepSectors: number;
  readonly placeSectors: number;
}

/** By buffer; undefined where the places do not follow the order of the workgroups. */
export function sweeps(prepared: PreparedTrace): (Sweep | undefined)[] {
  const { trace, bufferCount, sectorsPerLine } = prepared;
  const count = trace.workgroupIndex.length;
  if (count < FEWEST) return new Array<undefined>(bufferCount).fill(undefined);
  const middles = middlesOf(prepared);
  return Array.from({ length: bufferCount }, (_, buffer) => {
    const of = middles.subarray(buffer * count, (buffer + 1) * count);
    const touching = [...trace.workgroupIndex.keys()].filter((each) => !Number.isNaN(of[each]));
    if (touching.length < FEWEST) return undefined;
    const numbers = touching.map((each) => trace.workgroupIndex[each]);
    const { slope, correlation } = regression(
      numbers,
      touching.map((each) => of[each]),
    );
    if (Math.abs(correlation) < IN_ORDER) return undefined;
    // Those at the ends of a launch may do otherwise: where a domain is periodic they reach to its other end.
    const inOrder = touching.sort((a, b) => trace.workgroupIndex[a] - trace.workgroupIndex[b]);
    const shown = LOOKED_AT.map((place) => inOrder[Math.floor(place * inOrder.length)]);
    const gaps = shown.flatMap((workgroup) => gapsOf(prepared, buffer, workgroup));
    return {
      gapSectors: Float64Array.from(gaps, (lines) => lines * sectorsPerLine).sort(),
      workgroups: shown.length,
      stepSectors: Math.abs(slope) * sectorsPerLine,
      placeSectors: sectorsPerLine,
    };
  });
}

/** The most sectors that so many workgroups in a row touch. */
export function mostInARow(
  { gapSectors, workgroups, stepSectors, placeSectors }: Sweep,
  count: number,
): number {
  const each = placeSectors + stepSectors * Math.max(0, count - 1);
  let sum = each * workgroups;
  let at = 0;
  for (; at < gapSectors.length && gapSectors[at] < each; at++) sum += gapSectors[at];
  return (sum + (gapSectors.length - at) * each) / workgroups;
}

/** The mean line by buffer and workgroup, over what is asked for; none without any. */
function middlesOf(prepared: PreparedTrace): Float64Array {
  const { trace, bufferCount } = prepared;
  const count = trace.workgroupIndex.length;
  const sums = new Float64Array(bufferCount * count);
  const asked = new Uint32Array(bufferCount * count);
  for (let workgroup = 0; workgroup < count; workgroup++) {
    forEachLine(prepared, workgroup, (buffer, line) => {
      sums[buffer * count + workgroup] += line;
      asked[buffer * count + workgroup]++;
    });
  }
  return sums.map((sum, at) => sum / asked[at]);
}

/** From each line of a buffer that a workgroup touches to the next one. */
function gapsOf(prepared: PreparedTrace, of: number, workgroup: number): number[] {
  const touched = new Set<number>();
  forEachLine(prepared, workgroup, (buffer, line) => {
    if (buffer === of) touched.add(line);
  });
  const inOrder = Float64Array.from(touched).sort();
  return Array.from(inOrder.subarray(1), (line, before) => line - inOrder[before]);
}

/** The accesses of a workgroup follow each other, and so do their lines. */
function forEachLine(
  { trace, lineBuffer, lineNumber, lines, accessFirstLine }: PreparedTrace,
  workgroup: number,
  visit: (buffer: number, line: number) => void,
): void {
  const end = accessFirstLine[firstAccessOf(trace, workgroup + 1)];
  for (let at = accessFirstLine[firstAccessOf(trace, workgroup)]; at < end; at++)
    visit(lineBuffer[lines[at]], lineNumber[lines[at]]);
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
/** In the order of the launch, whose places are looked at. */
const LOOKED_AT = [0.3, 0.5, 0.7] as const;
