// Edits of how a source declares its variables: what a launch or the rest of the kernel shows could be said
// more narrowly, or with more room.

import type { GlobalVarElem } from 'wesl/core';
import type { Edit } from '../edits.ts';
import type { KernelEdit } from '../index.ts';
import type { Kernel } from '../kernel.ts';
import { refuse } from '../refusal.ts';
import { asBefore } from '../step.ts';
import { mentionsOf, walkFunctions } from './mentions.ts';

/** The variable of module scope with that name. @throws DiagnosticError */
export function globalVariable(kernel: Kernel, name: string): GlobalVarElem {
  for (const each of kernel.elements)
    if (each.kind === 'gvar' && each.name.decl.ident.originalName === name) return each;
  return refuse('no-variable', `the source declares no variable ${name}`);
}

/** A binding that nothing writes to, bound for reading alone. */
export function boundReadOnly(name: string): KernelEdit {
  return (kernel) => {
    const access = globalVariable(kernel, name).template?.[1];
    if (access?.name !== 'read_write') return refuse('read-only', `${name} is not bound for writing`);
    const edits = [{ ...kernel.place(access), text: 'read' }];
    return { ...asBefore(kernel), edits, note: `${name} is bound for reading only` };
  };
}

/** Arrays that end with their buffers, as arrays of as many elements as this launch binds. */
export function sizedArrays(counts: ReadonlyMap<string, number>): KernelEdit {
  return (kernel) => {
    const edits = [...counts].map(([name, count]): Edit => {
      const type = globalVariable(kernel, name).name.typeRef;
      const element = type?.templateParams?.[0];
      const isRuntimeSized = type?.name.originalName === 'array' && type.templateParams?.length === 1;
      if (!isRuntimeSized || !element)
        return refuse('sized-array', `${name} is no array that ends with its buffer`);
      if (asksLength(kernel.text, name)) return refuse('sized-array', `the length of ${name} is asked for`);
      const { end } = kernel.place(element as { start: number; end: number });
      return { start: end, end, text: `, ${count}` };
    });
    const sizes = [...counts].map(([name, count]) => `${name} has ${count} elements`).join(', ');
    return { ...asBefore(kernel), edits, note: `${sizes}, as the launch binds it` };
  };
}

/** Whether a source asks for the length of that array: with a size of its own it may no longer. */
export function asksLength(source: string, name: string): boolean {
  return new RegExp(`arrayLength\\s*\\(\\s*&\\s*\\(*${name}\\b`).test(source);
}

/**
 * Rows of a two-dimensional array in workgroup memory made one element longer, so that the elements of a column
 * lie in different banks. What is out of range comes to lie elsewhere, as robust access may have it.
 */
export function paddedRows(name: string): KernelEdit {
  return (kernel) => {
    const row = globalVariable(kernel, name).name.typeRef?.templateParams?.[0];
    if (row?.kind !== 'type' || row.name.originalName !== 'array' || row.templateParams?.length !== 2)
      return refuse('padding', `${name} is no array of arrays`);
    const count = row.templateParams[1] as { start: number; end: number };
    if (isAddressed(kernel, name)) return refuse('padding', `a row of ${name} is used as a whole`);
    const edits = [{ ...kernel.place(count), text: oneLonger(kernel.textOf(count)) }];
    return {
      ...asBefore(kernel),
      edits,
      note: `rows of ${name} are one element longer, against bank conflicts`,
    };
  };
}

/** How a source would say a length that is one more. */
export function oneLonger(length: string): string {
  const literal = /^(\d+)([iu]?)$/.exec(length);
  return literal ? `${Number(literal[1]) + 1}${literal[2]}` : `${length} + 1`;
}

/** Whether the array or a row of it is mentioned otherwise than with both indices. */
function isAddressed(kernel: Kernel, name: string): boolean {
  const declaration = kernel.names.declarationOf(globalVariable(kernel, name));
  let elements = 0;
  walkFunctions(kernel, (part) => {
    if (part.kind !== 'component-expression' || part.base.kind !== 'component-expression') return;
    const { base } = part.base;
    if (base.kind === 'ref' && kernel.names.of(base) === declaration) elements++;
  });
  return elements !== mentionsOf(kernel, declaration);
}
