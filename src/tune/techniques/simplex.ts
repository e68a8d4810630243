// Simplexes for the methods of Nelder and Mead and of Torczon: vertices are vectors, measured at the valid point
// that is nearest to each.

import { type Coordinates, clamp } from './coordinates.ts';
import { firstMembers } from './population.ts';
import type { Answer, Context, Yielded } from './technique.ts';

export interface Vertex {
  readonly vector: readonly number[];
  readonly time: number;
}

/** One vertex more than there are coordinates, as the first members of a population. */
export function* firstSimplex(
  context: Context,
  coordinates: Coordinates,
): Generator<Yielded, Vertex[], Answer> {
  const members = yield* firstMembers(context, coordinates.dimensions + 1);
  return members.map(({ point, time }) => ({ vector: coordinates.vectorOf(point), time }));
}

/** The vertex `from + by · (to − from)`, measured. */
export function* vertexAt(
  { random }: Context,
  coordinates: Coordinates,
  from: readonly number[],
  to: readonly number[],
  by: number,
): Generator<Yielded, Vertex, Answer> {
  const vector = from.map((start, j) => clamp(start + by * (to[j] - start)));
  const { time } = yield { point: coordinates.pointOf(vector, random) };
  return { vector, time };
}
