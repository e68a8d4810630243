// Variables of module scope that each of the merged invocations needs for itself, and the functions that know
// them: their declarations once for each.

import type { FnElem, GlobalVarElem } from 'wesl/core';
import { type Edit, endOfLine } from './edits.ts';
import type { Emission } from './emission.ts';

export function copyGlobals(emission: Emission): void {
  const { kernel, divergence, renderer, merge } = emission;
  const globals = divergence.divergentGlobals();
  if (globals.length === 0) return;
  const shared = new Set(divergence.sharedFunctions());
  const functions = [...kernel.functions].filter(([name, element]) => {
    if (element === kernel.entry || shared.has(name)) return false;
    return globals.some((each) => kernel.effects.get(name)!.variables.has(each));
  });
  for (const each of globals) renderer.copies.set(each, kernel.names.freshSeries(each.name, merge.factor));
  for (const [name] of functions) renderer.functions.set(name, kernel.names.freshSeries(name, merge.factor));
  for (const { element } of globals) {
    if (element.kind !== 'gvar') continue;
    copyDeclaration(emission, element, renderer.copies.get(kernel.names.declarationOf(element))!, '\n');
  }
  for (const [name, element] of functions)
    copyDeclaration(emission, element, renderer.functions.get(name)!, '\n\n');
}

/** A declaration once under each of the names. */
function copyDeclaration(
  { kernel, renderer, edits }: Emission,
  element: FnElem | GlobalVarElem,
  names: readonly string[],
  gap: string,
): void {
  const { start, end } = kernel.place(element);
  const decl = kernel.place(element.name.kind === 'typeDecl' ? element.name.decl : element.name);
  const texts = names.map((name, k) => {
    // The name comes before all that changes in a declaration, so it still stands where it stood.
    const text = renderer.text(element, k);
    return text.slice(0, decl.start - start) + name + text.slice(decl.end - start);
  });
  const at = endOfLine(kernel.text, end);
  const rest: Edit = {
    start: at,
    end: at,
    text: texts
      .slice(1)
      .map((text) => gap + text)
      .join(''),
  };
  edits.push({ start, end, text: texts[0] }, rest);
}
