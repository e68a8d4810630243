// The order in which binary operators apply. wesl 0.7.31 goes wrong where a loose operator is followed by a
// tight one and then by one in between: it reads `a < b * c + d` as `(a < b * c) + d`. The operands are in the
// right order all the same, so such trees are built anew from them.

import type { BinaryExpression, BinaryOperator, ExpressionElem } from 'wesl/core';

// WGSL asks for parentheses wherever operators of the middle group would mix.
const precedences: Readonly<Record<BinaryOperator['value'], number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 6,
  '<=': 6,
  '>': 6,
  '>=': 6,
  '<<': 7,
  '>>': 7,
  '+': 8,
  '-': 8,
  '*': 9,
  '/': 9,
  '%': 9,
};

/** The expression with its operators in the order that WGSL gives them; the same object where that holds. */
export function withPrecedence(expression: BinaryExpression): BinaryExpression {
  if (isOrdered(expression)) return expression;
  const operands: ExpressionElem[] = [];
  const operators: BinaryOperator[] = [];
  flatten(expression, operands, operators);
  return new Rebuilder(operands, operators).build(0) as BinaryExpression;
}

function isOrdered(expression: BinaryExpression): boolean {
  const { left, right, operator } = expression;
  const own = precedences[operator.value];
  if (left.kind === 'binary-expression' && (precedences[left.operator.value] < own || !isOrdered(left)))
    return false;
  return right.kind !== 'binary-expression' || (precedences[right.operator.value] > own && isOrdered(right));
}

function flatten(expression: ExpressionElem, operands: ExpressionElem[], operators: BinaryOperator[]): void {
  if (expression.kind !== 'binary-expression') {
    operands.push(expression);
    return;
  }
  flatten(expression.left, operands, operators);
  operators.push(expression.operator);
  flatten(expression.right, operands, operators);
}

/** Precedence climbing over operands and the operators between them. */
class Rebuilder {
  private readonly operands: readonly ExpressionElem[];
  private readonly operators: readonly BinaryOperator[];
  private position = 0;

  constructor(operands: readonly ExpressionElem[], operators: readonly BinaryOperator[]) {
    this.operands = operands;
    this.operators = operators;
  }

  /** The expression that starts here, up to the first operator looser than `least`. */
  build(least: number): ExpressionElem {
    let left = this.operands[this.position];
    for (;;) {
      const operator = this.operators[this.position];
      if (!operator || precedences[operator.value] < least) return left;
      this.position++;
      const right = this.build(precedences[operator.value] + 1);
      left = { kind: 'binary-expression', operator, left, right, start: left.start, end: right.end };
    }
  }
}
