// Private arrays that only ever hold the same constants: tables that the source spells out and indexes at run time.
// Compilers put them where constants lie, so that nothing is stored and reading them takes one load.

import type { Instruction, Module, StoreInstruction } from '../ir.ts';
import { bitWidth } from '../ops.ts';
import { forEachInstruction } from '../walk.ts';

/** Indices of the variables whose every store gives a fixed place the one constant that it ever has. */
export function constantTables(module: Module): Set<number> {
  const tables = new Set<number>();
  module.variables.forEach(({ space }, index) => {
    if (space === 'private') tables.add(index);
  });
  const loaded = new Set<number>();
  const contents = new Map<string, number>();
  forEachInstruction(module.body, (instruction: Instruction) => {
    if (instruction.kind !== 'load' && instruction.kind !== 'store' && instruction.kind !== 'atomic') return;
    if (instruction.root.space !== 'private') return;
    const { index } = instruction.root;
    if (instruction.kind === 'load') loaded.add(index);
    else if (instruction.kind === 'atomic' || !isFixed(module, instruction, contents)) tables.delete(index);
  });
  for (const index of tables) if (!loaded.has(index)) tables.delete(index);
  return tables;
}

/** True when the store repeats what is known of its places, or is the first to fill them. */
function isFixed(module: Module, store: StoreInstruction, contents: Map<string, number>): boolean {
  const start = module.values[store.address].constant;
  if (start === undefined) return false;
  const stepBytes = bitWidth(store.type) / 8;
  return store.values.every((value, component) => {
    const { constant } = module.values[value];
    if (constant === undefined) return false;
    const place = `${store.root.index} ${start + store.offsetBytes + component * stepBytes}`;
    const known = contents.get(place) ?? constant;
    contents.set(place, known);
    return Object.is(known, constant);
  });
}
