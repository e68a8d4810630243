// Formula 4.3 of the thesis: which numbers the merged had in the original, as text.

import type { Definition } from './coordinates.ts';
import type { Kernel, Size } from './kernel.ts';

/** A whole number times a text that is one too. */
export function times(count: number, text: string): string {
  const number = /^(\d+)u?$/.exec(text);
  if (number) return `${count * Number(number[1])}u`;
  return count === 1 ? text : `${count}u * ${text}`;
}

/** The numbers in the original of what is number `place` now. */
export function merging(place: string, factor: number, stride: string | number): Definition {
  const step = typeof stride === 'number' ? `${stride}u` : stride;
  return { text: (k) => plus(firstOf(place, factor, step), k, step), step };
}

/** The same where all that is left is less than a stride: the remainder needs no division. */
export function mergingBelow(place: string, stride: number): Definition {
  return { text: (k) => plus(place, k, `${stride}u`), step: `${stride}u` };
}

function firstOf(place: string, factor: number, step: string): string {
  if (step === '1u') return `${place} * ${factor}u`;
  const block = times(factor, step);
  return `${place} / ${step} * ${/^\w+$/.test(block) ? block : `(${block})`} + ${place} % ${step}`;
}

function plus(text: string, count: number, step: string): string {
  return count === 0 ? text : `${text} + ${times(count, step)}`;
}

/** A width of the workgroup: by name where the source has one of the right type, so that it may change. */
export function widthText({ value, text }: Size, kernel: Kernel): string {
  const element = kernel.elements.find(
    (each) =>
      (each.kind === 'const' || each.kind === 'override') && each.name.decl.ident.originalName === text,
  );
  if (element?.kind !== 'const' && element?.kind !== 'override') return `${value}u`;
  const type = element.name.typeRef?.name.originalName;
  const literal = element.init?.kind === 'literal' ? element.init.value : '';
  const isUnsigned = type === 'u32' || (type === undefined && /^\w+u$/.test(literal));
  const isAbstract = element.kind === 'const' && type === undefined && /^\d+$/.test(literal);
  return isUnsigned || isAbstract ? text : `${value}u`;
}
