// The space of a launch that declares none: the transformations that its kernel allows, each tried by itself.

import type { DeviceLimits } from '../launch/device-limits.ts';
import type { Launch } from '../launch/launch.ts';
import { leftOtherwise } from '../predict/same-results.ts';
import { type Parameter, parameterOf, type Space, type Value } from '../space/space.ts';
import { transformKernel } from '../transform/index.ts';
import type { Transformation, Transformed } from '../transform/transformation.ts';

const COARSENING_FACTORS = [1, 2, 4, 8, 16];
const UNROLL_FACTORS = [1, 2, 4, 8];
const LINEAR_SIZES = [32, 64, 128, 256, 512, 1024];
const PLANE_WIDTHS = [4, 8, 16, 32, 64, 128];
const PLANE_HEIGHTS = [1, 2, 4, 8, 16, 32];
/** Workgroups below a warp leave lanes idle. */
const LEAST_INVOCATIONS = 32;

/** Of 154 recorded spaces two have their best beyond this; without, 0.2 % of the best speed are lost on average. */
const MOST_JOINED = 16;

const AXES = ['x', 'y', 'z'] as const;
const DIRECTIONS = [0, 1, 2] as const;

export interface DefaultSpace {
  readonly space: Space;
  /** What was tried and refused: the name, and why. */
  readonly refusals: readonly { readonly name: string; readonly reason: string }[];
}

export function defaultSpace(
  source: string,
  launch: Launch,
  size: readonly [number, number, number],
  allowed: DeviceLimits,
): DefaultSpace {
  const parameters: Parameter[] = [];
  const refusals: { name: string; reason: string }[] = [];
  const offer = (name: string, values: readonly Value[], trial: Transformation): boolean => {
    const { value, diagnostics } = transformKernel(source, launch, trial);
    const reason = value ? objection(value) : (diagnostics[0]?.message ?? 'refused');
    if (reason === undefined) parameters.push(parameterOf(name, values));
    else refusals.push({ name, reason });
    return reason === undefined;
  };
  const objection = (made: Transformed): string | undefined => {
    const buffer = leftOtherwise(source, launch, size, made);
    return (
      buffer &&
      `workgroups of ${made.workgroupSize.join(' × ')} leave something else in '${buffer}', so that the size is part of what is computed`
    );
  };
  for (const direction of DIRECTIONS) {
    const extent = launch.dispatch[direction] * size[direction];
    const factors = COARSENING_FACTORS.filter((factor) => factor < extent);
    if (factors.length < 2) continue;
    const name = `coarsen.${AXES[direction]}`;
    const isOffered = offer(name, factors, { coarsen: [{ direction, factor: 2, stride: 1 }] });
    if (isOffered && direction === 0)
      offer(`${name}.stride`, [1, 'warp'], { coarsen: [{ direction, factor: 2 }] });
  }
  offerSizes(launch, size, allowed, offer);
  offer(unrollingName(source, launch), UNROLL_FACTORS, { unroll: [{ loop: 'runtime', factor: 2 }] });
  const constraints = [...leastSize(parameters, size), ...mostJoined(parameters)];
  return { space: { parameters, constraints }, refusals };
}

/** The short name says the same where there are no other loops that could be unrolled. */
function unrollingName(source: string, launch: Launch): string {
  const [all, runtime] = ['all', 'runtime'].map((loop) =>
    transformKernel(source, launch, { unroll: [{ loop, factor: 2 }] }),
  );
  return runtime.value && all.value?.source !== runtime.value.source ? 'unroll.runtime' : 'unroll';
}

function offerSizes(
  launch: Launch,
  size: readonly [number, number, number],
  allowed: DeviceLimits,
  offer: (name: string, values: readonly Value[], trial: Transformation) => boolean,
): void {
  const most = [allowed.maxComputeWorkgroupSizeX, allowed.maxComputeWorkgroupSizeY];
  const isPlane = launch.dispatch[1] * size[1] > 1;
  const withOwn = (sizes: readonly number[], axis: number) =>
    [...new Set([...sizes, size[axis]])].filter((each) => each <= most[axis]).sort((a, b) => a - b);
  const xs = withOwn(isPlane ? PLANE_WIDTHS : LINEAR_SIZES, 0);
  const otherX = size[0] === 64 ? 32 : 64;
  const isOffered = offer('workgroup.x', xs, { workgroup: [otherX, size[1], size[2]] });
  if (!isPlane || !isOffered) return;
  const otherY = size[1] === 4 ? 2 : 4;
  offer('workgroup.y', withOwn(PLANE_HEIGHTS, 1), { workgroup: [size[0], otherY, size[2]] });
}

/** A full warp at least, unless the kernel itself has less. */
function leastSize(
  parameters: readonly Parameter[],
  size: readonly [number, number, number],
): Space['constraints'] {
  const positions = AXES.map((axis) => parameters.findIndex(({ name }) => name === `workgroup.${axis}`));
  const read = positions.filter((position) => position >= 0);
  if (read.length === 0) return [];
  const least = Math.min(LEAST_INVOCATIONS, size[0] * size[1] * size[2]);
  const holds = (values: readonly Value[]) => {
    const sizes = positions.map((at, axis) => (at < 0 ? size[axis] : (values[at] as number)));
    return sizes.reduce((product, each) => product * each, 1) >= least;
  };
  return [{ text: `at least ${least} invocations in a workgroup`, parameters: read, holds }];
}

/** Coarsening in several directions multiplies. */
function mostJoined(parameters: readonly Parameter[]): Space['constraints'] {
  const read = AXES.map((axis) => parameters.findIndex(({ name }) => name === `coarsen.${axis}`)).filter(
    (position) => position >= 0,
  );
  if (read.length < 2) return [];
  const holds = (values: readonly Value[]) =>
    read.reduce((product, position) => product * (values[position] as number), 1) <= MOST_JOINED;
  return [{ text: `at most ${MOST_JOINED} invocations in one`, parameters: read, holds }];
}
