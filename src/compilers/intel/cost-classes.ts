// The cost class of an instruction: accesses by what they do, what is for one register by that, the rest by the longest
// beginning of its mnemonic that the generation's table knows.

import type { VirtualInstruction } from '../../machine/virtual.ts';
import { costClassOf as classOf } from '../mesa/cost-classes.ts';
import type { IntelGeneration } from './generation.ts';

const LANES = /\((\d+)\)$/;
/** Classes that cost less where they are for one register, or for a word. */
const SHORTENED: ReadonlySet<string> = new Set(['alu', 'fma', 'imad', 'alu_predicate', 'mov', 'convert']);

export function costClassOf(
  generation: IntelGeneration,
  instruction: Pick<VirtualInstruction, 'kind' | 'opcode'>,
): string {
  const found = classOf(generation, instruction);
  const isShort = Number(LANES.exec(instruction.opcode)?.[1]) < generation.lanes;
  return isShort && SHORTENED.has(found) ? 'uniform' : found;
}
