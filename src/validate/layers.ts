// Layer by layer: where a prediction goes wrong shows in what it was made from. Each launch's modelled machine
// code is put beside code that was recorded from the real driver: registers, instructions by group, copies of
// the memory accesses (which unrolling decides). What execution and emulation counted stands beside it.

import type { Listing } from '../compilers/listing.ts';
import type { Program } from '../machine/program.ts';
import type { Prediction } from '../predict/prediction.ts';
import type { LaunchFacts } from './launch-set.ts';
import { type DriverLoop, type LoopAgreement, loopAgreement, loopsOf, TOLERANCE } from './loops.ts';
import {
  busiestWork,
  copiesOf,
  groupCounts,
  groupNames,
  type OpcodeCounts,
  opcodeCounts,
} from './opcodes.ts';

/** One launch's row in a file of recorded driver code. */
export interface DriverCode {
  readonly name: string;
  readonly registers: number;
  readonly spills: number;
  readonly opcodes: OpcodeCounts;
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

export interface LayerRow extends LaunchFacts {
  readonly name: string;
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

const NARROW_TOLERANCE = 0.05;
/** Differences as small as this are no disagreement, whatever the share. */
const SLACK = 2;

/** The row of one launch. */
export function layerRow(
  about: LaunchFacts & Pick<LayerRow, 'name'>,
  { program, prediction }: { readonly program: Program; readonly prediction: Prediction },
  { code: driver, loops }: Recorded,
  listing: Listing,
): LayerRow {
  const opcodes = opcodeCounts(program);
  const work = busiestWork(driver.opcodes, listing);
  const { perWarp, byClass } = prediction.instructions;
  return {
    ...about,
    registers: { model: program.registersPerThread, driver: driver.registers },
    spillBytes: program.spillBytes,
    instructions: { model: total(opcodes), driver: total(driver.opcodes) },
    groups: groupPairs(groupCounts(opcodes, listing), groupCounts(driver.opcodes, listing)),
    ...(work === undefined
      ? {}
      : {
          unrolling: {
            of: work,
            model: copiesOf(opcodes, work, listing),
            driver: copiesOf(driver.opcodes, work, listing),
          },
        }),
    ...(loops === undefined
      ? {}
      : { loops: loopAgreement(loopsOf(program, listing), loops.left, loops.ofSource) }),
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
      groupNames.map((group) => [
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

function groupPairs(
  model: ReadonlyMap<string, number>,
  driver: ReadonlyMap<string, number>,
): Record<string, Pair> {
  const pairs: Record<string, Pair> = {};
  for (const group of [...groupNames, 'other']) {
    const pair = { model: model.get(group) ?? 0, driver: driver.get(group) ?? 0 };
    if (pair.model + pair.driver > 0) pairs[group] = pair;
  }
  return pairs;
}

function total(opcodes: OpcodeCounts): number {
  return Object.values(opcodes).reduce((sum, each) => sum + each, 0);
}
