// Statements, apart from loops. Statements after one that ends the region are not lowered.

import type {
  AssignElem,
  CallElem,
  ConstAssertElem,
  DecrementElem,
  ExpressionElem,
  IfElem,
  IncrementElem,
  ReturnElem,
  Statement,
  SwitchElem,
} from 'wesl/core';
import { swizzle } from './access.ts';
import type { BinaryOperator } from './arithmetic.ts';
import { lowerCall } from './calls.ts';
import { abstractScalar, numberOf } from './constants.ts';
import { lowerConst, lowerLet, lowerVar } from './declarations.ts';
import { applyBinary, lowerConcrete, lowerExpression, lowerValue, toConcrete } from './expressions.ts';
import { leafScalar, typeName } from './layout.ts';
import { lowerFor, lowerLoop, lowerWhile } from './loops.ts';
import type { Breakable, Located, Lowering } from './lowering.ts';
import { componentOf, load, store } from './memory.ts';
import { isMemoryBuiltin, lowerMemoryBuiltin } from './memory-builtins.ts';
import { invalid, unsupported } from './problems.ts';
import { nameOf } from './type-expressions.ts';
import type { WgslScalar } from './types.ts';
import { concrete, type Reference, type Value } from './values.ts';

export function lowerStatements(lowering: Lowering, statements: readonly Statement[]): void {
  for (const statement of statements) {
    if (lowering.isTerminated) return;
    lowering.at(statement);
    lowerStatement(lowering, statement);
  }
}

/** Statements in a scope of their own. */
function lowerBlock(lowering: Lowering, statements: readonly Statement[]): void {
  lowering.inScope(() => lowerStatements(lowering, statements));
}

export function lowerStatement(lowering: Lowering, statement: Statement): void {
  switch (statement.kind) {
    case 'let':
      lowerLet(lowering, statement);
      break;
    case 'var':
      lowerVar(lowering, statement);
      break;
    case 'const':
      lowerConst(lowering, statement);
      break;
    case 'assign':
      lowerAssign(lowering, statement);
      break;
    case 'increment':
    case 'decrement':
      lowerStep(lowering, statement);
      break;
    case 'call':
      lowerCallStatement(lowering, statement);
      break;
    case 'block':
      lowerBlock(lowering, statement.body);
      break;
    case 'if':
      lowerIf(lowering, statement);
      break;
    case 'switch':
      lowerSwitch(lowering, statement);
      break;
    case 'for':
      lowerFor(lowering, statement);
      break;
    case 'while':
      lowerWhile(lowering, statement);
      break;
    case 'loop':
      lowerLoop(lowering, statement);
      break;
    case 'return':
      lowerReturn(lowering, statement);
      break;
    case 'break':
      lowerBreak(lowering, statement);
      break;
    case 'continue':
      lowerContinue(lowering, statement);
      break;
    case 'assert':
      lowerConstAssert(lowering, statement);
      break;
    case 'empty':
    case 'continuing':
      break;
    case 'discard':
      unsupported('discard', "'discard' has no meaning in a compute kernel", lowering.spanOf(statement));
  }
}

function lowerAssign(lowering: Lowering, statement: AssignElem): void {
  const { lhs, rhs } = statement;
  if (lhs.kind === 'phony') {
    lowerPhony(lowering, rhs);
    return;
  }
  const place = swizzledPlace(lowering, lhs);
  if (place && place.components.length > 1) {
    assignSwizzle(lowering, statement, place);
    return;
  }
  const target = place ? singlePlace(place) : lowerTarget(lowering, lhs);
  const operator = statement.op.value;
  if (operator === '=') {
    const value = lowerConcrete(lowering, rhs, target.type);
    lowering.at(statement);
    store(lowering, target, value.scalars, statement);
    return;
  }
  const old = load(lowering, target, lhs, lhs.kind === 'ref' ? lhs.ident.originalName : undefined);
  const right = lowerValue(lowering, rhs);
  update(lowering, target, operator.slice(0, -1) as BinaryOperator, old, right, statement);
}

