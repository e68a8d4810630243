// Speed of the SM emulator: a made-up kernel with the mix of a register-tiled matrix product (multiply-adds,
// workgroup and global loads, barriers) on a full SM. Returns warp instructions per second of timing alone.

import costClasses from '../../isa/cost-classes.json' with { type: 'json' };
import { predictTime } from '../../src/emulate/estimate.ts';
import { prepare } from '../../src/emulate/prepare.ts';
import type { Trace } from '../../src/execute/trace.ts';
import type { InstructionKind, MachineInstruction, Program } from '../../src/machine/program.ts';
import type { Profile } from '../../src/profile/profile.ts';

export interface SpeedResult {
  readonly warpInstructions: number;
  readonly seconds: number;
  readonly perSecond: number;
}

/** Times the best of `repeats` emulations; `now` gives seconds. */
export function measureEmulation(profile: Profile, now: () => number, repeats = 5): SpeedResult {
  const trace = syntheticTrace(16, 8, 24);
  const preparation = prepare(trace, profile);
  const input = { trace, profile, preparation, workgroupSize: 256, cache: 'warm' as const };
  let best = { warpInstructions: 0, seconds: Infinity, perSecond: 0 };
  for (let repeat = 0; repeat < repeats; repeat++) {
    const start = now();
    const { warpInstructions } = predictTime({ ...input, instructionBudget: 1e7 });
    const seconds = now() - start;
    if (seconds < best.seconds) best = { warpInstructions, seconds, perSecond: warpInstructions / seconds };
  }
  return best;
}

/** `workgroups` of `warps` warps that each run the loop body `iterations` times. */
export function syntheticTrace(workgroups: number, warps: number, iterations: number): Trace {
  const program = syntheticProgram();
  const accessesPerEntry = program.segments[1].accessCount;
  const warpCount = workgroups * warps;
  const entries = warpCount * (iterations + 2);
  const accesses = warpCount * iterations * accessesPerEntry;
  const trace = {
    program,
    geometry: { subgroupSize: 32, sectorBytes: 32, bankCount: 32, bankBytes: 4 },
    workgroupIndex: Int32Array.from({ length: workgroups }, (_, index) => index),
    workgroupFirstWarp: Int32Array.from({ length: workgroups + 1 }, (_, index) => index * warps),
    warpFirstEntry: Int32Array.from({ length: warpCount + 1 }, (_, index) => index * (iterations + 2)),
    entrySegment: new Int32Array(entries),
    entryLanes: new Uint8Array(entries).fill(32),
    entryWeight: new Float32Array(entries).fill(1),
    entryFirstAccess: new Int32Array(entries),
    accessLanes: new Uint8Array(accesses).fill(32),
    accessPasses: new Uint16Array(accesses).fill(1),
    accessFirstSector: new Int32Array(accesses + 1),
    sectors: new Int32Array(warpCount * iterations * GLOBAL_LOADS * 4),
    exchangeAccess: new Int32Array(0),
    exchangeWord: new Float64Array(0),
    bufferBaseSector: Int32Array.of(0),
    bufferBytes: Float64Array.of(2 ** 26),
    totalWorkgroups: 4096,
    isExtrapolated: false,
    warnings: [],
  };
  let entry = 0;
  let access = 0;
  let sector = 0;
  for (let warp = 0; warp < warpCount; warp++) {
    for (let step = 0; step < iterations + 2; step++) {
      trace.entrySegment[entry] = step === 0 ? 0 : step === iterations + 1 ? 2 : 1;
      trace.entryFirstAccess[entry++] = access;
      if (step === 0 || step === iterations + 1) continue;
      for (let position = 0; position < accessesPerEntry; position++) {
        if (position < GLOBAL_LOADS) {
          const line = (step * 131 + (warp % 64) * 7 + position * 1009) % 65536;
          for (let part = 0; part < 4; part++) trace.sectors[sector++] = line * 4 + part;
        }
        trace.accessFirstSector[++access] = sector;
      }
    }
  }
  return trace;
}

const GLOBAL_LOADS = 4;
const KINDS = new Map(costClasses.classes.map(({ name, kind }) => [name, kind as InstructionKind]));

function syntheticProgram(): Program {
  const instruction = (
    costClass: string,
    destinations: number[],
    sources: number[],
    access?: number,
  ): MachineInstruction => ({
    opcode: costClass,
    kind: KINDS.get(costClass) ?? 'arithmetic',
    costClass,
    destinations,
    sources,
    ...(access === undefined ? {} : { access, bytesPerLane: 4 }),
  });
  const loop: MachineInstruction[] = [];
  for (let load = 0; load < GLOBAL_LOADS; load++) {
    loop.push(
      instruction('alu', [10 + load], [1, 2]),
      instruction('load_global', [20 + load], [10 + load], load),
    );
  }
  for (let load = 0; load < GLOBAL_LOADS; load++) {
    loop.push(instruction('store_shared', [], [20 + load], GLOBAL_LOADS + load));
  }
  loop.push(instruction('barrier', [], []));
  for (let step = 0; step < 8; step++) {
    loop.push(instruction('load_shared', [30 + step], [1], 2 * GLOBAL_LOADS + step));
    for (let product = 0; product < 16; product++) {
      const sum = 40 + product;
      loop.push(instruction('fma', [sum], [sum, 30 + step]));
    }
  }
  loop.push(instruction('alu_predicate', [3], [2]), instruction('branch', [], [3]));
  const segments = [
    [instruction('special_register', [1], []), instruction('mov', [2], [])],
    loop,
    [instruction('branch', [], [])],
  ].map((instructions, id) => ({
    id,
    instructions,
    accessCount: instructions.filter(({ access }) => access !== undefined).length,
  }));
  return {
    module: { workgroupSize: [256, 1, 1] } as unknown as Program['module'],
    nodes: [],
    segments,
    registerSlots: 64,
    registersPerThread: 64,
    spillBytes: 0,
    workgroupBytes: 8192,
    privateBytes: 0,
    registerArrays: new Set(),
    constantTables: new Set(),
    hasConstantBanks: true,
  };
}
