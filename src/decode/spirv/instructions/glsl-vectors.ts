// Instructions of GLSL.std.450 that join the components of vectors and matrices.

import type { ValueId } from '../../../ir/ir.ts';
import { emitPure } from '../../fold.ts';
import { Emitter } from '../../formulas/emitter.ts';
import { determinant, inverse } from '../../formulas/matrices.ts';
import { cross, faceForward, length, normalize, reflect, refract, subtract } from '../../formulas/vectors.ts';
import { typeName } from '../layout.ts';
import type { Handler, Lowering } from '../lowering.ts';
import type { Handlers } from './componentwise.ts';
import {
  componentsAt,
  define,
  matrixAt,
  refuse,
  resultComponents,
  resultType,
  sameComponentsAt,
} from './operands.ts';
import { isSameShape } from './shapes.ts';

type Vector = readonly ValueId[];

/** Vectors, or scalars, that give one number. */
function toScalar(count: 1 | 2, formula: (emit: Emitter, a: Vector, b: Vector) => ValueId): Handler {
  return (lowering, at) => {
    const type = resultComponents(lowering, at, 'float');
    if (type.kind !== 'scalar') refuse(lowering, at, 'a scalar as its result');
    const size = componentsAt(lowering, at, 5, 'float').length;
    const a = sameComponentsAt(lowering, at, 5, type.scalar, size);
    const b = count === 2 ? sameComponentsAt(lowering, at, 6, type.scalar, size) : a;
    define(lowering, at, type, [formula(new Emitter(lowering.builder, type.scalar), a, b)]);
  };
}

/** Vectors, or scalars, of the result's type. */
function toVector(
  count: 1 | 2 | 3,
  formula: (emit: Emitter, a: Vector, b: Vector, c: Vector) => readonly ValueId[],
): Handler {
  return (lowering, at) => {
    const type = resultComponents(lowering, at, 'float');
    const size = type.kind === 'scalar' ? 1 : type.size;
    const a = sameComponentsAt(lowering, at, 5, type.scalar, size);
    const b = count > 1 ? sameComponentsAt(lowering, at, 6, type.scalar, size) : a;
    const c = count > 2 ? sameComponentsAt(lowering, at, 7, type.scalar, size) : a;
    define(lowering, at, type, formula(new Emitter(lowering.builder, type.scalar), a, b, c));
  };
}

const crossed: Handler = (lowering, at) => {
  const type = resultComponents(lowering, at, 'float');
  const a = sameComponentsAt(lowering, at, 5, type.scalar, 3);
  const b = sameComponentsAt(lowering, at, 6, type.scalar, 3);
  if (type.kind !== 'vector' || type.size !== 3) refuse(lowering, at, 'a vector of three as its result');
  define(lowering, at, type, cross(new Emitter(lowering.builder, type.scalar), a, b));
};

/** The ratio may be a float of another width than the vectors. */
const refracted: Handler = (lowering, at) => {
  const { builder } = lowering;
  const type = resultComponents(lowering, at, 'float');
  const size = type.kind === 'scalar' ? 1 : type.size;
  const incident = sameComponentsAt(lowering, at, 5, type.scalar, size);
  const normal = sameComponentsAt(lowering, at, 6, type.scalar, size);
  const given = componentsAt(lowering, at, 7, 'float', 1)[0];
  const ratio =
    builder.typeOf(given) === type.scalar ? given : emitPure(builder, 'f2f', type.scalar, [given]);
  define(lowering, at, type, refract(new Emitter(builder, type.scalar), incident, normal, ratio));
};

const determinantOf: Handler = (lowering, at) => {
  const matrix = squareAt(lowering, at);
  const type = resultComponents(lowering, at, 'float');
  if (type.kind !== 'scalar' || type.scalar !== matrix.type.scalar) {
    refuse(lowering, at, `one ${matrix.type.scalar} as its result`);
  }
  define(lowering, at, type, [determinant(new Emitter(lowering.builder, type.scalar), matrix.scalars)]);
};

const inverseOf: Handler = (lowering, at) => {
  const { type, scalars } = squareAt(lowering, at);
  if (!isSameShape(type, resultType(lowering, at))) refuse(lowering, at, `${typeName(type)} as its result`);
  define(lowering, at, type, inverse(new Emitter(lowering.builder, type.scalar), scalars));
};

function squareAt(lowering: Lowering, at: number) {
  const matrix = matrixAt(lowering, at, 5);
  if (matrix.type.columns === matrix.type.rows) return matrix;
  return refuse(lowering, at, `a square matrix, not ${typeName(matrix.type)}`);
}

export const glslVectors: Handlers = {
  Length: toScalar(1, length),
  Distance: toScalar(2, (emit, a, b) => length(emit, subtract(emit, a, b))),
  Normalize: toVector(1, normalize),
  FaceForward: toVector(3, faceForward),
  Reflect: toVector(2, reflect),
  Refract: refracted,
  Cross: crossed,
  Determinant: determinantOf,
  MatrixInverse: inverseOf,
};
