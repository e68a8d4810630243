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
import { bare, calledName } from '../tree.ts';
import { globalVariable } from './declarations.ts';
import { mentionsOf, walkFunctions } from './mentions.ts';
import { followedBy } from './single-exit.ts';
import { invocationsOf, workgroupVariable } from './workgroup-variable.ts';

/** Operations that may be done in parts, of which zero changes nothing. */
const GATHERED = /^atomic(Add|Or|Xor)$/;

/** @param count elements of the buffer */
export function gatheredAtomics(name: string, count: number): KernelEdit {
  return (kernel) => {
    const { element, operation, places } = usesOf(kernel, name);
    const copy = kernel.names.fresh(`${name}_of_group`);
    const index = receive(kernel, new Inputs(kernel), 'local_invocation_index');
    const lane = index.path;
    const unit = indentationUnit(kernel.text);
    const flush = [
      'workgroupBarrier();',
      `for (var i = ${lane}; i < ${count}u; i += ${invocationsOf(kernel)}u) {`,
      `${unit}let part = atomicLoad(&${copy}[i]);`,
      `${unit}if (part != 0${element[0]}) { ${operation}(&${name}[i], part); }`,
      '}',
    ]
      .map((line) => `${unit}${line}\n`)
      .join('');
    const edits: Edit[] = places.map((place) => ({ ...kernel.place(place), text: copy }));
    edits.push(...index.edits, ...followedBy(kernel, flush));
    edits.push(workgroupVariable(kernel, copy, `array<atomic<${element}>, ${count}>`));
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
  walkFunctions(kernel, (part) => {
    const target = part.kind === 'call' ? targetOf(part) : undefined;
    if (target?.kind !== 'ref' || kernel.names.of(target) !== declaration) return;
    operations.add(calledName((part as CallElem).call));
    places.push(target);
  });
  const [operation] = operations;
  const isGatherable = operations.size === 1 && GATHERED.test(operation);
  if (!isGatherable || places.length !== mentionsOf(kernel, declaration))
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
