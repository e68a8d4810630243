// Which `for` loops Tint knows to end, so that its SPIR-V writer adds no counter to them. The rule is that of
// Tint 2026, found by experiment: an integer that the `for` declares, compared by < <= > >= with a const or
// override expression, stepped by one, and changed nowhere else. Parentheses make no difference.

import { type AbstractElem, childElems, type ExpressionElem, type ForElem, type ForUpdate } from 'wesl/core';
import { numberOf } from '../../decode/wgsl/constants.ts';
import { lowerValue } from '../../decode/wgsl/expressions.ts';
import type { Lowering } from '../../decode/wgsl/lowering.ts';
import { withPrecedence } from '../../decode/wgsl/precedence.ts';
import { nameOf } from '../../decode/wgsl/type-expressions.ts';

const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** To be asked when the index is already declared in the scope. */
export function isFiniteFor(lowering: Lowering, statement: ForElem): boolean {
  const { init, condition, update, body } = statement;
  if (init?.kind !== 'var' || !condition || !update) return false;
  const index = init.name.decl.ident.originalName;
  const entity = lowering.scope.find(index);
  if (entity?.kind !== 'variable' || entity.reference.type.kind !== 'scalar') return false;
  const { scalar } = entity.reference.type;
  if (scalar !== 'i32' && scalar !== 'u32') return false;
  return (
    isBoundedBy(lowering, condition, index) && isUnitStep(lowering, update, index) && !changes(body, index)
  );
}

function isBoundedBy(lowering: Lowering, condition: ExpressionElem, index: string): boolean {
  const comparison = bare(condition);
  if (comparison.kind !== 'binary-expression' || !orders.has(comparison.operator.value)) return false;
  const { left, right } = comparison;
  if (isName(left, index)) return isConstExpression(lowering, right);
  return isName(right, index) && isConstExpression(lowering, left);
}

function isUnitStep(lowering: Lowering, update: ForUpdate, index: string): boolean {
  if (update.kind === 'increment' || update.kind === 'decrement') return isName(update.target, index);
  if (update.kind !== 'assign' || update.lhs.kind === 'phony' || !isName(update.lhs, index)) return false;
  const operator = update.op.value;
  if (operator === '+=' || operator === '-=') return isOne(lowering, update.rhs);
  const sum = bare(update.rhs);
  if (operator !== '=' || sum.kind !== 'binary-expression') return false;
  const isStep = isName(sum.left, index) && isOne(lowering, sum.right);
  if (sum.operator.value === '-') return isStep;
  if (sum.operator.value !== '+') return false;
  return isStep || (isName(sum.right, index) && isOne(lowering, sum.left));
}

function isOne(lowering: Lowering, expression: ExpressionElem): boolean {
  return (
    isConstExpression(lowering, expression) && numberOf(lowering, lowerValue(lowering, expression)) === 1
  );
}

/** True when the value is fixed before the kernel runs: no variables, no `let`, no calls of functions. */
function isConstExpression(lowering: Lowering, expression: AbstractElem): boolean {
  if (expression.kind === 'ref' || expression.kind === 'type') {
    const entity = lowering.scope.find(nameOf(expression));
    if (entity?.kind === 'variable') return false;
    if (entity?.kind === 'value') return entity.isConstExpression === true;
    if (entity?.kind === 'global') return entity.element.kind !== 'fn' && entity.element.kind !== 'gvar';
    return true;
  }
  return childElems(expression).every((child) => isConstExpression(lowering, child));
}

/** True when the body assigns the variable or takes its address. Names declared inside hide it. */
function changes(element: AbstractElem, name: string): boolean {
  switch (element.kind) {
    case 'assign':
      if (element.lhs.kind !== 'phony' && rootName(element.lhs) === name) return true;
      break;
    case 'increment':
    case 'decrement':
      return rootName(element.target) === name;
    case 'unary-expression':
      if (element.operator.value === '&') return rootName(element.expression) === name;
      break;
    case 'for':
      if (element.init && declares(element.init, name)) return false;
      break;
    case 'block':
      return changesInOrder(element.body, name);
  }
  return childElems(element).some((child) => changes(child, name));
}

function changesInOrder(statements: readonly AbstractElem[], name: string): boolean {
  for (const statement of statements) {
    if (changes(statement, name)) return true;
    if (declares(statement, name)) return false;
  }
  return false;
}

function declares(element: AbstractElem, name: string): boolean {
  const isDeclaration = element.kind === 'var' || element.kind === 'let' || element.kind === 'const';
  return isDeclaration && element.name.decl.ident.originalName === name;
}

function rootName(expression: ExpressionElem): string | undefined {
  const inner = bare(expression);
  if (inner.kind === 'ref') return inner.ident.originalName;
  if (inner.kind === 'component-expression' || inner.kind === 'component-member-expression') {
    return rootName(inner.base);
  }
  return inner.kind === 'unary-expression' ? rootName(inner.expression) : undefined;
}

/** The expression without parentheses around it, its operators in order. */
function bare(expression: ExpressionElem): ExpressionElem {
  if (expression.kind === 'parenthesized-expression') return bare(expression.expression);
  return expression.kind === 'binary-expression' ? withPrecedence(expression) : expression;
}

function isName(expression: ExpressionElem, name: string): boolean {
  const inner = bare(expression);
  return inner.kind === 'ref' && inner.ident.originalName === name;
}
