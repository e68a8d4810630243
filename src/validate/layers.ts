// Layer by layer: where a prediction goes wrong shows in what it was made from. Each launch's modelled machine
// code is put beside code that was recorded from the real driver: registers, instructions by group, copies of
// the memory accesses (which unrolling decides). What execution and emulation counted stands beside it.

import type { Program } from '../codegen/machine.ts';
import type { Prediction } from '../predict/prediction.ts';
import { type DriverLoop, type LoopAgreement, loopAgreement, loopsOf } from './loops.ts';

/** One launch's row in a file of recorded driver code. */
export interface DriverCode {
  readonly name: string;
  readonly registers: number;
  readonly spills: number;
  readonly opcodes: Readonly<Record<string, number>>;
}

/** What a `kernelcast/driver-code@1` file holds. */
export interface DriverCodeFile {
  readonly schema: 'kernelcast/driver-code@1';
  readonly device: string;
  readonly driver: string;
  readonly rows: readonly DriverCode[];
}

/** The model's number and the driver's. */
export interface Pair {
  readonly model: number;
  readonly driver: number;
}

export interface LayerRow {
  readonly name: string;
  readonly family?: string;
  readonly isHeldOut?: boolean;
  readonly registers: Pair;
  readonly spillBytes: number;
  readonly instructions: Pair;
  /** Static instructions by group; groups that neither side has are left out. */
  readonly groups: Readonly<Record<string, Pair>>;
  /** Static copies of the busiest kind of work, whose ratio shows how far each side unrolled. */
  readonly unrolling?: Pair & { readonly of: string };
  /** Decisions about the loops of the source, where the driver's loops are recorded. */
  readonly loops?: LoopAgreement;
  /** The model's own later layers: instructions per warp, transactions, hit rates. */
  readonly dynamic: Pick<Prediction['instructions'], 'perWarp' | 'byClass'> & Prediction['memory'];
}

/** Shares of the launches, 0 to 1. */
export interface Agreement {
  readonly launches: number;
  readonly registersWithin15: number;
  readonly instructionsWithin5: number;
  readonly instructionsWithin15: number;
  readonly groupsWithin15: Readonly<Record<string, number>>;
  /** Over all launches: loops of the sources, and how many were unrolled as the driver unrolls them. */
  readonly loops: number;
  readonly loopsRight: number;
}

export interface Layers {
  readonly driver: string;
  readonly agreement: Agreement;
  readonly rows: readonly LayerRow[];
  /** Launches without recorded driver code. */
  readonly unrecorded: readonly string[];
}

/** The driver's side of one launch. */
export interface Recorded {
  readonly code: DriverCode;
  /** The loops left in the driver's code, and how many the source has. */
  readonly loops?: { readonly left: readonly DriverLoop[]; readonly ofSource: number };
}

type ClassOf = (opcode: string) => string | undefined;

/** Cost classes that the driver may swap for each other count together. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  float: ['fma'],
  half: ['fp16', 'fp64'],
  integer: ['imad', 'imad_hi', 'alu'],
  compare: ['alu_predicate'],
  move: ['mov', 'special_register'],
  special: ['sfu', 'convert'],
  uniform: ['uniform', 'constant'],
  lanes: ['shuffle', 'shuffle_test', 'vote'],
  storage: ['load_global', 'store_global', 'atomic_global', 'reduce_global', 'fence'],
  workgroup: ['load_shared', 'store_shared', 'atomic_shared', 'compare_shared'],
  local: ['load_local', 'store_local'],
  control: ['branch', 'reconverge', 'barrier', 'nop'],
};

const GROUP_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(GROUPS).flatMap(([group, classes]) => classes.map((each) => [each, group] as const)),
);

/** Moves and constants that run on a pipe of arithmetic to balance the load. */
const MOVE = /^(IMAD\.(MOV|U32)|HFMA2\.MMA)/;

/** Kinds of work whose static copies tell how often a loop was copied. */
const WORK = ['LDG', 'LDS', 'FFMA', 'MUFU'];

/** What counts as agreement throughout. */
export const TOLERANCE = 0.15;
const NARROW_TOLERANCE = 0.05;
/** Differences as small as this are no disagreement, whatever the share. */
const SLACK = 2;

