// Value constructors: zero values, conversions, splats, vectors and matrices from their parts, arrays, structs,
// and `bitcast`. Where the element type is left open it follows from the arguments; if they are all abstract,
// so is the result.

import type { FunctionCallExpression } from 'wesl/core';
import type { ValueId } from '../../ir/ir.ts';
import { emitPure } from '../fold.ts';
import { convertOperand } from './arithmetic.ts';
import { abstractComposite, materialize, zeroValue } from './constants.ts';
import {
  arrayType,
  leafScalar,
  matrixType,
  scalarBytes,
  scalarCount,
  typeName,
  vectorType,
  withScalar,
} from './layout.ts';
import type { Located, Lowering } from './lowering.ts';
import { checkScalars } from './memory.ts';
import { invalid } from './problems.ts';
import { type InferredShape, isInferred } from './type-expressions.ts';
import { irType, type WgslScalar, type WgslType } from './types.ts';
import { type Abstract, type Concrete, concrete, fromOperand, type Value } from './values.ts';

type Argument = Concrete | Abstract;

/** `type(arguments)`. */
export function construct(
  lowering: Lowering,
  type: WgslType | InferredShape,
  values: readonly Value[],
  call: FunctionCallExpression,
): Value {
  lowering.at(call);
  const given = values.map((value, i) => argument(lowering, value, call.arguments[i]));
  if (isInferred(type)) return constructInferred(lowering, type, given, call);
  if (given.length === 0) {
    checkScalars(lowering, type, call);
    return zeroValue(lowering, type);
  }
  switch (type.kind) {
    case 'scalar':
      return fromOperand(convert(lowering, given[0], type.scalar));
    case 'vector':
    case 'matrix':
      return concrete(type, fill(lowering, type, given, call));
    case 'array':
    case 'struct':
      return constructMembers(lowering, type, given, call);
    case 'atomic':
      return invalid('constructor', 'an atomic cannot be constructed', lowering.spanOf(call));
  }
}

function argument(lowering: Lowering, value: Value, at: Located): Argument {
  if (value.kind !== 'pointer' && value.kind !== 'handle') return value;
  return invalid(
    'constructor',
    'a pointer, texture or sampler cannot be part of a value',
    lowering.spanOf(at),
  );
}

/** Explicit conversion of every scalar of the value. */
function convert(lowering: Lowering, value: Argument, scalar: WgslScalar): Concrete {
  if (value.kind === 'abstract') return materialize(lowering, value, scalar);
  return fromOperand(convertOperand(lowering.builder, value, scalar));
}

/** The scalars of a vector or matrix: one scalar spread, a value converted, or the parts one after the other. */
function fill(
  lowering: Lowering,
  type: Extract<WgslType, { kind: 'vector' | 'matrix' }>,
  given: readonly Argument[],
  at: Located,
): ValueId[] {
  const count = scalarCount(type);
  const scalars = given.flatMap((value) => {
    const isConversion = given.length === 1 && value.type.kind === type.kind;
    return isConversion || value.kind === 'abstract'
      ? convert(lowering, value, type.scalar).scalars
      : value.scalars;
  });
  if (type.kind === 'vector' && scalars.length === 1) return Array<ValueId>(count).fill(scalars[0]);
  if (scalars.length === count) return scalars;
  return invalid(
    'constructor',
    `${typeName(type)} needs ${count} components, not ${scalars.length}`,
    lowering.spanOf(at),
  );
}

function constructMembers(
  lowering: Lowering,
  type: Extract<WgslType, { kind: 'array' | 'struct' }>,
  given: readonly Argument[],
  at: Located,
): Concrete {
  const types =
    type.kind === 'struct' ? type.members.map((member) => member.type) : given.map(() => type.element);
  const expected = type.kind === 'struct' ? types.length : (type.count ?? 0);
  if (given.length !== expected) {
    invalid(
      'constructor',
      `${typeName(type)} needs ${expected} values, not ${given.length}`,
      lowering.spanOf(at),
    );
  }
  const scalars = given.flatMap((value, i) =>
    value.kind === 'abstract' ? materialize(lowering, value, leafScalar(types[i])).scalars : value.scalars,
  );
  return concrete(type, scalars);
}

