// Which loops Mesa's optimiser unrolls: entirely or not at all, innermost ones first, by how many iterations there are
// and what all of them cost together.

import { replayLoop } from '../../../ir/analyses/replayed-loops.ts';
import type { Instruction } from '../../../ir/ir.ts';
import type { UnrollOptions } from '../../../passes/unroll.ts';

export interface UnrollNumbers {
  readonly unrolledIterations: number;
  /** Of a loop that may be left in several places; the same unless given. */
  readonly unrolledIterationsWithExits?: number;
  /** Operations of all iterations together. */
  readonly unrolledCost: number;
  /** What an operation counts for that a driver has spelled out by then; 1 unless given. */
  readonly costOf?: (instruction: Instruction) => number;
}

export function unrollLimit({
  unrolledIterations,
  unrolledIterationsWithExits = unrolledIterations,
  unrolledCost,
  costOf = () => 1,
}: UnrollNumbers): UnrollOptions {
  return {
    factorOf: ({ isTestOnlyExit }, tripCount, body) => {
      if (body.some(({ kind }) => kind === 'loop')) return 1;
      const cost = tripCount * body.filter(isCounted).reduce((sum, each) => sum + costOf(each), 0);
      const most = isTestOnlyExit ? unrolledIterations : unrolledIterationsWithExits;
      return tripCount <= most && cost <= unrolledCost ? tripCount : 1;
    },
    shapeOf: (module, loop) => replayLoop(module, loop, unrolledIterations),
  };
}

/** Control flow costs nothing. */
function isCounted({ kind }: Instruction): boolean {
  return !['break', 'next', 'if', 'block', 'bound'].includes(kind);
}
