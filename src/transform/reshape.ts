// Workgroups of another size or shape. Where invocations of a workgroup have nothing to do with each other, the
// same grid is cut up differently. Where they do, the size can only be changed where the source says that it
// may be: when it is an override that everything else is derived from.

import type { AbstractElem } from 'wesl/core';
import { type Definition, type Key, keyOf, receive } from './coordinates.ts';
import { scaledExactly, scaledUp } from './counts.ts';
import type { Edit } from './edits.ts';
import { Inputs, type InputUse } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import { merged } from './merge.ts';
import { OriginalGrid } from './original-grid.ts';
import { refuse, reject } from './refusal.ts';
import { communicates, type Step } from './step.ts';
import { AXIS_NAMES, type Axis, type Dispatch, type Triple } from './transformation.ts';
import { find } from './tree.ts';
import { attributeEdit } from './workgroup-size.ts';

const AXES: readonly Axis[] = [0, 1, 2];

/** @throws DiagnosticError */
export function reshape(kernel: Kernel, size: Triple): Step {
  if (size.some((each) => !Number.isInteger(each) || each < 1)) {
    reject('workgroup', `a workgroup size is up to three whole numbers from 1 on, not ${size.join(', ')}`);
  }
  const before = kernel.size.map((each) => each.value);
  const isSame = AXES.every((axis) => before[axis] === size[axis]);
  const note = `workgroups of ${size.join(' × ')} instead of ${before.join(' × ')}`;
  if (isSame) {
    const { dispatch, constants } = kernel;
    return { edits: [], dispatch, constants, note: `workgroups of ${size.join(' × ')}, as before` };
  }
  const inputs = new Inputs(kernel);
  const worksTogether = communicates(kernel, inputs);
  const isDivided = AXES.map((axis) => !worksTogether || followsSize(kernel, inputs, axis));
  const dispatch = kernel.dispatch.map((count, axis) =>
    isDivided[axis] ? Math.ceil((count * before[axis]) / size[axis]) : count,
  );
  const isExact = (axis: number) => dispatch[axis] * size[axis] === kernel.dispatch[axis] * before[axis];
  const step = {
    dispatch: dispatch as unknown as Triple,
    dispatchAs: (counts: Dispatch, leavesOut: readonly boolean[]) =>
      counts.map((count, axis) =>
        isDivided[axis]
          ? (!isExact(axis) || leavesOut[axis] ? scaledUp : scaledExactly)(count, before[axis], size[axis])
          : count,
      ) as unknown as Dispatch,
    note,
  };
  if (worksTogether) return { ...step, ...resized(kernel, size, isDivided) };
  return { ...step, ...recut(kernel, size, step.dispatch) };
}

/** The same grid of invocations in other workgroups. */
function recut(
  kernel: Kernel,
  size: Triple,
  dispatch: Triple,
): Pick<Step, 'edits' | 'constants' | 'originals'> {
  const inputs = new Inputs(kernel);
  const definitions = new Map<Key, Definition>();
  const global = receive(kernel, inputs, 'global_invocation_id');
  const widths = kernel.size.map((each) => each.value);
  const grids = AXES.map((axis) => new OriginalGrid(kernel, axis));
  const define = (builtin: string, component: number, text: string) =>
    definitions.set(keyOf(builtin, component), { text: () => text, isUniform: true });
  const place = (axis: Axis) => `${global.path}.${AXIS_NAMES[axis]}`;
  const inside = (axis: Axis) => (widths[axis] === 1 ? '0u' : `${place(axis)} % ${widths[axis]}u`);
  const isExact = (axis: Axis) => dispatch[axis] * size[axis] === kernel.dispatch[axis] * widths[axis];
  for (const axis of AXES) {
    if (size[axis] === widths[axis] && isExact(axis)) continue;
    define('local_invocation_id', axis, inside(axis));
    define('workgroup_id', axis, widths[axis] === 1 ? place(axis) : `${place(axis)} / ${widths[axis]}u`);
    if (inputs.isUsed('num_workgroups')) define('num_workgroups', axis, grids[axis].workgroups());
  }
  const strides = [1, widths[0], widths[0] * widths[1]];
  const terms = AXES.filter((axis) => widths[axis] !== 1).map(
    (axis) => inside(axis) + (strides[axis] === 1 ? '' : ` * ${strides[axis]}u`),
  );
  define('local_invocation_index', 0, terms.join(' + ') || '0u');
  const outside = AXES.filter((axis) => !isExact(axis)).map(
    (axis) =>
      `${place(axis)} >= ${grids[axis].workgroups()}${widths[axis] === 1 ? '' : ` * ${widths[axis]}u`}`,
  );
  const prologue = outside.length === 0 ? [] : [`if (${outside.join(' || ')}) { return; }`];
  const edits = merged({ kernel, inputs, factor: 1, definitions, prologue: () => prologue });
  const usesPlace = ['local_invocation_id', 'workgroup_id', 'local_invocation_index'].some((each) =>
    inputs.isUsed(each),
  );
  if (usesPlace || outside.length > 0) edits.push(...global.edits);
  edits.push(attributeEdit(kernel, size.map(String)));
  for (const grid of grids) edits.push(...grid.edits());
  const originals = grids.flatMap((grid) => grid.declared().originals ?? []);
  return { edits, constants: kernel.constants, originals };
}

