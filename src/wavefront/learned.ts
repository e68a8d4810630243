// What was learned of wavefronts, and what it says of a table at once (Mohanty and Cole, section 3.1.2): a support
// vector machine tells whether the device is worth more than one workgroup, trees tell how. Of the latter M5P and REP
// trees are two heuristics, of which each parameter may have its own; what one hangs on beside the table is that of
// section 4.1.5: the band on the tile, the halo on band and workgroup.

import { type ModelTree, modelTree, modelValue } from '../learn/model-tree.ts';
import { type RepTree, repTree, repValue } from '../learn/rep-tree.ts';
import { decision, type SupportVectorMachine, trainSvm } from '../learn/svm.ts';
import type { Configuration } from './phases.ts';
import { DIAGONALS, isSensible, TILES, WORKGROUPS } from './space.ts';
import type { Features, Instance } from './training.ts';

export type Heuristic = 'm5p' | 'rep';

/** A tree of either kind. */
type Regressor =
  | { readonly kind: 'm5p'; readonly tree: ModelTree }
  | { readonly kind: 'rep'; readonly tree: RepTree };

/** Plain data: the contents of `hwprofiles/wavefront/PROFILE.json`. */
export interface Learned {
  readonly schema: 'kernelcast/wavefront-learned@1';
  readonly profile: string;
  /** Above 0 where a band pays. */
  readonly whether: SupportVectorMachine;
  /** Threads of the workgroup that does it all, where none pays. */
  readonly loneWorkgroup: Regressor;
  readonly tile: Regressor;
  readonly workgroup: Regressor;
  readonly band: Regressor;
  readonly diagonals: Regressor;
  /** Rounds of the synthetic wavefront by what a step of a lone subgroup takes. */
  readonly steps: readonly StepTime[];
}

/** What a step takes with cells of so many bytes, in ns: `baseNs` and `roundNs` for each round. */
export interface StepTime {
  readonly cellBytes: number;
  readonly baseNs: number;
  readonly roundNs: number;
}

export interface TrainingOptions {
  /** Of tile, and of all else; the paper's choice is REP for the one and M5P for the other. */
  readonly tile: Heuristic;
  readonly others: Heuristic;
  /** Best configurations of each instance that are learned from; 5 in the paper. */
  readonly perInstance: number;
}

export const AS_PRINTED: TrainingOptions = { tile: 'rep', others: 'm5p', perInstance: 5 };

/** Of two ways that are equally good, what lies between them is neither: the best one alone is learned from. */
export const CHOSEN: TrainingOptions = { ...AS_PRINTED, perInstance: 1 };

const SVM = { cost: 100, gamma: 0.5 };

/** @param instances each with its ranking, the fastest first */
export function learn(
  profile: string,
  instances: readonly Instance[],
  steps: readonly StepTime[],
  { tile, others, perInstance }: TrainingOptions = CHOSEN,
): Learned {
  const isParallel = ({ ranking }: Instance) => ranking[0].configuration.band >= 0;
  const whether = trainSvm(
    instances.map(({ features }) => columnsOf(features)),
    instances.map(isParallel),
    SVM,
  );
  // Pruning takes every third row, and neighbours are alike.
  const good = scattered(
    instances.filter(isParallel).flatMap(({ features, ranking }) =>
      ranking
        .filter(({ configuration }) => configuration.band >= 0)
        .slice(0, perInstance)
        .map(({ configuration }) => ({ features, configuration })),
    ),
  );
  const lone = scattered(
    instances.flatMap(({ features, ranking }) => {
      const best = ranking.find(({ configuration }) => configuration.band < 0);
      return best ? [{ features, configuration: best.configuration }] : [];
    }),
  );
  const fitted = (
    kind: Heuristic,
    rows: typeof good,
    columns: (features: Features, configuration: Configuration) => number[],
    target: (features: Features, configuration: Configuration) => number,
  ): Regressor => {
    const table = rows.map(({ features, configuration }) => columns(features, configuration));
    const targets = rows.map(({ features, configuration }) => target(features, configuration));
    return kind === 'm5p'
      ? { kind, tree: modelTree(table, targets) }
      : { kind, tree: repTree(table, targets) };
  };
  const byTable = (features: Features) => columnsOf(features);
  return {
    schema: 'kernelcast/wavefront-learned@1',
    profile,
    whether,
    loneWorkgroup: fitted(others, lone, byTable, (_, { workgroup }) => Math.log2(workgroup)),
    tile: fitted(tile, good, byTable, (_, each) => Math.log2(each.tile)),
    workgroup: fitted(others, good, byTable, (_, { workgroup }) => Math.log2(workgroup)),
    band: fitted(
      others,
      good,
      (features, each) => bandColumns(features, Math.log2(each.tile)),
      (features, { band }) => band / halfOf(features),
    ),
    diagonals: fitted(
      others,
      good,
      (features, each) =>
        diagonalsColumns(features, {
          tile: Math.log2(each.tile),
          share: each.band / halfOf(features),
          workgroup: Math.log2(each.workgroup),
        }),
      (_, { diagonals }) => Math.log2(diagonals),
    ),
    steps,
  };
}

