// Builds a program and a trace from text, for tests. An instruction is `class destinations <- sources
// @access:bytes scope =reads`; registers and bytes per lane (4 unless told) as numbers, each part but the class optional:
// `fma 1 <- 1 2`, `load_global 3 @0`, `store_shared <- 3 @1:16`, `load_global 3 @0 device`, `barrier`, `fma 1 =21,11` (two registers from
// the first bank and one from the second, one less of the first where operands are kept). Branches are taken when the next entry is not the next segment.

import costClasses from '../../isa/cost-classes.json' with { type: 'json' };
import type { Trace } from '../../src/execute/trace.ts';
import { NO_NOTES } from '../../src/ir/notes.ts';
import type { InstructionKind, MachineInstruction, MemoryScope, Program } from '../../src/machine/program.ts';

export interface AccessSpec {
  /** 32-byte sectors in the flat space; none for workgroup memory. */
  readonly sectors?: readonly number[];
  readonly passes?: number;
  readonly lanes?: number;
}

export interface EntrySpec {
  readonly segment: number;
  readonly weight?: number;
  readonly accesses?: readonly AccessSpec[];
}

export interface TraceSpec {
  readonly segments: readonly (readonly string[])[];
  /** Workgroups of warps of entries; a number stands for `{segment: number}`. */
  readonly workgroups: readonly (readonly (readonly (EntrySpec | number)[])[])[];
  readonly totalWorkgroups?: number;
  readonly bufferBytes?: readonly number[];
  readonly registersPerThread?: number;
  readonly workgroupBytes?: number;
}

export function buildTrace(spec: TraceSpec): Trace {
  const program = buildProgram(spec);
  const columns = {
    firstWarp: [0],
    firstEntry: [0],
    segment: [] as number[],
    weight: [] as number[],
    firstAccess: [] as number[],
    lanes: [] as number[],
    passes: [] as number[],
    firstSector: [0],
    sectors: [] as number[],
  };
  for (const warps of spec.workgroups) {
    for (const entries of warps) {
      for (const each of entries) addEntry(columns, typeof each === 'number' ? { segment: each } : each);
      columns.firstEntry.push(columns.segment.length);
    }
    columns.firstWarp.push(columns.firstEntry.length - 1);
  }
  const bufferBytes = spec.bufferBytes ?? [1 << 20];
  let base = 0;
  const bases = bufferBytes.map((bytes) => {
    const start = base;
    base += Math.ceil(bytes / 128) * 4;
    return start;
  });
  return {
    program,
    geometry: { subgroupSize: 32, sectorBytes: 32, bankCount: 32, bankBytes: 4 },
    workgroupIndex: Int32Array.from(spec.workgroups.keys()),
    workgroupFirstWarp: Int32Array.from(columns.firstWarp),
    warpFirstEntry: Int32Array.from(columns.firstEntry),
    entrySegment: Int32Array.from(columns.segment),
    entryLanes: new Uint8Array(columns.segment.length).fill(32),
    entryWeight: Float32Array.from(columns.weight),
    entryFirstAccess: Int32Array.from(columns.firstAccess),
    accessLanes: Uint8Array.from(columns.lanes),
    accessPasses: Uint16Array.from(columns.passes),
    accessFirstSector: Int32Array.from(columns.firstSector),
    sectors: Int32Array.from(columns.sectors),
    exchangeAccess: new Int32Array(0),
    exchangeWord: new Float64Array(0),
    bufferBaseSector: Int32Array.from(bases),
    bufferBytes: Float64Array.from(bufferBytes),
    totalWorkgroups: spec.totalWorkgroups ?? spec.workgroups.length,
    isExtrapolated: columns.weight.some((weight) => weight > 1),
    warnings: [],
  };
}

function addEntry(
  columns: {
    segment: number[];
    weight: number[];
    firstAccess: number[];
    lanes: number[];
    passes: number[];
    firstSector: number[];
    sectors: number[];
  },
  entry: EntrySpec,
): void {
  columns.segment.push(entry.segment);
  columns.weight.push(entry.weight ?? 1);
  columns.firstAccess.push(columns.lanes.length);
  for (const access of entry.accesses ?? []) {
    columns.lanes.push(access.lanes ?? 32);
    columns.passes.push(access.passes ?? 1);
    for (const sector of access.sectors ?? []) columns.sectors.push(sector);
    columns.firstSector.push(columns.sectors.length);
  }
}

function buildProgram(spec: TraceSpec): Program {
  let registerSlots = 1;
  const segments = spec.segments.map((lines, id) => {
    const instructions = lines.map(parseInstruction);
    let accessCount = 0;
    for (const { access, destinations, sources } of instructions) {
      if (access !== undefined) accessCount = Math.max(accessCount, access + 1);
      for (const register of [...destinations, ...sources]) {
        registerSlots = Math.max(registerSlots, register + 1);
      }
    }
    return { id, instructions, accessCount };
  });
  return {
    module: EMPTY_MODULE,
    nodes: [],
    segments,
    registerSlots,
    registersPerThread: spec.registersPerThread ?? 16,
    spillBytes: 0,
    workgroupBytes: spec.workgroupBytes ?? 0,
    privateBytes: 0,
    registerArrays: new Set(),
    constantTables: new Set(),
    hasConstantBanks: true,
  };
}

const KINDS = new Map(costClasses.classes.map(({ name, kind }) => [name, kind as InstructionKind]));

function parseInstruction(text: string): MachineInstruction {
  const match =
    /^(\w+)((?: \d+)*)(?: <-((?: \d+)*))?(?: @(\d+)(?::(\d+))?(?: (workgroup|device))?)?(?: =(\d)(\d),(\d)(\d))?$/.exec(
      text,
    );
  if (!match) throw new Error(`cannot read instruction: ${text}`);
  const registers = (list: string | undefined) => (list ?? '').split(' ').filter(Boolean).map(Number);
  return {
    opcode: match[1].toUpperCase(),
    kind: KINDS.get(match[1]) ?? 'arithmetic',
    costClass: match[1],
    destinations: registers(match[2]),
    sources: registers(match[3]),
    ...(match[4] === undefined ? {} : { access: Number(match[4]), bytesPerLane: Number(match[5] ?? 4) }),
    ...(match[6] === undefined ? {} : { scope: match[6] as MemoryScope }),
    ...(match[7] === undefined ? {} : { bankReads: packedReads(match.slice(7)) }),
  };
}

/** As src/machine/operand-reads.ts has them. */
function packedReads(counts: readonly string[]): number {
  return counts.reduce((packed, each, index) => packed | (Number(each) << (2 * index)), 0);
}

/** The four sectors of 128-byte line `line`. */
export function lineSectors(line: number): number[] {
  return [0, 1, 2, 3].map((sector) => line * 4 + sector);
}

/** `count` copies of a value. */
export function times<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value);
}

/** Timing never looks at the IR. */
const EMPTY_MODULE: Program['module'] = {
  name: 'built',
  entryPoint: 'main',
  workgroupSize: [32, 1, 1],
  buffers: [],
  variables: [],
  values: [],
  body: { parameters: [], instructions: [] } as unknown as Program['module']['body'],
  nextConstruct: 0,
  notes: NO_NOTES,
};
