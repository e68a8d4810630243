// What may vary: parameters with finitely many values, and constraints on them. A point says for each
// parameter which of its values is meant; a configuration says the same by name and value. Nothing here knows
// what the parameters do.

import type { Span } from '../diagnostics/diagnostic.ts';

export type Value = number | string | boolean;

/** Something that varies, and what it may be. */
export interface Parameter {
  readonly name: string;
  readonly values: readonly Value[];
  /** Values follow an order in which neighbours are alike (numbers, ascending). */
  readonly isOrdered: boolean;
  readonly span?: Span;
}

export interface Constraint {
  readonly text: string;
  /** Indices of the parameters it reads. */
  readonly parameters: readonly number[];
  /** `values` in the order of the space's parameters; those that it does not read may be missing. */
  holds(values: readonly Value[]): boolean;
  readonly span?: Span;
}

/** What may vary together, and under which constraints. */
export interface Space {
  readonly parameters: readonly Parameter[];
  readonly constraints: readonly Constraint[];
  /** Where the valid points are given one by one: all of them. There are no constraints then. */
  readonly list?: PointList;
}

/** Index of each parameter's value, in the order of the parameters. */
export type Point = readonly number[];
export type Configuration = Readonly<Record<string, Value>>;

/** An explicit list of points, without repetition. */
export interface PointList {
  readonly points: readonly Point[];
  has(point: Point): boolean;
}

/** The space of exactly these points, such as those that somebody measured. */
export function spaceOfList(parameters: readonly Parameter[], points: readonly Point[]): Space {
  const byKey = new Map(points.map((point) => [keyOf(point), point]));
  const list: PointList = { points: [...byKey.values()], has: (point) => byKey.has(keyOf(point)) };
  return { parameters, constraints: [], list };
}

export function keyOf(point: Point): string {
  return point.join(',');
}

export function configurationOf(space: Space, point: Point): Configuration {
  return Object.fromEntries(space.parameters.map(({ name, values }, i) => [name, values[point[i]]]));
}

/** Undefined where a parameter is missing or has a value that the space does not know. */
export function pointOf(space: Space, configuration: Configuration): Point | undefined {
  const point = space.parameters.map(({ name, values }) =>
    Object.hasOwn(configuration, name) ? values.indexOf(configuration[name]) : -1,
  );
  return point.includes(-1) ? undefined : point;
}

/** True when every index names a value and all constraints hold. */
export function isValid(space: Space, point: Point): boolean {
  const { parameters, constraints, list } = space;
  if (point.length !== parameters.length) return false;
  if (list !== undefined && !list.has(point)) return false;
  const values = parameters.map((parameter, i) => parameter.values[point[i]]);
  if (values.some((value) => value === undefined)) return false;
  return constraints.every((constraint) => constraint.holds(values as Value[]));
}

/** A parameter over these values; numbers are put in ascending order. */
export function parameterOf(name: string, values: readonly Value[], span?: Span): Parameter {
  const isOrdered = values.every((value) => typeof value === 'number');
  const sorted = isOrdered ? [...values].sort((a, b) => a - b) : values;
  return { name, values: sorted, isOrdered, ...(span === undefined ? {} : { span }) };
}
