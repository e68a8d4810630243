// Moves along the canonical directions of a space: one parameter changes, the others stay. For an ordered
// parameter the unit move doubles its value, as the search of the PLDI 2018 paper does with its factors
// ("ustrides", section 5.1); for one without order each other value is a direction of its own.

import type { Points } from '../space/points.ts';
import { isValid, type Point, type Space, type Value } from '../space/space.ts';

export interface Direction {
  /** Index of the parameter in the space. */
  readonly parameter: number;
  /** For a parameter without order: the value's index that the direction leads to. */
  readonly target?: number;
}

export interface Move {
  readonly direction: Direction;
  readonly to: Point;
  /** What the parameter was multiplied with; 2 where its values cannot be multiplied. */
  readonly factor: number;
}

export interface Grid {
  readonly space: Space;
  readonly points: Points;
}

/** All directions that lead anywhere from a point. */
export function directionsFrom({ space }: Grid, from: Point): Direction[] {
  return space.parameters.flatMap(({ values, isOrdered }, parameter): Direction[] => {
    if (isOrdered) return from[parameter] + 1 < values.length ? [{ parameter }] : [];
    return values.flatMap((_, target) => (target === from[parameter] ? [] : [{ parameter, target }]));
  });
}

/** The valid ends of a direction, the nearest first. */
export function movesAlong({ space }: Grid, from: Point, direction: Direction): Move[] {
  const { parameter, target } = direction;
  const { values } = space.parameters[parameter];
  const ends = values
    .map((_, index) => index)
    .filter((index) => {
      return target === undefined ? index > from[parameter] : index === target;
    });
  return ends
    .map((end): Move => {
      const to = from.map((index, at) => (at === parameter ? end : index));
      return { direction, to, factor: target === undefined ? ratio(values, from[parameter], end) : 2 };
    })
    .filter(({ to }) => isValid(space, to));
}

/** The unit moves from a point: to the first valid value at least twice the current one, else the farthest. */
export function unitMoves(grid: Grid, from: Point): Move[] {
  return directionsFrom(grid, from).flatMap((direction) => {
    const moves = movesAlong(grid, from, direction);
    return moves.find(({ factor }) => factor >= 2) ?? moves.at(-1) ?? [];
  });
}

/** How many times one value is another; positions stand in for values that cannot be divided. */
function ratio(values: readonly Value[], from: number, to: number): number {
  const [a, b] = [values[from], values[to]];
  return typeof a === 'number' && typeof b === 'number' && a > 0 ? b / a : (to + 1) / (from + 1);
}