/** The right side is evaluated for what it does; a buffer or variable that it merely names is not read. */
function lowerPhony(lowering: Lowering, expression: ExpressionElem): void {
  const lowered = lowerExpression(lowering, expression);
  if (
    lowered.kind === 'reference' &&
    leafScalar(lowered.type) !== undefined &&
    lowered.type.kind !== 'array'
  ) {
    load(lowering, lowered, expression);
  }
}

function lowerTarget(lowering: Lowering, expression: ExpressionElem): Reference {
  const target = lowerExpression(lowering, expression);
  if (target.kind === 'reference') return target;
  return invalid('assignment', 'this cannot be assigned to', lowering.spanOf(expression));
}

function update(
  lowering: Lowering,
  target: Reference,
  operator: BinaryOperator,
  old: Value,
  right: Value,
  at: Located,
): void {
  const result = toConcrete(lowering, applyBinary(lowering, operator, old, right, at), at);
  lowering.at(at);
  store(lowering, target, result.scalars, at);
}

/** Components of a vector in memory that a left side names, by a swizzle or by a swizzle of one. */
interface Swizzled {
  readonly vector: Reference;
  readonly scalar: WgslScalar;
  readonly components: readonly number[];
}

/** Undefined where the expression is no such thing. */
function swizzledPlace(lowering: Lowering, expression: ExpressionElem): Swizzled | undefined {
  const at = withoutParentheses(expression);
  if (at.kind !== 'component-member-expression') return undefined;
  const { name } = at.access;
  if (!/^([xyzw]+|[rgba]+)$/.test(name)) return undefined;
  const base = withoutParentheses(at.base);
  // What is lowered here must not be lowered again: its index may call a function.
  const isOfSwizzle = base.kind === 'component-member-expression' && base.access.name.length > 1;
  const inner = isOfSwizzle ? swizzledPlace(lowering, base) : undefined;
  if (inner) {
    const own = swizzle(name, inner.components.length);
    return own && { ...inner, components: own.map((component) => inner.components[component]) };
  }
  if (name.length < 2) return undefined;
  const lowered = lowerExpression(lowering, base);
  const vector = lowered.kind === 'pointer' ? lowered.target : lowered;
  if (vector.kind !== 'reference' || vector.type.kind !== 'vector') return undefined;
  const { scalar, size } = vector.type;
  const components = swizzle(name, size);
  return components && { vector, scalar, components };
}

function withoutParentheses(expression: ExpressionElem): ExpressionElem {
  return expression.kind === 'parenthesized-expression'
    ? withoutParentheses(expression.expression)
    : expression;
}

/** `v.zyx.x`. */
function singlePlace({ vector, scalar, components }: Swizzled): Reference {
  return componentOf(vector, scalar, components[0]);
}

/** `v.xy = value` and `v.zyx.xy += value`. */
function assignSwizzle(
  lowering: Lowering,
  statement: AssignElem,
  { vector, scalar, components }: Swizzled,
): void {
  const shape = { kind: 'vector' as const, size: components.length as 2 | 3 | 4, scalar };
  let value: Value = lowerConcrete(lowering, statement.rhs, shape);
  if (statement.op.value !== '=') {
    const all = load(lowering, vector, statement);
    const old = concrete(
      shape,
      components.map((component) => all.scalars[component]),
    );
    value = applyBinary(lowering, statement.op.value.slice(0, -1) as BinaryOperator, old, value, statement);
  }
  const { scalars } = toConcrete(lowering, value, statement);
  lowering.at(statement);
  components.forEach((component, i) => {
    store(lowering, componentOf(vector, scalar, component), [scalars[i]], statement);
  });
}

function lowerStep(lowering: Lowering, statement: IncrementElem | DecrementElem): void {
  const place = swizzledPlace(lowering, statement.target);
  const target = place ? singlePlace(place) : lowerTarget(lowering, statement.target);
  const old = load(lowering, target, statement.target);
  update(lowering, target, statement.kind === 'increment' ? '+' : '-', old, abstractScalar(1n), statement);
}

function lowerCallStatement(lowering: Lowering, statement: CallElem): void {
  const name = nameOf(statement.call.function);
  if (isMemoryBuiltin(name) && !lowering.scope.find(name)) {
    lowerMemoryBuiltin(lowering, name, statement.call, false);
  } else {
    lowerCall(lowering, statement.call);
  }
}

