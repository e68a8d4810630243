// Builtins that join the components of vectors and matrices: products, lengths, reflection, refraction,
// determinant, transposition. Sums go from the first component to the last; `normalize` multiplies with the
// inverse square root, as drivers do.

import type { Builder } from '../../../ir/builder.ts';
import type { ValueId } from '../../../ir/ir.ts';
import type { Operand } from '../types.ts';
import { Lane, perComponent, scalarOf, scalarType } from './lanes.ts';

type Lowering = (lane: Lane, ...operands: readonly Operand[]) => Operand;

const GEOMETRIC: Readonly<Record<string, Lowering>> = {
  dot: (lane, a, b) => single(lane, dot(lane, a!, b!)),
  cross: (lane, a, b) => cross(lane, a!, b!),
  length: (lane, value) => single(lane, length(lane, value!)),
  distance: (lane, a, b) => single(lane, length(lane, subtract(lane, a!, b!))),
  normalize: (lane, value) => scale(lane, value!, lane.pure('inversesqrt', dot(lane, value!, value!))),
  faceForward: (lane, value, incident, reference) => faceForward(lane, value!, incident!, reference!),
  reflect: (lane, incident, normal) => {
    const twice = lane.pure('fmul', lane.constant(2), dot(lane, normal!, incident!));
    return subtract(lane, incident!, scale(lane, normal!, twice));
  },
  refract: (lane, incident, normal, ratio) => refract(lane, incident!, normal!, ratio!.scalars[0]!),
  determinant: (lane, matrix) => single(lane, determinant(lane, matrix!)),
  transpose: (_lane, matrix) => transpose(matrix!),
};

/** Lowers a builtin that joins components; undefined when `name` is none. */
export function lowerGeometric(
  builder: Builder,
  name: string,
  operands: readonly Operand[],
): Operand | undefined {
  if (!Object.hasOwn(GEOMETRIC, name)) return undefined;
  return GEOMETRIC[name]!(new Lane(builder, scalarOf(operands[0]!)), ...operands);
}

function single(lane: Lane, value: ValueId): Operand {
  return { type: scalarType(lane.scalar), scalars: [value] };
}

function scale(lane: Lane, vector: Operand, factor: ValueId): Operand {
  return perComponent(lane.builder, [vector], (_, component) => lane.pure('fmul', component!, factor));
}

function subtract(lane: Lane, a: Operand, b: Operand): Operand {
  return perComponent(lane.builder, [a, b], (_, x, y) => lane.pure('fsub', x!, y!));
}

function dot(lane: Lane, a: Operand, b: Operand): ValueId {
  const [multiply, add] = lane.isFloat ? (['fmul', 'fadd'] as const) : (['imul', 'iadd'] as const);
  return a.scalars
    .map((component, index) => lane.pure(multiply, component, b.scalars[index]!))
    .reduce((sum, product) => lane.pure(add, sum, product));
}

function length(lane: Lane, value: Operand): ValueId {
  if (value.scalars.length === 1) return lane.pure('fabs', value.scalars[0]!);
  return lane.pure('sqrt', dot(lane, value, value));
}

/** a · d − b · c */
function crossProduct(lane: Lane, a: ValueId, b: ValueId, c: ValueId, d: ValueId): ValueId {
  return lane.pure('fsub', lane.pure('fmul', a, d), lane.pure('fmul', b, c));
}

function cross(lane: Lane, a: Operand, b: Operand): Operand {
  const scalars = [0, 1, 2].map((axis) => {
    const next = (axis + 1) % 3;
    const last = (axis + 2) % 3;
    return crossProduct(lane, a.scalars[next]!, a.scalars[last]!, b.scalars[next]!, b.scalars[last]!);
  });
  return { type: a.type, scalars };
}

function faceForward(lane: Lane, value: Operand, incident: Operand, reference: Operand): Operand {
  const isFacing = lane.test('flt', dot(lane, incident, reference), lane.constant(0));
  return perComponent(lane.builder, [value], (_, component) =>
    lane.pure('select', isFacing, component!, lane.pure('fneg', component!)),
  );
}

function refract(lane: Lane, incident: Operand, normal: Operand, ratio: ValueId): Operand {
  const one = lane.constant(1);
  const cosine = dot(lane, normal, incident);
  const sineSquared = lane.pure('fsub', one, lane.pure('fmul', cosine, cosine));
  const k = lane.pure('fsub', one, lane.pure('fmul', lane.pure('fmul', ratio, ratio), sineSquared));
  const isTotal = lane.test('flt', k, lane.constant(0));
  const along = lane.pure('fadd', lane.pure('fmul', ratio, cosine), lane.pure('sqrt', k));
  return perComponent(lane.builder, [incident, normal], (_, i, n) => {
    const bent = lane.pure('fsub', lane.pure('fmul', ratio, i!), lane.pure('fmul', along, n!));
    return lane.pure('select', isTotal, lane.constant(0), bent);
  });
}

function determinant(lane: Lane, matrix: Operand): ValueId {
  const size = Math.sqrt(matrix.scalars.length);
  const at = (column: number, row: number): ValueId => matrix.scalars[column * size + row]!;
  /** Determinant of two columns from `column` on, restricted to two rows. */
  const minor = (column: number, row: number, other: number): ValueId =>
    crossProduct(lane, at(column, row), at(column, other), at(column + 1, row), at(column + 1, other));
  if (size === 2) return minor(0, 0, 1);
  if (size === 3) {
    return signedSum(lane, [
      [at(0, 0), minor(1, 1, 2), false],
      [at(0, 1), minor(1, 0, 2), true],
      [at(0, 2), minor(1, 0, 1), false],
    ]);
  }
  return signedSum(lane, [
    [minor(0, 0, 1), minor(2, 2, 3), false],
    [minor(0, 0, 2), minor(2, 1, 3), true],
    [minor(0, 0, 3), minor(2, 1, 2), false],
    [minor(0, 1, 2), minor(2, 0, 3), false],
    [minor(0, 1, 3), minor(2, 0, 2), true],
    [minor(0, 2, 3), minor(2, 0, 1), false],
  ]);
}

/** Sum of products; the flag says to subtract. The first term is never subtracted. */
function signedSum(lane: Lane, terms: readonly (readonly [ValueId, ValueId, boolean])[]): ValueId {
  let sum: ValueId | undefined;
  for (const [a, b, isSubtracted] of terms) {
    const product = lane.pure('fmul', a, b);
    sum = sum === undefined ? product : lane.pure(isSubtracted ? 'fsub' : 'fadd', sum, product);
  }
  return sum!;
}

function transpose(matrix: Operand): Operand {
  if (matrix.type.kind !== 'matrix') return matrix;
  const { columns, rows, scalar } = matrix.type;
  const scalars = Array.from(
    { length: columns * rows },
    (_, index) => matrix.scalars[(index % columns) * rows + Math.floor(index / columns)]!,
  );
  return { type: { kind: 'matrix', columns: rows, rows: columns, scalar }, scalars };
}
