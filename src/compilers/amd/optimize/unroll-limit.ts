// Which loops Mesa's optimiser unrolls: entirely or not at all, by what all iterations cost together and how many
// there are; more of them where loads could then be on their way at the same time.

import type { Instruction, ValueId } from '../../../ir/ir.ts';
import { operandsOf, resultsOf } from '../../../ir/walk.ts';
import type { UnrollOptions } from '../../../passes/unroll.ts';
import type { AmdNumbers } from '../generation.ts';

export function unrollLimit(numbers: AmdNumbers): UnrollOptions {
  return {
    factorOf: (_shape, tripCount, body) => {
      const most = isPipelined(body) ? numbers.unrolledIterationsOfLoads : numbers.unrolledIterations;
      const cost = tripCount * body.filter(isCounted).length;
      return tripCount <= most && cost <= most * numbers.unrolledCostPerIteration ? tripCount : 1;
    },
  };
}

/** Control flow and what is a constant costs nothing. */
function isCounted({ kind }: Instruction): boolean {
  return !['break', 'next', 'if', 'block', 'loop', 'bound'].includes(kind);
}

/** Loads from buffers whose addresses hang on no other load of the iteration. */
function isPipelined(body: readonly Instruction[]): boolean {
  if (body.some(({ kind }) => kind === 'loop' || kind === 'store' || kind === 'atomic' || kind === 'barrier'))
    return false;
  const loaded = new Set<ValueId>();
  let hasLoad = false;
  for (const each of body) {
    const hangsOnLoad = operandsOf(each).some((operand) => loaded.has(operand));
    const isLoad = each.kind === 'load' || each.kind === 'texture';
    if (isLoad && !hangsOnLoad && (each.kind === 'texture' || each.root.space === 'buffer')) hasLoad = true;
    if (isLoad || hangsOnLoad) for (const result of resultsOf(each)) loaded.add(result);
  }
  return hasLoad;
}
