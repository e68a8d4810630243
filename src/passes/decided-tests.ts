// Integer comparisons whose outcome the ranges of their operands decide become constants: behind a guard that leaves
// when an index is too large, the same index plus as much is not tested any more.

import { type Ranges, valueRanges } from '../ir/analyses/ranges.ts';
import type { Module, PureInstruction, ValueId } from '../ir/ir.ts';
import { opSet } from '../ir/ops.ts';
import { rewriteModule } from '../ir/rewrite.ts';

/** The module without comparisons that always end alike; the same module when there are none. */
export function decideTests(module: Module): Module {
  const decided = new Map<ValueId, boolean>();
  valueRanges(module, (instruction, ranges) => {
    if (instruction.kind !== 'pure' || !COMPARISONS.has(instruction.op)) return;
    if (module.values[instruction.operands[0]].type !== 'i32') return;
    const outcome = outcomeOf(instruction, ranges);
    if (outcome !== undefined) decided.set(instruction.result, outcome);
  });
  if (decided.size === 0) return module;
  return rewriteModule(module, (instruction, rewriter) => {
    const outcome = instruction.kind === 'pure' ? decided.get(instruction.result) : undefined;
    if (instruction.kind !== 'pure' || outcome === undefined) return false;
    rewriter.rename(instruction.result, rewriter.constant('bool', outcome ? 1 : 0));
    return true;
  });
}

const COMPARISONS = opSet('ult ule ieq ine');

function outcomeOf({ op, operands }: PureInstruction, ranges: Ranges): boolean | undefined {
  const [a, b] = operands as [ValueId, ValueId];
  const left = ranges.here(a);
  const right = ranges.here(b);
  switch (op) {
    case 'ult':
      return left.high < right.low ? true : left.low >= right.high ? false : undefined;
    case 'ule':
      return left.high <= right.low ? true : left.low > right.high ? false : undefined;
    default: {
      const isApart = left.high < right.low || left.low > right.high;
      return isApart ? op === 'ine' : undefined;
    }
  }
}
