// Atomics on a small buffer done in workgroup memory first: each workgroup has a copy of its own, which it adds to
// the buffer when all of its invocations are done.

import type { AbstractElem, CallElem, ExpressionElem } from 'wesl/core';
import { receive } from '../coordinates.ts';
import { type Edit, indentationUnit } from '../edits.ts';
import { isAtomicName } from '../effects.ts';
import type { KernelEdit } from '../index.ts';
import { Inputs } from '../inputs.ts';
import type { Kernel } from '../kernel.ts';
import { refuse } from '../refusal.ts';
import { asBefore } from '../step.ts';
import { bare, calledName, walk } from '../tree.ts';
import { globalVariable } from './declarations.ts';
import { followedBy } from './single-exit.ts';

/** Operations that may be done in parts, of which zero changes nothing. */
const GATHERED = /^atomic(Add|Or|Xor)$/;

/** @param count elements of the buffer */
export function gatheredAtomics(name: string, count: number): KernelEdit {
  return (kernel) => {
    const { element, operation, places } = usesOf(kernel, name);
    const copy = kernel.names.fresh(`${name}_of_group`);
    const index = receive(kernel, new Inputs(kernel), 'local_invocation_index');
    const lane = index.path;
    const size = kernel.size.reduce((product, each) => product * each.value, 1);
    const unit = indentationUnit(kernel.text);
    const flush = [
      'workgroupBarrier();',
      `for (var i = ${lane}; i < ${count}u; i += ${size}u) {`,
      `${unit}let part = atomicLoad(&${copy}[i]);`,
      `${unit}if (part != 0${element[0]}) { ${operation}(&${name}[i], part); }`,
      '}',
    ]
      .map((line) => `${unit}${line}\n`)
      .join('');
    const edits: Edit[] = places.map((place) => ({ ...kernel.place(place), text: copy }));
    edits.push(...index.edits, ...followedBy(kernel, flush));
    const at = startOfEntry(kernel);
    edits.push({
      start: at,
      end: at,
      text: `var<workgroup> ${copy}: array<atomic<${element}>, ${count}>;\n\n`,
    });
    const note = `${operation} on ${name} goes to workgroup memory first, and to ${name} once per workgroup`;
    return { ...asBefore(kernel), edits, note };
  };
}

function usesOf(kernel: Kernel, name: string) {
  const variable = globalVariable(kernel, name);
  const element = /array\s*<\s*atomic\s*<\s*([iu]32)\s*>/.exec(kernel.textOf(variable))?.[1];
  if (!element) return refuse('gather', `${name} is no array of atomics`);
  const declaration = kernel.names.declarationOf(variable);
  const operations = new Set<string>();
  const places: AbstractElem[] = [];
  let others = 0;
  for (const each of kernel.functions.values()) {
    walk(each.body, (part) => {
      const target = part.kind === 'call' ? targetOf(part) : undefined;
      if (target?.kind === 'ref' && kernel.names.of(target) === declaration) {
        operations.add(calledName((part as CallElem).call));
        places.push(target);
      }
      if (part.kind === 'ref' && kernel.names.of(part) === declaration) others++;
    });
  }
  const [operation] = operations;
  const isGatherable = operations.size === 1 && GATHERED.test(operation);
  if (!isGatherable || others !== places.length)
    return refuse('gather', `${name} is used otherwise than by one kind of atomic whose result nobody wants`);
  return { element, operation, places };
}

/** The buffer of `atomicAdd(&buffer[i], …);` */
function targetOf({ call }: CallElem): ExpressionElem | undefined {
  if (!isAtomicName(calledName(call))) return undefined;
  const pointer = bare(call.arguments[0]);
  const place = pointer.kind === 'unary-expression' ? bare(pointer.expression) : undefined;
  return place?.kind === 'component-expression' ? bare(place.base) : undefined;
}

/** Where a declaration goes that only the entry point needs. */
export function startOfEntry(kernel: Kernel): number {
  const { entry } = kernel;
  const starts = [entry, ...(entry.attributes ?? [])].map((each) => kernel.place(each).start);
  return Math.min(...starts);
}
