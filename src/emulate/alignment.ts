// Whether workgroups that share data touch it at the same stage of their work. A tile of a matrix product is
// wanted by all at the same step, so one fetch serves them; a random look-up meets what another fetched long
// ago. Told from the sample: for lines that two workgroups touched, the distance between the stages (share
// of a warp's memory accesses behind it) at which they did. Independent stages lie a third apart on average.

import { isReadAccess } from './flat-program.ts';
import type { PreparedTrace } from './prepared-trace.ts';

/** By buffer: 1 when shared lines are touched at the same stage or there are none, 0 when at any stage. */
export function alignmentOfReads(prepared: PreparedTrace): Float64Array {
  const { trace, bufferCount, lineCount } = prepared;
  const lastWorkgroup = new Int32Array(lineCount).fill(-1);
  const lastStage = new Float32Array(lineCount);
  const distance = new Float64Array(bufferCount);
  const meetings = new Float64Array(bufferCount);
  const sums = { lastWorkgroup, lastStage, distance, meetings };
  for (let workgroup = 0; workgroup < trace.workgroupIndex.length; workgroup++) {
    const endWarp = trace.workgroupFirstWarp[workgroup + 1];
    for (let warp = trace.workgroupFirstWarp[workgroup]; warp < endWarp; warp++) {
      visitWarp(prepared, workgroup, warp, sums);
    }
  }
  return distance.map((sum, buffer) =>
    meetings[buffer] === 0 ? 1 : Math.max(0, 1 - sum / meetings[buffer] / INDEPENDENT),
  );
}

/** By line, who touched it last and when; by buffer, how far apart two touched a line, and how often two did. */
interface Sums {
  readonly lastWorkgroup: Int32Array;
  readonly lastStage: Float32Array;
  readonly distance: Float64Array;
  readonly meetings: Float64Array;
}

function visitWarp(
  prepared: PreparedTrace,
  workgroup: number,
  warp: number,
  { lastWorkgroup, lastStage, distance, meetings }: Sums,
): void {
  const { trace, program, accessFirstLine, lines, lineBuffer } = prepared;
  const firstEntry = trace.warpFirstEntry[warp];
  const endEntry = trace.warpFirstEntry[warp + 1];
  const firstAccess = trace.entryFirstAccess[firstEntry];
  const accesses = (trace.entryFirstAccess[endEntry] ?? trace.accessLanes.length) - firstAccess;
  for (let entry = firstEntry; entry < endEntry; entry++) {
    const segment = trace.entrySegment[entry];
    const firstKind = program.accessKindFirst[segment];
    const count = program.accessKindFirst[segment + 1] - firstKind;
    for (let position = 0; position < count; position++) {
      if (!isReadAccess(program.accessKind[firstKind + position])) continue;
      const access = trace.entryFirstAccess[entry] + position;
      const stage = (access - firstAccess) / accesses;
      for (let index = accessFirstLine[access]; index < accessFirstLine[access + 1]; index++) {
        const line = lines[index];
        const last = lastWorkgroup[line];
        if (last === workgroup) continue;
        if (last >= 0) {
          distance[lineBuffer[line]] += Math.abs(stage - lastStage[line]);
          meetings[lineBuffer[line]]++;
        }
        lastWorkgroup[line] = workgroup;
        lastStage[line] = stage;
      }
    }
  }
}

/** Mean distance of two independent stages between 0 and 1. */
const INDEPENDENT = 1 / 3;
