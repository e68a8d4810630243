// The machine program as flat typed arrays, indexed by instruction over all segments in order, so that the
// emulator's inner loop reads numbers only. Depends on the program alone, not on the device.

import type { Aggregation, InstructionKind, MachineInstruction, Program } from '../machine/program.ts';
import type { i32 } from './integers.ts';

/**
 * What an instruction is treated as, as a number: its kind, where loads that a scope wider than one SM makes pass by
 * L1, which is coherent for one SM only, are a kind of their own.
 */
export const Kind = {
  arithmetic: 0,
  issueOnly: 1,
  branch: 2,
  barrier: 3,
  exchange: 4,
  fence: 5,
  loadGlobal: 6,
  loadGlobalUncached: 7,
  storeGlobal: 8,
  loadShared: 9,
  storeShared: 10,
  loadLocal: 11,
  storeLocal: 12,
  atomicGlobal: 13,
  reduceGlobal: 14,
  atomicShared: 15,
  jump: 16,
  loadConstant: 17,
  loadTexture: 18,
  storeTexture: 19,
  loadScalar: 20,
} as const satisfies Record<InstructionKind | 'loadGlobalUncached', number>;

/** Values of `accessAggregation`. */
export const Aggregated = { not: 0, always: 1, whenSame: 2, byAddress: 3 } as const;

const AGGREGATED: Readonly<Record<Aggregation, number>> = {
  always: Aggregated.always,
  'when-same': Aggregated.whenSame,
  'by-address': Aggregated.byAddress,
};

export interface FlatProgram {
  /** First instruction of each segment; one more element than segments. */
  readonly segmentFirst: Int32Array;
  readonly kind: Uint8Array;
  /** Index into `classNames`. */
  readonly costClass: Uint8Array;
  readonly classNames: readonly string[];
  /** Registers that must be ready before issue: sources, and destinations still being written. */
  readonly waitFirst: Int32Array;
  readonly waits: Int32Array;
  readonly destinationFirst: Int32Array;
  readonly destinations: Int32Array;
  /** What it reads from the banks of registers, as machine/operand-reads.ts packs it; 0 for nothing. */
  readonly bankReads: Uint8Array;
  /** Where the word of a constant bank lies that it names, in bytes; -1 for none. */
  readonly bankByte: Int32Array;
  /** Position of the memory access within its segment, -1 for none. */
  readonly access: Int32Array;
  /** How many accesses the instruction performs. */
  readonly accessCount: Uint8Array;
  /** Kind of each access position, per segment; see `accessKindFirst`. */
  readonly accessKindFirst: Int32Array;
  readonly accessKind: Uint8Array;
  /** How the lanes of an atomic are combined before it is sent (`Aggregated`); like `accessKind`. */
  readonly accessAggregation: Uint8Array;
  /** Bytes that a lane moves; like `accessKind`. */
  readonly accessBytes: Uint8Array;
  /** How many positions before it the access stands that it goes with, behind it if negative; 0 for itself. */
  readonly accessJoined: Int16Array;
  readonly registerSlots: i32;
}

export function flattenProgram(program: Program): FlatProgram {
  const segmentFirst = new Int32Array(program.segments.length + 1);
  const accessKindFirst = new Int32Array(program.segments.length + 1);
  program.segments.forEach((segment, index) => {
    segmentFirst[index + 1] = segmentFirst[index] + segment.instructions.length;
    accessKindFirst[index + 1] = accessKindFirst[index] + segment.accessCount;
  });
  const instructions = program.segments.flatMap((segment) => segment.instructions);
  const classNames = [...new Set(instructions.map((instruction) => instruction.costClass))];
  const kind = Uint8Array.from(instructions, kindOf);
  const access = Int32Array.from(instructions, (instruction) => instruction.access ?? -1);
  const accessKind = new Uint8Array(accessKindFirst.at(-1)!);
  const accessAggregation = new Uint8Array(accessKind.length);
  const accessBytes = new Uint8Array(accessKind.length);
  const accessJoined = new Int16Array(accessKind.length);
  for (let segment = 0; segment < program.segments.length; segment++) {
    for (let index = segmentFirst[segment]; index < segmentFirst[segment + 1]; index++) {
      if (access[index] < 0) continue;
      const position = accessKindFirst[segment] + access[index];
      accessKind[position] = kind[index];
      const { aggregation, bytesPerLane, joined = [] } = instructions[index];
      if (aggregation !== undefined) accessAggregation[position] = AGGREGATED[aggregation];
      accessBytes[position] = bytesPerLane ?? 0;
      for (const each of joined) {
        const other = accessKindFirst[segment] + each;
        accessKind[other] = kind[index];
        accessBytes[other] = bytesPerLane ?? 0;
        accessJoined[other] = each - access[index];
      }
    }
  }
  const [waitFirst, waits] = compress(instructions, (instruction) => [
    ...new Set([...instruction.sources, ...instruction.destinations]),
  ]);
  const [destinationFirst, destinations] = compress(instructions, (instruction) => instruction.destinations);
  return {
    segmentFirst,
    kind,
    costClass: Uint8Array.from(instructions, (instruction) => classNames.indexOf(instruction.costClass)),
    classNames,
    waitFirst,
    waits,
    destinationFirst,
    destinations,
    bankReads: Uint8Array.from(instructions, ({ bankReads = 0 }) => bankReads),
    bankByte: Int32Array.from(instructions, bankByteOf),
    access,
    accessCount: Uint8Array.from(instructions, ({ joined = [] }) => 1 + joined.length),
    accessKindFirst,
    accessKind,
    accessAggregation,
    accessBytes,
    accessJoined,
    registerSlots: program.registerSlots,
  };
}

function kindOf({ kind, scope }: MachineInstruction): number {
  return kind === 'loadGlobal' && scope === 'device' ? Kind.loadGlobalUncached : Kind[kind];
}

function bankByteOf({ immediates = [] }: MachineInstruction): number {
  for (const each of immediates) if ('bankByte' in each && each.bankByte !== undefined) return each.bankByte;
  return -1;
}

function compress(
  instructions: readonly MachineInstruction[],
  registersOf: (instruction: MachineInstruction) => readonly number[],
): [Int32Array, Int32Array] {
  const first = new Int32Array(instructions.length + 1);
  const all: number[] = [];
  instructions.forEach((instruction, index) => {
    for (const register of registersOf(instruction)) all.push(register);
    first[index + 1] = all.length;
  });
  return [first, Int32Array.from(all)];
}

export function isAtomic(kind: number): boolean {
  return kind === Kind.atomicShared || isGlobalAtomic(kind);
}

export function isReadAccess(kind: number): boolean {
  return (
    kind === Kind.loadGlobal ||
    kind === Kind.loadGlobalUncached ||
    kind === Kind.loadScalar ||
    kind === Kind.loadLocal ||
    kind === Kind.loadTexture ||
    isGlobalAtomic(kind)
  );
}

export function isWriteAccess(kind: number): boolean {
  return (
    kind === Kind.storeGlobal ||
    kind === Kind.storeLocal ||
    kind === Kind.storeTexture ||
    isGlobalAtomic(kind)
  );
}

export function isGlobalAtomic(kind: number): boolean {
  return kind === Kind.atomicGlobal || kind === Kind.reduceGlobal;
}
