// A private array in workgroup memory, with a column for each invocation: an index that only run time knows then
// costs no trip to memory outside of the SM, and lanes meet in no bank.

import type { AbstractElem, VarElem } from 'wesl/core';
import { receive } from '../coordinates.ts';
import type { Edit } from '../edits.ts';
import type { KernelEdit } from '../index.ts';
import { Inputs } from '../inputs.ts';
import type { Kernel } from '../kernel.ts';
import { refuse } from '../refusal.ts';
import { asBefore } from '../step.ts';
import { bare, walk } from '../tree.ts';
import { mentionsOf } from './mentions.ts';
import { invocationsOf, workgroupVariable } from './workgroup-variable.ts';

export function sharedArray(name: string): KernelEdit {
  return (kernel) => {
    const variable = declarationOf(kernel, name);
    const { element, count } = typeOf(kernel, variable);
    const index = receive(kernel, new Inputs(kernel), 'local_invocation_index');
    const shared = kernel.names.fresh(`${name}_of_group`);
    const edits: Edit[] = [...index.edits, withoutLine(kernel, variable)];
    for (const { base, access } of accessesOf(kernel, variable)) {
      edits.push({ ...kernel.place(base), text: shared });
      const end = kernel.place(access).end + 1;
      edits.push({ start: end, end, text: `[${index.path}]` });
    }
    const type = `array<array<${element}, ${invocationsOf(kernel)}>, ${count}>`;
    edits.push(workgroupVariable(kernel, shared, type));
    return { ...asBefore(kernel), edits, note: `${name} lies in workgroup memory, a column per invocation` };
  };
}

/** Declared once, where every invocation comes by: zeroes are in workgroup memory only once. */
function declarationOf(kernel: Kernel, name: string): VarElem {
  const found = kernel.entry.body.body.filter(
    (each): each is VarElem => each.kind === 'var' && each.name.decl.ident.originalName === name,
  );
  const [variable] = found;
  if (found.length !== 1 || variable.init)
    return refuse('shared-array', `${name} is not declared once, without values, at the top of the body`);
  return variable;
}

function typeOf(kernel: Kernel, { name }: VarElem): { element: string; count: string } {
  const type = name.typeRef;
  const [element, count] = (type?.templateParams ?? []) as { start: number; end: number }[];
  if (type?.name.originalName !== 'array' || !count) return refuse('shared-array', 'it is no array');
  return { element: kernel.textOf(element), count: kernel.textOf(count) };
}

function accessesOf(kernel: Kernel, variable: VarElem) {
  const declaration = kernel.names.declarationOf(variable);
  const accesses: { base: AbstractElem; access: { start: number; end: number } }[] = [];
  walk(kernel.entry.body, (each) => {
    const base = each.kind === 'component-expression' ? bare(each.base) : undefined;
    if (each.kind === 'component-expression' && base?.kind === 'ref' && kernel.names.of(base) === declaration)
      accesses.push({ base, access: each.access as { start: number; end: number } });
  });
  if (accesses.length !== mentionsOf(kernel, declaration))
    return refuse('shared-array', 'it is used otherwise than by its elements', kernel.span(variable));
  return accesses;
}

function withoutLine(kernel: Kernel, variable: VarElem): Edit {
  const { start, end } = kernel.place(variable);
  const lineStart = kernel.text.lastIndexOf('\n', start) + 1;
  const rest = /^[ \t]*;?[ \t]*\r?\n/.exec(kernel.text.slice(end));
  const isAlone = kernel.text.slice(lineStart, start).trim() === '' && rest;
  return isAlone ? { start: lineStart, end: end + rest[0].length, text: '' } : { start, end, text: '' };
}
