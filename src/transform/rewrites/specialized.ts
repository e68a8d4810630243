// Whole numbers of uniform buffers as override constants, which the compiler knows: loops then have known ends, and
// divisions known divisors.

import type { ComponentMemberExpression, ExpressionElem } from 'wesl/core';
import type { Edit } from '../edits.ts';
import type { KernelEdit } from '../index.ts';
import type { Kernel } from '../kernel.ts';
import type { Declaration } from '../names.ts';
import { refuse } from '../refusal.ts';
import { asBefore } from '../step.ts';
import { swizzle } from '../tree.ts';
import { walkFunctions } from './mentions.ts';

/** @param words what the launch binds, by variable: the numbers that the result is for */
export function specialized(words: ReadonlyMap<string, Uint32Array>): KernelEdit {
  return (kernel) => {
    const edits: Edit[] = [];
    const constants = new Map<string, { name: string; type: string; value: number; path: string }>();
    const visit = (each: ExpressionElem): boolean => {
      const found = memberOf(kernel, each);
      const data = found && words.get(found.variable.name);
      if (!found || !data || found.index >= data.length) return true;
      const { variable, member, type, index } = found;
      const path = member === '' ? variable.name : `${variable.name}.${member}`;
      const known = constants.get(path) ?? {
        name: kernel.names.fresh(path.replace('.', '_').toUpperCase()),
        type,
        value: type === 'i32' ? data[index] | 0 : data[index],
        path,
      };
      constants.set(path, known);
      edits.push({ ...kernel.place(each), text: known.name });
      return false;
    };
    walkFunctions(kernel, (each) => visit(each as ExpressionElem));
    if (constants.size === 0) return refuse('specialize', 'it reads no whole number of a uniform buffer');
    const at = afterVariables(kernel);
    const lines = [...constants.values()].map(
      ({ name, type, value, path }) => `\noverride ${name}: ${type} = ${value}; // was ${path}`,
    );
    edits.push({ start: at, end: at, text: `\n${lines.join('')}` });
    const names = [...constants.keys()].join(', ');
    return { ...asBefore(kernel), edits, note: `override constants instead of ${names}` };
  };
}

interface Member {
  readonly variable: Declaration;
  readonly member: string;
  readonly type: string;
  /** Of its word in the buffer. */
  readonly index: number;
}

/** The whole number of a uniform buffer that an expression reads, where its place is plain to see. */
function memberOf(kernel: Kernel, expression: ExpressionElem): Member | undefined {
  if (expression.kind === 'ref') {
    const variable = uniformOf(kernel, expression);
    const type = variable?.element.name.typeRef?.name.originalName ?? '';
    return variable && isWhole(type) ? { variable, member: '', type, index: 0 } : undefined;
  }
  if (expression.kind !== 'component-member-expression') return undefined;
  const variable = uniformOf(kernel, expression.base);
  return variable && (vectorMember(variable, expression) ?? structMember(kernel, variable, expression));
}

function uniformOf(kernel: Kernel, expression: ExpressionElem): Declaration | undefined {
  const declaration = expression.kind === 'ref' ? kernel.names.of(expression) : undefined;
  return declaration?.space === 'uniform' ? declaration : undefined;
}

function vectorMember(variable: Declaration, { access }: ComponentMemberExpression): Member | undefined {
  const type = variable.element.name.typeRef;
  const [index, ...more] = swizzle(access.name) ?? [];
  const short = /^vec[234]([iu])$/.exec(type?.name.originalName ?? '')?.[1];
  const inner = type?.templateParams?.[0];
  const long = inner?.kind === 'type' ? inner.name.originalName : '';
  const element = short === undefined ? long : `${short}32`;
  const isVector = /^vec[234]/.test(type?.name.originalName ?? '');
  if (!isVector || !isWhole(element) || index === undefined || more.length > 0) return undefined;
  return { variable, member: access.name, type: element, index };
}

/** Of structs whose members up to it are words, so that the n-th member is the n-th word. */
function structMember(
  kernel: Kernel,
  variable: Declaration,
  { access }: ComponentMemberExpression,
): Member | undefined {
  const struct = kernel.structs.get(variable.element.name.typeRef?.name.originalName ?? '');
  const members = struct?.members ?? [];
  const index = members.findIndex(({ name }) => name.name === access.name);
  const types = members.slice(0, index + 1).map(({ typeRef }) => typeRef.name.originalName);
  const type = types.at(-1) ?? '';
  const isPlain = members.every(({ attributes }) => !attributes?.length);
  if (index < 0 || !isPlain || !types.every((each) => /^[fiu]32$/.test(each)) || !isWhole(type))
    return undefined;
  return { variable, member: access.name, type, index };
}

function isWhole(type: string): boolean {
  return type === 'u32' || type === 'i32';
}

/** Behind the last variable of module scope. */
function afterVariables(kernel: Kernel): number {
  const ends = kernel.elements.flatMap((each) => (each.kind === 'gvar' ? [kernel.place(each).end] : []));
  const end = Math.max(...ends);
  const newline = kernel.text.indexOf('\n', end);
  return newline < 0 ? kernel.text.length : newline;
}
