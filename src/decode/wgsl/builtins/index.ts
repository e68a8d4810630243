// Lowers calls of WGSL's builtin functions to IR, apart from those that touch memory, synchronise, construct
// or reinterpret values, which the expression lowering does itself. Constant operands are not folded here.
// Formulas are those of the WGSL specification, section "Built-in Functions".

import type { Builder } from '../../../ir/builder.ts';
import type { Operand, WgslType } from '../types.ts';
import { lowerGeometric } from './geometric.ts';
import { scalarType } from './lanes.ts';
import { lowerNumeric } from './numeric.ts';
import { lowerPacking } from './packing.ts';
import { lowerStructured } from './structures.ts';
import { lowerSubgroup } from './subgroups.ts';

/**
 * The result of builtin `name` on operands of concrete types; a scalar operand beside vectors counts for
 * every component. `resultType` names the structure that frexp and modf return, if the caller has one.
 * Undefined when `name` is not a builtin function of this module.
 */
export function lowerBuiltin(
  builder: Builder,
  name: string,
  operands: readonly Operand[],
  resultType: WgslType | undefined,
): Operand | undefined {
  return (
    lowerSubgroup(builder, name, operands) ??
    lowerPacking(builder, name, operands) ??
    lowerLogical(builder, name, operands) ??
    lowerStructured(builder, name, operands, resultType) ??
    lowerGeometric(builder, name, operands) ??
    lowerNumeric(builder, name, operands)
  );
}

function lowerLogical(builder: Builder, name: string, operands: readonly Operand[]): Operand | undefined {
  if (name !== 'all' && name !== 'any') return undefined;
  const op = name === 'all' ? 'and' : 'or';
  const joined = operands[0].scalars.reduce((left, right) => builder.pure(op, 'bool', [left, right]));
  return { type: scalarType('bool'), scalars: [joined] };
}
