// Differential evolution (Storn and Price), as OpenTuner uses it: the member that was replaced longest ago gets a
// child of three others, one of which may be the best of all techniques; it is replaced only by a better one.

import { Coordinates, clamp } from './coordinates.ts';
import { pick } from './pick.ts';
import { firstMembers, type Member } from './population.ts';
import type { Context, Technique } from './technique.ts';

const POPULATION = 30;
const CROSSOVER_RATE = 0.2;
const LEAST_MEMBERS = 4;
/** Children tried before one that is measured already is let through. */
const ATTEMPTS = 5;

export const differentialEvolution: Technique = {
  name: 'differential-evolution',
  *propose(context) {
    const coordinates = new Coordinates(context.points);
    const members = yield* firstMembers(context, POPULATION);
    if (members.length < LEAST_MEMBERS) return;
    for (let turn = 0; ; turn++) {
      const target = members[turn % members.length];
      const child = pick(context, () => childOf(context, coordinates, members, target), ATTEMPTS);
      const timeLimit = members.reduce((worst, { time }) => Math.max(worst, time), 0);
      const { time } = yield { point: child, ...(Number.isFinite(timeLimit) ? { timeLimit } : {}) };
      if (time < target.time) Object.assign(target, { point: child, time });
    }
  },
};

function childOf(
  { random, history }: Context,
  coordinates: Coordinates,
  members: readonly Member[],
  target: Member,
) {
  const others = members.filter((member) => member !== target).map(({ point }) => point);
  if (history.best !== undefined) others.push(history.best.point);
  const [first, second, third] = random.shuffle(others).map((point) => coordinates.vectorOf(point));
  const weight = 0.5 + 0.5 * random.next();
  const child = coordinates.vectorOf(target.point);
  const order = random.shuffle(child.map((_, j) => j));
  order.forEach((j, position) => {
    if (position > 0 && random.next() >= CROSSOVER_RATE) return;
    const difference = second[j] - third[j];
    if (coordinates.isOrdered[j]) child[j] = clamp(first[j] + weight * difference);
    else child[j] = difference === 0 ? first[j] : random.next();
  });
  return coordinates.pointOf(child, random);
}
