// How much a trace holds, and how much it stands for.

import type { Trace } from '../../src/execute/index.ts';

/** Warp instructions that a trace would issue, weights included and not. */
interface TraceSize {
  readonly executed: number;
  readonly represented: number;
}

export function traceSize(trace: Trace): TraceSize {
  const lengths = trace.program.segments.map((segment) => segment.instructions.length);
  let executed = 0;
  let represented = 0;
  for (let entry = 0; entry < trace.entrySegment.length; entry++) {
    const length = lengths[trace.entrySegment[entry]];
    executed += length;
    represented += length * trace.entryWeight[entry];
  }
  return { executed, represented };
}
