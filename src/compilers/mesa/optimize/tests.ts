// Two tests against the same value become one: a < c or b < c is min(a, b) < c. What nir_opt_algebraic does with
// comparisons that nothing else reads, of integers both ways; of floats only where one that is no number fails its own
// test alone.

import type { Module, PureInstruction, PureOp, ValueId } from '../../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../../ir/rewrite.ts';
import { forEachInstruction, operandsOf } from '../../../ir/walk.ts';

/** By order of comparison: the smaller and the larger of two values. */
const EXTREMES: Partial<Record<PureOp, readonly [least: PureOp, most: PureOp]>> = {
  ult: ['umin', 'umax'],
  ule: ['umin', 'umax'],
  slt: ['smin', 'smax'],
  sle: ['smin', 'smax'],
  flt: ['fmin', 'fmax'],
  fle: ['fmin', 'fmax'],
};

export function joinTests(module: Module): Module {
  const uses = new Uint32Array(module.values.length);
  const definitions: (PureInstruction | undefined)[] = [];
  forEachInstruction(module.body, (each) => {
    for (const operand of operandsOf(each)) uses[operand]++;
    if (each.kind === 'pure') definitions[each.result] = each;
  });
  const lone = (value: ValueId) => (uses[value] === 1 ? definitions[value] : undefined);
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'pure' || rewriter.typeOf(instruction.result) !== 'bool') return false;
    if (instruction.op !== 'or' && instruction.op !== 'and') return false;
    const [a, b] = instruction.operands.map(lone);
    if (a === undefined || b === undefined || a.op !== b.op) return false;
    const joined = joinedOrder(a, b, instruction.op, rewriter) ?? joinedZero(a, b, instruction.op, rewriter);
    if (joined === undefined) return false;
    const result = rewriter.value('bool');
    rewriter.emit({ kind: 'pure', op: a.op, result, operands: joined });
    rewriter.rename(instruction.result, result);
    // Later rounds see the new comparison.
    return true;
  });
}

function joinedOrder(
  a: PureInstruction,
  b: PureInstruction,
  by: 'or' | 'and',
  rewriter: Rewriter,
): readonly ValueId[] | undefined {
  const extremes = EXTREMES[a.op];
  if (extremes === undefined) return undefined;
  const type = rewriter.typeOf(a.operands[0]);
  if (type !== 'i32' && (type !== 'f32' || by === 'and')) return undefined;
  const [least, most] = by === 'or' ? extremes : [extremes[1], extremes[0]];
  const [[left, right], [otherLeft, otherRight]] = [a.operands, b.operands];
  if (right === otherRight) return [rewriter.pure(least, type, [left, otherLeft]), right];
  if (left === otherLeft) return [left, rewriter.pure(most, type, [right, otherRight])];
  return undefined;
}

/** Any is zero where the smallest is; all are where the largest is. */
function joinedZero(
  a: PureInstruction,
  b: PureInstruction,
  by: 'or' | 'and',
  rewriter: Rewriter,
): readonly ValueId[] | undefined {
  const isEqual = a.op === 'ieq';
  const isZero = ({ operands }: PureInstruction) => rewriter.constantOf(operands[1]) === 0;
  const type = rewriter.typeOf(a.operands[0]);
  if ((!isEqual && a.op !== 'ine') || type !== 'i32' || !isZero(a) || !isZero(b)) return undefined;
  const op = isEqual === (by === 'or') ? 'umin' : 'umax';
  return [rewriter.pure(op, type, [a.operands[0], b.operands[0]]), a.operands[1]];
}
