// Which module-scope declarations an entry point uses, directly or through others ("statically accessed" in
// the WGSL specification). Only these need buffers, values for overrides, and types that are supported.

import { type AbstractElem, childElems } from 'wesl/core';
import type { GlobalElement } from './scope.ts';

/** The names reachable from `root`, `root` among them. */
export function reachableNames(
  root: string,
  globals: ReadonlyMap<string, GlobalElement>,
): ReadonlySet<string> {
  const reached = new Set<string>([root]);
  for (const name of reached) {
    const element = globals.get(name);
    if (element) collectNames(element, globals, reached);
  }
  return reached;
}

/** Adds the names of globals that the element mentions and no local declaration hides. */
function collectNames(
  element: AbstractElem,
  globals: ReadonlyMap<string, GlobalElement>,
  found: Set<string>,
): void {
  const locals: Set<string>[] = [];

  const mention = (name: string) => {
    if (globals.has(name) && !locals.some((names) => names.has(name))) found.add(name);
  };
  const nested = (children: readonly AbstractElem[]) => {
    locals.push(new Set());
    for (const child of children) visit(child);
    locals.pop();
  };
  const visit = (each: AbstractElem): void => {
    switch (each.kind) {
      case 'ref':
        mention(each.ident.originalName);
        return;
      case 'type':
        mention(each.name.originalName);
        for (const parameter of each.templateParams ?? []) visit(parameter);
        return;
      case 'attribute':
        if (each.attribute.kind === '@attribute') each.attribute.params?.forEach(visit);
        return;
      case 'fn':
      case 'block':
      case 'for':
        nested(childElems(each));
        return;
      case 'let':
      case 'var':
      case 'const':
      case 'param':
        for (const child of childElems(each)) visit(child);
        locals.at(-1)?.add(each.name.decl.ident.originalName);
        return;
      default:
        for (const part of partsOf(each)) visit(part);
    }
  };
  visit(element);
}

/** The parts of an element in which names may stand. */
function partsOf(element: AbstractElem): readonly AbstractElem[] {
  switch (element.kind) {
    case 'literal':
    case 'name':
    case 'decl':
      return [];
    case 'binary-expression':
      return [element.left, element.right];
    case 'component-member-expression':
      return [element.base];
    case 'component-expression':
      return [element.base, element.access];
    case 'parenthesized-expression':
    case 'unary-expression':
      return [element.expression];
    case 'loop':
      return [element.body];
    default:
      return childElems(element);
  }
}
