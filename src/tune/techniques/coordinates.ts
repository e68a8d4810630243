// Points as vectors for the techniques that calculate with them: each parameter that varies is a coordinate on
// [0, 1], the position of its value among its values. A vector stands for the nearest valid point.

import type { Random } from '../../space/random.ts';
import type { Point } from '../../space/space.ts';
import type { ValidPoints } from './technique.ts';

/** Half a step short of the next whole number, so that the outermost values get as much room as the others. */
const MARGIN = 0.4999;

export class Coordinates {
  /** The parameters with more than one value. */
  readonly free: readonly number[];
  readonly isOrdered: readonly boolean[];
  readonly #points: ValidPoints;
  readonly #last: readonly number[];

  constructor(points: ValidPoints) {
    const { parameters } = points.space;
    this.#points = points;
    this.#last = parameters.map(({ values }) => values.length - 1);
    this.free = parameters.flatMap(({ values }, i) => (values.length > 1 ? [i] : []));
    this.isOrdered = this.free.map((parameter) => parameters[parameter].isOrdered);
  }

  get dimensions(): number {
    return this.free.length;
  }

  /** The smallest distance between two values of a coordinate. */
  get finestStep(): number {
    return Math.min(1, ...this.free.map((parameter) => 1 / (this.#last[parameter] + 2 * MARGIN)));
  }

  vectorOf(point: Point): number[] {
    return this.free.map((parameter) => (point[parameter] + MARGIN) / (this.#last[parameter] + 2 * MARGIN));
  }

  pointOf(vector: readonly number[], random: Random): Point {
    const place = this.#last.map(() => 0);
    this.free.forEach((parameter, j) => {
      const last = this.#last[parameter];
      const index = vector[j] * (last + 2 * MARGIN) - MARGIN;
      place[parameter] = Math.min(last, Math.max(0, index));
    });
    return this.#points.nearest(place, random);
  }
}

/** Into [0, 1]. */
export function clamp(unit: number): number {
  return Math.min(1, Math.max(0, unit));
}

/** Into [0, 1], thrown back by its borders. */
export function reflect(unit: number): number {
  const folded = Math.abs(unit % 2);
  return folded > 1 ? 2 - folded : folded;
}
