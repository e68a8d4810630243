// Torczon's multi-directional search: all vertices of a simplex are reflected at the best one; if that finds a
// better one, they are expanded as well, and otherwise drawn in.

import { keyOf } from '../../space/space.ts';
import { Coordinates } from './coordinates.ts';
import { firstSimplex, type Vertex, vertexAt } from './simplex.ts';
import type { Answer, Context, Technique, Yielded } from './technique.ts';

const REFLECTION = -1;
const EXPANSION = -2;
const CONTRACTION = 0.5;

export const torczon: Technique = {
  name: 'torczon',
  *propose(context) {
    const coordinates = new Coordinates(context.points);
    let simplex = yield* firstSimplex(context, coordinates);
    if (simplex.length < 2) return;
    // Without anything new for this long, the simplex goes over known ground.
    const patience = 3 * simplex.length + 1;
    for (let knownRounds = 0; knownRounds < patience; ) {
      const trialsBefore = context.history.trials.length;
      simplex.sort(byTime);
      simplex = yield* nextSimplex(context, coordinates, simplex);
      knownRounds = context.history.trials.length > trialsBefore ? 0 : knownRounds + 1;
      const corners = simplex.map(({ vector }) => keyOf(coordinates.pointOf(vector, context.random)));
      if (new Set(corners).size === 1) return;
    }
  },
};

const byTime = (a: Vertex, b: Vertex) => (a.time === b.time ? 0 : a.time - b.time);
const bestTime = (simplex: readonly Vertex[]) => Math.min(...simplex.map(({ time }) => time));

function* nextSimplex(
  context: Context,
  coordinates: Coordinates,
  simplex: readonly Vertex[],
): Generator<Yielded, Vertex[], Answer> {
  const best = simplex[0];
  const reflected = yield* around(context, coordinates, simplex, REFLECTION);
  if (bestTime(reflected.slice(1)) < best.time) {
    const expanded = yield* around(context, coordinates, simplex, EXPANSION);
    return bestTime(expanded) < bestTime(reflected) ? expanded : reflected;
  }
  return yield* around(context, coordinates, simplex, CONTRACTION);
}

/** The simplex scaled around its best vertex. */
function* around(
  context: Context,
  coordinates: Coordinates,
  [best, ...others]: readonly Vertex[],
  by: number,
): Generator<Yielded, Vertex[], Answer> {
  const scaled = [best];
  for (const { vector } of others) {
    scaled.push(yield* vertexAt(context, coordinates, best.vector, vector, by));
  }
  return scaled;
}
