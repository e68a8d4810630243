// The cost class of an instruction: accesses by what they do, the rest by the longest beginning of its mnemonic that the
// generation's table knows.

import { unreachable } from '../../diagnostics/diagnostic.ts';
import type { InstructionKind } from '../../machine/program.ts';
import type { VirtualInstruction } from '../../machine/virtual.ts';

/** Cost classes by beginnings of mnemonics. */
interface Table {
  readonly costClasses: ReadonlyMap<string, string>;
}

const OF_KIND: Readonly<Partial<Record<InstructionKind, string>>> = {
  barrier: 'barrier',
  exchange: 'shuffle',
  loadGlobal: 'load_global',
  storeGlobal: 'store_global',
  loadShared: 'load_shared',
  storeShared: 'store_shared',
  loadLocal: 'load_local',
  storeLocal: 'store_local',
  loadConstant: 'load_constant',
  loadScalar: 'load_scalar',
  storeTexture: 'surface_store',
  atomicGlobal: 'atomic_global',
  reduceGlobal: 'reduce_global',
};

export function costClassOf(
  table: Table,
  { kind, opcode }: Pick<VirtualInstruction, 'kind' | 'opcode'>,
): string {
  return OF_KIND[kind] ?? classOfOpcode(table, opcode) ?? unreachable(`no cost class for ${opcode}`);
}

/** By the mnemonic alone; undefined for one that the table does not have. */
export function classOfOpcode({ costClasses }: Table, opcode: string): string | undefined {
  for (let length = opcode.length; length > 0; length--) {
    const found = costClasses.get(opcode.slice(0, length));
    if (found !== undefined) return found;
  }
  return undefined;
}
