// Repeats tuning runs over recorded spaces and scores them.

import type { Technique } from '../../src/tune/techniques/technique.ts';
import type { RecordedSpace } from './replay/recorded-space.ts';
import { type Replay, replay } from './replay/replay.ts';
import { type Baseline, baselineOf, bestSoFar, scoreOf } from './replay/score.ts';
import { timeScoreOf } from './replay/time-score.ts';

export interface Contestant {
  readonly name: string;
  /** The default ensemble when absent. */
  readonly techniques?: readonly Technique[];
}

/** P over trials, or over the time that the trials took. */
export type Measure = 'trials' | 'time';

export interface SpaceStanding {
  readonly name: string;
  readonly p: number;
  /** Of the mean over the repeats. */
  readonly standardError: number;
  /** Trials per run. */
  readonly budget: number;
  readonly configurations: number;
  /** Mean of optimum over best found. */
  readonly shareOfOptimum: number;
  /** Repeats that found the optimum itself. */
  readonly optimumFound: number;
  /** By trials from 0: mean of optimum over best so far, and the same of random search. */
  readonly curve: readonly number[];
  readonly expected: readonly number[];
}

export interface Standing {
  readonly name: string;
  readonly meanP: number;
  readonly spaces: readonly SpaceStanding[];
}

export interface Settings {
  readonly repeats: number;
  /** Run r of each space has seed `seed + r`. */
  readonly seed: number;
  readonly measure: Measure;
}

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;

export function standingOf(
  { name, techniques }: Contestant,
  spaces: readonly RecordedSpace[],
  settings: Settings,
): Standing {
  const options = techniques === undefined ? {} : { techniques };
  const found = spaces.map((space) => {
    const baseline = baselineOf(space.times);
    const runs = Array.from({ length: settings.repeats }, (_, run) =>
      replay(space, baseline.budget, { ...options, seed: settings.seed + run }),
    );
    return spaceStanding(space, baseline, runs, settings.measure);
  });
  return { name, meanP: mean(found.map(({ p }) => p)), spaces: found };
}

function spaceStanding(
  space: RecordedSpace,
  baseline: Baseline,
  runs: readonly Replay[],
  measure: Measure,
): SpaceStanding {
  const { optimum, worst, budget, expected } = baseline;
  const scores =
    measure === 'trials' ? runs.map(({ times }) => scoreOf(baseline, times)) : timeScoreOf(space, runs);
  const p = mean(scores);
  const variance = mean(scores.map((score) => (score - p) ** 2)) / Math.max(1, scores.length - 1);
  const curves = runs.map(({ times }) => bestSoFar(times, budget, worst));
  return {
    name: space.name,
    p,
    standardError: Math.sqrt(variance),
    budget,
    configurations: space.points.count,
    shareOfOptimum: mean(curves.map((curve) => optimum / curve[budget])),
    optimumFound: curves.filter((curve) => curve[budget] === optimum).length,
    curve: Array.from(expected, (_, trials) => mean(curves.map((curve) => optimum / curve[trials]))),
    expected: Array.from(expected, (time) => optimum / time),
  };
}
