// `x << k | y` where no bit of y is at k or above is a sum: shift and sum are one multiply-add (IMAD, LEA). A field that
// is cut out before it is shifted stays logic: the driver shifts it first and cuts it out where it merges it (SHL, LOP3).
// Source: driver code for an H200, where bits gathered by `(bits << 1u) | bit` take an IMAD each.

import { valueRanges } from '../../../ir/analyses/ranges.ts';
import type { Module, PureInstruction, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';

/** The disjunctions that are such sums, by their results. */
export function shiftedFields(module: Module): ReadonlySet<ValueId> {
  const isConstant = (value: ValueId) => module.values[value].constant !== undefined;
  const [shifts, fields, found] = [new Set<ValueId>(), new Set<ValueId>(), new Set<ValueId>()];
  let isWorthALook = false;
  const isMerged = ({ op, operands }: PureInstruction) =>
    op === 'or' && !operands.some(isConstant) && operands.some((each) => shifts.has(each));
  forEachInstruction(module.body, (each) => {
    if (each.kind !== 'pure' || module.values[each.result].type !== 'i32') return;
    const [x, y] = each.operands as [ValueId, ValueId];
    if (each.op === 'and' && isConstant(y)) fields.add(each.result);
    else if (each.op === 'shl' && isConstant(y) && !isConstant(x) && !fields.has(x)) shifts.add(each.result);
    else if (isMerged(each)) isWorthALook = true;
  });
  if (!isWorthALook) return found;
  valueRanges(module, (each, ranges) => {
    if (each.kind !== 'pure' || !isMerged(each)) return;
    const [x, y] = each.operands as [ValueId, ValueId];
    const isBelow = (low: ValueId, high: ValueId) =>
      ranges.unsignedMax(low) < 2 ** ranges.trailingZeros(high);
    if ((shifts.has(x) && isBelow(y, x)) || (shifts.has(y) && isBelow(x, y))) found.add(each.result);
  });
  return found;
}
