// The transformation that a configuration's reserved names ask for: `coarsen.x`, `workgroup.y`, `unroll` and
// the like (docs/searching.md).

import type { Configuration, Value } from '../space/space.ts';
import type { Coarsening, Transformation, Unrolling } from '../transform/transformation.ts';

const AXES = ['x', 'y', 'z'] as const;
const DIRECTIONS = [0, 1, 2] as const;

/**
 * Undefined when the kernel is to stay as it is.
 * @param ownSize the kernel's workgroup size, for axes that the configuration does not name
 */
export function transformationOf(
  configuration: Configuration,
  ownSize: () => readonly [number, number, number],
  subgroupSize: number,
): Transformation | undefined {
  const coarsen = coarseningsOf(configuration, subgroupSize);
  const blockCoarsen = DIRECTIONS.flatMap((direction) => {
    const factor = countOf(configuration[`blockCoarsen.${AXES[direction]}`]);
    return factor > 1 ? [{ direction, factor }] : [];
  });
  const workgroup = workgroupOf(configuration, ownSize);
  const unroll = unrollingsOf(configuration);
  const transformation: Transformation = {
    ...(coarsen.length > 0 ? { coarsen } : {}),
    ...(blockCoarsen.length > 0 ? { blockCoarsen } : {}),
    ...(workgroup ? { workgroup } : {}),
    ...(configuration['swapAxes'] === true ? { swapAxes: true } : {}),
    ...(unroll.length > 0 ? { unroll } : {}),
  };
  return Object.keys(transformation).length > 0 ? transformation : undefined;
}

function countOf(value: Value | undefined): number {
  return typeof value === 'number' ? value : 1;
}

function coarseningsOf(configuration: Configuration, subgroupSize: number): Coarsening[] {
  return DIRECTIONS.flatMap((direction): Coarsening[] => {
    const factor = countOf(configuration[`coarsen.${AXES[direction]}`]);
    if (factor === 1) return [];
    const stride = configuration[`coarsen.${AXES[direction]}.stride`];
    if (stride === undefined) return [{ direction, factor }];
    return [{ direction, factor, stride: stride === 'warp' ? subgroupSize : (stride as number) }];
  });
}

function workgroupOf(
  configuration: Configuration,
  ownSize: () => readonly [number, number, number],
): [number, number, number] | undefined {
  const wanted = AXES.map((axis) => configuration[`workgroup.${axis}`]);
  if (wanted.every((size) => size === undefined)) return undefined;
  const own = ownSize();
  const size = (axis: number) => (wanted[axis] as number | undefined) ?? own[axis];
  const asked: [number, number, number] = [size(0), size(1), size(2)];
  return asked.every((each, axis) => each === own[axis]) ? undefined : asked;
}

function unrollingsOf(configuration: Configuration): Unrolling[] {
  return Object.entries(configuration).flatMap(([name, value]): Unrolling[] => {
    const match = /^unroll(?:\.(\w+))?$/.exec(name);
    if (!match || value === 1) return [];
    return [{ loop: match[1] ?? 'all', factor: value as number | 'full' }];
  });
}
