// The limits of the device as constraints of a space, so that what breaks them is never proposed: invocations of a
// workgroup, workgroups along each axis, workgroup memory. They follow params and constants through the launch
// file's expressions and the shader's, and transformations through what these do to sizes. What cannot be told
// without making the kernel is left to the check of each configuration (needs.ts).

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { DeviceLimits } from '../launch/device-limits.ts';
import { type JsonValue, parseDocument } from '../launch/document.ts';
import type { Launch } from '../launch/launch.ts';
import { ConstraintReader, type NumberOf } from '../space/constraint.ts';
import type { ShaderText } from '../space/declare.ts';
import type { Constraint, Space, Value } from '../space/space.ts';
import { Inputs } from '../transform/inputs.ts';
import { readKernel } from '../transform/kernel.ts';
import { followsSize } from '../transform/reshape.ts';
import { communicates } from '../transform/step.ts';
import { isCoalesced } from '../transform/stride.ts';
import { type GridShape, GridShapes, type ShapeSources } from './grid-shape.ts';
import { SUBGROUP_SIZE } from './instantiate.ts';
import { SourceNumbers } from './source-numbers.ts';

const AXES = ['x', 'y', 'z'] as const;

export interface LimitSources {
  readonly launch: Launch;
  readonly launchText: string;
  readonly shaders: readonly ShaderText[];
  /** Of the launch as it is; undefined where it cannot be told. */
  readonly workgroupSize: readonly [number, number, number] | undefined;
  readonly allowed: DeviceLimits;
}

/** The space with the device's limits among its constraints. */
export function withLimits(space: Space, sources: LimitSources): Space {
  const constraints = limitConstraints(space, sources).filter(({ parameters }) => parameters.length > 0);
  return { ...space, constraints: [...space.constraints, ...constraints] };
}

function limitConstraints(space: Space, sources: LimitSources): Constraint[] {
  const { launch, shaders, workgroupSize, allowed } = sources;
  const isVaried = (pattern: RegExp) => space.parameters.some(({ name }) => pattern.test(name));
  // What transformations do hangs on the kernel.
  if (isVaried(/^(shader|entryPoint)$/) && isVaried(TRANSFORMATION)) return [];
  const reader = new ConstraintReader(launch, space.parameters);
  const isGiven = (name: string) =>
    Object.hasOwn(launch.constants, name) || space.parameters.some((each) => each.name === name);
  const numbers = isVaried(/^shader$/) ? undefined : new SourceNumbers(shaders[0].text, reader, isGiven);
  const entryPoint = isVaried(/^entryPoint$/) ? undefined : launch.entryPoint;
  const size = numbers?.workgroupSize(entryPoint) ?? fixedSize(space, launch, workgroupSize);
  const shape = shapeConstraints(space, { ...sources, size, dispatch: dispatchOf(reader, sources) });
  return [...shape, ...(numbers ? memory(space, numbers, allowed) : [])];
}

const TRANSFORMATION = /^(coarsen|blockCoarsen|workgroup)\.|^(swapAxes|unroll)/;

/** A size that the source gives in words too difficult for us is known where nothing that varies can be in it. */
function fixedSize(
  { parameters }: Space,
  launch: Launch,
  size: readonly [number, number, number] | undefined,
): readonly NumberOf[] {
  const hasConstants = Object.keys(launch.constants).length > 0;
  const mayBeIn = ({ name }: { readonly name: string }) =>
    !TRANSFORMATION.test(name) && (hasConstants || !Object.hasOwn(launch.params, name));
  const isKnown = size !== undefined && !parameters.some(mayBeIn);
  return [0, 1, 2].map((axis) => ({ parameters: [], valueOf: () => (isKnown ? size[axis] : undefined) }));
}

function dispatchOf(reader: ConstraintReader, { launch, launchText }: LimitSources): readonly NumberOf[] {
  const root = parseDocument(launchText, launch.file).document?.value as {
    readonly [key: string]: JsonValue;
  };
  const given = (root['dispatch'] ?? []) as readonly JsonValue[];
  return launch.dispatch.map((count, axis) => {
    const text = given[axis];
    return (typeof text === 'string' && reader.number(text)) || { parameters: [], valueOf: () => count };
  });
}

