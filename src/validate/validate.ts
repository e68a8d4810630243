// Compares predictions with measurements, launch by launch, beside two baselines, and sums up.

import type { BandKind } from '../predict/error-band.ts';
import type { Group, LaunchFacts, RecordedScore } from './launch-set.ts';
import { relativeError, type Score, scoreOf } from './statistics.ts';

/** One launch of the set: measured, and predicted unless that was refused. */
export interface Row extends LaunchFacts {
  readonly name: string;
  readonly launch: string;
  readonly measuredNs: number;
  /** Flags of the measurement, such as `noisy`. */
  readonly quality: readonly string[];
  readonly predictedNs?: number;
  /** (predicted - measured) / measured. */
  readonly error?: number;
  readonly errorBandNs?: readonly [number, number];
  readonly rooflineNs?: number;
  readonly saakeNs?: number;
  readonly bottleneck?: string;
  /** What the error band was chosen by. */
  readonly bandKind?: BandKind;
  readonly seconds?: number;
  /** Why there is no prediction. */
  readonly refusal?: string;
}

/** How good the predictions of a set are. */
export interface ScoreCard {
  /** Launches with a measurement. */
  readonly launches: number;
  readonly refusals: number;
  /** Share of the measured times inside the prediction's error band. */
  readonly withinBand: number;
  /** Mean time of the model per launch. */
  readonly secondsPerKernel: number;
}

/** Predictions beside measurements, summed up: the JSON of `kernelcast validate`. */
export interface Validation {
  readonly schema: 'kernelcast/validation@1';
  readonly profile: string;
  readonly device: string;
  readonly score: ScoreCard & Partial<Score>;
  readonly baselines: { readonly roofline?: Score; readonly saake?: Score };
  /** Where the set keeps families apart: the others and those by themselves. */
  readonly families: { readonly workedOn?: Score; readonly keptApart?: Score };
  /** The same by the names of older versions, `seen` and `held out`, for those who read the JSON. */
  readonly parts: Readonly<Record<string, Score>>;
  /** Groups that were scored before. */
  readonly history: readonly GroupHistory[];
  readonly rows: readonly Row[];
  /** Launches of the folder without a measurement on the device. */
  readonly unmeasured: readonly string[];
}

/** A group's first score beside today's. */
export interface GroupHistory {
  readonly group: string;
  readonly first: RecordedScore;
  readonly now: Score;
}

/** The row with its error. */
export function scored(row: Omit<Row, 'error'>): Row {
  const { measuredNs, predictedNs } = row;
  return predictedNs === undefined ? row : { ...row, error: relativeError({ measuredNs, predictedNs }) };
}

/** The score card of rows; `groups` are those that were scored before. */
export function validationOf(
  rows: readonly Row[],
  about: Pick<Validation, 'profile' | 'device' | 'unmeasured'>,
  groups: readonly Group[] = [],
): Validation {
  const inBand = rows.filter(
    ({ measuredNs, errorBandNs }) =>
      errorBandNs !== undefined && measuredNs >= errorBandNs[0] && measuredNs <= errorBandNs[1],
  );
  const predicted = rows.filter((row) => row.predictedNs !== undefined);
  const seconds = predicted.reduce((sum, row) => sum + (row.seconds ?? 0), 0);
  const [workedOn, keptApart] = [false, true].map((isKeptApart) =>
    predictedScore(rows, (row) => row.isKeptApart === isKeptApart),
  );
  const roofline = scoreBy(rows, 'rooflineNs');
  const saake = scoreBy(rows, 'saakeNs');
  return {
    schema: 'kernelcast/validation@1',
    ...about,
    score: {
      launches: rows.length,
      refusals: rows.length - predicted.length,
      ...scoreBy(rows, 'predictedNs'),
      withinBand: predicted.length === 0 ? 0 : inBand.length / predicted.length,
      secondsPerKernel: predicted.length === 0 ? 0 : seconds / predicted.length,
    },
    baselines: { ...(roofline ? { roofline } : {}), ...(saake ? { saake } : {}) },
    families: { ...(workedOn ? { workedOn } : {}), ...(keptApart ? { keptApart } : {}) },
    parts: { ...(workedOn ? { seen: workedOn } : {}), ...(keptApart ? { 'held out': keptApart } : {}) },
    history: groups
      .filter((group) => group.device === about.device)
      .flatMap((group) => historyOf(group, rows)),
    rows,
  };
}

function historyOf({ name, scores: [first] }: Group, rows: readonly Row[]): GroupHistory[] {
  const now = predictedScore(rows, (row) => row.group === name);
  return first && now ? [{ group: name, first, now }] : [];
}

function predictedScore(rows: readonly Row[], belongs: (row: Row) => boolean): Score | undefined {
  return scoreBy(rows.filter(belongs), 'predictedNs');
}

function scoreBy(rows: readonly Row[], key: 'predictedNs' | 'rooflineNs' | 'saakeNs'): Score | undefined {
  return scoreOf(
    rows.flatMap((row) => {
      const predictedNs = row[key];
      return predictedNs === undefined ? [] : [{ measuredNs: row.measuredNs, predictedNs }];
    }),
  );
}
