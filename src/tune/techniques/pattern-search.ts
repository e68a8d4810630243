// Pattern search (Hooke and Jeeves): a step to either side of the best known configuration along every
// parameter; when none of them is better, the step is halved.

import type { Trial } from '../ensemble/history.ts';
import { Coordinates, clamp } from './coordinates.ts';
import { freePoint } from './random-search.ts';
import type { Answer, Context, Technique, Yielded } from './technique.ts';

const FIRST_STEP = 0.4;

export const patternSearch: Technique = {
  name: 'pattern-search',
  *propose(context) {
    const coordinates = new Coordinates(context.points);
    let finished: Trial | undefined;
    for (;;) {
      const { best } = context.history;
      if (best === undefined) {
        const point = freePoint(context);
        yield point === undefined ? 'nothing' : { point };
      } else if (best === finished) {
        // All around the best is known until somebody finds a better one.
        yield 'nothing';
      } else {
        finished = yield* searchAround(context, coordinates, best);
      }
    }
  },
};

/** Returns the configuration around which nothing was better. */
function* searchAround(
  context: Context,
  coordinates: Coordinates,
  start: Trial,
): Generator<Yielded, Trial, Answer> {
  const { history, random } = context;
  let centre = start;
  let step = FIRST_STEP;
  // Below half the distance of two values, a step leads back to where it began.
  while (step >= coordinates.finestStep / 2) {
    const vector = coordinates.vectorOf(centre.point);
    for (const j of random.shuffle(vector.map((_, index) => index))) {
      for (const sign of [1, -1]) {
        const moved = [...vector];
        moved[j] = clamp(moved[j] + sign * step);
        const point = coordinates.pointOf(moved, random);
        if (!history.isTaken(point)) yield { point };
      }
    }
    if (history.best === centre) step /= 2;
    else centre = history.best!;
  }
  return centre;
}
