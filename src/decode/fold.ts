// Constant folding while lowering: an operation on constants becomes a constant at once. Override and const
// expressions need this to give array sizes and workgroup sizes; elsewhere it only saves later passes work.

import type { Builder } from '../ir/builder.ts';
import { evaluatePure } from '../ir/evaluate.ts';
import type { Instruction, PureOp, ScalarType, ValueId } from '../ir/ir.ts';
import { mapOperands } from '../ir/walk.ts';

/** Emits the operation, or gives the constant that it has as its result. */
export function emitPure(
  builder: Builder,
  op: PureOp,
  type: ScalarType,
  operands: readonly ValueId[],
  component?: number,
): ValueId {
  const folded = foldPure(builder, op, type, operands, component);
  if (folded !== undefined) return folded;
  const { span } = builder;
  if (component !== undefined || !span) return builder.pure(op, type, operands, component);
  // Made whole here, so that the builder need not copy it to add the span: this is the hottest path.
  const result = builder.value(type);
  builder.emit({ kind: 'pure', op, result, operands, span });
  return result;
}

/** The constant result, when all operands are constants. */
function foldPure(
  builder: Builder,
  op: PureOp,
  type: ScalarType,
  operands: readonly ValueId[],
  component?: number,
): ValueId | undefined {
  for (const operand of operands) {
    if (builder.constantOf(operand) === undefined) return undefined;
  }
  const numbers = operands.map((operand) => builder.constantOf(operand)!);
  const types = operands.map((operand) => builder.typeOf(operand));
  const result = evaluatePure(op, type, types, numbers, component);
  // A constant is a number, which does not hold every i64.
  if (type === 'i64' && !Number.isSafeInteger(result)) return undefined;
  return builder.constant(type, result);
}

/**
 * Emits instructions that were collected aside, folding those whose operands turn out to be constants.
 * Returns the values that replace results which were folded away.
 */
export function replayFolded(
  builder: Builder,
  instructions: readonly Instruction[],
): (value: ValueId) => ValueId {
  const replaced = new Map<ValueId, ValueId>();
  const map = (value: ValueId): ValueId => replaced.get(value) ?? value;
  for (const original of instructions) {
    const instruction = mapOperands(original, map);
    const folded =
      instruction.kind === 'pure'
        ? foldPure(
            builder,
            instruction.op,
            builder.typeOf(instruction.result),
            instruction.operands,
            instruction.component,
          )
        : undefined;
    if (folded === undefined) builder.emit(instruction);
    else replaced.set((instruction as Extract<Instruction, { kind: 'pure' }>).result, folded);
  }
  return map;
}
