// Which expressions Tint's range analysis of integers follows: constants, builtin inputs of the entry point and
// components of them, the index of a `for`, and arithmetic on these, through `let`. What a function receives or
// returns, what a variable holds and what a vector was put together from it does not look at. Source: driver code
// for an H200: `tile[place(i)]`, `tile[index]` for a parameter, and `tile[shift.x]` for a `vec2` keep their clamps.

import type { BinaryOperator, ExpressionElem, FunctionCallExpression } from 'wesl/core';
import type { Lowering } from '../../decode/wgsl/lowering.ts';
import { withPrecedence } from '../../decode/wgsl/precedence.ts';
import type { Entity } from '../../decode/wgsl/scope.ts';
import { nameOf } from '../../decode/wgsl/type-expressions.ts';

const OPERATORS: ReadonlySet<BinaryOperator['value']> = new Set(['+', '-', '*', '/', '%', '<<', '>>']);
/** Where one operand is enough to know a bound. */
const BOUNDING: ReadonlySet<string> = new Set(['min', 'max', 'clamp']);
const CONVERSIONS: ReadonlySet<string> = new Set(['i32', 'u32']);

export class TrackedIndices {
  /** What names stand for that the analysis follows. */
  private readonly entities = new WeakSet<Entity>();

  add(entity: Entity): void {
    this.entities.add(entity);
  }

  /** True when the analysis knows of the value's range what arithmetic tells. */
  has(lowering: Lowering, expression: ExpressionElem): boolean {
    switch (expression.kind) {
      case 'literal':
        return true;
      case 'parenthesized-expression':
        return this.has(lowering, expression.expression);
      case 'ref':
        return this.hasName(lowering, nameOf(expression));
      case 'component-member-expression':
        // One component of an input, not a vector made of some.
        return this.has(lowering, expression.base) && !/^[xyzwrgba]{2,4}$/.test(expression.access.name);
      case 'binary-expression': {
        const { operator, left, right } = withPrecedence(expression);
        if (!OPERATORS.has(operator.value)) return false;
        // Any remainder is below its divisor.
        return this.has(lowering, right) && (operator.value === '%' || this.has(lowering, left));
      }
      case 'call-expression':
        return this.hasCall(lowering, expression);
      default:
        return false;
    }
  }

  private hasName(lowering: Lowering, name: string): boolean {
    const entity = lowering.scope.find(name);
    if (entity === undefined) return false;
    if (entity.kind === 'global') return entity.element.kind !== 'gvar';
    return (entity.kind === 'value' && entity.isConstExpression === true) || this.entities.has(entity);
  }

  private hasCall(lowering: Lowering, call: FunctionCallExpression): boolean {
    const name = nameOf(call.function);
    if (lowering.scope.find(name) !== undefined) return false;
    const isTracked = (each: ExpressionElem): boolean => this.has(lowering, each);
    if (BOUNDING.has(name)) return call.arguments.some(isTracked);
    return CONVERSIONS.has(name) && call.arguments.every(isTracked);
  }
}
