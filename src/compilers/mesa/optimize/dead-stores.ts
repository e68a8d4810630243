// Stores of which nobody can see anything, since the same invocation writes the same place again before anything reads
// it: nir_opt_dead_write_vars, by component and within a list of instructions. Addresses that are not the same value
// are not told apart, and a place counts as written again wherever the later store goes.

import type { Instruction, MemoryRoot, Module, Region, StoreInstruction } from '../../../ir/ir.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import { mapOperands, regionsOf } from '../../../ir/walk.ts';

/** What is written again further on, by root and address: bytes beside the address. */
type Overwritten = Map<string, Map<number, Set<number>>>;

export function dropOverwritten(module: Module): Module {
  let isChanged = false;
  const region = ({ instructions }: Region): Region => {
    const overwritten: Overwritten = new Map();
    const kept: Instruction[] = [];
    for (const each of instructions.toReversed()) {
      const inner = regionsOf(each).length > 0 ? mapOperands(each, (id) => id, region) : each;
      if (inner.kind !== 'store') {
        forgetRead(inner, overwritten);
        kept.push(inner);
        continue;
      }
      const seen = seenParts(inner, overwritten);
      if (seen.length !== 1 || seen[0] !== inner) isChanged = true;
      kept.push(...seen.toReversed());
      for (const byte of bytesOf(inner)) placesOf(overwritten, inner).add(byte);
    }
    return { instructions: kept.reverse() };
  };
  const body = region(module.body);
  return isChanged ? { ...module, body } : module;
}

/** The store without the components that are written again: one for each run of those that are left. */
function seenParts(store: StoreInstruction, overwritten: Overwritten): readonly StoreInstruction[] {
  const hidden = placesOf(overwritten, store);
  if (hidden.size === 0) return [store];
  const size = scalarBytes(store.type);
  const isHidden = store.values.map((_, k) =>
    Array.from({ length: size }, (_, byte) => store.offsetBytes + k * size + byte).every((at) =>
      hidden.has(at),
    ),
  );
  if (!isHidden.includes(true)) return [store];
  const parts: StoreInstruction[] = [];
  store.values.forEach((value, k) => {
    if (isHidden[k]) return;
    const last = k > 0 && !isHidden[k - 1] ? parts.pop() : undefined;
    parts.push(
      last === undefined
        ? { ...store, offsetBytes: store.offsetBytes + k * size, values: [value] }
        : { ...last, values: [...last.values, value] },
    );
  });
  return parts;
}

/** What the instruction may read, somebody sees. */
function forgetRead(instruction: Instruction, overwritten: Overwritten): void {
  if (instruction.kind === 'load' || instruction.kind === 'atomic')
    overwritten.delete(keyOf(instruction.root));
  else if (instruction.kind === 'barrier' || regionsOf(instruction).length > 0) overwritten.clear();
}

function bytesOf({ type, values, offsetBytes }: StoreInstruction): readonly number[] {
  return Array.from({ length: values.length * scalarBytes(type) }, (_, byte) => offsetBytes + byte);
}

function placesOf(overwritten: Overwritten, { root, address }: StoreInstruction): Set<number> {
  const key = keyOf(root);
  let byAddress = overwritten.get(key);
  if (byAddress === undefined) overwritten.set(key, (byAddress = new Map()));
  let places = byAddress.get(address);
  if (places === undefined) byAddress.set(address, (places = new Set()));
  return places;
}

function keyOf({ space, index }: MemoryRoot): string {
  return `${space} ${index}`;
}
