// Private vectors of f16 whose components the source indexes at run time, if only in a loop that will be unrolled.
// The driver has given them local memory before it unrolls; what is stored stays there, since whole vectors and
// components are accesses of different widths. Loads as wide as every store are values all the same.
// Source: driver code for SM 9.0 (a vector summed up in a loop and written out by component: STL.64 in each
// iteration, LDL.U16 at the end; vectors of f32 and arrays of f16 or of vectors stay in registers).

import { type Ranges, valueRanges } from '../../../ir/analyses/ranges.ts';
import type { Module } from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';

/** Vectors are aligned to more than their components; what is aligned alike indexes whole vectors. */
const HALF_BYTES = 2;

/** Marks the variables; `promote` heeds the mark. */
export function markIndexedHalves(module: Module): Module {
  const indexed = new Set<number>();
  let ranges: Ranges | undefined;
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind !== 'load' && instruction.kind !== 'store') return;
    if (instruction.root.space !== 'private' || instruction.type !== 'f16') return;
    const { index } = instruction.root;
    if (module.values[instruction.address].constant !== undefined) return;
    ranges ??= valueRanges(module);
    const { alignBytes } = module.variables[index];
    if (alignBytes > HALF_BYTES && 2 ** ranges.trailingZeros(instruction.address) < alignBytes)
      indexed.add(index);
  });
  if (indexed.size === 0) return module;
  const variables = module.variables.map((variable, index) =>
    indexed.has(index) ? { ...variable, keepsStores: true } : variable,
  );
  return { ...module, variables };
}