/** The row of one launch. */
export function layerRow(
  about: Pick<LayerRow, 'name' | 'family' | 'isHeldOut'>,
  { program, prediction }: { readonly program: Program; readonly prediction: Prediction },
  { code: driver, loops }: Recorded,
  classOf: ClassOf,
): LayerRow {
  const opcodes = opcodesOf(program);
  const work = busiest(driver.opcodes);
  const { perWarp, byClass } = prediction.instructions;
  return {
    ...about,
    registers: { model: program.registersPerThread, driver: driver.registers },
    spillBytes: program.spillBytes,
    instructions: { model: total(opcodes), driver: total(driver.opcodes) },
    groups: groupPairs(countGroups(opcodes, classOf), countGroups(driver.opcodes, classOf)),
    ...(work === undefined
      ? {}
      : { unrolling: { of: work, model: countOf(opcodes, work), driver: countOf(driver.opcodes, work) } }),
    ...(loops === undefined ? {} : { loops: loopAgreement(loopsOf(program), loops.left, loops.ofSource) }),
    dynamic: { perWarp, byClass, ...prediction.memory },
  };
}

/** How many rows agree, layer by layer. */
export function agreementOf(rows: readonly LayerRow[]): Agreement {
  const share = (agrees: (row: LayerRow) => boolean) =>
    rows.length === 0 ? 0 : rows.filter(agrees).length / rows.length;
  return {
    launches: rows.length,
    registersWithin15: share((row) => isNear(row.registers, TOLERANCE)),
    instructionsWithin5: share((row) => isNear(row.instructions, NARROW_TOLERANCE)),
    instructionsWithin15: share((row) => isNear(row.instructions, TOLERANCE)),
    groupsWithin15: Object.fromEntries(
      Object.keys(GROUPS).map((group) => [
        group,
        share(({ groups }) => isNear(groups[group] ?? { model: 0, driver: 0 }, TOLERANCE)),
      ]),
    ),
    loops: rows.reduce((sum, { loops }) => sum + (loops?.total ?? 0), 0),
    loopsRight: rows.reduce((sum, { loops }) => sum + (loops?.right ?? 0), 0),
  };
}

/** Whether the model is within a share of the driver, or so close that the share means nothing. */
export function isNear({ model, driver }: Pair, tolerance = TOLERANCE): boolean {
  return Math.abs(model - driver) <= Math.max(SLACK, tolerance * driver);
}

/** How often the modelled program holds each mnemonic. */
export function opcodesOf(program: Program): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { instructions } of program.segments)
    for (const { opcode } of instructions) counts[opcode] = (counts[opcode] ?? 0) + 1;
  return counts;
}

/** The group that an instruction counts in. */
export function groupOf(opcode: string, costClass: string | undefined): string {
  return MOVE.test(opcode) ? 'move' : (GROUP_OF.get(costClass ?? '') ?? 'other');
}

function countGroups(opcodes: Readonly<Record<string, number>>, classOf: ClassOf): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [opcode, count] of Object.entries(opcodes)) {
    const group = groupOf(opcode, classOf(opcode));
    counts.set(group, (counts.get(group) ?? 0) + count);
  }
  return counts;
}

function groupPairs(
  model: ReadonlyMap<string, number>,
  driver: ReadonlyMap<string, number>,
): Record<string, Pair> {
  const pairs: Record<string, Pair> = {};
  for (const group of [...Object.keys(GROUPS), 'other']) {
    const pair = { model: model.get(group) ?? 0, driver: driver.get(group) ?? 0 };
    if (pair.model + pair.driver > 0) pairs[group] = pair;
  }
  return pairs;
}

function busiest(opcodes: Readonly<Record<string, number>>): string | undefined {
  const counted = WORK.map((work) => ({ work, count: countOf(opcodes, work) }));
  const most = counted.reduce((best, each) => (each.count > best.count ? each : best));
  return most.count > 0 ? most.work : undefined;
}

function countOf(opcodes: Readonly<Record<string, number>>, prefix: string): number {
  return Object.entries(opcodes).reduce(
    (sum, [opcode, count]) => (opcode.split('.')[0] === prefix ? sum + count : sum),
    0,
  );
}

function total(opcodes: Readonly<Record<string, number>>): number {
  return Object.values(opcodes).reduce((sum, each) => sum + each, 0);
}
