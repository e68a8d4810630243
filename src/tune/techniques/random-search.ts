// Random search: the yardstick. Uniform over the valid points that nobody has measured.

import type { Point } from '../../space/space.ts';
import type { Context, Technique } from './technique.ts';

const ATTEMPTS = 100;

/** A point that is not taken, uniform over those as long as most are free; undefined when none was met. */
export function freePoint({ points, history, random }: Context): Point | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const point = points.sample(random);
    if (!history.isTaken(point)) return point;
  }
  return undefined;
}

export const randomSearch: Technique = {
  name: 'random',
  asksAhead: true,
  *propose(context) {
    for (;;) {
      const point = freePoint(context);
      yield point === undefined ? 'nothing' : { point };
    }
  },
};
