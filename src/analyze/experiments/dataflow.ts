// Which instructions work on loaded data, and which only on indices and addresses: loads mark their results, and
// what reads a marked register marks its own. Program order stands in for the paths that execution takes.

import type { MachineInstruction, Program } from '../../codegen/machine.ts';
import { instructionsOf } from '../findings.ts';

/** 1 for each instruction that reads loaded data, by instruction of the flat program. */
export function readsData(program: Program): Uint8Array {
  const instructions = instructionsOf(program);
  const reads = new Uint8Array(instructions.length);
  const isData = new Uint8Array(program.registerSlots);
  // What a loop carries is seen the second time round.
  for (let round = 0; round < 2; round++) {
    instructions.forEach((each, index) => {
      const isMarked = each.sources.some((register) => isData[register] === 1);
      if (isMarked) reads[index] = 1;
      const marks = isMarked || isLoad(each) ? 1 : 0;
      for (const register of each.destinations) isData[register] = marks;
    });
  }
  return reads;
}

export function isLoad({ costClass }: MachineInstruction): boolean {
  return costClass.startsWith('load_') || costClass.startsWith('atomic_');
}
