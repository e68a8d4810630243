// Coarsening inside the workgroup, for kernels with workgroup memory, barriers or subgroup operations: a
// workgroup does what it did before with a `factor`-th of its invocations. The dispatch stays.

import { type Definition, type Key, keyOf, receive } from './coordinates.ts';
import { greatestCommonDivisor } from './counts.ts';
import type { Edit } from './edits.ts';
import type { Kernel } from './kernel.ts';
import { merged, type Value } from './merge.ts';
import { merging, mergingBelow } from './numbering.ts';
import { refuse } from './refusal.ts';
import { type CoarseningRequest, type Step, usesSubgroups, withAxis } from './step.ts';
import { preferredStride } from './stride.ts';
import { AXIS_NAMES, type Axis } from './transformation.ts';
import { attributeEdit } from './workgroup-size.ts';

const GLOBAL = 'global_invocation_id';
const LOCAL = 'local_invocation_id';
const INDEX = 'local_invocation_index';

/** The largest subgroups that merging keeps together. */
const SUBGROUP = 32;

interface Plan extends CoarseningRequest {
  readonly stride: number;
  /** Invocations of a workgroup of the result along the axis. */
  readonly narrow: number;
  /** Of the original along the axes before this one. */
  readonly below: number;
}

/** @throws DiagnosticError */
export function withinWorkgroup(request: CoarseningRequest): Step {
  const { kernel, inputs, axis, factor } = request;
  const { value: width, text } = kernel.size[axis];
  const fits = (each: number) => width % (factor * each) === 0;
  const stride = request.stride ?? preferredStride(kernel, inputs, axis, fits);
  checkWidth(request, stride);
  const below = kernel.size.slice(0, axis).reduce((product, each) => product * each.value, 1);
  if (usesSubgroups(kernel, inputs)) checkSubgroups(request, stride, below);
  const narrow = Math.ceil(width / (factor * stride)) * stride;
  const plan = { ...request, stride, narrow, below };
  const edits = fits(stride) ? whole(plan) : withRemainder(plan);
  const sizes = kernel.size.map((each) => each.text);
  const now = fits(stride) ? divided(text, factor) : String(narrow);
  edits.push(attributeEdit(kernel, withAxis(sizes, axis, now)));
  const before = kernel.size.map((each) => each.value);
  const distance = stride === 1 ? 'next to each other' : `${stride} apart`;
  return {
    edits,
    dispatch: kernel.dispatch,
    constants: kernel.constants,
    note: `${factor} invocations in one along ${AXIS_NAMES[axis]}, ${distance}: ${withAxis(before, axis, narrow).join(' × ')} do the work of a workgroup of ${before.join(' × ')}`,
  };
}

function checkWidth({ kernel, axis, factor }: CoarseningRequest, stride: number): void {
  const width = kernel.size[axis].value;
  if (factor * stride <= width) return;
  const what = stride === 1 ? `a factor of ${factor}` : `a factor of ${factor} with a stride of ${stride}`;
  const message = `its invocations work together in workgroups of ${width} along ${AXIS_NAMES[axis]}; that is too few for ${what}`;
  refuse('narrow-workgroup', message, kernel.span(kernel.entry.name));
}

function checkSubgroups({ kernel, inputs }: CoarseningRequest, stride: number, below: number): void {
  const place = kernel.span(kernel.entry.name);
  if ((stride * below) % SUBGROUP !== 0) {
    const least = SUBGROUP / greatestCommonDivisor(SUBGROUP, below);
    const message = `its subgroup operations need merged invocations to be whole subgroups apart: a multiple of ${least} as stride, not ${stride}`;
    refuse('subgroups', message, place);
  }
  const counted = ['subgroup_id', 'num_subgroups'].find((builtin) => inputs.isUsed(builtin));
  if (counted !== undefined)
    refuse('subgroups', `'${counted}' would count other subgroups than before`, place);
}

/** Factor times stride divides the workgroup: formula 4.3 holds for its place in the workgroup and in the grid. */
function whole({ kernel, inputs, axis, factor, stride, narrow, below }: Plan): Edit[] {
  const name = AXIS_NAMES[axis];
  const definitions = new Map<Key, Definition>();
  const local = inputs.pathOf(LOCAL);
  if (local !== undefined) {
    const place = `${local}.${name}`;
    const isBelow = narrow === stride;
    definitions.set(
      keyOf(LOCAL, axis),
      isBelow ? mergingBelow(place, stride) : merging(place, factor, stride),
    );
  }
  const global = inputs.pathOf(GLOBAL);
  if (global !== undefined)
    definitions.set(keyOf(GLOBAL, axis), merging(`${global}.${name}`, factor, stride));
  const index = inputs.pathOf(INDEX);
  if (index !== undefined) {
    // The index counts along x first: a step along this axis is as many indices as lie below it.
    const count = kernel.size.reduce((product, each) => product * each.value, 1) / factor;
    const by = stride * below;
    definitions.set(keyOf(INDEX, 0), count === by ? mergingBelow(index, by) : merging(index, factor, by));
  }
  return merged({ kernel, inputs, factor, of: { noun: 'invocation', axis }, definitions });
}

/** Some of the merged would lie outside of the workgroup: those are left out. */
function withRemainder(plan: Plan): Edit[] {
  const { kernel, inputs, axis, factor, stride } = plan;
  const width = kernel.size[axis].value;
  const name = AXIS_NAMES[axis];
  const local = receive(kernel, inputs, LOCAL);
  const own = keyOf(LOCAL, axis);
  const definitions = new Map<Key, Definition>([[own, merging(`${local.path}.${name}`, factor, stride)]]);
  const edits = [...local.edits];
  const needs = [own];
  if (inputs.isUsed(GLOBAL)) {
    const group = receive(kernel, inputs, 'workgroup_id');
    edits.push(...group.edits);
    const text = (_: number, value: Value) => `${group.path}.${name} * ${width}u + ${value(own)}`;
    definitions.set(keyOf(GLOBAL, axis), { text, needs, step: `${stride}u` });
  }
  if (inputs.isUsed(INDEX)) {
    const text = (_: number, value: Value) => indexText(kernel, axis, local.path, value(own));
    definitions.set(keyOf(INDEX, 0), { text, needs });
  }
  const exists = (_: number, value: Value) => `${value(own)} < ${width}u`;
  const of = { noun: 'invocation', axis } as const;
  return [...edits, ...merged({ kernel, inputs, factor, of, definitions, exists, forced: [own] })];
}

/** The index in the original's workgroup, from the place in it. */
function indexText(kernel: Kernel, axis: Axis, local: string, own: string): string {
  const terms: string[] = [];
  let below = 1;
  for (const [each, { value }] of kernel.size.entries()) {
    const place = each === axis ? own : `${local}.${AXIS_NAMES[each]}`;
    if (value > 1) terms.push(below === 1 ? place : `${place} * ${below}u`);
    below *= value;
  }
  return terms.join(' + ') || '0u';
}

function divided(text: string, factor: number): string {
  const number = /^(\d+)([iu]?)$/.exec(text);
  if (number) return `${Number(number[1]) / factor}${number[2]}`;
  return /^\w+$/.test(text) ? `${text} / ${factor}` : `(${text}) / ${factor}`;
}