function constructInferred(
  lowering: Lowering,
  shape: InferredShape,
  given: readonly Argument[],
  call: FunctionCallExpression,
): Value {
  const first = given.find((value) => value.kind === 'concrete');
  if (shape.kind === 'array') return inferArray(lowering, given, first, call);
  const scalar = first ? leafScalar(first.type) : defaultScalar(given);
  const type =
    shape.kind === 'vector'
      ? vectorType(shape.size, scalar ?? 'i32')
      : matrixType(shape.columns, shape.rows, scalar === 'f16' ? 'f16' : 'f32');
  if (first) return concrete(type, fill(lowering, type, given, call));
  if (given.length === 0) {
    const count = shape.kind === 'vector' ? shape.size : shape.columns * shape.rows;
    return abstractComposite(type, Array<number | bigint>(count).fill(0n));
  }
  const numbers = given.flatMap((value) => (value as Abstract).numbers);
  const count = scalarCount(type);
  if (numbers.length !== 1 && numbers.length !== count) {
    invalid('constructor', `${typeName(type)} needs ${count} components`, lowering.spanOf(call));
  }
  const spread = numbers.length === 1 ? Array<number | bigint>(count).fill(numbers[0]) : numbers;
  return abstractComposite(type, spread);
}

function defaultScalar(given: readonly Argument[]): WgslScalar {
  return given.some((value) => value.kind === 'abstract' && value.isFloat) ? 'f32' : 'i32';
}

function inferArray(
  lowering: Lowering,
  given: readonly Argument[],
  first: Argument | undefined,
  call: FunctionCallExpression,
): Value {
  if (given.length === 0) invalid('constructor', 'an array needs its element type', lowering.spanOf(call));
  if (first) {
    const type = arrayType(first.type, given.length) as Extract<WgslType, { kind: 'array' }>;
    return constructMembers(lowering, type, given, call);
  }
  const isFloat = defaultScalar(given) === 'f32';
  const element = withScalar(given[0].type, isFloat ? 'f32' : 'i32');
  const numbers = given.flatMap((value) => (value as Abstract).numbers);
  return abstractComposite(arrayType(element, given.length), numbers);
}

/** `bitcast<type>(value)`: the same bits as another type of the same size. */
export function lowerBitcast(
  lowering: Lowering,
  type: WgslType,
  value: Value,
  call: FunctionCallExpression,
): Value {
  const source = argument(lowering, value, call.arguments[0]);
  const from = source.kind === 'abstract' ? materialize(lowering, source) : source;
  lowering.at(call);
  const target = leafScalar(type);
  const given = leafScalar(from.type);
  if (target === undefined || given === undefined) {
    return invalid(
      'bitcast',
      `${typeName(from.type)} cannot become ${typeName(type)}`,
      lowering.spanOf(call),
    );
  }
  if (target === given && scalarCount(type) === from.scalars.length) return concrete(type, from.scalars);
  if (from.scalars.length * scalarBytes(given) !== scalarCount(type) * scalarBytes(target)) {
    const message = `${typeName(from.type)} and ${typeName(type)} have different sizes`;
    return invalid('bitcast', message, lowering.spanOf(call));
  }
  const words =
    given === 'f16'
      ? pairToWords(lowering, from.scalars)
      : from.scalars.map((scalar) => word(lowering, scalar));
  if (target === 'f16') return concrete(type, wordsToPairs(lowering, words));
  const result = irType(target);
  return concrete(
    type,
    words.map((bits) => (result === 'i32' ? bits : emitPure(lowering.builder, 'bitcast', result, [bits]))),
  );
}

function word(lowering: Lowering, scalar: ValueId): ValueId {
  return lowering.builder.typeOf(scalar) === 'i32'
    ? scalar
    : emitPure(lowering.builder, 'bitcast', 'i32', [scalar]);
}

/** Two halves to one word, the first in the low bits. */
function pairToWords(lowering: Lowering, halves: readonly ValueId[]): ValueId[] {
  const { builder } = lowering;
  const bits = halves.map((half) =>
    emitPure(builder, 'uextend', 'i32', [emitPure(builder, 'bitcast', 'i16', [half])]),
  );
  const words: ValueId[] = [];
  for (let i = 0; i + 1 < bits.length; i += 2) {
    const high = emitPure(builder, 'shl', 'i32', [bits[i + 1], lowering.constant('i32', 16)]);
    words.push(emitPure(builder, 'or', 'i32', [bits[i], high]));
  }
  return words;
}

function wordsToPairs(lowering: Lowering, words: readonly ValueId[]): ValueId[] {
  const { builder } = lowering;
  return words.flatMap((bits) => {
    const high = emitPure(builder, 'ushr', 'i32', [bits, lowering.constant('i32', 16)]);
    return [bits, high].map((part) =>
      emitPure(builder, 'bitcast', 'f16', [emitPure(builder, 'itruncate', 'i16', [part])]),
    );
  });
}
