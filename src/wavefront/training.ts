// What the learners are trained on: the model's times of the synthetic wavefront over its granularities and sizes, and
// of each instance the best configurations (Mohanty and Cole, section 3.1.2).

import { type KnotTimes, nameOfKnot } from './curves.ts';
import { type Forecasted, forecastTable, type Gaps } from './forecast.ts';
import type { TableSize } from './phases.ts';
import { configurationsOf } from './space.ts';
import { bytesOf, type Granularity } from './synthetic.ts';

/** Dispatches of the synthetic wavefront that were predicted, by granularity. */
export interface SyntheticKnots {
  readonly schema: 'kernelcast/wavefront-synthetic@1';
  readonly profile: string;
  readonly gaps: Gaps;
  readonly curves: readonly (Granularity & { readonly knots: Readonly<Record<string, number>> })[];
}

/** Spaced irregularly, as the paper's are; square, and four times as wide or as high. */
export const SIZES: readonly TableSize[] = [
  24, 44, 70, 110, 170, 260, 410, 600, 930, 1300, 1900, 2800,
].flatMap((side) =>
  [1, 2, 0.5].map((stretch) => ({
    rows: Math.round(side * stretch),
    columns: Math.round(side / stretch),
  })),
);

/** What is predicted; times of other numbers of rounds are a straight line through the last two. */
export const PREDICTED_TSIZES = [4, 32, 128] as const;
export const PREDICTED_DSIZES = [0, 1, 3, 5] as const;
/** What is learned from: the paper has 10 to 12,000 iterations and a dsize of 1, 3 and 5. */
export const TSIZES = [4, 10, 32, 90, 260, 750, 2200] as const;

/** What one configures for. */
export interface Features extends TableSize {
  readonly cellBytes: number;
  /** In rounds of the synthetic wavefront. */
  readonly tsize: number;
}

/** A table with all of its configurations, the fastest first. */
export interface Instance {
  readonly features: Features;
  readonly ranking: readonly Forecasted[];
}

/** Times of the synthetic wavefront with any number of rounds. */
export function syntheticTimes({ curves }: SyntheticKnots, { tsize, dsize }: Granularity): KnotTimes {
  const known = PREDICTED_TSIZES.map((each) =>
    curves.find((one) => one.tsize === each && one.dsize === dsize),
  );
  const above = PREDICTED_TSIZES.findIndex((each) => each >= tsize);
  const high = above < 0 ? PREDICTED_TSIZES.length - 1 : Math.max(1, above);
  const [from, to] = [known[high - 1], known[high]];
  if (!from || !to) throw new RangeError(`dsize ${dsize} was not predicted`);
  const share = (tsize - from.tsize) / (to.tsize - from.tsize);
  return (knot) => {
    const name = nameOfKnot(knot);
    return from.knots[name] + share * (to.knots[name] - from.knots[name]);
  };
}

/** Every table that is learned from. */
export function trainingInstances(synthetic: SyntheticKnots): Instance[] {
  return PREDICTED_DSIZES.flatMap((dsize) =>
    TSIZES.flatMap((tsize) => {
      const times = syntheticTimes(synthetic, { tsize, dsize });
      const cellBytes = bytesOf({ dsize });
      return SIZES.map((size) => ({
        features: { ...size, cellBytes, tsize },
        ranking: rankingOf(size, cellBytes, times, synthetic.gaps),
      }));
    }),
  );
}

/** All configurations of a table by time, the fastest first: the exhaustive search. */
export function rankingOf(size: TableSize, cellBytes: number, times: KnotTimes, gaps: Gaps): Forecasted[] {
  return configurationsOf(size, cellBytes)
    .map((configuration) => forecastTable(size, configuration, times, gaps))
    .sort((a, b) => a.timeNs - b.timeNs);
}
