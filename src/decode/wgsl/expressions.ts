// Expressions: what each kind of syntax lowers to. `lowerExpression` keeps references as such, `lowerValue`
// applies the load rule, `lowerConcrete` also gives abstract values a type.

import type { BinaryExpression, ExpressionElem, RefIdentElem, UnaryExpression } from 'wesl/core';
import type { Instruction, ValueId } from '../../ir/ir.ts';
import { lowerIndex, lowerMember } from './access.ts';
import { type BinaryOperator, lowerBinary, lowerUnary, type UnaryOperator } from './arithmetic.ts';
import { lowerCall } from './calls.ts';
import { abstractComposite, foldAbstract, lowerLiteral, materialize } from './constants.ts';
import { leafScalar, scalarType, typeName } from './layout.ts';
import type { Located, Lowering } from './lowering.ts';
import { load } from './memory.ts';
import { resolveGlobal } from './module-scope.ts';
import { withPrecedence } from './precedence.ts';
import { invalid, unsupported } from './problems.ts';
import type { WgslScalar, WgslType } from './types.ts';
import { type Abstract, type Concrete, concrete, fromOperand, type Lowered, type Value } from './values.ts';

/** The expression as a value or, where it names memory, as a reference. */
export function lowerExpression(lowering: Lowering, expression: ExpressionElem): Lowered {
  switch (expression.kind) {
    case 'literal':
      return lowerLiteral(lowering, expression.value);
    case 'ref':
      return lowerName(lowering, expression);
    case 'parenthesized-expression':
      return lowerExpression(lowering, expression.expression);
    case 'component-expression':
      return lowerIndex(lowering, expression);
    case 'component-member-expression':
      return lowerMember(lowering, expression);
    case 'unary-expression':
      return lowerUnaryExpression(lowering, expression);
    case 'binary-expression':
      return lowerBinaryExpression(lowering, withPrecedence(expression));
    case 'call-expression': {
      const result = lowerCall(lowering, expression);
      if (result) return result;
      return invalid('no-value', 'this call gives no value', lowering.spanOf(expression));
    }
    case 'type':
      return unsupported(
        'expression',
        `'${expression.name.originalName}' cannot be used as a value`,
        lowering.spanOf(expression),
      );
  }
}

/** The expression's value: what a reference refers to is loaded. */
export function lowerValue(lowering: Lowering, expression: ExpressionElem): Value {
  const lowered = lowerExpression(lowering, expression);
  if (lowered.kind !== 'reference') return lowered;
  return load(
    lowering,
    lowered,
    expression,
    expression.kind === 'ref' ? expression.ident.originalName : undefined,
  );
}

/** The expression as IR values; abstract values take `type`, or their default type. */
export function lowerConcrete(lowering: Lowering, expression: ExpressionElem, type?: WgslType): Concrete {
  return toConcrete(lowering, lowerValue(lowering, expression), expression, type);
}

/** Gives an abstract value a type; concrete values stay as they are. */
export function toConcrete(lowering: Lowering, value: Value, at: Located, type?: WgslType): Concrete {
  if (value.kind === 'concrete') return value;
  if (value.kind === 'abstract') return materialize(lowering, value, type && leafScalar(type));
  return invalid(
    'pointer-value',
    'a pointer, texture or sampler cannot be used as a value here',
    lowering.spanOf(at),
  );
}

function lowerName(lowering: Lowering, expression: RefIdentElem): Lowered {
  const name = expression.ident.originalName;
  let entity = lowering.scope.find(name);
  if (entity?.kind === 'global') entity = resolveGlobal(lowering, entity, expression);
  if (entity?.kind === 'value') return entity.value;
  if (entity?.kind === 'variable') return entity.reference;
  if (entity) return invalid('not-a-value', `'${name}' is not a value`, lowering.spanOf(expression));
  return invalid('unknown-name', `nothing named '${name}' is declared here`, lowering.spanOf(expression));
}

function lowerUnaryExpression(lowering: Lowering, expression: UnaryExpression): Lowered {
  const operator = expression.operator.value;
  if (operator === '&') {
    const target = lowerExpression(lowering, expression.expression);
    if (target.kind === 'reference') return { kind: 'pointer', target };
    return invalid('address-of-value', "'&' needs something in memory", lowering.spanOf(expression));
  }
  const value = lowerValue(lowering, expression.expression);
  if (operator === '*') {
    if (value.kind === 'pointer') return value.target;
    return invalid('not-a-pointer', "'*' needs a pointer", lowering.spanOf(expression));
  }
  if (value.kind === 'abstract') return foldUnary(value, operator);
  const operand = toConcrete(lowering, value, expression);
  lowering.at(expression);
  const result = lowerUnary(lowering.builder, operator as UnaryOperator, operand);
  if (result) return fromOperand(result);
  return invalid(
    'operator',
    `'${operator}' cannot be applied to ${typeName(operand.type)}`,
    lowering.spanOf(expression),
  );
}

function foldUnary(value: Abstract, operator: string): Abstract {
  const numbers = value.numbers.map((number) => (operator === '~' ? ~(number as bigint) : -number));
  return abstractComposite(value.type, numbers);
}

function lowerBinaryExpression(lowering: Lowering, expression: BinaryExpression): Value {
  const operator = expression.operator.value;
  const left = lowerBinaryOperand(lowering, expression.left);
  if (operator === '&&' || operator === '||') return lowerShortCircuit(lowering, expression, operator, left);
  const right = lowerBinaryOperand(lowering, expression.right);
  return applyBinary(lowering, operator, left, right, expression);
}

