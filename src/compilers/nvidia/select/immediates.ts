// Operands that instructions name themselves: constants, words of constant banks. They are shown to people; no
// decision hangs on them, and of times only what it takes to bring a word of a bank.

import type { MemoryRoot, ScalarType, ValueId } from '../../../ir/ir.ts';
import type { Immediate } from '../../../machine/program.ts';
import type { SelectionPlan } from './selection-plan.ts';

/** Behind all registers. */
const LAST = Number.MAX_SAFE_INTEGER;

export function constant(value: number, position = LAST, type: ScalarType = 'i32'): Immediate {
  return { position, type, value };
}

export function named(name: string, position = LAST): Immediate {
  return { position, name };
}

/** The operand for a value that has no register; none for a condition, which an instruction does not spell. */
export function immediateOf(
  { plan }: { readonly plan: SelectionPlan },
  value: ValueId,
  position = LAST,
): Immediate[] {
  const { type, constant: known } = plan.module.values[value];
  if (type === 'bool') return [];
  return known === undefined ? [bankWord(plan, value, position)] : [constant(known, position, type)];
}

/** `c[params+0x8]`: where a value lies that came from a uniform buffer. */
function bankWord({ module, facts }: SelectionPlan, value: ValueId, position: number): Immediate {
  const definition = facts.definition[value];
  if (definition?.kind === 'input') return named(`c[${definition.builtin}]`, position);
  if (definition?.kind !== 'load' || definition.root.space !== 'buffer') return named('c[]', position);
  const address = module.values[definition.address].constant ?? 0;
  const word = Math.max(0, definition.results.indexOf(value)) * WORD_BYTES;
  const place = address + definition.offsetBytes + word;
  const { index } = definition.root;
  return {
    ...named(`c[${module.buffers[index].name}${place === 0 ? '' : `+0x${place.toString(16)}`}]`, position),
    bankByte: index * BANK_BYTES + place,
  };
}

const WORD_BYTES = 4;

/** As much as a uniform buffer may have. */
const BANK_BYTES = 65_536;

/** The bytes bound to a buffer, which the driver keeps in a constant bank. */
export function bufferSize({ plan }: { readonly plan: SelectionPlan }, buffer: number, position = LAST) {
  return named(`c[size of ${plan.module.buffers[buffer].name}]`, position);
}

/** Where a buffer lies. */
export function bufferBase({ module }: SelectionPlan, buffer: number): Immediate {
  return named(`c[${module.buffers[buffer].name}]`);
}

/** The constant part of an address: behind its variable, which is a constant too; of a constant address all of it. */
export function offsetOf(
  { plan: { module } }: { readonly plan: SelectionPlan },
  {
    root,
    address,
    offsetBytes,
  }: { readonly root: MemoryRoot; readonly address: ValueId; readonly offsetBytes: number },
  position = LAST,
): Immediate[] {
  const bytes = (module.values[address].constant ?? 0) + offsetBytes;
  if (root.space !== 'buffer')
    return [
      named(`${module.variables[root.index].name}${bytes === 0 ? '' : `+0x${bytes.toString(16)}`}`, position),
    ];
  return bytes === 0 ? [] : [constant(bytes, position)];
}
