// Which loops Mesa's optimiser unrolls for Apple: as for AMD, except that a function that it has spelled out by then
// costs what its instructions do.

import { replayLoop } from '../../../ir/analyses/replayed-loops.ts';
import type { Instruction } from '../../../ir/ir.ts';
import type { UnrollOptions } from '../../../passes/unroll.ts';
import type { AppleGeneration } from '../generation.ts';

export function unrollLimit(generation: AppleGeneration): UnrollOptions {
  const { unrolledIterations, unrolledCost } = generation;
  return {
    factorOf: (_shape, tripCount, body) => {
      if (body.some(({ kind }) => kind === 'loop')) return 1;
      const cost = body.reduce((sum, each) => sum + costOf(each, generation), 0);
      return tripCount <= unrolledIterations && tripCount * cost <= unrolledCost ? tripCount : 1;
    },
    shapeOf: (module, loop) => replayLoop(module, loop, unrolledIterations),
  };
}

/** Control flow costs nothing. */
function costOf(instruction: Instruction, { operations }: AppleGeneration): number {
  const { kind } = instruction;
  if (kind === 'pure') return operations.get(instruction.op)?.code.length ?? 1;
  return ['break', 'next', 'if', 'block', 'bound'].includes(kind) ? 0 : 1;
}
