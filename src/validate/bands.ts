// Error bands from residuals: for each kind of kernel, between which factors of its prediction the measured
// times of a suite lay. The quantiles are those of split conformal prediction (Vovk et al., "Algorithmic
// Learning in a Random World", 2005): with n residuals the k-th from either end, k = floor((n + 1)·(1 − share)/2),
// so that a further kernel of the kind falls inside with at least about the share asked for.

import { type BandKind, bandKinds } from '../predict/error-band.ts';
import type { Row } from './validate.ts';

/** The share of measured times that bands are made for. */
export const BAND_SHARE = 0.9;

export interface Residual {
  readonly kind: BandKind;
  readonly family: string;
  /** measured / predicted. */
  readonly ratio: number;
}

/** Factors of the prediction between which the measured time is expected. */
export interface Band {
  readonly low: number;
  readonly high: number;
  /** Residuals that it rests on. */
  readonly launches: number;
}

export type Bands = Readonly<Partial<Record<BandKind, Band>>> & { readonly any: Band };

/** Kinds with fewer residuals than this take the band of all. */
const FEWEST = 12;
/** 1 - 0.9 is a little less than a tenth. */
const ROUNDING = 1e-9;

export function bandsOf(residuals: readonly Residual[], share: number): Bands {
  const bands: Partial<Record<BandKind, Band>> = {};
  for (const kind of bandKinds) {
    const own = residuals.filter((each) => each.kind === kind);
    if (own.length >= FEWEST) bands[kind] = bandOf(own, share);
  }
  return { ...bands, any: bandOf(residuals, share) };
}

function bandOf(residuals: readonly Residual[], share: number): Band {
  const ratios = residuals.map((each) => each.ratio).sort((a, b) => a - b);
  const place = Math.max(1, Math.floor(((ratios.length + 1) * (1 - share)) / 2 + ROUNDING));
  const rounded = (value: number) => Number(value.toPrecision(3));
  return {
    low: rounded(Math.min(1, ratios[place - 1])),
    high: rounded(Math.max(1, ratios[ratios.length - place])),
    launches: ratios.length,
  };
}

/** The residuals of rows that were predicted. */
export function residualsOf(rows: readonly Row[]): Residual[] {
  return rows.flatMap(({ name, bandKind, family, measuredNs, predictedNs }) =>
    predictedNs === undefined || bandKind === undefined
      ? []
      : [{ kind: bandKind, family: family ?? name, ratio: measuredNs / predictedNs }],
  );
}

/** Share of the residuals inside bands that were made without their family. */
export function coverageByFamily(residuals: readonly Residual[], share: number): number {
  let inside = 0;
  for (const family of new Set(residuals.map((each) => each.family))) {
    const bands = bandsOf(
      residuals.filter((each) => each.family !== family),
      share,
    );
    for (const { kind, ratio } of residuals.filter((each) => each.family === family)) {
      const { low, high } = bands[kind] ?? bands.any;
      if (ratio >= low && ratio <= high) inside++;
    }
  }
  return inside / residuals.length;
}
