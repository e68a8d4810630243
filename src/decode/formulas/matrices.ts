// Linear algebra on matrices held as scalars, column after column: products as sums from left to right (as
// SPIR-V's products are usually expanded), transposition, determinant and inverse by cofactors.

import type { Builder } from '../../ir/builder.ts';
import type { ValueId } from '../../ir/ir.ts';
import { emitPure } from '../fold.ts';
import type { Emitter } from './emitter.ts';
import { crossProduct } from './vectors.ts';

type Scalars = readonly ValueId[];

/** a[0]·b[0] + a[1]·b[1] + …, added from left to right; of floats or integers. */
export function sumOfProducts(builder: Builder, a: Scalars, b: Scalars): ValueId {
  const type = builder.typeOf(a[0]);
  const isFloat = type.startsWith('f');
  let sum: ValueId | undefined;
  a.forEach((x, i) => {
    const product = emitPure(builder, isFloat ? 'fmul' : 'imul', type, [x, b[i]]);
    sum = sum === undefined ? product : emitPure(builder, isFloat ? 'fadd' : 'iadd', type, [sum, product]);
  });
  return sum!;
}

/** A matrix with `rows` rows times a column vector. */
export function matrixTimesVector(
  builder: Builder,
  matrix: Scalars,
  rows: number,
  vector: Scalars,
): ValueId[] {
  return Array.from({ length: rows }, (_, row) => {
    const across = vector.map((_, column) => matrix[column * rows + row]);
    return sumOfProducts(builder, across, vector);
  });
}

/** A row vector times a matrix. */
export function vectorTimesMatrix(builder: Builder, vector: Scalars, matrix: Scalars): ValueId[] {
  return columnsOf(matrix, vector.length).map((column) => sumOfProducts(builder, vector, column));
}

/** `left` has `rows` rows; `right` has as many as `left` has columns. */
export function matrixTimesMatrix(builder: Builder, left: Scalars, rows: number, right: Scalars): ValueId[] {
  const inner = left.length / rows;
  return columnsOf(right, inner).flatMap((column) => matrixTimesVector(builder, left, rows, column));
}

function columnsOf(matrix: Scalars, rows: number): ValueId[][] {
  const columns: ValueId[][] = [];
  for (let i = 0; i < matrix.length; i += rows) columns.push(matrix.slice(i, i + rows));
  return columns;
}

/** The scalars of the transposed matrix, which has `rows` columns. */
export function transpose(matrix: Scalars, columns: number, rows: number): ValueId[] {
  return matrix.map((_, index) => matrix[(index % columns) * rows + Math.floor(index / columns)]);
}

export function determinant(emit: Emitter, matrix: Scalars): ValueId {
  const size = Math.sqrt(matrix.length);
  const at = (column: number, row: number): ValueId => matrix[column * size + row];
  /** Determinant of two columns from `column` on, restricted to two rows. */
  const minor = (column: number, row: number, other: number): ValueId =>
    crossProduct(emit, at(column, row), at(column, other), at(column + 1, row), at(column + 1, other));
  if (size === 2) return minor(0, 0, 1);
  if (size === 3) {
    return signedSum(emit, [
      [at(0, 0), minor(1, 1, 2), false],
      [at(0, 1), minor(1, 0, 2), true],
      [at(0, 2), minor(1, 0, 1), false],
    ]);
  }
  return signedSum(emit, [
    [minor(0, 0, 1), minor(2, 2, 3), false],
    [minor(0, 0, 2), minor(2, 1, 3), true],
    [minor(0, 0, 3), minor(2, 1, 2), false],
    [minor(0, 1, 2), minor(2, 0, 3), false],
    [minor(0, 1, 3), minor(2, 0, 2), true],
    [minor(0, 2, 3), minor(2, 0, 1), false],
  ]);
}

/** Sum of products; the flag says to subtract. The first term is never subtracted. */
function signedSum(emit: Emitter, terms: readonly (readonly [ValueId, ValueId, boolean])[]): ValueId {
  let sum: ValueId | undefined;
  for (const [a, b, isSubtracted] of terms) {
    const product = emit.pure('fmul', a, b);
    sum = sum === undefined ? product : emit.pure(isSubtracted ? 'fsub' : 'fadd', sum, product);
  }
  return sum!;
}

/** The transposed cofactors over the determinant, which is the first column times its cofactors. */
export function inverse(emit: Emitter, matrix: Scalars): ValueId[] {
  const size = Math.sqrt(matrix.length);
  const cofactors = matrix.map((_, index) =>
    cofactor(emit, matrix, size, Math.floor(index / size), index % size),
  );
  const first = signedSum(
    emit,
    matrix.slice(0, size).map((element, row) => [element, cofactors[row], false] as const),
  );
  const factor = emit.pure('fdiv', emit.constant(1), first);
  return transpose(cofactors, size, size).map((each) => emit.pure('fmul', each, factor));
}

/** The signed determinant of what is left without the column and the row. */
function cofactor(emit: Emitter, matrix: Scalars, size: number, column: number, row: number): ValueId {
  const rest = matrix.filter((_, index) => Math.floor(index / size) !== column && index % size !== row);
  const value = rest.length === 1 ? rest[0] : determinant(emit, rest);
  return (column + row) % 2 === 0 ? value : emit.pure('fneg', value);
}
