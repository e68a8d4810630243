// An operation as the identities see it, and what several of them ask of it.

import type { PureInstruction, PureOp, ScalarType, ValueId } from '../../ir/ir.ts';
import { bitWidth } from '../../ir/ops.ts';

/** What the identities may look at and make. */
export interface AlgebraContext {
  typeOf(id: ValueId): ScalarType;
  constantOf(id: ValueId): number | undefined;
  /** The operation that defines a value; undefined for other values. */
  definitionOf(id: ValueId): PureInstruction | undefined;
  /** Whether a loop carries the value from one iteration to the next. */
  isCarried(id: ValueId): boolean;
  /** Whether more than one instruction reads the value. */
  isShared(id: ValueId): boolean;
  /** Whether the value is shifted right as well, by so many places or by what is not known yet. */
  isShiftedRight(id: ValueId, places: number): boolean;
  constant(type: ScalarType, value: number): ValueId;
  /** Emits an operation before the one that is being simplified. */
  pure(op: PureOp, type: ScalarType, operands: readonly ValueId[]): ValueId;
}

/** Another form of the operation: a value that exists, or an operation to take its place. */
export type Simplified = ValueId | { readonly op: PureOp; readonly operands: readonly ValueId[] };

export interface Operation {
  readonly op: PureOp;
  readonly type: ScalarType;
  readonly operands: readonly ValueId[];
  readonly component?: number;
}

/** The constant operand at the end of a two-operand operation, if it is one. */
export function rightConstant(
  { operands }: { readonly operands: readonly ValueId[] },
  context: AlgebraContext,
): number | undefined {
  return operands.length === 2 ? context.constantOf(operands[1]) : undefined;
}

/** The number of places that a shift by `amount` moves a value of the type. */
export function shiftPlaces(type: ScalarType, amount: number): number {
  return amount & (bitWidth(type) - 1);
}
