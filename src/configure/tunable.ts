// A configuration made concrete: the launch and the source that it stands for. `search` and `tune` ask for
// them by point; how they come about (params, constants, another shader, transformations) stays here.

import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { CacheState } from '../emulate/l2.ts';
import type { Launch } from '../launch/launch.ts';
import type { Points } from '../space/points.ts';
import type { Point, Space } from '../space/space.ts';
import type { Transformed } from '../transform/index.ts';
import { contentsKey } from './contents-key.ts';

/** A launch and its WGSL, ready to be predicted or run. */
export interface Instance {
  readonly launch: Launch;
  readonly source: string;
  /** What L2 holds when it begins, where that is not what the options of all say. */
  readonly cache?: CacheState;
}

/** A kernel with the space of its configurations. */
export interface Tunable {
  readonly space: Space;
  readonly points: Points;
  /** The launch as its file has it. */
  readonly base: Point;
  /** The launch file and its shaders as texts, to validate and to write what was found. */
  readonly launchText: string;
  readonly launch: Launch;
  readonly shaders: readonly { readonly file: string; readonly text: string }[];
  /** The same for the same point; a refused transformation says why. */
  instantiate(point: Point): Outcome<Instance>;
  /** What its transformations did; undefined where there are none. */
  transformedAt(point: Point): Transformed | undefined;
}

/**
 * The prior for strides (thesis, section 7.5): how many of a configuration's coarsenings have another stride than
 * the base, which has that of the subgroup where it can. Where the model sees no difference, this decides.
 */
export function strideDoubts({ space, base }: Tunable, point: Point): number {
  return space.parameters.filter(({ name, values }, at) => {
    const factor = space.parameters.findIndex((each) => `${each.name}.stride` === name);
    const isCoarse = factor >= 0 && space.parameters[factor].values[point[factor]] !== 1;
    return isCoarse && values[point[at]] !== values[base[at]];
  }).length;
}

/** What tells instances apart: two configurations with the same identity are the same kernel. */
export function identityOf({ launch, source }: Instance): string {
  const { entryPoint, constants, dispatch, workgroupSize, immediates } = launch;
  const bindings = launch.bindings.map((bound) => {
    const { group, binding, element, usage, sizeBytes, data, texture, sampler } = bound;
    // Of buffers alone as databases know them already.
    const seen = texture || sampler ? [texture, sampler] : [];
    return [group, binding, element, usage, sizeBytes, contentsKey(data), ...seen];
  });
  const named = Object.entries(constants).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    source,
    entryPoint,
    named,
    dispatch,
    workgroupSize,
    bindings,
    [...(immediates?.words ?? [])],
  ]);
}