/** Operands that are operators themselves were put in order with the whole. */
function lowerBinaryOperand(lowering: Lowering, operand: ExpressionElem): Value {
  if (operand.kind === 'binary-expression') return lowerBinaryExpression(lowering, operand);
  return lowerValue(lowering, operand);
}

/** An operator on two values, either of which may be abstract. */
export function applyBinary(
  lowering: Lowering,
  operator: BinaryOperator,
  left: Value,
  right: Value,
  at: Located,
): Value {
  const isShift = operator === '<<' || operator === '>>';
  const amount = isShift && right.kind === 'concrete' ? abstractAmount(lowering, right) : right;
  if (left.kind === 'abstract' && amount.kind === 'abstract') {
    const folded = foldAbstract(lowering, operator, left, amount);
    if (folded) return folded;
  }
  const a = withPartnerType(lowering, left, isShift ? undefined : right, at);
  const b = isShift ? shiftAmount(lowering, right, at) : withPartnerType(lowering, right, left, at);
  lowering.at(at);
  const result = lowerBinary(lowering.builder, operator, a, b);
  if (result) return fromOperand(result);
  const types = `${typeName(a.type)} and ${typeName(b.type)}`;
  return invalid('operator', `'${operator}' cannot be applied to ${types}`, lowering.spanOf(at));
}

/** An abstract value takes the scalar type of the operand beside it. */
function withPartnerType(
  lowering: Lowering,
  value: Value,
  partner: Value | undefined,
  at: Located,
): Concrete {
  if (value.kind !== 'abstract') return toConcrete(lowering, value, at);
  let scalar: WgslScalar | undefined;
  if (partner?.kind === 'concrete') scalar = leafScalar(partner.type);
  else if (partner?.kind === 'abstract' && (partner.isFloat || value.isFloat)) scalar = 'f32';
  return materialize(lowering, value, scalar);
}

/** A constant `u32` leaves an abstract value that it shifts abstract. */
function abstractAmount(lowering: Lowering, amount: Concrete): Value {
  const numbers = amount.scalars.map((scalar) => lowering.builder.constantOf(scalar));
  if (numbers.includes(undefined)) return amount;
  return abstractComposite(
    amount.type,
    numbers.map((number) => BigInt(number! >>> 0)),
  );
}

function shiftAmount(lowering: Lowering, value: Value, at: Located): Concrete {
  return value.kind === 'abstract' ? materialize(lowering, value, 'u32') : toConcrete(lowering, value, at);
}

/**
 * `&&` and `||` with a branch only where evaluating the right side needlessly could be seen or cost memory
 * traffic; otherwise both sides are evaluated.
 */
function lowerShortCircuit(
  lowering: Lowering,
  expression: BinaryExpression,
  operator: '&&' | '||',
  left: Value,
): Value {
  const { builder } = lowering;
  const condition = toConcrete(lowering, left, expression.left).scalars[0];
  let right = condition;
  const outer = builder.span;
  const aside = builder.region(() => {
    right = toConcrete(lowering, lowerBinaryOperand(lowering, expression.right), expression.right).scalars[0];
  });
  builder.span = outer;
  const known = builder.constantOf(condition);
  const decided = operator === '&&' ? 0 : 1;
  if (known === decided) return concrete(scalarType('bool'), [condition]);
  if (known !== undefined || aside.instructions.every((instruction) => isSpeculable(lowering, instruction))) {
    for (const instruction of aside.instructions) builder.emit(instruction);
    if (known !== undefined) return concrete(scalarType('bool'), [right]);
    lowering.at(expression);
    const bool = scalarType('bool');
    const operands = [condition, right].map((value) => ({ type: bool, scalars: [value] }));
    return fromOperand(lowerBinary(builder, operator, operands[0], operands[1])!);
  }
  lowering.at(expression);
  return concrete(scalarType('bool'), [branchOn(lowering, condition, decided, aside.instructions, right)]);
}

/** The right side under an `if`; `decided` is the result when the left side alone gives it. */
function branchOn(
  lowering: Lowering,
  condition: ValueId,
  decided: 0 | 1,
  instructions: readonly Instruction[],
  right: ValueId,
): ValueId {
  const { builder } = lowering;
  const id = builder.construct();
  const result = builder.value('bool');
  const evaluated = lowering.region(
    () => {
      for (const instruction of instructions) builder.emit(instruction);
    },
    () => ({ kind: 'break', target: id, values: [right] }),
  );
  const skipped = lowering.region(
    () => {},
    () => ({ kind: 'break', target: id, values: [lowering.constant('bool', decided)] }),
  );
  const [then, otherwise] = decided === 0 ? [evaluated, skipped] : [skipped, evaluated];
  builder.emit({ kind: 'if', id, condition, results: [result], then, otherwise });
  return result;
}

/** May run although the source would not have run it, at no cost in memory traffic. */
function isSpeculable(lowering: Lowering, instruction: Instruction): boolean {
  switch (instruction.kind) {
    case 'pure':
    case 'input':
    case 'bound':
    case 'arrayLength':
      return true;
    case 'load':
      return (
        instruction.root.space === 'private' && lowering.builder.constantOf(instruction.address) !== undefined
      );
    default:
      return false;
  }
}
