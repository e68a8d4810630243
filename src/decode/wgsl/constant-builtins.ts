// Builtin functions of abstract values, such as `sqrt(2.0)` in a module constant: evaluated exactly by wesl's
// constant evaluator, on an expression made of literals, so that nothing is evaluated twice.

import {
  abstractFloat,
  abstractInt,
  builtinFnType,
  type ConstValue,
  type ExpressionElem,
  evalConstExpr,
  matType,
  newLinkBindings,
  type RefIdent,
  type RefIdentElem,
  type Type,
  vecType,
} from 'wesl/core';
import { abstractComposite, abstractScalar } from './constants.ts';
import { matrixType, scalarCount, vectorType } from './layout.ts';
import type { WgslScalar } from './types.ts';
import type { Abstract } from './values.ts';

const nowhere = { start: 0, end: 0 };

/** The abstract result of a builtin on abstract arguments; undefined where there is none. */
export function evaluateAbstractBuiltin(name: string, given: readonly Abstract[]): Abstract | undefined {
  const expressions = given.map(toExpression);
  if (expressions.some((expression) => !expression)) return undefined;
  const call = callOf(name, expressions as ExpressionElem[]);
  const value = evalConstExpr(call, { bindings: newLinkBindings(), conditions: {} });
  return value ? fromConstValue(value) : undefined;
}

/** The scalar that abstract arguments take when the call cannot be evaluated: floats if the builtin needs them. */
export function abstractArgumentScalar(name: string, given: readonly Abstract[]): WgslScalar {
  // `ldexp` takes floats alone; beside an exponent of a type of its own, a whole number does not show it.
  if (name === 'ldexp' || given.some((value) => value.isFloat)) return 'f32';
  const result = builtinFnType(name, given.map(toType));
  const element = result.kind === 'vector' || result.kind === 'matrix' ? result.elem : result;
  if (element.kind === 'struct') return 'f32';
  if (element.kind !== 'scalar') return 'i32';
  return element.scalar === 'abstract-float' || element.scalar === 'f32' ? 'f32' : 'i32';
}

function toType(value: Abstract): Type {
  const scalar = value.isFloat ? abstractFloat : abstractInt;
  if (value.type.kind === 'vector') return vecType(value.type.size, scalar);
  if (value.type.kind === 'matrix') return matType(value.type.columns, value.type.rows, scalar);
  return scalar;
}

function toExpression(value: Abstract): ExpressionElem | undefined {
  const numbers = value.numbers.map(literalOf);
  if (value.type.kind === 'scalar') return numbers[0];
  if (value.type.kind === 'vector') return callOf(`vec${value.type.size}`, numbers);
  if (value.type.kind === 'matrix') return callOf(`mat${value.type.columns}x${value.type.rows}`, numbers);
  return undefined;
}

function literalOf(number: number | bigint): ExpressionElem {
  if (number < 0 || Object.is(number, -0)) {
    const operator = { value: '-' as const, ...nowhere };
    return { kind: 'unary-expression', operator, expression: literalOf(-number), ...nowhere };
  }
  const text = String(number);
  const value = typeof number === 'number' && !/[.e]/.test(text) ? text + '.0' : text;
  return { kind: 'literal', value, ...nowhere };
}

function callOf(name: string, values: ExpressionElem[]): ExpressionElem {
  // Binding looks an identifier up by identity and finds no declaration, so only the name matters.
  const ident = { kind: 'ref', originalName: name, id: 0 } as unknown as RefIdent;
  const callee = { kind: 'ref', ident, ...nowhere } as RefIdentElem;
  return { kind: 'call-expression', function: callee, arguments: values, ...nowhere };
}

function fromConstValue(value: ConstValue): Abstract | undefined {
  if (value.kind === 'scalar') {
    const isAbstract = value.type === abstractInt || value.type === abstractFloat;
    return isAbstract && typeof value.value !== 'boolean' ? abstractScalar(value.value) : undefined;
  }
  const { type } = value;
  if (type.kind !== 'vector' && type.kind !== 'matrix') return undefined;
  if (type.elem !== abstractInt && type.elem !== abstractFloat) return undefined;
  const numbers: (number | bigint)[] = [];
  for (const element of value.elements) {
    const part = fromConstValue(element);
    if (!part) return undefined;
    numbers.push(...part.numbers);
  }
  const shape =
    type.kind === 'vector' ? vectorType(type.size, 'f32') : matrixType(type.cols, type.rows, 'f32');
  return numbers.length === scalarCount(shape) ? abstractComposite(shape, numbers) : undefined;
}
