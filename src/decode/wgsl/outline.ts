// What can be told of a shader before an entry point is chosen and overrides have values: the compute entry points, and
// the overrides that each needs.

import type { ExpressionElem, OverrideElem } from 'wesl/core';
import { DiagnosticError, type Outcome } from '../../diagnostics/diagnostic.ts';
import type { EntryPointOutline, OverrideOutline } from '../outline.ts';
import { numberOf } from './constants.ts';
import { lowerValue } from './expressions.ts';
import { Lowering } from './lowering.ts';
import { declareGlobal, globalName, globalsOf, overrideId } from './module-scope.ts';
import { parseSource } from './parse.ts';
import type { GlobalElement } from './scope.ts';
import { attribute, nameOf } from './type-expressions.ts';
import { reachableNames } from './usage.ts';

/** Every compute entry point, in the order of the source. */
export function outlineWgsl(source: { file: string; text: string }): Outcome<EntryPointOutline[]> {
  const parsed = parseSource(source.file, source.text);
  if (parsed.diagnostics.length > 0) return { diagnostics: parsed.diagnostics };
  const lowering = new Lowering(source.file, parsed.mapOffset, { constants: {} });
  const globals = globalsOf(parsed.elements);
  for (const element of globals.values()) declareGlobal(lowering, element);
  const overrides = new Map<string, OverrideOutline>();
  for (const [name, element] of globals)
    if (element.kind === 'override') overrides.set(name, describe(lowering, element));
  const constants = [...globals].flatMap(([name, element]) => {
    const value = element.kind === 'const' && element.init ? initialValue(lowering, element.init) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { value: entryPointsOf(globals, overrides, Object.fromEntries(constants)), diagnostics: [] };
}

function entryPointsOf(
  globals: ReadonlyMap<string, GlobalElement>,
  overrides: ReadonlyMap<string, OverrideOutline>,
  constants: Readonly<Record<string, number>>,
): EntryPointOutline[] {
  return [...globals].flatMap(([name, element]): EntryPointOutline[] => {
    if (element.kind !== 'fn' || !attribute(element.attributes, 'compute')) return [];
    const reached = reachableNames(name, globals);
    const sizes = attribute(element.attributes, 'workgroup_size')?.params ?? [];
    return [
      {
        name,
        overrides: [...overrides].flatMap(([each, outline]) => (reached.has(each) ? [outline] : [])),
        constants,
        workgroupSize: sizes.map(({ expression }) => overrideIn(expression, overrides)),
      },
    ];
  });
}

/** The override that an expression is, without more around it. */
function overrideIn(
  expression: ExpressionElem | undefined,
  overrides: ReadonlyMap<string, OverrideOutline>,
): string | undefined {
  const name = expression?.kind === 'ref' ? nameOf(expression) : undefined;
  return name !== undefined && overrides.has(name) ? name : undefined;
}

function describe(lowering: Lowering, element: OverrideElem): OverrideOutline {
  const name = globalName(element);
  const id = overrideId(lowering, element);
  const { init } = element;
  const value = init && initialValue(lowering, init);
  return {
    name,
    ...(id === undefined ? {} : { id }),
    hasDefault: init !== undefined,
    ...(value === undefined ? {} : { value }),
  };
}

/** Undefined for what other overrides make it. */
function initialValue(lowering: Lowering, init: ExpressionElem): number | undefined {
  let value: number | undefined;
  try {
    lowering.region(
      () => {
        value = lowering.inScope(() => numberOf(lowering, lowerValue(lowering, init)), lowering.moduleScope);
      },
      () => ({ kind: 'return' }),
    );
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
  }
  return value;
}
