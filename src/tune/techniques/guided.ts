// Points handed in from outside, such as a model's favourites, as a technique: each in turn, those that others
// have measured left out. If they are no good, the bandit leaves them alone.

import type { Point } from '../../space/space.ts';
import type { Technique } from './technique.ts';

export function guided(name: string, proposals: Iterable<Point>): Technique {
  // Read once for the whole run: when a stuck technique is begun anew, it goes on where it was.
  const iterator = proposals[Symbol.iterator]();
  return {
    name,
    asksAhead: true,
    *propose({ points, history }) {
      for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
        const point = next.value;
        if (points.indexOf(point) !== -1 && !history.isTaken(point)) yield { point };
      }
    },
  };
}
