// Compares predictions with measurements, launch by launch, beside two baselines, and sums up.

import type { BandKind } from '../predict/error-band.ts';
import { relativeError, type Score, scoreOf } from './statistics.ts';

/** One launch of the suite: measured, and predicted unless that was refused. */
export interface Row {
  readonly name: string;
  readonly launch: string;
  readonly family?: string;
  /** Kept away from modelling, to see how well the model does on what it never saw. */
  readonly isHeldOut?: boolean;
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

export interface ScoreCard {
  /** Launches with a measurement. */
  readonly launches: number;
  readonly refusals: number;
  /** Share of the measured times inside the prediction's error band. */
  readonly withinBand: number;
  /** Mean time of the model per launch. */
  readonly secondsPerKernel: number;
}

export interface Validation {
  readonly schema: 'kernelcast/validation@1';
  readonly profile: string;
  readonly device: string;
  readonly score: ScoreCard & Partial<Score>;
  readonly baselines: { readonly roofline?: Score; readonly saake?: Score };
  /** Where the suite says which launches were held out: both parts by themselves. */
  readonly parts: Readonly<Record<string, Score>>;
  readonly rows: readonly Row[];
  /** Launches of the folder without a measurement on the device. */
  readonly unmeasured: readonly string[];
}

/** The row with its error. */
export function scored(row: Omit<Row, 'error'>): Row {
  const { measuredNs, predictedNs } = row;
  return predictedNs === undefined ? row : { ...row, error: relativeError({ measuredNs, predictedNs }) };
}

/** The score card of rows. */
export function validationOf(
  rows: readonly Row[],
  about: Pick<Validation, 'profile' | 'device' | 'unmeasured'>,
): Validation {
  const inBand = rows.filter(
    ({ measuredNs, errorBandNs }) =>
      errorBandNs !== undefined && measuredNs >= errorBandNs[0] && measuredNs <= errorBandNs[1],
  );
  const predicted = rows.filter((row) => row.predictedNs !== undefined);
  const seconds = predicted.reduce((sum, row) => sum + (row.seconds ?? 0), 0);
  const parts: Record<string, Score> = {};
  for (const [name, isHeldOut] of [['seen', false] as const, ['held out', true] as const]) {
    const score = scoreBy(
      rows.filter((row) => row.isHeldOut === isHeldOut),
      'predictedNs',
    );
    if (score) parts[name] = score;
  }
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
    parts,
    rows,
  };
}

function scoreBy(rows: readonly Row[], key: 'predictedNs' | 'rooflineNs' | 'saakeNs'): Score | undefined {
  return scoreOf(
    rows.flatMap((row) => {
      const predictedNs = row[key];
      return predictedNs === undefined ? [] : [{ measuredNs: row.measuredNs, predictedNs }];
    }),
  );
}
