// What follows the mask of image operands (SPIR-V specification, section 3.14): levels, changes, offsets, samples. Those
// that only order memory, or repeat what types say, are passed over.

import { instructionName, operandKind } from '../grammar.ts';
import type { Lowering } from '../lowering.ts';
import { unsupported } from '../problems.ts';
import { word } from './operands.ts';

const USED = ['Lod', 'Grad', 'ConstOffset', 'Offset', 'Sample'] as const;
const PASSED_OVER: readonly string[] = [
  'MakeTexelAvailable',
  'MakeTexelVisible',
  'NonPrivateTexel',
  'VolatileTexel',
  'SignExtend',
  'ZeroExtend',
  'Nontemporal',
];

/** By the name of an operand: the index of its first id in the instruction. */
export type ImageOperands = Readonly<Partial<Record<(typeof USED)[number], number>>>;

/** @param index of the mask, which may be missing at the end of the instruction */
export function imageOperands(lowering: Lowering, at: number, index: number): ImageOperands {
  if (at + index >= lowering.end(at)) return {};
  const mask = word(lowering, at, index);
  const found: Record<string, number> = {};
  let next = index + 1;
  // Operands follow in the order of their bits, and so do the rows of the grammar.
  for (const { name, value, parameters } of operandKind('ImageOperands')!.byValue.values()) {
    if ((mask & value) === 0) continue;
    if (!PASSED_OVER.includes(name) && !(USED as readonly string[]).includes(name)) {
      const message = `${instructionName(lowering.opcode(at))} with ${name} is not supported`;
      unsupported('image', message, lowering.span(at));
    }
    found[name] = next;
    next += parameters.length;
  }
  return found;
}
