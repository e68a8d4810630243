// Chooses among what a technique could propose. A technique on its own takes its first idea that is new; in an
// ensemble that learns, it has several and takes the one that what was learnt thinks most of ("pre-screening" in
// surrogate-assisted evolution; Jin, 2011).

import { keyOf, type Point } from '../../space/space.ts';
import { byLowerBound } from './learner.ts';
import type { Context } from './technique.ts';

/** Ideas that are new, of which the best is taken. */
const IDEAS = 8;

/** A point that `draw` gave and that is not taken; any that it gave when no other came up in `attempts`. */
export function pick(context: Context, draw: () => Point, attempts: number): Point {
  const { history, isScreening, learner } = context;
  const wanted = isScreening && learner.isReady ? IDEAS : 1;
  const ideas = new Map<string, Point>();
  let last = draw();
  for (let draws = 1; ; draws++) {
    if (!history.isTaken(last)) ideas.set(keyOf(last), last);
    if (ideas.size >= wanted || draws >= attempts + wanted - 1) break;
    last = draw();
  }
  if (ideas.size <= 1) return [...ideas.values()][0] ?? last;
  return learner.rank([...ideas.values()], byLowerBound)[0];
}