/** The configuration that a table should have, by what was learned: one that makes sense. */
export function choose(learned: Learned, features: Features): Configuration {
  const { cellBytes } = features;
  const columns = columnsOf(features);
  const nearest = (choices: readonly number[], log: number, isPossible: (choice: number) => boolean) =>
    choices
      .filter(isPossible)
      .reduce((a, b) => (Math.abs(Math.log2(b) - log) < Math.abs(Math.log2(a) - log) ? b : a));
  const alone = { band: -1, tile: 1, diagonals: 1 };
  if (decision(learned.whether, columns) <= 0) {
    const log = saidBy(learned.loneWorkgroup, columns);
    const workgroup = nearest(WORKGROUPS, log, (each) =>
      isSensible({ ...alone, workgroup: each }, cellBytes),
    );
    return { ...alone, workgroup };
  }
  const inBand = { ...alone, band: 0 };
  const workgroup = nearest(WORKGROUPS, saidBy(learned.workgroup, columns), (each) =>
    isSensible({ ...inBand, workgroup: each }, cellBytes),
  );
  const tile = nearest(TILES, saidBy(learned.tile, columns), (each) =>
    isSensible({ ...inBand, tile: each, workgroup }, cellBytes),
  );
  const tileLog = Math.log2(tile);
  const share = Math.min(1, Math.max(0, saidBy(learned.band, bandColumns(features, tileLog))));
  const band = Math.ceil(share * halfOf(features));
  const told = { tile: tileLog, share, workgroup: Math.log2(workgroup) };
  const diagonals = nearest(DIAGONALS, saidBy(learned.diagonals, diagonalsColumns(features, told)), (each) =>
    isSensible({ band, tile, diagonals: each, workgroup }, cellBytes),
  );
  return { band, tile, diagonals, workgroup };
}

/** Rounds of the synthetic wavefront that take as long as a step of this one. */
export function roundsOf(learned: Learned, cellBytes: number, stepNs: number): number {
  const { steps } = learned;
  const above = steps.findIndex((each) => each.cellBytes >= cellBytes);
  const high = above < 0 ? steps.length - 1 : Math.max(1, above);
  const [from, to] = [steps[high - 1], steps[high]];
  const share = Math.min(1, Math.max(0, (cellBytes - from.cellBytes) / (to.cellBytes - from.cellBytes)));
  const between = (key: 'baseNs' | 'roundNs') => from[key] + share * (to[key] - from[key]);
  return Math.max(1, (stepNs - between('baseNs')) / between('roundNs'));
}

function saidBy(regressor: Regressor, columns: readonly number[]): number {
  return regressor.kind === 'm5p' ? modelValue(regressor.tree, columns) : repValue(regressor.tree, columns);
}

function halfOf({ rows, columns }: Features): number {
  return Math.ceil((rows + columns) / 2);
}

/** The names of the columns, for whoever reads a tree. */
export const COLUMNS = ['log2 rows', 'log2 columns', 'log2 bytes of a cell', 'log2 tsize'] as const;

function columnsOf({ rows, columns, cellBytes, tsize }: Features): number[] {
  return [rows, columns, cellBytes, tsize].map((each) => Math.log2(each));
}

function bandColumns(features: Features, tile: number): number[] {
  return [...columnsOf(features), tile];
}

function diagonalsColumns(
  features: Features,
  { tile, share, workgroup }: { readonly tile: number; readonly share: number; readonly workgroup: number },
): number[] {
  return [...columnsOf(features), tile, share, workgroup];
}

/** In an order that means nothing, and is always the same. */
function scattered<T>(all: readonly T[]): T[] {
  const key = (index: number) => (index * 0.6180339887498949) % 1;
  return all
    .map((each, index) => ({ each, at: key(index + 1) }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
