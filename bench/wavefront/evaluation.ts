// What each way of choosing has of the best speed, on kernels that the learners have not seen: by the model, where all
// configurations have a time, and by measurements, among the configurations that were measured.

import { pointsOf } from '../../src/space/points.ts';
import { configurationOf, keyOf, type Point, parameterOf, spaceOfList } from '../../src/space/space.ts';
import type { TrialEvaluator } from '../../src/tune/evaluators/evaluator.ts';
import { Journal } from '../../src/tune/journal.ts';
import { TIME } from '../../src/tune/objective.ts';
import { Tuner } from '../../src/tune/tuner.ts';
import { type KnotTimes, nameOfKnot, stepNs } from '../../src/wavefront/curves.ts';
import { forecastTable, type Gaps } from '../../src/wavefront/forecast.ts';
import { choose, type Learned, roundsOf } from '../../src/wavefront/learned.ts';
import { type Configuration, phasesOf } from '../../src/wavefront/phases.ts';
import { rankingOf } from '../../src/wavefront/training.ts';
import { type Instance, measuredConfigurations } from './instances.ts';
import type { MeasuredInstance, MeasuredTables } from './measured.ts';

/** Dispatches of the instances that were predicted. */
export interface KernelKnots {
  readonly schema: 'kernelcast/wavefront-kernels@1';
  readonly profile: string;
  readonly gaps: Gaps;
  readonly tables: readonly KernelTable[];
}

export interface KernelTable extends Instance {
  readonly rows: number;
  readonly columns: number;
  readonly cellBytes: number;
  readonly knots: Readonly<Record<string, number>>;
}

const SUBGROUP = 32;
const TUNER_TRIALS = 20;
const TUNER_SEEDS = [1, 2, 3, 4, 5];

/** Of an instance, the share of the best speed by way of choosing; 1 is the exhaustive search. */
export type Shares = Readonly<Record<string, number>>;

export interface Evaluated {
  readonly table: KernelTable;
  readonly tsize: number;
  /** The fastest that there is. */
  readonly best: Configuration;
  readonly bestNs: number;
  readonly chosen: Configuration;
  readonly shares: Shares;
}

export function timesOf({ knots }: KernelTable): KnotTimes {
  return (knot) => knots[nameOfKnot(knot)];
}

/** By the model. */
export async function evaluatedByModel(
  { tables, gaps }: KernelKnots,
  printed: Learned,
  chosen: Learned,
): Promise<Evaluated[]> {
  const all: Evaluated[] = [];
  for (const table of tables) {
    const times = timesOf(table);
    const ranking = rankingOf(table, table.cellBytes, times, gaps);
    const [best] = ranking;
    const tsize = roundsOf(chosen, table.cellBytes, stepNs(times, SUBGROUP));
    const pick = choose(chosen, { ...table, tsize });
    const share = (configuration: Configuration) =>
      best.timeNs / forecastTable(table, configuration, times, gaps).timeNs;
    all.push({
      table,
      tsize,
      best: best.configuration,
      bestNs: best.timeNs,
      chosen: pick,
      shares: {
        learned: share(pick),
        printed: share(choose(printed, { ...table, tsize })),
        tuned: await tunedShare(ranking.map(({ configuration, timeNs }) => ({ ...configuration, timeNs }))),
        ...handShares(ranking.map(({ configuration, timeNs }) => ({ ...configuration, timeNs }))),
      },
    });
  }
  return all;
}

type Timed = Configuration & { readonly timeNs: number };

/** What one would write by hand: the best of each kind. */
function handShares(all: readonly Timed[]): Shares {
  const bestNs = Math.min(...all.map(({ timeNs }) => timeNs));
  const share = (is: (each: Timed) => boolean) =>
    bestNs / Math.min(...all.filter(is).map(({ timeNs }) => timeNs));
  return {
    lone: share(({ band }) => band < 0),
    single: share(({ band, tile, diagonals }) => band >= 0 && tile === 1 && diagonals === 1),
    tiles: share(({ tile }) => tile > 1),
  };
}

/** What was predicted of an instance. */
export function tableOf(instance: Instance, tables: readonly KernelTable[]): KernelTable | undefined {
  const params = JSON.stringify(instance.params);
  return tables.find((each) => each.example === instance.example && JSON.stringify(each.params) === params);
}

/** Whether all configurations have a time: the best of some is not the best of all. */
export function isWhole({ configurations }: MeasuredInstance, table: KernelTable): boolean {
  return configurations.length === measuredConfigurations(table, table.cellBytes).length;
}

/**
 * By measurements, of the tables that were measured as a whole: `model` is what the model finds fastest of what was
 * measured.
 */
