// Search by a surrogate: what the run has learnt from all trials, by whichever technique, ranks many candidates,
// and the most promising one is measured next. What appeals most is a matter of taste: the expected improvement
// (Mockus, 1975), or the lower end of what the time may be.

import { keyOf, type Point } from '../../space/space.ts';
import type { Trial } from '../ensemble/history.ts';
import { type Appeal, byLowerBound } from './learner.ts';
import { freePoint } from './random-search.ts';
import type { Context, Technique } from './technique.ts';

/** Candidates: unknown neighbours of the best few trials, fresh random points, and the best of the last turn. */
const BEST_TRIALS = 3;
const FRESH_CANDIDATES = 100;
const KEPT_CANDIDATES = 100;

function surrogate(name: string, appeal: Appeal): Technique {
  return {
    name,
    isLearned: true,
    asksAhead: true,
    *propose(context) {
      const { learner } = context;
      let kept: readonly Point[] = [];
      for (;;) {
        while (!learner.isReady) {
          const point = freePoint(context);
          yield point === undefined ? 'nothing' : { point };
        }
        const ranked = learner.rank(candidatesOf(context, kept), appeal);
        kept = ranked.slice(1, 1 + KEPT_CANDIDATES);
        yield ranked.length === 0 ? 'nothing' : { point: ranked[0] };
      }
    },
  };
}

function candidatesOf({ points, history, random }: Context, kept: readonly Point[]): Point[] {
  const candidates = new Map<string, Point>();
  const consider = (point: Point) => {
    if (!history.isTaken(point)) candidates.set(keyOf(point), point);
  };
  for (const point of kept) consider(point);
  for (const { point } of bestTrials(history.trials, BEST_TRIALS)) {
    for (const neighbour of points.neighbours(point, 'hamming')) consider(neighbour);
  }
  for (let i = 0; i < FRESH_CANDIDATES; i++) consider(points.sample(random));
  return [...candidates.values()];
}

function bestTrials(trials: readonly Trial[], count: number): Trial[] {
  const best: Trial[] = [];
  for (const trial of trials) {
    let place = best.length;
    while (place > 0 && trial.time < best[place - 1].time) place--;
    if (place >= count) continue;
    best.splice(place, 0, trial);
    best.length = Math.min(best.length, count);
  }
  return best;
}

const LEAST_DEVIATION = 1e-6;

export const expectedImprovement = surrogate('expected-improvement', ({ mean, deviation }, best) => {
  const spread = Math.max(LEAST_DEVIATION, deviation);
  const gain = (best - mean) / spread;
  return spread * (gain * normalDistribution(gain) + normalDensity(gain));
});

export const lowerBound = surrogate('lower-bound', byLowerBound);

const normalDensity = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** Abramowitz and Stegun, 7.1.26, to 1.5e−7. */
function normalDistribution(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2);
  const polynomial =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = (polynomial * Math.exp((-x * x) / 2)) / 2;
  return x < 0 ? tail : 1 - tail;
}
