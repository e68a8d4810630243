// The numbers of a generation that decide what the driver's optimiser does: section `optimizer` of
// isa/nvidia/GENERATION.json, where each has its source.

import type { Instruction } from '../../../ir/ir.ts';

/**
 * Machine instructions per IR operation: by pure operation, `load_buffer` and the like, or
 * `load_buffer_further` for each component after the first (0 when absent); `default` for the rest.
 */
export type InstructionCosts = Readonly<Record<string, number>>;

export interface OptimizerNumbers {
  /** Rows of workgroup memory of a power of two of so many bytes and more are followed by ... */
  readonly paddedRowBytes: number;
  readonly rowPaddingBytes: number;
  /** The widest access, and so the most alignment that helps. */
  readonly accessBytes: number;
  /** A loop whose iterations together have fewer units (see `unrollCosts`) is unrolled fully. */
  readonly unrollUnits: number;
  /** The same for one of one basic block with accesses that become constant. */
  readonly unrollSettlingUnits: number;
  /** The same for one of which places of a private array become constant, less ... */
  readonly unrollPrivateUnits: number;
  /** ... so many for each of its words. */
  readonly unrollPrivateWordUnits: number;
  /** The same inside a loop whose iterations cannot be counted, as units of all times units of one and a little. */
  readonly unrollPrivateProductUnits: number;
  /** The same for a loop inside one whose iterations cannot be counted. */
  readonly unrollRepeatedUnits: number;
  /** Units in one pass of a loop that is unrolled in part. */
  readonly unrollPassUnits: number;
  /** Copies below which a loop is not unrolled in part. */
  readonly unrollCopies: number;
  /** A loop without accesses that become constant goes entirely when its iterations have fewer units together. */
  readonly unrollSmallUnits: number;
  /** The same for one around others. */
  readonly unrollNestSmallUnits: number;
  /** For loops without accesses that become constant: the body's units times those of all copies stay below. */
  readonly unrollProductUnits: number;
  /** Units that a body counts as more in that product. */
  readonly unrollOverheadUnits: number;
  /** As `unrollUnits`, for a loop around others that are written out. */
  readonly unrollNestUnits: number;
  /** The same where branches stay and no access comes to a constant place. */
  readonly unrollNestBranchUnits: number;
  /** Instructions in both arms of an `if` that becomes selects. */
  readonly selectInstructions: number;
  /** Instructions in both arms of an `if` that is predicated. */
  readonly predicateInstructions: number;
  /** The same where they load from read-only storage, each load counted as `load_predicated`. */
  readonly predicateLoadInstructions: number;
  /** The same where they access private memory. */
  readonly predicateLocalInstructions: number;
  readonly instructionCosts: InstructionCosts;
  /**
   * Units that unrolling counts an instruction as: entries as in `instructionCosts`, and `load_checked` and the
   * like for writable buffers, `branch` for an `if` that stays one, `exit` for one that leaves the loop, `block`, `buffer_further` for each buffer after
   * the first, `address_sum` and `address_scaling` for what an address counts more in part of a loop.
   */
  readonly unrollCosts: InstructionCosts;
}

/** Machine instructions that one instruction becomes, without those in its regions; a terminator is free. */
export function instructionCost(instruction: Instruction, costs: InstructionCosts): number {
  switch (instruction.kind) {
    case 'pure':
      return costs[instruction.op] ?? costs['default'] ?? 1;
    case 'load':
      return accessCost('load', instruction.root.space, instruction.results.length, costs);
    case 'store':
      return accessCost('store', instruction.root.space, instruction.values.length, costs);
    case 'atomic':
      return accessCost('atomic', instruction.root.space, 1, costs);
    case 'break':
    case 'next':
    case 'unreachable':
    case 'bound':
      return 0;
    default:
      return costs['default'] ?? 1;
  }
}

function accessCost(kind: string, space: string, components: number, costs: InstructionCosts): number {
  const first = costs[`${kind}_${space}`] ?? costs['default'] ?? 1;
  return first + (components - 1) * (costs[`${kind}_${space}_further`] ?? 0);
}
