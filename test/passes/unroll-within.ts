// Unrolling by size alone: fully what fits into a budget, else by the largest factor that does.

import type { Instruction } from '../../src/ir/ir.ts';
import type { UnrollOptions } from '../../src/passes/unroll.ts';

const estimate = (instruction: Instruction): number => {
  if ('root' in instruction) return instruction.root.space === 'buffer' ? 4 : 1;
  return ['block', 'break', 'next', 'unreachable'].includes(instruction.kind) ? 0 : 1;
};

/** @param withEarlyExits the budget of loops with further exits */
export function within(instructions: number, withEarlyExits = 0): UnrollOptions {
  return {
    factorOf: ({ isTestOnlyExit }, tripCount, body) => {
      const perIteration = Math.max(
        1,
        body.reduce((sum, each) => sum + estimate(each), 0),
      );
      const budget = isTestOnlyExit ? instructions : withEarlyExits;
      return tripCount * perIteration <= budget ? tripCount : Math.floor(budget / perIteration);
    },
  };
}
