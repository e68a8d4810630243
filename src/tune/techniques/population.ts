// The first members of a population: what the run has measured already, by whichever technique, and random
// points for the rest. Measuring is what costs; a technique that comes to its turn late need not start blind.

import { keyOf, type Point } from '../../space/space.ts';
import { freePoint } from './random-search.ts';
import type { Answer, Context, Yielded } from './technique.ts';

export interface Member {
  point: Point;
  time: number;
}

/** A sample of what was measured, filled up with new random points to `size` members or to all there are. */
export function* firstMembers(context: Context, size: number): Generator<Yielded, Member[], Answer> {
  const { history, random } = context;
  const known = random.shuffle([...history.trials]).slice(0, size);
  const best = history.best;
  if (best !== undefined && !known.includes(best)) known[0] = best;
  const members: Member[] = known.map(({ point, time }) => ({ point, time }));
  while (members.length < size) {
    const point = freePoint(context);
    if (point === undefined) break;
    const { time } = yield { point };
    members.push({ point, time });
  }
  return members;
}

/** The quickest members first. */
export function byTime(a: Member, b: Member): number {
  if (a.time === b.time) return keyOf(a.point) < keyOf(b.point) ? -1 : 1;
  return a.time - b.time;
}