interface Sizes extends LimitSources {
  readonly size: readonly NumberOf[];
  readonly dispatch: readonly NumberOf[];
}

function shapeConstraints({ parameters }: Space, sources: Sizes): Constraint[] {
  const { launch, shaders, size, dispatch, allowed } = sources;
  const { worksTogether, isCoalesced: isTogether, followsSize: follows } = traitsOf(shaders[0], launch);
  const shapes = new GridShapes({
    parameters,
    size,
    dispatch,
    communicates: worksTogether,
    isCoalesced: isTogether,
    followsSize: follows,
    subgroupSize: SUBGROUP_SIZE,
  });
  const positions = (pattern: RegExp) => parameters.flatMap(({ name }, i) => (pattern.test(name) ? [i] : []));
  const constraint = (text: string, read: readonly number[], holds: (shape: GridShape) => boolean) => ({
    text,
    parameters: [...new Set(read)].sort((a, b) => a - b),
    holds: (values: readonly Value[]) => holds(shapes.at(values)),
  });
  const most = allowed.maxComputeInvocationsPerWorkgroup;
  const byAxis = AXES.map((_, axis) => allowed[SIZE_LIMITS[axis]]);
  const ofSize = [
    ...size.flatMap((each) => each.parameters),
    ...positions(worksTogether ? /^(workgroup|coarsen)\.|^swapAxes$/ : /^workgroup\.|^swapAxes$/),
  ];
  // Axes are tied together where they change places, and where a size is set again that coarsening changed.
  const isTied = worksTogether || positions(/^swapAxes$/).length > 0;
  const along = (axis: number) => [
    ...dispatch[axis].parameters,
    ...size[axis].parameters,
    ...positions(new RegExp(`^(coarsen|blockCoarsen|workgroup)\\.${AXES[axis]}(\\.|$)`)),
  ];
  const all = [...AXES.flatMap((_, axis) => along(axis)), ...positions(/^swapAxes$/)];
  const groups = allowed.maxComputeWorkgroupsPerDimension;
  return [
    constraint(`at most ${most} invocations in a workgroup`, ofSize, ({ size: sizes }) => {
      const [x, y, z] = sizes;
      return !(x * y * z > most) && !sizes.some((each, axis) => each > byAxis[axis]);
    }),
    ...AXES.map((name, axis) =>
      constraint(
        `at most ${groups} workgroups along ${name}`,
        isTied ? all : along(axis),
        ({ grid }) => !(grid[axis] > groups),
      ),
    ),
  ];
}

interface Traits extends Pick<ShapeSources, 'isCoalesced' | 'followsSize'> {
  readonly worksTogether: boolean;
}

/** What of a kernel decides what transformations do to its sizes. */
function traitsOf({ text }: ShaderText, launch: Launch): Traits {
  try {
    const kernel = readKernel(text, launch);
    const inputs = new Inputs(kernel);
    const worksTogether = communicates(kernel, inputs);
    const follows = ([0, 1, 2] as const).map((axis) => !worksTogether || followsSize(kernel, inputs, axis));
    return { worksTogether, isCoalesced: isCoalesced(kernel, inputs), followsSize: follows };
  } catch (error) {
    // Nothing can be transformed then.
    if (error instanceof DiagnosticError)
      return { worksTogether: false, isCoalesced: false, followsSize: [true, true, true] };
    throw error;
  }
}

const SIZE_LIMITS = [
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxComputeWorkgroupSizeZ',
] as const;

/**
 * Block coarsening has several workgroups' memory in one, where that differs, and another size of the workgroup sets
 * the constants behind it, of which memory may be made: how much, only the kernel says.
 */
function memory({ parameters }: Space, numbers: SourceNumbers, allowed: DeviceLimits): Constraint[] {
  const bytes = numbers.workgroupBytes();
  if (bytes === undefined || parameters.some(({ name }) => /^(blockCoarsen|workgroup)\./.test(name)))
    return [];
  const most = allowed.maxComputeWorkgroupStorageSize;
  const holds = (values: readonly Value[]) => !((bytes.valueOf(values) ?? 0) > most);
  return [{ text: `at most ${most} bytes of workgroup memory`, parameters: bytes.parameters, holds }];
}