/**
 * Whether a workgroup of invocations that work together does as much more as it is larger: it asks for places in
 * the grid, or multiplies its own by its size. One that, say, has a row to itself has the same row at any size.
 */
export function followsSize(kernel: Kernel, inputs: Inputs, axis: Axis): boolean {
  const isOwn = ({ builtin, components }: InputUse) =>
    builtin === 'workgroup_id' && components.includes(axis);
  const isGlobal = ({ builtin, components }: InputUse) =>
    builtin === 'global_invocation_id' && components.includes(axis);
  if (inputs.uses.some(isGlobal) || !inputs.uses.some(isOwn)) return true;
  const sizes: readonly string[] = kernel.size[axis].text.match(/[A-Za-z_]\w*/g) ?? [];
  const isSize = (each: AbstractElem) => each.kind === 'ref' && sizes.includes(each.ident.originalName);
  const isPlace = (each: AbstractElem) => {
    const use = inputs.at(each);
    return use !== undefined && isOwn(use);
  };
  const product = find(
    kernel.entry.body,
    (each) =>
      each.kind === 'binary-expression' &&
      find(each, isSize) !== undefined &&
      find(each, isPlace) !== undefined,
  );
  return product !== undefined;
}

/** Sets the overrides that give the size. */
function resized(
  kernel: Kernel,
  size: Triple,
  isDivided: readonly boolean[],
): Pick<Step, 'edits' | 'constants' | 'resized'> {
  const wanted = new Map<string, number>();
  for (const axis of AXES) {
    const { value, text } = kernel.size[axis];
    if (value === size[axis] && !/^[A-Za-z_]/.test(text)) continue;
    const isName = /^[A-Za-z_]\w*$/.test(text);
    if (!isName || (wanted.has(text) && wanted.get(text) !== size[axis])) {
      const message = isName
        ? `'${text}' is the size along several axes, which cannot be ${wanted.get(text)} and ${size[axis]}`
        : `its invocations work together in workgroups of ${value} along ${AXIS_NAMES[axis]}, a number that the source derives from no constant`;
      refuse('fixed-size', message, kernel.span(kernel.entry.name));
    }
    if (isDivided[axis] && (kernel.dispatch[axis] * value) % size[axis] !== 0) {
      const message = `${kernel.dispatch[axis]} workgroups of ${value} along ${AXIS_NAMES[axis]} cannot be cut into workgroups of ${size[axis]}`;
      refuse('indivisible', message, kernel.span(kernel.entry.name));
    }
    wanted.set(text, size[axis]);
  }
  const edits: Edit[] = [];
  const constants = { ...kernel.constants };
  for (const [name, value] of wanted) {
    edits.push(...setConstant(kernel, name, value));
    for (const key of keysOf(kernel, name)) if (Object.hasOwn(constants, key)) constants[key] = value;
  }
  return { edits, constants, resized: Object.fromEntries(wanted) };
}

function elementOf(kernel: Kernel, name: string) {
  for (const each of kernel.elements) {
    if ((each.kind === 'const' || each.kind === 'override') && each.name.decl.ident.originalName === name)
      return each;
  }
  return undefined;
}

/** How a launch file may name an override. */
function keysOf(kernel: Kernel, name: string): string[] {
  const element = elementOf(kernel, name);
  if (element?.kind !== 'override') return [];
  const { start, end } = kernel.place(element);
  const id = /@\s*id\s*\(\s*(\d+)/.exec(kernel.text.slice(start, end))?.[1];
  return id === undefined ? [name] : [name, id];
}

function setConstant(kernel: Kernel, name: string, value: number): Edit[] {
  const element = elementOf(kernel, name);
  if (element?.kind !== 'override') {
    const message = `its invocations work together in workgroups of a size that '${name}' fixes, and what they compute may depend on it; make '${name}' an override to say that it does not`;
    refuse('fixed-size', message, kernel.span(element ?? kernel.entry.name));
  }
  const { init } = element;
  if (init?.kind !== 'literal') return [];
  const suffix = /[iu]$/.exec(init.value)?.[0] ?? '';
  return [{ ...kernel.place(init), text: `${value}${suffix}` }];
}
