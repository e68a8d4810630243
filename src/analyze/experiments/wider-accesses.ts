// Vector loads: a kernel that streams scalars, as if each invocation took a vector of them. A workgroup then does
// what several did: it moves as many bytes more per access and repeats what it computes from loaded data, while
// indices, tests and addresses are computed once.

import type { TimingInput } from '../../emulate/device.ts';
import { Kind } from '../../emulate/flat-program.ts';
import { prepare } from '../../emulate/prepare.ts';
import type { InstructionKind, MachineInstruction } from '../../machine/program.ts';
import { isGlobal } from '../accesses.ts';
import { codeAt, type Findings, instructionsOf, placeOf, sumOf } from '../findings.ts';
import { isLoad, readsData } from './dataflow.ts';
import type { Experiment } from './experiment.ts';

/** Of the widest vector that WGSL has, `vec4` of words. */
const VECTOR_BYTES = 16;
const PARTS: Readonly<Record<number, string>> = { 2: 'half', 4: 'quarter', 8: 'eighth', 16: 'sixteenth' };

export function vectorLoads(findings: Findings): Experiment[] {
  const { uses, program, timing } = findings;
  const accesses = uses.filter(({ requests }) => requests > 0);
  const bytes = accesses[0]?.shape.bytesPerLane ?? 0;
  const factor = VECTOR_BYTES / bytes;
  const isStream = accesses.every(
    ({ kind, shape, sectors, leastSectors }) =>
      (kind === Kind.loadGlobal || kind === Kind.storeGlobal) &&
      shape.bytesPerLane === bytes &&
      sectors <= 1.01 * leastSectors,
  );
  const code = instructionsOf(program);
  const reads = readsData(program);
  const branchesOnData = code.some(({ kind }, index) => isBranch(kind) && reads[index] === 1);
  const [load] = accesses.filter(({ kind }) => isGlobal(kind) && kind !== Kind.storeGlobal);
  if (!isStream || branchesOnData || !load || !(factor >= 2) || !Number.isInteger(factor)) return [];
  if (timing.trace.totalWorkgroups < factor * timing.profile.limits.smCount.value) return [];
  return [
    {
      title: `Let each invocation take ${factor} neighbouring elements as one vector, as in ${codeAt(findings, load.shape.span)}`,
      why: `accesses move ${bytes} bytes per invocation where one instruction could move ${VECTOR_BYTES}`,
      experiment: `one ${PARTS[factor] ?? 'part'} of the workgroups with accesses of ${VECTOR_BYTES} bytes; only what is computed from loaded data is repeated`,
      promise:
        sumOf(findings, ['launch', 'issue', 'lsu', 'alu', 'uniform', 'l1'], 'gap') +
        sumOf(findings, ['l2', 'dram'], 'latency'),
      timing: () => widened(timing, reads, factor),
      ...placeOf(findings, load.shape.span),
    },
  ];
}

function isBranch(kind: InstructionKind): boolean {
  return kind === 'branch' || kind === 'jump';
}

function widened(timing: TimingInput, reads: Uint8Array, factor: number): TimingInput {
  const { trace } = timing;
  const { program } = trace;
  let index = 0;
  const segments = program.segments.map((segment) => ({
    ...segment,
    instructions: segment.instructions.flatMap((each) =>
      copies(each, reads[index++] === 1, factor, program.registerSlots),
    ),
  }));
  const loads = instructionsOf(program).filter(isLoad).length;
  const changed = {
    ...trace,
    ...widerSectors(timing, factor),
    totalWorkgroups: Math.ceil(trace.totalWorkgroups / factor),
    accessPasses: trace.accessPasses.map((passes) => passes * factor),
    program: {
      ...program,
      segments,
      registerSlots: program.registerSlots * factor,
      registersPerThread: program.registersPerThread + loads * (factor - 1),
    },
  };
  return { ...timing, trace: changed, preparation: prepare(changed, timing.profile) };
}

/** Registers of copy `n` lie `n` times all registers further on. */
function copies(
  each: MachineInstruction,
  isData: boolean,
  factor: number,
  slots: number,
): MachineInstruction[] {
  const spread = (registers: readonly number[]) =>
    registers.flatMap((register) => Array.from({ length: factor }, (_, copy) => register + copy * slots));
  if (each.access !== undefined) {
    // Addresses are in the first copy only; registers that nothing writes are ready.
    const sources = isData ? spread(each.sources) : each.sources;
    return [{ ...each, bytesPerLane: VECTOR_BYTES, sources, destinations: spread(each.destinations) }];
  }
  if (!isData) return [each];
  return Array.from({ length: factor }, (_, copy) => ({
    ...each,
    destinations: each.destinations.map((register) => register + copy * slots),
    sources: each.sources.flatMap((register) =>
      copy === 0 ? register : [register, register + copy * slots],
    ),
  }));
}

/** Each run of sectors grows `factor` times, at `factor` times its distance from the buffer's start. */
function widerSectors({ trace, profile }: TimingInput, factor: number) {
  const sectors = new Int32Array(trace.sectors.length * factor);
  const accessFirstSector = trace.accessFirstSector.map((first) => first * factor);
  const bases = [...trace.bufferBaseSector].sort((a, b) => a - b);
  const sizes = new Map(
    Array.from(trace.bufferBytes, (bytes, buffer) => [
      trace.bufferBaseSector[buffer],
      Math.floor(bytes / profile.memory.sectorBytes.value),
    ]),
  );
  for (let access = 0; access < trace.accessLanes.length; access++) {
    const [first, end] = [trace.accessFirstSector[access], trace.accessFirstSector[access + 1]];
    if (first === end) continue;
    const start = trace.sectors[first];
    const base = bases.findLast((each) => each <= start) ?? 0;
    const count = (end - first) * factor;
    const room = Math.max(count, (sizes.get(base) ?? 0) - ((sizes.get(base) ?? 0) % count));
    const moved = base + (((start - base) * factor) % room);
    for (let index = 0; index < count; index++) sectors[first * factor + index] = moved + index;
  }
  return { accessFirstSector, sectors };
}
