// A steady-state genetic algorithm: two parents by tournament, every gene from one of the two, a few mutated; the
// child takes the place of the worst member if it is better.

import type { Point } from '../../space/space.ts';
import { Coordinates } from './coordinates.ts';
import { pick } from './pick.ts';
import { byTime, firstMembers, type Member } from './population.ts';
import type { Context, Technique } from './technique.ts';

const POPULATION = 20;
const TOURNAMENT = 3;
/** Children tried before one that is measured already is let through. */
const ATTEMPTS = 10;

export const genetic: Technique = {
  name: 'genetic',
  *propose(context) {
    const coordinates = new Coordinates(context.points);
    const members = yield* firstMembers(context, POPULATION);
    if (members.length < 2) return;
    for (;;) {
      const point = pick(context, () => childOf(context, coordinates, members), ATTEMPTS);
      const { time } = yield { point };
      members.sort(byTime);
      if (time < members.at(-1)!.time) members[members.length - 1] = { point, time };
    }
  },
};

function childOf(context: Context, coordinates: Coordinates, members: readonly Member[]): Point {
  const { random } = context;
  const first = coordinates.vectorOf(winner(context, members).point);
  const second = coordinates.vectorOf(winner(context, members).point);
  const child = first.map((gene, j) => (random.next() < 0.5 ? gene : second[j]));
  // One gene mutates on average, and at least one where the parents are alike.
  const isClone = first.every((gene, j) => gene === second[j]);
  const forced = isClone ? random.integer(child.length) : -1;
  const mutated = child.map((gene, j) =>
    j === forced || random.next() < 1 / child.length ? random.next() : gene,
  );
  return coordinates.pointOf(mutated, random);
}

/** The quickest of a few members drawn at random. */
function winner({ random }: Context, members: readonly Member[]): Member {
  let best = members[random.integer(members.length)];
  for (let i = 1; i < TOURNAMENT; i++) {
    const rival = members[random.integer(members.length)];
    if (byTime(rival, best) < 0) best = rival;
  }
  return best;
}
