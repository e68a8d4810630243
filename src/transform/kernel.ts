// A WGSL source as the transformations see it: the tree of one entry point with its names resolved, and how
// large its workgroups are for the launch at hand.

import type { AbstractElem, FnElem, StructElem } from 'wesl/core';
import { Lowering } from '../decode/wgsl/lowering.ts';
import { declareGlobal, globalsOf, workgroupSize } from '../decode/wgsl/module-scope.ts';
import { parseSource } from '../decode/wgsl/parse.ts';
import { attribute } from '../decode/wgsl/type-expressions.ts';
import { DiagnosticError, type Span } from '../diagnostics/diagnostic.ts';
import type { Launch } from '../launch/launch.ts';
import { type FunctionEffects, findEffects } from './effects.ts';
import { Names } from './names.ts';
import { reject } from './refusal.ts';
import type { Triple } from './transformation.ts';

interface Located {
  readonly start: number;
  readonly end: number;
}

/** One number of `@workgroup_size`: what it is now, and how the source spells it. */
export interface Size {
  readonly value: number;
  readonly text: string;
}

export interface Kernel {
  readonly text: string;
  readonly elements: readonly AbstractElem[];
  readonly entry: FnElem;
  readonly functions: ReadonlyMap<string, FnElem>;
  readonly structs: ReadonlyMap<string, StructElem>;
  readonly effects: ReadonlyMap<string, FunctionEffects>;
  readonly names: Names;
  readonly size: readonly [Size, Size, Size];
  readonly dispatch: Triple;
  readonly constants: Readonly<Record<string, number>>;
  /** Where something stands in the text. */
  readonly place: (element: AbstractElem | Located) => Located;
  readonly span: (element: AbstractElem | Located) => Span;
  /** What is written there. */
  readonly textOf: (element: AbstractElem | Located) => string;
}

export type LaunchFacts = Pick<Launch, 'dispatch' | 'constants' | 'shaderPath' | 'entryPoint'>;

/** @throws DiagnosticError */
export function readKernel(text: string, launch: LaunchFacts): Kernel {
  const file = launch.shaderPath;
  const parsed = parseSource(file, text);
  if (parsed.diagnostics.length > 0) throw new DiagnosticError(parsed.diagnostics);
  const { elements, mapOffset } = parsed;
  const functions = new Map<string, FnElem>();
  const structs = new Map<string, StructElem>();
  for (const element of elements) {
    if (element.kind === 'fn') functions.set(element.name.ident.originalName, element);
    else if (element.kind === 'struct') structs.set(element.name.ident.originalName, element);
  }
  const place: Kernel['place'] = (element) => {
    // Only what wesl's linker makes up has no place; there is none in a tree that was just parsed.
    const { start, end } = element as Located;
    return { start: mapOffset(start), end: mapOffset(end) };
  };
  const entry = entryOf(functions, launch);
  const names = new Names(text, elements);
  return {
    text,
    elements,
    entry,
    functions,
    structs,
    effects: findEffects(functions, names),
    names,
    size: sizesOf(entry, elements, mapOffset, launch, text),
    dispatch: launch.dispatch,
    constants: launch.constants,
    place,
    span: (element) => ({ file, ...place(element) }),
    textOf: (element) => {
      const { start, end } = place(element);
      return text.slice(start, end);
    },
  };
}

function entryOf(functions: ReadonlyMap<string, FnElem>, launch: LaunchFacts): FnElem {
  const entries = [...functions].filter(([, each]) => attribute(each.attributes, 'compute'));
  const wanted = entries.filter(([name]) => launch.entryPoint === undefined || name === launch.entryPoint);
  if (wanted.length === 1) return wanted[0][1];
  const known = entries.map(([name]) => name).join(', ') || 'none';
  return reject(
    'entry-point',
    `say which compute entry point is meant ("entryPoint"); the shader has ${known}`,
  );
}

function sizesOf(
  entry: FnElem,
  elements: readonly AbstractElem[],
  mapOffset: (offset: number) => number,
  launch: LaunchFacts,
  text: string,
): Kernel['size'] {
  const lowering = new Lowering(launch.shaderPath, mapOffset, launch);
  for (const element of globalsOf(elements).values()) declareGlobal(lowering, element);
  let values: Triple = [1, 1, 1];
  const fill = () => {
    values = workgroupSize(lowering, entry);
  };
  lowering.region(fill, () => ({ kind: 'return' }));
  const spelt = attribute(entry.attributes, 'workgroup_size')?.params ?? [];
  const size = (axis: number): Size => {
    const expression = spelt[axis]?.expression;
    if (!expression) return { value: values[axis], text: String(values[axis]) };
    return { value: values[axis], text: text.slice(mapOffset(expression.start), mapOffset(expression.end)) };
  };
  return [size(0), size(1), size(2)];
}
