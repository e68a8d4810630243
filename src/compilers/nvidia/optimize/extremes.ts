// A choice between the two values that its own condition compares is the lesser or the greater of them. Which one an
// equal pair or a NaN gives may differ from the comparison's word, as it does on the device.
// Source: driver code for SM 9.0 of 94 choices (`fm_*` in bench/codes/driver-nvidia-h200.json): `if (d < best) { best = d; }`
// and `select(a, b, a < b)`, with all four comparisons, of f32, i32 and u32, are FMNMX or VIMNMX; a test that something
// else asks for, too, stays beside it. It comes so late that choices under a predicate stay what they are (FSEL of a
// pooling with bounds and of drainage directions, 2026-11-28).

import type { Module, PureInstruction, PureOp, Region, ValueId } from '../../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../../ir/rewrite.ts';
import { forEachInstruction, regionsOf } from '../../../ir/walk.ts';

type Extremes = readonly [least: PureOp, greatest: PureOp];

const FLOATS: Extremes = ['fmin', 'fmax'];
const SIGNED: Extremes = ['smin', 'smax'];
const UNSIGNED: Extremes = ['umin', 'umax'];

/** By comparisons that say which of two values is the lesser. */
const EXTREMES: Readonly<Partial<Record<PureOp, Extremes>>> = {
  flt: FLOATS,
  fle: FLOATS,
  slt: SIGNED,
  sle: SIGNED,
  ult: UNSIGNED,
  ule: UNSIGNED,
};

/** The module with such choices as minima and maxima; the same module when there are none. Behind predication. */
export function extremes(module: Module): Module {
  const comparisons = new Map<ValueId, PureInstruction>();
  const choices = new Set<ValueId>();
  forEachInstruction(module.body, (each) => {
    if (each.kind === 'pure' && EXTREMES[each.op]) comparisons.set(each.result, each);
  });
  if (comparisons.size > 0) addChoices(module.body, choices);
  if (choices.size === 0) return module;
  return rewriteModule(
    module,
    (instruction, rewriter) =>
      instruction.kind === 'pure' &&
      choices.has(instruction.result) &&
      choose(instruction, comparisons, rewriter),
  );
}

/** Those that are not under a predicate. */
function addChoices({ instructions }: Region, choices: Set<ValueId>): void {
  for (const each of instructions) {
    if (each.kind === 'pure' && each.op === 'select') choices.add(each.result);
    if (each.kind === 'if' && each.isPredicated) continue;
    for (const region of regionsOf(each)) addChoices(region, choices);
  }
}

function choose(
  { result, operands }: PureInstruction,
  comparisons: ReadonlyMap<ValueId, PureInstruction>,
  rewriter: Rewriter,
): boolean {
  const type = rewriter.typeOf(result);
  if (type !== 'f32' && type !== 'i32') return false;
  const [condition, ifTrue, ifFalse] = operands as [ValueId, ValueId, ValueId];
  const comparison = comparisons.get(condition);
  const ops = comparison && EXTREMES[comparison.op];
  if (!ops) return false;
  const [lesser, greater] = comparison.operands as [ValueId, ValueId];
  const isLeast = lesser === ifTrue && greater === ifFalse;
  if (!isLeast && !(lesser === ifFalse && greater === ifTrue)) return false;
  rewriter.define(result, ops[isLeast ? 0 : 1], [ifTrue, ifFalse]);
  return true;
}
