// Where the launch itself lies in its space: the point that every search starts from and every speed-up is
// measured against.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { entryOf } from '../diagnostics/names.ts';
import type { Launch } from '../launch/launch.ts';
import { resolveBeside } from '../launch/parse.ts';
import type { Points } from '../space/points.ts';
import { Random } from '../space/random.ts';
import { configurationOf, isValid, type Parameter, type Point, type Value } from '../space/space.ts';

export interface BaseFacts {
  readonly launch: Launch;
  readonly workgroupSize: readonly [number, number, number] | undefined;
  /** Override constants that the shader gives a value of its own. */
  readonly defaults: ReadonlyMap<string, number>;
}

export interface Base {
  readonly point: Point;
  readonly diagnostics: readonly Diagnostic[];
}

/** The launch's own point, or the valid one nearest to it, with a warning. */
export function basePoint(points: Points, facts: BaseFacts): Base {
  const { space } = points;
  const own = space.parameters.map((parameter) => ownValue(parameter, facts));
  const wanted = space.parameters.map((parameter, at) => positionOf(parameter, own[at]));
  const isOwn = wanted.every((position) => Number.isInteger(position)) && isValid(space, wanted);
  if (isOwn) return { point: wanted, diagnostics: [] };
  const point = points.nearest(wanted, new Random(0));
  const listed = Object.entries(configurationOf(space, point)).map(([name, value]) => `${name} ${value}`);
  const message = `the launch's own configuration is not in its space; the search starts from the nearest one that is: ${listed.join(', ')}`;
  return { point, diagnostics: [{ severity: 'warning', code: 'configure/base', message }] };
}

/** The value of a tunable in the launch as it is; undefined where that cannot be told. */
function ownValue(
  { name, values }: Parameter,
  { launch, workgroupSize, defaults }: BaseFacts,
): Value | undefined {
  if (name === 'shader') {
    return values.find((value) => resolveBeside(launch.file, String(value)) === launch.shaderPath);
  }
  if (name === 'entryPoint') return launch.entryPoint;
  if (name === 'swapAxes') return false;
  const axis = /^workgroup\.([xyz])$/.exec(name)?.[1];
  if (axis !== undefined) return workgroupSize?.['xyz'.indexOf(axis)];
  // No stride means anything before something is coarsened: the one that coalesced accesses want comes first.
  if (name.endsWith('.stride')) return values.find((value) => value === 'warp') ?? values.at(-1);
  if (/^(coarsen\.|blockCoarsen\.|unroll)/.test(name)) return 1;
  const value = entryOf(launch.params, name) ?? entryOf(launch.constants, name) ?? defaults.get(name);
  return values.find((each) => each === value || (typeof each === 'boolean' && Number(each) === value));
}

/** Position of a value; between two where the parameter has an order but not the value. */
function positionOf({ values, isOrdered }: Parameter, value: Value | undefined): number {
  const position = value === undefined ? -1 : values.indexOf(value);
  if (position >= 0) return position;
  if (!isOrdered || typeof value !== 'number') return isOrdered ? 0.25 : 0;
  const above = (values as readonly number[]).findIndex((each) => each > value);
  return above < 0 ? values.length - 0.5 : above - 0.5;
}
