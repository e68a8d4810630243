// Carries between the words of a 64-bit sum. The addition of the low words writes its carry to a predicate,
// which the addition of the high words (IADD3.X) reads. Source: public listings of SM 7.5 to 9.0 code.

import type { PureInstruction } from '../../../ir/ir.ts';
import { PREDICATE } from '../../../machine/virtual.ts';
import type { Selection } from './selection.ts';

/** The carry of a sum that is computed in the segment already comes from the instruction that computes it. */
export function selectCarry(s: Selection, instruction: PureInstruction): boolean {
  const { op, result, operands } = instruction;
  if (op !== 'uadd_carry' && op !== 'usub_borrow') return false;
  const sum = s.sums.get(sumKey(op === 'uadd_carry' ? 'iadd' : 'isub', operands));
  if (!sum || s.plan.placed[result] === 1 || !s.code.current.instructions.includes(sum)) return false;
  const carry = s.values.table.create(PREDICATE);
  // An immediate operand makes it a VIADD, which has no carry.
  if (sum.opcode === 'VIADD') sum.opcode = 'IADD3';
  sum.destinations.push(carry);
  s.values.alias(result, carry);
  return true;
}

export function sumKey(op: string, operands: readonly number[]): string {
  return `${op} ${operands.join(' ')}`;
}
