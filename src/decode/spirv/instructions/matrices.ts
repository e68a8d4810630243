// Products with matrices, and dot products of float vectors.

import type { ValueId } from '../../../ir/ir.ts';
import { emitPure } from '../../fold.ts';
import {
  matrixTimesMatrix,
  matrixTimesVector,
  sumOfProducts,
  transpose,
  vectorTimesMatrix,
} from '../../formulas/matrices.ts';
import { typeName } from '../layout.ts';
import type { Handler, Lowering } from '../lowering.ts';
import type { Handlers } from './componentwise.ts';
import {
  componentsAt,
  define,
  type Matrix,
  matrixAt,
  refuse,
  resultComponents,
  resultType,
  sameComponentsAt,
  scalarAt,
} from './operands.ts';

const dot: Handler = (lowering, at) => {
  const type = resultComponents(lowering, at, 'float');
  if (type.kind !== 'scalar') refuse(lowering, at, 'a scalar as its result');
  const a = componentsAt(lowering, at, 3, 'float');
  const b = sameComponentsAt(lowering, at, 4, type.scalar, a.length);
  sameComponentsAt(lowering, at, 3, type.scalar, a.length);
  define(lowering, at, type, [sumOfProducts(lowering.builder, a, b)]);
};

const vectorTimesScalar: Handler = (lowering, at) => {
  const type = resultComponents(lowering, at, 'float');
  const vector = sameComponentsAt(lowering, at, 3, type.scalar, type.kind === 'scalar' ? 1 : type.size);
  define(lowering, at, type, scaled(lowering, vector, scalarAt(lowering, at, 4, type.scalar)));
};

const matrixTimesScalar: Handler = (lowering, at) => {
  const { type, scalars } = matrixAt(lowering, at, 3);
  expectMatrix(lowering, at, type.columns, type.rows, type.scalar);
  define(lowering, at, type, scaled(lowering, scalars, scalarAt(lowering, at, 4, type.scalar)));
};

function scaled(lowering: Lowering, scalars: readonly ValueId[], factor: ValueId): ValueId[] {
  const { builder } = lowering;
  const type = builder.typeOf(factor);
  return scalars.map((scalar) => emitPure(builder, 'fmul', type, [scalar, factor]));
}

const rowTimesMatrix: Handler = (lowering, at) => {
  const { type: matrix, scalars } = matrixAt(lowering, at, 4);
  const type = expectVector(lowering, at, matrix.columns, matrix.scalar);
  const vector = sameComponentsAt(lowering, at, 3, matrix.scalar, matrix.rows);
  define(lowering, at, type, vectorTimesMatrix(lowering.builder, vector, scalars));
};

const matrixTimesColumn: Handler = (lowering, at) => {
  const { type: matrix, scalars } = matrixAt(lowering, at, 3);
  const type = expectVector(lowering, at, matrix.rows, matrix.scalar);
  const vector = sameComponentsAt(lowering, at, 4, matrix.scalar, matrix.columns);
  define(lowering, at, type, matrixTimesVector(lowering.builder, scalars, matrix.rows, vector));
};

const product: Handler = (lowering, at) => {
  const left = matrixAt(lowering, at, 3);
  const right = matrixAt(lowering, at, 4);
  if (left.type.columns !== right.type.rows || left.type.scalar !== right.type.scalar) {
    const factors = `${typeName(left.type)} and ${typeName(right.type)}`;
    refuse(lowering, at, `as many columns on the left as rows on the right, not ${factors}`);
  }
  const { rows, scalar } = left.type;
  const type = expectMatrix(lowering, at, right.type.columns, rows, scalar);
  define(lowering, at, type, matrixTimesMatrix(lowering.builder, left.scalars, rows, right.scalars));
};

const outerProduct: Handler = (lowering, at) => {
  const type = resultType(lowering, at);
  if (type.kind !== 'matrix') return refuse(lowering, at, `a matrix as its result, not ${typeName(type)}`);
  const column = sameComponentsAt(lowering, at, 3, type.scalar, type.rows);
  const row = sameComponentsAt(lowering, at, 4, type.scalar, type.columns);
  define(
    lowering,
    at,
    type,
    row.flatMap((factor) => scaled(lowering, column, factor)),
  );
};

const transposed: Handler = (lowering, at) => {
  const { type, scalars } = matrixAt(lowering, at, 3);
  const result = expectMatrix(lowering, at, type.rows, type.columns, type.scalar);
  define(lowering, at, result, transpose(scalars, type.columns, type.rows));
};

function expectMatrix(
  lowering: Lowering,
  at: number,
  columns: number,
  rows: number,
  scalar: Matrix['scalar'],
): Matrix {
  const type = resultType(lowering, at);
  const isFine =
    type.kind === 'matrix' && type.columns === columns && type.rows === rows && type.scalar === scalar;
  if (isFine) return type;
  const wanted = `mat${columns}x${rows}<${scalar}>`;
  return refuse(lowering, at, `${wanted} as its result, not ${typeName(type)}`);
}

function expectVector(lowering: Lowering, at: number, size: number, scalar: Matrix['scalar']) {
  const type = resultType(lowering, at);
  if (type.kind === 'vector' && type.size === size && type.scalar === scalar) return type;
  return refuse(lowering, at, `vec${size}<${scalar}> as its result, not ${typeName(type)}`);
}

export const matrices: Handlers = {
  OpDot: dot,
  OpVectorTimesScalar: vectorTimesScalar,
  OpMatrixTimesScalar: matrixTimesScalar,
  OpVectorTimesMatrix: rowTimesMatrix,
  OpMatrixTimesVector: matrixTimesColumn,
  OpMatrixTimesMatrix: product,
  OpOuterProduct: outerProduct,
  OpTranspose: transposed,
};
