// Builtins that join the components of vectors and matrices, in WGSL's types.

import type { Builder } from '../../../ir/builder.ts';
import type { ValueId } from '../../../ir/ir.ts';
import { determinant, transpose } from '../../formulas/matrices.ts';
import {
  cross,
  dot,
  faceForward,
  length,
  normalize,
  reflect,
  refract,
  subtract,
} from '../../formulas/vectors.ts';
import type { Operand } from '../types.ts';
import { Lane, scalarOf, scalarType } from './lanes.ts';

type Formula = (lane: Lane, ...operands: readonly (readonly ValueId[])[]) => ValueId | ValueId[];

/** A formula that gives one id gives a scalar; the others give a vector like the first operand. */
const GEOMETRIC: Readonly<Record<string, Formula>> = {
  dot: (lane, a, b) => dot(lane, a, b),
  cross: (lane, a, b) => cross(lane, a, b),
  length: (lane, value) => length(lane, value),
  distance: (lane, a, b) => length(lane, subtract(lane, a, b)),
  normalize: (lane, value) => normalize(lane, value),
  faceForward: (lane, value, incident, reference) => faceForward(lane, value, incident, reference),
  reflect: (lane, incident, normal) => reflect(lane, incident, normal),
  refract: (lane, incident, normal, ratio) => refract(lane, incident, normal, ratio[0]),
  determinant: (lane, matrix) => determinant(lane, matrix),
};

/** Lowers a builtin that joins components; undefined when `name` is none. */
export function lowerGeometric(
  builder: Builder,
  name: string,
  operands: readonly Operand[],
): Operand | undefined {
  const [first] = operands;
  if (name === 'transpose') return transposed(first);
  if (!Object.hasOwn(GEOMETRIC, name)) return undefined;
  const lane = new Lane(builder, scalarOf(first));
  const result = GEOMETRIC[name](lane, ...operands.map((operand) => operand.scalars));
  return typeof result === 'number'
    ? { type: scalarType(lane.scalar), scalars: [result] }
    : { type: first.type, scalars: result };
}

function transposed(matrix: Operand): Operand {
  if (matrix.type.kind !== 'matrix') return matrix;
  const { columns, rows, scalar } = matrix.type;
  return {
    type: { kind: 'matrix', columns: rows, rows: columns, scalar },
    scalars: transpose(matrix.scalars, columns, rows),
  };
}
