// The simplex method of Nelder and Mead from a random start, with OpenTuner's variations: the centroid counts the
// worst vertex too (hence the reflection by 2), and a reflection must beat the second best to be taken as it is.
// When the simplex has shrunk to what is measured already, it begins anew elsewhere.

import { keyOf } from '../../space/space.ts';
import { Coordinates } from './coordinates.ts';
import { firstSimplex, type Vertex, vertexAt } from './simplex.ts';
import type { Answer, Context, Technique, Yielded } from './technique.ts';

const REFLECTION = 2;
const EXPANSION = 2;
const CONTRACTION = 0.5;
const SHRINKAGE = 0.5;

export const nelderMead: Technique = {
  name: 'nelder-mead',
  *propose(context) {
    const coordinates = new Coordinates(context.points);
    const simplex = yield* firstSimplex(context, coordinates);
    if (simplex.length < 2) return;
    // Without anything new for this long, the simplex goes over known ground.
    const patience = 3 * simplex.length + 1;
    let knownRounds = 0;
    while (knownRounds < patience) {
      const trialsBefore = context.history.trials.length;
      yield* step(context, coordinates, simplex);
      knownRounds = context.history.trials.length > trialsBefore ? 0 : knownRounds + 1;
      const shape = new Set(simplex.map(({ vector }) => keyOf(coordinates.pointOf(vector, context.random))));
      if (shape.size === 1) return;
    }
  },
};

/** One round: the worst vertex is replaced, or all are drawn towards the best. */
function* step(
  context: Context,
  coordinates: Coordinates,
  simplex: Vertex[],
): Generator<Yielded, void, Answer> {
  simplex.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time));
  const [best, second, worst] = [simplex[0], simplex[1], simplex.at(-1)!];
  const centroid = best.vector.map(
    (_, j) => simplex.reduce((sum, { vector }) => sum + vector[j], 0) / simplex.length,
  );
  const at = (to: readonly number[], by: number) => vertexAt(context, coordinates, centroid, to, by);
  const reflected = yield* at(worst.vector, -REFLECTION);
  if (reflected.time < best.time) {
    const expanded = yield* at(reflected.vector, EXPANSION);
    simplex[simplex.length - 1] = expanded.time < reflected.time ? expanded : reflected;
    return;
  }
  if (reflected.time < second.time) {
    simplex[simplex.length - 1] = reflected;
    return;
  }
  const base = reflected.time <= worst.time ? reflected : worst;
  const contracted = yield* at(base.vector, CONTRACTION);
  if (contracted.time <= base.time) {
    simplex[simplex.length - 1] = contracted;
    return;
  }
  for (let i = 1; i < simplex.length; i++) {
    simplex[i] = yield* vertexAt(context, coordinates, best.vector, simplex[i].vector, SHRINKAGE);
  }
}
