// Coarsening across the grid, for kernels whose invocations have nothing to do with each other: workgroups keep
// their size, and there are fewer of them. Formula 4.3 holds for places in the grid; places in the workgroup
// and the workgroup's own place follow from it.

import { type Definition, type Key, keyOf, receive } from './coordinates.ts';
import { greatestCommonDivisor, scaledInBlocks, scaledUp } from './counts.ts';
import type { Edit } from './edits.ts';
import { merged, type Value } from './merge.ts';
import { merging } from './numbering.ts';
import { OriginalGrid } from './original-grid.ts';
import { orOutlined, outlined } from './outline.ts';
import { type CoarseningRequest, type Step, withAxis } from './step.ts';
import { preferredStride } from './stride.ts';
import { AXIS_NAMES, type Count } from './transformation.ts';

const GLOBAL = 'global_invocation_id';
const LOCAL = 'local_invocation_id';
const INDEX = 'local_invocation_index';
const GROUP = 'workgroup_id';
const GROUPS = 'num_workgroups';

interface Plan extends CoarseningRequest {
  readonly stride: number;
  readonly width: number;
}

/** @throws DiagnosticError */
export function acrossGrid(request: CoarseningRequest): Step {
  const { kernel, inputs, axis, factor } = request;
  const name = AXIS_NAMES[axis];
  const width = kernel.size[axis].value;
  const groups = kernel.dispatch[axis];
  const invocations = width * groups;
  const fits = (each: number) => factor * each <= invocations;
  const stride = request.stride ?? preferredStride(kernel, inputs, axis, fits);
  const plan = { ...request, stride, width };
  const dispatched = Math.ceil((Math.ceil(invocations / (factor * stride)) * stride) / width);
  const isExact = dispatched * factor === groups && (dispatched * width) % stride === 0;
  const grid = new OriginalGrid(kernel, axis);
  const global = receive(kernel, inputs, GLOBAL);
  const own: Key = keyOf(GLOBAL, axis);
  const definitions = new Map<Key, Definition>([[own, merging(`${global.path}.${name}`, factor, stride)]]);
  defineLocals(definitions, plan, own);
  if (inputs.isUsed(GROUPS)) {
    const now = `${inputs.pathOf(GROUPS)}.${name}`;
    const text = dispatched * factor === groups ? `${now} * ${factor}u` : grid.workgroups();
    definitions.set(keyOf(GROUPS, axis), { text: () => text, isUniform: true });
  }
  const limit = isExact ? '' : `${grid.workgroups()} * ${width}u`;
  const options = {
    kernel,
    inputs,
    factor,
    of: { noun: 'result', axis } as const,
    definitions,
    forced: isExact ? [] : [own],
  };
  const exists = (_: number, value: Value) => `${value(own)} < ${limit}`;
  const edits = orOutlined(
    (): Edit[] => [
      ...merged({
        ...options,
        // The first of the merged exists when any of them does.
        ...(isExact ? {} : { exists: (k, value) => (k === 0 ? undefined : exists(k, value)) }),
        prologue: (value) => (isExact ? [] : [`if (${value(own)} >= ${limit}) { return; }`]),
      }),
      ...(isNeeded(plan, definitions) || !isExact ? global.edits : []),
    ],
    () =>
      outlined({
        ...options,
        ...(isExact ? {} : { exists }),
        received: { builtin: GLOBAL, path: global.path },
      }),
  );
  edits.value.push(...grid.edits());
  const distance = stride === 1 ? 'next to each other' : `${stride} apart`;
  return {
    edits: edits.value,
    dispatch: withAxis(kernel.dispatch, axis, dispatched),
    constants: kernel.constants,
    dispatchAs: (before, leavesOut) =>
      withAxis(
        before,
        axis,
        !isExact || leavesOut[axis] ? groupsFor(before[axis], plan) : exactGroups(before[axis], plan),
      ),
    ...grid.declared(),
    note: `${factor} invocations in one along ${name}, ${distance}: ${dispatched} workgroups instead of ${groups}${edits.remark}`,
  };
}

/** Whether any use in the source is written by the place in the grid. */
function isNeeded({ inputs }: Plan, definitions: ReadonlyMap<Key, Definition>): boolean {
  return inputs.uses.some((use) =>
    use.components.some((component) => {
      const definition = definitions.get(keyOf(use.builtin, component));
      return definition !== undefined && definition.isUniform !== true;
    }),
  );
}

/** How many workgroups it takes to do the work of `count`. */
function groupsFor(count: Count, { factor, stride, width }: Plan): Count {
  if (width % stride === 0) return scaledUp(count, 1, factor);
  return scaledUp(scaledUp(count, width, factor * stride), stride, width);
}

/** The same without rounding: the work has to come in whole blocks of merged strides. */
function exactGroups(count: Count, { factor, stride, width }: Plan): Count {
  const block = factor * stride;
  return scaledInBlocks(count, factor, Math.max(factor, block / greatestCommonDivisor(width, block)));
}

/** What the place in the grid makes of the place in the workgroup. */
function defineLocals(definitions: Map<Key, Definition>, plan: Plan, own: Key): void {
  const { kernel, inputs, axis, factor, stride, width } = plan;
  const name = AXIS_NAMES[axis];
  const group = inputs.pathOf(GROUP);
  if (stride % width === 0) {
    // Whole workgroups are merged: the place in the workgroup stays.
    if (group !== undefined) {
      definitions.set(keyOf(GROUP, axis), merging(`${group}.${name}`, factor, stride / width));
    }
    return;
  }
  const define = (key: Key, text: (place: string) => string) =>
    definitions.set(key, { text: (_, value) => text(value(own)), needs: [own] });
  if (group !== undefined) define(keyOf(GROUP, axis), (place) => `${place} / ${width}u`);
  if (inputs.pathOf(LOCAL) !== undefined) define(keyOf(LOCAL, axis), (place) => `${place} % ${width}u`);
  const index = inputs.pathOf(INDEX);
  if (index === undefined) return;
  const below = kernel.size.slice(0, axis).reduce((product, each) => product * each.value, 1);
  const above = kernel.size.slice(axis + 1).reduce((product, each) => product * each.value, 1);
  define(keyOf(INDEX, 0), (place) => {
    const inside = `${place} % ${width}u${below === 1 ? '' : ` * ${below}u`}`;
    const lower = below === 1 ? '' : `${index} % ${below}u + `;
    const upper = above === 1 ? '' : ` + ${index} / ${below * width}u * ${below * width}u`;
    return lower + inside + upper;
  });
}
