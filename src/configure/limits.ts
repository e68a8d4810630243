// What WebGPU lets any launch have, as constraints of its space: invocations of a workgroup, and workgroups of
// a dispatch. Whatever depends on no tunable, or on WGSL that is no simple expression, is left to the check of
// each configuration.

import type { Outcome } from '../diagnostics/diagnostic.ts';
import { type JsonValue, parseDocument } from '../launch/document.ts';
import type { Launch } from '../launch/launch.ts';
import { ConstraintReader } from '../space/constraint.ts';
import type { ShaderText } from '../space/declare.ts';
import type { Constraint, Space, Value } from '../space/space.ts';

/** What desktop adapters offer, and `measure` asks for; WebGPU's default of 256 holds where nobody asks. */
const MOST_INVOCATIONS = 1024;
/** By axis: https://www.w3.org/TR/webgpu/#limits, maxComputeWorkgroupSizeX, Y and Z as desktops offer them. */
const MOST_BY_AXIS = [1024, 1024, 64];
const MOST_WORKGROUPS = 65535;

const AXES = ['x', 'y', 'z'];

export interface LimitSources {
  readonly launch: Launch;
  readonly launchText: string;
  readonly shaders: readonly ShaderText[];
  /** Of the launch as it is; undefined where it cannot be told. */
  readonly workgroupSize: readonly [number, number, number] | undefined;
}

/** The space with the device's limits among its constraints. */
export function withLimits(space: Space, sources: LimitSources): Space {
  const constraints = [
    ...transformedSize(space, sources),
    ...declaredSize(space, sources),
    ...grid(space, sources),
  ];
  return { ...space, constraints: [...space.constraints, ...constraints] };
}

/** `workgroup.x` and its like. */
function transformedSize({ parameters }: Space, { workgroupSize }: LimitSources): Constraint[] {
  const positions = AXES.map((axis) => parameters.findIndex(({ name }) => name === `workgroup.${axis}`));
  const read = positions.filter((position) => position >= 0);
  if (read.length === 0 || workgroupSize === undefined) return [];
  const sizeOf = (values: readonly Value[], axis: number) => {
    const position = positions[axis];
    return position < 0 ? workgroupSize[axis] : (values[position] as number);
  };
  const holds = (values: readonly Value[]) => {
    const sizes = AXES.map((_, axis) => sizeOf(values, axis));
    const fitsAxes = sizes.every((size, axis) => size <= MOST_BY_AXIS[axis]);
    return fitsAxes && sizes.reduce((product, size) => product * size, 1) <= MOST_INVOCATIONS;
  };
  return [{ text: `at most ${MOST_INVOCATIONS} invocations in a workgroup`, parameters: read, holds }];
}

/** A size that the shader computes from its override constants. */
function declaredSize(space: Space, { launch, shaders }: LimitSources): Constraint[] {
  const [shader] = shaders;
  if (shaders.length !== 1 || space.parameters.some(({ name }) => /^(workgroup\.|entryPoint)/.test(name)))
    return [];
  const isKnown = (name: string) =>
    Object.hasOwn(launch.constants, name) || space.parameters.some((each) => each.name === name);
  const expressions = sizeExpressions(shader.text, isKnown);
  if (expressions === undefined) return [];
  const text = `${expressions.map((each) => `(${each})`).join(' * ')} <= ${MOST_INVOCATIONS}`;
  return read(text, space, launch);
}

function grid(space: Space, { launch, launchText }: LimitSources): Constraint[] {
  const { document } = parseDocument(launchText, launch.file);
  const dispatch = (document?.value as { readonly [key: string]: JsonValue } | undefined)?.['dispatch'];
  if (!Array.isArray(dispatch)) return [];
  // A launch that is beyond the limit as it is may go on being so: devices often take more.
  if (launch.dispatch.some((count) => count > MOST_WORKGROUPS)) return [];
  // Transformations of the grid come after: fewer workgroups than the launch says may be left of them.
  if (space.parameters.some(({ name }) => /^(coarsen|blockCoarsen|workgroup)\.|^swapAxes$/.test(name)))
    return [];
  return (dispatch as readonly JsonValue[]).flatMap((each) =>
    typeof each === 'string' ? read(`(${each}) <= ${MOST_WORKGROUPS}`, space, launch) : [],
  );
}

/** A constraint, if anything of it may vary. */
function read(text: string, { parameters }: Space, launch: Launch): Constraint[] {
  const constraint: Outcome<Constraint> = new ConstraintReader(launch, parameters).read({ text });
  return constraint.value && constraint.value.parameters.length > 0 ? [constraint.value] : [];
}

/**
 * What stands in the one `@workgroup_size` of a shader, as expressions of a launch file over its override
 * constants (`isKnown`); undefined where that is more than names, whole numbers, sums and products.
 */
function sizeExpressions(text: string, isKnown: (name: string) => boolean): string[] | undefined {
  const code = text.replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, '');
  const attributes = [...code.matchAll(/@\s*workgroup_size\s*\(([^()]*)\)/g)];
  if (attributes.length !== 1) return undefined;
  const parts = attributes[0][1].split(',').filter((part) => part.trim() !== '');
  const defaults = new Map(
    [...code.matchAll(/\b(?:const|override)\s+(\w+)\s*(?::\s*\w+)?\s*=\s*(\d+)[iu]?\s*;/g)].map((match) => [
      match[1],
      match[2],
    ]),
  );
  const simple = parts.map((part) => {
    if (!/^[\w\s+*]+$/.test(part)) return undefined;
    return part.replace(/\b[A-Za-z_]\w*\b|\b\d+[iu]?\b/g, (word) => {
      if (/^\d/.test(word)) return String(Number.parseInt(word, 10));
      return isKnown(word) ? word : (defaults.get(word) ?? word);
    });
  });
  return simple.every((part) => part !== undefined) ? simple : undefined;
}
