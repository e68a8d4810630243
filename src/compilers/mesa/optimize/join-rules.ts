// Which accesses the driver may join: those of which not even the last place that the address can have makes a sum wrap,
// or the bounds check would see another one. In nir_opt_load_store_vectorize, check_for_robustness: what the factors of
// the address have in common says how far from the end of 32 bits that place is.

import type { Ranges } from '../../../ir/analyses/ranges.ts';
import type { Module, PureInstruction, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';
import type { JoinRules } from './vectorize.ts';

const LARGEST = 2 ** 32 - 1;
const WORD_BYTES = 4;

/** Nothing checks bounds of workgroup memory. */
export function joinsBySum(spaces: JoinRules['spaces']): JoinRules {
  return {
    spaces,
    fitsIn: (module, ranges) => {
      const strideOf = strides(module, ranges);
      return ({ root, address }, startBytes, endBytes) => {
        if (root.space === 'workgroup' || module.values[address].constant !== undefined) return true;
        const stride = strideOf(address);
        const last = Math.floor((LARGEST - startBytes) / stride) * stride + startBytes;
        return last + (endBytes - WORD_BYTES - startBytes) <= LARGEST;
      };
    },
  };
}

/** What every value of an integer is a multiple of. */
function strides(module: Module, ranges: Ranges): (value: ValueId) => number {
  const definitions = new Map<ValueId, PureInstruction>();
  forEachInstruction(module.body, (each) => {
    if (each.kind === 'pure') definitions.set(each.result, each);
  });
  const constantOf = (value: ValueId) => module.values[value].constant;
  const strideOf = (value: ValueId): number => {
    const constant = constantOf(value);
    if (constant !== undefined) return Math.abs(constant);
    const known = 2 ** Math.min(30, ranges.trailingZeros(value));
    const made = definitions.get(value);
    if (made === undefined) return known;
    const [a, b] = made.operands;
    if (made.op === 'imul') return Math.max(known, strideOf(a) * strideOf(b));
    if (made.op === 'shl') return Math.max(known, strideOf(a) * 2 ** (constantOf(b) ?? 0));
    if (made.op === 'iadd') return Math.max(known, greatestDivisor(strideOf(a), strideOf(b)));
    return known;
  };
  return (value) => {
    const stride = strideOf(value);
    return stride > 0 && stride <= LARGEST ? stride : WORD_BYTES;
  };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