function lowerIf(lowering: Lowering, statement: IfElem): void {
  const condition = lowerConcrete(lowering, statement.condition).scalars[0];
  const { builder } = lowering;
  const span = builder.span;
  const id = builder.construct();
  let isJoined = false;
  const finish = () => {
    isJoined = true;
    builder.span = span;
    return { kind: 'break', target: id, values: [] } as const;
  };
  const then = lowering.region(() => lowerBlock(lowering, statement.body.body), finish);
  const otherwise = lowering.region(() => {
    const branch = statement.else;
    if (branch?.kind === 'if') lowering.inScope(() => lowerStatements(lowering, [branch]));
    else if (branch) lowerBlock(lowering, branch.body);
  }, finish);
  lowering.at(statement);
  builder.emit({ kind: 'if', id, condition, results: [], then, otherwise });
  if (!isJoined) lowering.terminate({ kind: 'unreachable' });
}

function lowerSwitch(lowering: Lowering, statement: SwitchElem): void {
  const { builder } = lowering;
  const { selector, numbers } = lowerSelectors(lowering, statement);
  const id = builder.construct();
  const outer = lowering.breakable;
  const breakable: Breakable = {
    breakTo: id,
    ...(outer?.continueTo === undefined ? {} : { continueTo: outer.continueTo }),
    isLeft: false,
  };
  lowering.breakable = breakable;
  const cases = statement.clauses.map((clause, i) => ({
    values: numbers[i],
    isDefault: clause.selectors.includes('default'),
    body: lowering.region(
      () => lowerBlock(lowering, clause.body.body),
      () => {
        breakable.isLeft = true;
        return { kind: 'break', target: id, values: [] };
      },
    ),
  }));
  lowering.breakable = outer;
  lowering.at(statement);
  builder.emit({ kind: 'switch', id, selector, results: [], cases });
  if (!breakable.isLeft) lowering.terminate({ kind: 'unreachable' });
}

/** The selector, and the numbers of each clause: all of one type, which a concrete one among them decides. */
function lowerSelectors(
  lowering: Lowering,
  statement: SwitchElem,
): { selector: number; numbers: number[][] } {
  const value = lowerValue(lowering, statement.selector);
  const clauses = statement.clauses.map((clause) =>
    clause.selectors
      .filter((selector) => selector !== 'default')
      .map((selector) => {
        const number = numberOf(lowering, lowerValue(lowering, selector));
        if (number !== undefined) return number | 0;
        return unsupported('not-constant', 'a case selector must be known', lowering.spanOf(selector));
      }),
  );
  const selector = toConcrete(lowering, value, statement.selector);
  if (selector.scalars.length !== 1) {
    invalid('selector', `cannot switch on ${typeName(selector.type)}`, lowering.spanOf(statement.selector));
  }
  return { selector: selector.scalars[0], numbers: clauses };
}

function lowerReturn(lowering: Lowering, statement: ReturnElem): void {
  const { frame } = lowering;
  const value = statement.value && lowerConcrete(lowering, statement.value, frame.resultType);
  lowering.at(statement);
  if (frame.isEntryPoint) {
    lowering.terminate({ kind: 'return' });
  } else if (frame.block === undefined) {
    if (value) frame.result = value.scalars;
  } else {
    lowering.terminate({ kind: 'break', target: frame.block, values: value?.scalars ?? [] });
  }
}

function lowerBreak(lowering: Lowering, statement: Statement): void {
  const { breakable } = lowering;
  if (!breakable) invalid('break', "'break' outside of a loop", lowering.spanOf(statement));
  breakable.isLeft = true;
  lowering.terminate({ kind: 'break', target: breakable.breakTo, values: [] });
}

function lowerContinue(lowering: Lowering, statement: Statement): void {
  const target = lowering.breakable?.continueTo;
  if (target === undefined) invalid('continue', "'continue' outside of a loop", lowering.spanOf(statement));
  lowering.terminate({ kind: 'break', target, values: [] });
}

export function lowerConstAssert(lowering: Lowering, statement: ConstAssertElem): void {
  const holds = numberOf(lowering, lowerValue(lowering, statement.expression));
  if (holds === 0) invalid('const-assert', 'this assertion does not hold', lowering.spanOf(statement));
}
