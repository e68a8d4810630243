// What ranges show of addresses, so that execution need not ask for each lane: which accesses stay inside of their
// variables, and which indices scale without passing 2^32.

import { valueRanges } from '../ir/analyses/ranges.ts';
import type {
  AtomicInstruction,
  Instruction,
  LoadInstruction,
  Module,
  StoreInstruction,
  ValueId,
} from '../ir/ir.ts';
import { scalarBytes } from '../ir/scalars.ts';
import { findScaledIndices, type ScaledIndex } from './scaled-indices.ts';

export type Access = LoadInstruction | StoreInstruction | AtomicInstruction;

export function bytesOf(access: Access): number {
  const count =
    access.kind === 'load' ? access.results.length : access.kind === 'store' ? access.values.length : 1;
  return count * scalarBytes(access.type);
}

export interface KnownAddresses {
  /** Products in addresses that may wrap, by result. */
  readonly scaledIndices: ReadonlyMap<ValueId, ScaledIndex>;
  /** Accesses to variables that never leave them. */
  readonly inside: ReadonlySet<Instruction>;
}

export function knownAddresses(module: Module): KnownAddresses {
  const products = findScaledIndices(module);
  const scaledIndices = new Map<ValueId, ScaledIndex>();
  const inside = new Set<Instruction>();
  if (products.size === 0 && module.variables.length === 0) return { scaledIndices, inside };
  valueRanges(module, (instruction, ranges) => {
    if (instruction.kind === 'pure') {
      const product = products.get(instruction.result);
      if (product && ranges.here(product.index).high >= product.least + product.count)
        scaledIndices.set(instruction.result, product);
    } else if (isAccess(instruction) && instruction.root.space !== 'buffer') {
      const { low, high } = ranges.here(instruction.address);
      const last = module.variables[instruction.root.index].sizeBytes - bytesOf(instruction);
      if (low + instruction.offsetBytes >= 0 && high + instruction.offsetBytes <= last)
        inside.add(instruction);
    }
  });
  return { scaledIndices, inside };
}

function isAccess(instruction: Instruction): instruction is Access {
  return instruction.kind === 'load' || instruction.kind === 'store' || instruction.kind === 'atomic';
}
