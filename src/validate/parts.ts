// The code of a launch in parts, each loop's own and what lies in no loop, with the driver's beside it. Where both
// sides have the same loops, a part of the driver's code runs as often as the model's does, so that what was
// recorded statically says how many instructions a warp executes.

import type { Listing } from '../compilers/listing.ts';
import type { Trace } from '../execute/trace.ts';
import type { DriverCode, Pair, Recorded } from './layers.ts';
import { alignedLoops, type DriverLoop, programLoops } from './loops.ts';
import { opcodesOf, workOf } from './opcodes.ts';

export interface CodePart {
  /** `outside loops`, or `loop 2`, in the order of the headers. */
  readonly name: string;
  /** Nested so deep; 0 outside loops. */
  readonly depth: number;
  /** Segments of the modelled program. */
  readonly segments: readonly number[];
  /** In the code. */
  readonly instructions: Pair;
  readonly accesses: Pair;
  /** Executed per warp; of the driver as if all of the part ran as often as the model's. */
  readonly perWarp: Pair;
  readonly accessesPerWarp: Pair;
}

/** One side of a part. */
type Counts = Pick<DriverLoop, 'instructions' | 'work'>;

/** The parts of both codes; undefined where loops are not recorded or were unrolled otherwise. */
export function codeParts(trace: Trace, { code, loops }: Recorded, listing: Listing): CodePart[] | undefined {
  const { program } = trace;
  const left = loops?.left;
  const ours = programLoops(program, listing);
  if (!left || ours.length !== left.length) return undefined;
  if (alignedLoops(ours, left).length < left.length) return undefined;
  const inLoops = new Set(ours.flatMap(({ segments }) => segments));
  const outside = program.segments.map(({ id }) => id).filter((id) => !inLoops.has(id));
  const executions = executionsPerWarp(trace);
  const partOf = (name: string, depth: number, segments: readonly number[], driver: Counts): CodePart => {
    const perSegment = segments.map((id) => countsOf(opcodesOf(program.segments[id], listing), listing));
    const pairsOf = (figure: (counts: Counts) => number) => {
      const model = perSegment.reduce((sum, each) => sum + figure(each), 0);
      const executed = perSegment.reduce((sum, each, i) => sum + figure(each) * executions[segments[i]], 0);
      const theirs = figure(driver);
      return {
        inCode: { model, driver: theirs },
        perWarp: { model: executed, driver: model === 0 ? executed : (executed * theirs) / model },
      };
    };
    const all = pairsOf((each) => each.instructions);
    const accesses = pairsOf((each) => accessesOf(each, listing));
    return {
      name,
      depth,
      segments,
      instructions: all.inCode,
      accesses: accesses.inCode,
      perWarp: all.perWarp,
      accessesPerWarp: accesses.perWarp,
    };
  };
  return [
    partOf('outside loops', 0, outside, outsideLoops(code, left, listing)),
    ...ours.map(({ depth, segments }, i) => partOf(`loop ${i + 1}`, depth, segments, left[i])),
  ];
}

function countsOf(opcodes: readonly string[], listing: Listing): Counts {
  return { instructions: opcodes.length, work: workOf(opcodes, listing) };
}

/** What the driver's code holds besides its loops. */
function outsideLoops(code: DriverCode, loops: readonly DriverLoop[], listing: Listing): Counts {
  const listed = Object.entries(code.opcodes).filter(([each]) => !listing.isPadding(each));
  const all = countsOf(
    listed.flatMap(([each, count]) => Array<string>(count).fill(each)),
    listing,
  );
  const inLoops = (figure: (loop: Counts) => number) => loops.reduce((sum, loop) => sum + figure(loop), 0);
  return {
    instructions: Math.max(0, all.instructions - inLoops((loop) => loop.instructions)),
    work: Object.fromEntries(
      Object.entries(all.work).map(([kind, count]) => [
        kind,
        Math.max(0, count - inLoops(({ work }) => work[kind] ?? 0)),
      ]),
    ),
  };
}

function accessesOf({ work }: Counts, { accesses }: Listing): number {
  return [...accesses].reduce((sum, kind) => sum + (work[kind] ?? 0), 0);
}

/** How often a warp enters each segment, mean over the sample, weights of shortened loops included. */
export function executionsPerWarp({
  program,
  entrySegment,
  entryWeight,
  warpFirstEntry,
}: Trace): Float64Array {
  const warps = Math.max(1, warpFirstEntry.length - 1);
  const executions = new Float64Array(program.segments.length);
  entrySegment.forEach((segment, entry) => {
    executions[segment] += entryWeight[entry] / warps;
  });
  return executions;
}
