// Whether a kernel by itself leaves out what lies beyond its data, along one axis: by an early `return`, or by an
// `if` around everything. More invocations than it was written for then do nothing; without such a guard they
// would write where they should not.

import type { ExpressionElem, Statement } from 'wesl/core';
import { comparisonOf, operandsOf } from './conditions.ts';
import { Inputs } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import type { Axis } from './transformation.ts';
import { bare, calledName, swizzle } from './tree.ts';

/** Guards that come before anything else is done; what is found beyond other statements is not believed. */
export function leavesOutBeyond(kernel: Kernel, axis: Axis): boolean {
  const growth = new Growing(kernel, new Inputs(kernel), axis);
  for (const statement of kernel.entry.body.body) {
    switch (statement.kind) {
      case 'let':
      case 'var':
      case 'const':
        break;
      case 'if':
        if (statement.else) return false;
        if (endsIn(statement.body.body) && growth.isBeyond(statement.condition)) return true;
        if (!endsIn(statement.body.body))
          return statement === kernel.entry.body.body.at(-1) && growth.isWithin(statement.condition);
        break;
      default:
        return false;
    }
  }
  return false;
}

function endsIn(statements: readonly Statement[]): boolean {
  return statements.length === 1 && statements[0].kind === 'return';
}

class Growing {
  private readonly kernel: Kernel;
  private readonly inputs: Inputs;
  private readonly axis: Axis;

  constructor(kernel: Kernel, inputs: Inputs, axis: Axis) {
    this.kernel = kernel;
    this.inputs = inputs;
    this.axis = axis;
  }

  /** True for all invocations far enough along the axis. */
  isBeyond(condition: ExpressionElem): boolean {
    return operandsOf(condition, '||').some((each) => this.compares('any', each, /^>=?$/));
  }

  /** False for them. */
  isWithin(condition: ExpressionElem): boolean {
    return operandsOf(condition, '&&').some((each) => this.compares('all', each, /^<=?$/));
  }

  private compares(fold: 'any' | 'all', condition: ExpressionElem, operators: RegExp): boolean {
    const inner = bare(condition);
    if (inner.kind === 'call-expression')
      return calledName(inner) === fold && this.compares(fold, inner.arguments[0], operators);
    const comparison = comparisonOf(inner, (part) => this.grows(part));
    return comparison !== undefined && operators.test(comparison.operator) && !this.grows(comparison.other);
  }

  /** Whether a whole number, or a component of a vector, grows with the place along the axis. */
  private grows(expression: ExpressionElem): boolean {
    const inner = bare(expression);
    const use = this.inputs.at(inner);
    if (use)
      return use.components.includes(this.axis) && /^(global_invocation|workgroup)_id$/.test(use.builtin);
    switch (inner.kind) {
      case 'ref': {
        const element = this.kernel.names.of(inner)?.element;
        return element?.kind === 'let' && element.init !== undefined && this.grows(element.init);
      }
      case 'component-member-expression': {
        const picked = swizzle(inner.access.name);
        return picked?.includes(this.axis) === true && this.grows(inner.base);
      }
      case 'binary-expression':
        return /^[+*]$/.test(inner.operator.value) && (this.grows(inner.left) || this.grows(inner.right));
      case 'call-expression':
        return (
          /^([iu]32|vec[234](i|u)?)$/.test(calledName(inner)) &&
          inner.arguments.some((each) => this.grows(each))
        );
      default:
        return false;
    }
  }
}
