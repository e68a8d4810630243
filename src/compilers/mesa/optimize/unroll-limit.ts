// Which loops Mesa's optimiser unrolls: entirely or not at all, innermost ones first, by how many iterations there are
// and what all of them cost together.

import { replayLoop } from '../../../ir/analyses/replayed-loops.ts';
import type { Instruction } from '../../../ir/ir.ts';
import type { UnrollOptions } from '../../../passes/unroll.ts';

export interface UnrollNumbers {
  readonly unrolledIterations: number;
  /** Operations of all iterations together. */
  readonly unrolledCost: number;
  /** What an operation counts for that a driver has spelled out by then; 1 unless given. */
  readonly costOf?: (instruction: Instruction) => number;
}

export function unrollLimit({
  unrolledIterations,
  unrolledCost,
  costOf = () => 1,
}: UnrollNumbers): UnrollOptions {
  return {
    factorOf: (_shape, tripCount, body) => {
      if (body.some(({ kind }) => kind === 'loop')) return 1;
      const cost = tripCount * body.filter(isCounted).reduce((sum, each) => sum + costOf(each), 0);
      return tripCount <= unrolledIterations && cost <= unrolledCost ? tripCount : 1;
    },
    shapeOf: (module, loop) => replayLoop(module, loop, unrolledIterations),
  };
}

/** Control flow costs nothing. */
function isCounted({ kind }: Instruction): boolean {
  return !['break', 'next', 'if', 'block', 'bound'].includes(kind);
}
