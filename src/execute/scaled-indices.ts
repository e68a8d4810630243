// Indices that are scaled to byte offsets of buffers. Offsets have 32 bits, so the product with an element's size
// may pass 2^32 and come back inside of the buffer, where the language means an element far outside. Execution puts
// such a product outside of every buffer; where ranges show that none arises (known-addresses.ts), nothing is asked.

import type { Module, PureInstruction, ValueId } from '../ir/ir.ts';
import { forEachInstruction, operandsOf } from '../ir/walk.ts';

/** The indices whose product keeps its value in 32 bits: `count` of them from `least` on, modulo 2^32. */
export interface ScaledIndex {
  readonly index: ValueId;
  readonly least: number;
  readonly count: number;
}

/** By result: products of an index with a constant of which sums make addresses of buffers, and nothing else. */
export function findScaledIndices(module: Module): ReadonlyMap<ValueId, ScaledIndex> {
  const uses = new Uint32Array(module.values.length);
  const usesAsPlace = new Uint32Array(module.values.length);
  const definitions: PureInstruction[] = [];
  forEachInstruction(module.body, (instruction) => {
    for (const operand of operandsOf(instruction)) uses[operand]++;
    if (instruction.kind === 'pure') definitions.push(instruction);
    const isAccess =
      instruction.kind === 'load' || instruction.kind === 'store' || instruction.kind === 'atomic';
    if (isAccess && instruction.root.space === 'buffer') usesAsPlace[instruction.address]++;
  });
  const products = new Map<ValueId, ScaledIndex>();
  // What uses a value stands behind it.
  for (let at = definitions.length - 1; at >= 0; at--) {
    const definition = definitions[at];
    const { op, operands, result } = definition;
    if (usesAsPlace[result] === 0 || usesAsPlace[result] !== uses[result]) continue;
    if (op === 'iadd' || op === 'isub') for (const operand of operands) usesAsPlace[operand]++;
    const product = productOf(module, definition);
    if (product) products.set(result, product);
  }
  return products;
}

/** Indices count as unsigned, and up to half of the range as negative ones that something is added to. */
function productOf({ values }: Module, { op, operands }: PureInstruction): ScaledIndex | undefined {
  if (op !== 'imul' && op !== 'shl') return undefined;
  const at = values[operands[1]].constant === undefined && op === 'imul' ? 0 : 1;
  const { constant } = values[operands[at]];
  if (constant === undefined) return undefined;
  const factor = op === 'shl' ? 2 ** (constant & 31) : constant;
  const size = Math.abs(factor);
  if (size <= 1) return undefined;
  const negative = Math.floor(2 ** 31 / size);
  const positive = factor < 0 ? negative + 1 : Math.ceil(2 ** 32 / size);
  return { index: operands[1 - at], least: -negative, count: negative + positive };
}

/** A byte offset as far behind the end of the largest buffer as in front of its start, modulo 2^32. */
export function outsideOf(buffers: readonly { readonly addressableBytes: number }[]): number {
  const largest = Math.max(0, ...buffers.map(({ addressableBytes }) => addressableBytes));
  return Math.floor((largest + 2 ** 32) / 2) | 0;
}
