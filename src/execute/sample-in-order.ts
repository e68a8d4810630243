// Sampling a kernel whose workgroups behave by what earlier ones left in memory: a hash table that fills, vertices
// that were visited. The launch runs from its start in the order of its workgroups; those of the sample are
// recorded, the others only leave their marks.

import type { WarpRecorder } from './recorder.ts';
import type { SampleOptions } from './run-options.ts';
import type { TraceBuilder } from './trace-builder.ts';
import { type Work, WorkMeter } from './work-meter.ts';

export interface Execution {
  /** Runs a workgroup and records it. */
  record(workgroup: number): Recording;
  /** Runs a workgroup for what it leaves. */
  pass(workgroup: number): void;
}

export interface Recording {
  readonly recorders: readonly WarpRecorder[];
  readonly work: Work;
}

/** Times as many as are enough when alike that are recorded, as nobody knows beforehand whether they are. */
const WHEN_UNEVEN = 4;

/** Adds the sample to the trace, an SM's own first; returns how many those are. */
export function sampleInOrder(
  builder: TraceBuilder,
  totalWorkgroups: number,
  options: SampleOptions,
  execution: Execution,
): number {
  // The first workgroup says what one costs.
  const first = execution.record(0);
  const each = Math.max(1, first.work.instructions);
  const fewest = (budget: number) => Math.max(1, Math.floor(budget / each));
  const { maximumWarpInstructions, maximumWhenUneven = maximumWarpInstructions } = options;
  const coResidents = (options.coResidents ?? []).slice(0, fewest(maximumWarpInstructions));
  const { enough = Infinity } = options;
  const candidates = options.workgroups.slice(0, Math.min(WHEN_UNEVEN * enough, fewest(maximumWhenUneven)));
  const recordings = new Map([[0, first]]);
  const wanted = new Set([...coResidents, ...candidates]);
  const step = Math.ceil((totalWorkgroups * each) / options.earlierWarpInstructions!);
  const furthest = Math.max(...wanted);
  for (let workgroup = 1; workgroup <= furthest; workgroup++) {
    if (wanted.has(workgroup)) recordings.set(workgroup, execution.record(workgroup));
    else if (workgroup % step === 0) execution.pass(workgroup);
  }
  const meter = new WorkMeter(options);
  const last = candidates.findIndex((workgroup) => meter.isEnough(recordings.get(workgroup)!.work));
  const workgroups = last < 0 ? candidates : candidates.slice(0, last + 1);
  for (const workgroup of [...coResidents, ...workgroups]) {
    builder.addWorkgroup(workgroup, recordings.get(workgroup)!.recorders);
  }
  return coResidents.length;
}