export async function evaluatedByMeasurement(
  { instances }: MeasuredTables,
  { tables, gaps }: KernelKnots,
  printed: Learned,
  chosen: Learned,
): Promise<Evaluated[]> {
  const all: Evaluated[] = [];
  for (const instance of instances) {
    const table = tableOf(instance, tables);
    if (!table || !isWhole(instance, table)) continue;
    const times = timesOf(table);
    const measured = [...instance.configurations].sort((a, b) => a.timeNs - b.timeNs);
    const [best] = measured;
    const byModel = measured
      .map((each) => ({ each, timeNs: forecastTable(table, each, times, gaps).timeNs }))
      .reduce((a, b) => (b.timeNs < a.timeNs ? b : a)).each;
    const tsize = roundsOf(chosen, table.cellBytes, stepNs(times, SUBGROUP));
    const pick = (learned: Learned) => nearestMeasured(table, instance, choose(learned, { ...table, tsize }));
    all.push({
      table,
      tsize,
      best,
      bestNs: best.timeNs,
      chosen: pick(chosen),
      shares: {
        learned: best.timeNs / pick(chosen).timeNs,
        printed: best.timeNs / pick(printed).timeNs,
        model: best.timeNs / byModel.timeNs,
        tuned: await tunedShare(measured),
        ...handShares(measured),
      },
    });
  }
  return all;
}

/** What was measured is a part of the space; a choice beyond it goes to its like. */
function nearestMeasured(table: KernelTable, { configurations }: MeasuredInstance, wanted: Configuration) {
  const half = Math.ceil((table.rows + table.columns) / 2);
  const { first, end } = phasesOf(table, wanted);
  const isWhole = first === 0 && end > 0;
  const far = (each: Configuration) => {
    const log = (key: 'tile' | 'diagonals' | 'workgroup') => Math.abs(Math.log2(each[key] / wanted[key]));
    const kind =
      Number(each.band < 0 !== wanted.band < 0) * 100 + Number(each.tile > 1 !== wanted.tile > 1) * 50;
    const bandOf = isWhole && wanted.band >= 0 ? half : wanted.band;
    const workgroup = each.tile > 1 && each.band >= half ? 0 : log('workgroup');
    return kind + log('tile') + log('diagonals') + workgroup + (4 * Math.abs(each.band - bandOf)) / half;
  };
  return configurations.reduce((a, b) => (far(b) < far(a) ? b : a));
}

/** The share of the best that the tuner has after some trials, from single diagonals on; over several seeds. */
async function tunedShare(timed: readonly Timed[]): Promise<number> {
  const names = ['band', 'tile', 'diagonals', 'workgroup'] as const;
  // By value, not by time: the order of a space must not tell the tuner where the fast ones are.
  const all = [...timed].sort((a, b) => names.reduce((order, name) => order || a[name] - b[name], 0));
  const parameters = names.map((name) => parameterOf(name, [...new Set(all.map((each) => each[name]))]));
  const pointOfTimed = (each: Timed): Point =>
    parameters.map(({ name, values }) => values.indexOf(each[name as (typeof names)[number]]));
  const byKey = new Map(all.map((each) => [keyOf(pointOfTimed(each)), each.timeNs]));
  const space = spaceOfList(parameters, all.map(pointOfTimed));
  const points = pointsOf(space).value!;
  const plain = all.filter(({ band, tile, diagonals }) => band >= 0 && tile === 1 && diagonals === 1);
  const base = pointOfTimed(plain.reduce((a, b) => (b.band > a.band ? b : a)));
  const evaluate = async (point: Point) => ({
    status: 'correct' as const,
    timeNs: byKey.get(keyOf(point))!,
  });
  const evaluator: TrialEvaluator = {
    kind: 'replay',
    device: '',
    driver: '',
    isNoisy: false,
    room: 1,
    ahead: 1,
    open: async () => ({ value: await evaluate(base), diagnostics: [] }),
    evaluate,
    confirm: evaluate,
    close: () => {},
  };
  const instantiate = (point: Point) => ({
    value: { launch: { params: {} }, source: JSON.stringify(configurationOf(space, point)) } as never,
    diagnostics: [],
  });
  const found: number[] = [];
  for (const seed of TUNER_SEEDS) {
    let clock = 0;
    const tuner = new Tuner({ space, points, base, instantiate }, evaluator, {
      seed,
      budget: { trials: TUNER_TRIALS },
      objective: TIME,
      seeds: [],
      past: [],
      secondsBefore: 0,
      journal: new Journal({ add: () => {}, update: () => {}, settle: () => {} }, ''),
      identify: ({ source }) => source,
      now: () => clock++,
      date: () => '',
      isInterrupted: () => false,
    });
    const { value } = await tuner.run();
    found.push(value!.ranking[0].value);
  }
  const bestNs = Math.min(...all.map(({ timeNs }) => timeNs));
  return geometricMean(found.map((timeNs) => bestNs / timeNs));
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, each) => sum + Math.log(each), 0) / values.length);
}
