// Greedy mutation of the best configuration known: a (1+1) evolution strategy that all techniques feed. The
// uniform kind draws changed values anew; the normal kind moves along ordered parameters by a little.

import type { Point } from '../../space/space.ts';
import { Coordinates, reflect } from './coordinates.ts';
import { pick } from './pick.ts';
import { freePoint } from './random-search.ts';
import type { Context, Technique } from './technique.ts';

const DEVIATION = 0.1;
/** A mutant that is measured already is mutated further, so that it drifts away from where all is known. */
const ATTEMPTS = 10;

interface Kind {
  readonly name: string;
  /** Chance of each parameter, after a first one, to be changed as well. */
  readonly rate: number;
  readonly isNormal: boolean;
}

function greedyMutation(kind: Kind): Technique {
  return {
    name: kind.name,
    asksAhead: true,
    *propose(context) {
      const coordinates = new Coordinates(context.points);
      for (;;) {
        const point =
          context.history.best === undefined
            ? freePoint(context)
            : pick(context, () => mutant(context, coordinates, kind), 1);
        yield point === undefined ? 'nothing' : { point };
      }
    },
  };
}

/** A mutant of the best, as a rule one that nobody has measured. */
function mutant(context: Context, coordinates: Coordinates, kind: Kind): Point {
  const { history, random } = context;
  let { point } = history.best!;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const vector = coordinates.vectorOf(point);
    mutate(vector, coordinates, kind, context);
    point = coordinates.pointOf(vector, random);
    if (!history.isTaken(point)) break;
  }
  return point;
}

function mutate(vector: number[], coordinates: Coordinates, kind: Kind, { random }: Context): void {
  const order = random.shuffle(vector.map((_, j) => j));
  order.forEach((j, position) => {
    if (position > 0 && random.next() >= kind.rate) return;
    const isMoved = kind.isNormal && coordinates.isOrdered[j];
    vector[j] = isMoved ? reflect(vector[j] + DEVIATION * random.normal()) : random.next();
  });
}

export const uniformGreedyMutation = greedyMutation({
  name: 'uniform-greedy-mutation',
  rate: 0.1,
  isNormal: false,
});

export const normalGreedyMutation = greedyMutation({
  name: 'normal-greedy-mutation',
  rate: 0.3,
  isNormal: true,
});
