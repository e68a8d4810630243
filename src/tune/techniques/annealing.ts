// Simulated annealing: a walk from valid neighbour to valid neighbour that goes uphill too, the less the longer
// it has lasted. Differences of time are taken relative to the quicker one, so that it needs no unit.

import type { Point } from '../../space/space.ts';
import type { Member } from './population.ts';
import { freePoint } from './random-search.ts';
import type { Technique } from './technique.ts';

/** A slower neighbour by this share is taken with probability 1/e at first and at last. */
const FIRST_TEMPERATURE = 0.5;
const LAST_TEMPERATURE = 0.005;
const STEPS = 100;
const COOLING = Math.exp(Math.log(LAST_TEMPERATURE / FIRST_TEMPERATURE) / STEPS);
/** Neighbours in a row that were refused before the walk goes on from the best known. */
const PATIENCE = 25;

export const annealing: Technique = {
  name: 'annealing',
  *propose(context) {
    const { history, points, random } = context;
    let here: Member | undefined = history.best;
    while (here === undefined || !Number.isFinite(here.time)) {
      const point = freePoint(context);
      if (point === undefined) return;
      here = { point, time: (yield { point }).time };
    }
    let refused = 0;
    // The end of the walk is the begin of the next, from the best that is known by then.
    for (let temperature = FIRST_TEMPERATURE; temperature > LAST_TEMPERATURE; temperature *= COOLING) {
      const free: Point[] = points.neighbours(here.point, 'hamming').filter((each) => !history.isTaken(each));
      const next: Point | undefined =
        free.length === 0 ? freePoint(context) : free[random.integer(free.length)];
      if (next === undefined) return;
      const { time } = yield { point: next };
      const loss = (time - here.time) / Math.min(time, here.time);
      if (loss <= 0 || random.next() < Math.exp(-loss / temperature)) {
        here = { point: next, time };
        refused = 0;
      } else if (++refused >= PATIENCE) {
        here = history.best ?? here;
        refused = 0;
      }
    }
  },
};
