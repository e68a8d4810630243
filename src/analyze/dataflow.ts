// Which instructions work on loaded data, and which only on indices and addresses: loads mark their results, and
// what reads a marked register marks its own. Program order stands in for the paths that execution takes.

import type { MachineInstruction, Program } from '../machine/program.ts';
import { instructionsOf } from './findings.ts';

/** 1 for each instruction that reads loaded data, by instruction of the flat program. */
export function readsData(program: Program): Uint8Array {
  return marked(program, ({ sources }) => sources);
}

/** 1 for each memory access whose place depends on loaded data: the address is its first operand. */
export function isPlacedByData(program: Program): Uint8Array {
  return marked(program, ({ sources, access }) => (access === undefined ? [] : sources.slice(0, 1)));
}

/** 1 where one of the registers that `lookedAt` picks holds loaded data or what was made of it. */
function marked(
  program: Program,
  lookedAt: (instruction: MachineInstruction) => readonly number[],
): Uint8Array {
  const instructions = instructionsOf(program);
  const reads = new Uint8Array(instructions.length);
  const isData = new Uint8Array(program.registerSlots);
  // What a loop carries is seen the second time round.
  for (let round = 0; round < 2; round++) {
    instructions.forEach((each, index) => {
      const isOfData = (register: number) => isData[register] === 1;
      if (lookedAt(each).some(isOfData)) reads[index] = 1;
      const marks = isLoad(each) || each.sources.some(isOfData) ? 1 : 0;
      for (const register of each.destinations) isData[register] = marks;
    });
  }
  return reads;
}

export function isLoad({ kind }: MachineInstruction): boolean {
  return kind.startsWith('load') || kind.startsWith('atomic');
}
