// Traces as they would be if the kernel were written otherwise: better access patterns, instructions left
// out, a larger launch. Each returns a timing of its own; what it was made from is not touched.

import type { TimingInput } from '../emulate/device.ts';
import { flattenProgram } from '../emulate/flat-program.ts';
import type { Pool } from '../emulate/footprint.ts';
import { workSpread } from '../emulate/imbalance.ts';
import { type Preparation, prepare } from '../emulate/prepare.ts';
import { joinPasses } from '../emulate/prepared-trace.ts';
import type { Trace } from '../execute/trace.ts';
import type { MachineInstruction, Segment } from '../machine/program.ts';
import { type AccessUse, fewestPasses } from './accesses.ts';

function retimed(timing: TimingInput, trace: Trace): TimingInput {
  return { ...timing, trace, preparation: prepare(trace, timing.profile) };
}

/** The same accesses by another program: what was found out about them still holds. */
function reprogrammed(timing: TimingInput, segments: readonly Segment[]): TimingInput {
  const trace = { ...timing.trace, program: { ...timing.trace.program, segments } };
  const known = preparationOf(timing);
  const prepared = { ...known.prepared, trace, program: flattenProgram(trace.program) };
  return { ...timing, trace, preparation: { ...known, prepared, spread: workSpread(prepared) } };
}

function preparationOf({ trace, profile, preparation }: TimingInput): Preparation {
  return preparation ?? prepare(trace, profile);
}

/** The program without the instructions that `isDropped` picks; what waited for them need not. */
export function withoutInstructions(
  timing: TimingInput,
  isDropped: (instruction: MachineInstruction, index: number) => boolean,
): TimingInput {
  let index = 0;
  const segments = timing.trace.program.segments.map((segment) => ({
    ...segment,
    instructions: segment.instructions.filter((each) => !isDropped(each, index++)),
  }));
  return reprogrammed(timing, segments);
}

/** The instructions given, as if they did something else. */
export function withInstructionsAs(
  timing: TimingInput,
  instructions: ReadonlySet<number>,
  other: Pick<MachineInstruction, 'kind' | 'costClass'>,
): TimingInput {
  let index = 0;
  const segments = timing.trace.program.segments.map((segment) => ({
    ...segment,
    instructions: segment.instructions.map((each) =>
      instructions.has(index++) ? { ...each, ...other } : each,
    ),
  }));
  return reprogrammed(timing, segments);
}

/** Accesses to workgroup memory in as few passes as their bytes allow. */
export function withoutConflicts(timing: TimingInput, uses: readonly AccessUse[]): TimingInput {
  const known = preparationOf(timing);
  const accessPasses = known.prepared.accessPasses.slice();
  forEachUse(timing, uses, (use, access) => {
    accessPasses[access] = bestPasses(accessPasses, timing.trace, use, access);
  });
  const joinedPasses = joinPasses(timing.trace, known.prepared.program, accessPasses);
  const prepared = { ...known.prepared, accessPasses, joinedPasses };
  return { ...timing, preparation: { ...known, prepared } };
}

function bestPasses(passes: Uint16Array, trace: Trace, { shape }: AccessUse, access: number): number {
  const least = fewestPasses(trace.geometry, trace.accessLanes[access], shape.bytesPerLane);
  return Math.min(passes[access], Math.max(1, least));
}

/**
 * Accesses to buffers whose lanes lie side by side. Each keeps one aligned block of the sectors it touched,
 * another one each time, so that together they still go through the same memory.
 */
export function coalesced(timing: TimingInput, uses: readonly AccessUse[]): TimingInput {
  const { trace } = timing;
  const accessPasses = trace.accessPasses.slice();
  const starts = new Map<number, { first: number; count: number }>();
  const turns = new Map<AccessUse, number>();
  forEachUse(timing, uses, (use, access) => {
    const first = trace.accessFirstSector[access];
    const sectors = trace.accessFirstSector[access + 1] - first;
    const least = Math.ceil(
      (trace.accessLanes[access] * use.shape.bytesPerLane) / trace.geometry.sectorBytes,
    );
    if (sectors <= least || least === 0) return;
    const turn = turns.get(use) ?? 0;
    turns.set(use, turn + 1);
    const picked = trace.sectors[first + (turn % sectors)];
    const block = 2 ** Math.ceil(Math.log2(least));
    starts.set(access, { first: Math.floor(picked / block) * block, count: least });
    accessPasses[access] = bestPasses(accessPasses, trace, use, access);
  });
  return retimed(timing, { ...trace, accessPasses, ...rewritten(trace, starts) });
}

function rewritten(trace: Trace, starts: ReadonlyMap<number, { first: number; count: number }>) {
  const accessFirstSector = new Int32Array(trace.accessFirstSector.length);
  const sectors = new Int32Array(trace.sectors.length);
  let used = 0;
  for (let access = 0; access < trace.accessLanes.length; access++) {
    const block = starts.get(access);
    if (block) {
      for (let index = 0; index < block.count; index++) sectors[used++] = block.first + index;
    } else {
      const [first, end] = [trace.accessFirstSector[access], trace.accessFirstSector[access + 1]];
      sectors.set(trace.sectors.subarray(first, end), used);
      used += end - first;
    }
    accessFirstSector[access + 1] = used;
  }
  return { accessFirstSector, sectors: sectors.slice(0, used) };
}

/** Visits each access of the trace that one of the instructions made. */
function forEachUse(
  timing: TimingInput,
  uses: readonly AccessUse[],
  visit: (use: AccessUse, access: number) => void,
): void {
  const { trace } = timing;
  const { program } = preparationOf(timing).prepared;
  const bySegment = trace.program.segments.map((_, segment) => {
    const [first, end] = [program.segmentFirst[segment], program.segmentFirst[segment + 1]];
    return uses.filter(({ instruction }) => instruction >= first && instruction < end);
  });
  for (let entry = 0; entry < trace.entrySegment.length; entry++) {
    for (const use of bySegment[trace.entrySegment[entry]]) {
      const access = trace.entryFirstAccess[entry] + program.access[use.instruction];
      if (trace.accessLanes[access] > 0) visit(use, access);
    }
  }
}

/** The same workgroups over `factor` times as much data: only the buffers' sizes change, not what is touched. */
export function withLargerDispatch(timing: TimingInput, factor: number): TimingInput {
  const trace = {
    ...timing.trace,
    totalWorkgroups: timing.trace.totalWorkgroups * factor,
    bufferBytes: timing.trace.bufferBytes.map((bytes) => bytes * factor),
  };
  const known = preparationOf(timing);
  const larger = (pools: readonly Pool[]) =>
    pools.map((pool) => ({ ...pool, capSectors: pool.capSectors * factor }));
  const { read, written, touched } = known.footprint;
  const footprint = {
    ...known.footprint,
    read: larger(read),
    written: larger(written),
    touched: larger(touched),
  };
  const prepared = { ...known.prepared, trace };
  return { ...timing, trace, preparation: { ...known, prepared, footprint } };
}
