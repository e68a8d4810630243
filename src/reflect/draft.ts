// From a decoded entry point to all that its launch file says: params, constants, dispatch and buffers.

import type { EntryPointOutline } from '../decode/outline.ts';
import type { Module } from '../ir/ir.ts';
import { type DraftBuffer, draftBuffers } from './buffers.ts';
import { valueText } from './draft-text.ts';
import { NO_DEFAULT, type Param } from './params.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import { type Axis, extentName, memberName } from './quantities.ts';
import { settle } from './settle.ts';
import type { Sizes } from './sizes.ts';
import { isOverride } from './symbolic.ts';
import { quantitiesOf } from './walk.ts';

export interface Draft {
  /** As the launch file names it. */
  readonly shader: string;
  readonly prepend: readonly string[];
  /** Absent where the shader has one. */
  readonly entryPoint?: string;
  readonly params: readonly Param[];
  readonly constants: readonly { readonly name: string; readonly text: string; readonly value: number }[];
  readonly workgroupSize?: readonly number[];
  /** Numbers and expressions, as JSON. */
  readonly dispatch: readonly string[];
  readonly buffers: readonly DraftBuffer[];
  /** Of all buffers, by the numbers that the params have. */
  readonly totalBytes: number;
  /** With the workgroups' size by which it was decoded. */
  readonly module: Module;
  /** What a word of a buffer is, over params; undefined where nothing hangs on it. */
  readonly memberOf: (buffer: number, byte: number) => Polynomial | undefined;
}

export interface DraftOptions {
  readonly shader: string;
  readonly prepend?: readonly string[];
  readonly outline: EntryPointOutline;
  readonly isOnly: boolean;
  /** Numbers that somebody chose for params, by name. */
  readonly given: Readonly<Record<string, number>>;
  /** What the entry point was decoded with for overrides that lack a default, by name. */
  readonly chosen: Readonly<Record<string, number>>;
  /** For SPIR-V that says nothing about it. */
  readonly workgroupSize?: readonly number[];
}

/** @param symbolic the module with overrides as uniforms of their own, where there are such */
export function draftOf(module: Module, options: DraftOptions, symbolic = module): Draft {
  const { outline, given } = options;
  const overrides = fixedOverrides(options, symbolic);
  const quantities = quantitiesOf(symbolic);
  const defaults = outline.overrides.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value]],
  );
  const sizes = settle(
    quantities,
    { ...Object.fromEntries(defaults), ...given },
    { taken: overrides.map(({ name }) => name), constants: outline.constants },
  );
  const drafted = draftBuffers(sizes);
  const axes = [0, 1, 2].filter((axis) => quantities.axes.has(axis as Axis));
  const count = 1 + Math.max(0, ...axes);
  const dispatch = Array.from({ length: count }, (_, axis) =>
    groupsText(sizes, module, options, axis as Axis),
  );
  const standingFor = (name: string) => {
    const index = symbolic.buffers.findIndex((each) => isOverride(each) && each.name === name);
    return index < 0 ? undefined : sizes.over(memberName(index, 0));
  };
  const constants = outline.overrides.flatMap(({ name }) => {
    const value = standingFor(name);
    if (value) return [{ name, text: valueText(value), value: sizes.bounds.number(value) }];
    const param = overrides.find((each) => each.name === name);
    return param ? [{ name, text: JSON.stringify(name), value: param.value }] : [];
  });
  const buffers = drafted.filter(({ buffer }) => !isOverride(buffer));
  return {
    module,
    shader: options.shader,
    prepend: options.prepend ?? [],
    ...(options.isOnly ? {} : { entryPoint: outline.name }),
    params: [...sizes.params.all, ...overrides],
    constants,
    ...(options.workgroupSize ? { workgroupSize: options.workgroupSize } : {}),
    dispatch,
    buffers,
    totalBytes: buffers.reduce((sum, { size }) => sum + sizes.bounds.number(size), 0),
    memberOf: (buffer, byte) =>
      sizes.over(memberName(symbolic.buffers.indexOf(buffers[buffer].buffer), byte)),
  };
}

/** Params of the overrides that are numbers while the kernel is looked through. */
function fixedOverrides({ outline, given, chosen }: DraftOptions, symbolic: Module): Param[] {
  const symbols = symbolic.buffers.flatMap((each) => (isOverride(each) ? [each.name] : []));
  const fixed = outline.overrides.filter(({ name }) => !symbols.includes(name));
  return fixed.flatMap((each): Param[] => {
    const value = given[each.name] ?? each.value ?? chosen[each.name];
    if (value === undefined) return [];
    const isOpen = !each.hasDefault && given[each.name] === undefined;
    const of = { kind: 'override', name: each.name } as const;
    return [{ name: each.name, value, of, ...(isOpen ? { assumed: NO_DEFAULT } : {}) }];
  });
}

/** Workgroups along an axis; by the name of the override that is their size, where there is one. */
function groupsText(sizes: Sizes, module: Module, options: DraftOptions, axis: Axis): string {
  const extent = sizes.over(extentName(axis)) ?? poly.constant(1);
  const size = module.workgroupSize[axis];
  const name = options.outline.workgroupSize[axis];
  const groups = poly.scale(extent, 1 / size);
  const isWhole = [...groups.values()].every(Number.isInteger);
  if (poly.constantOf(groups) !== undefined || isWhole || name === undefined) return valueText(groups);
  const text = poly.textOf(extent);
  return JSON.stringify(`ceil(${/[ ]/.test(text) ? `(${text})` : text} / ${name})`);
}
