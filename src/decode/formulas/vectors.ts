// Formulas over the components of vectors: products, lengths, reflection, refraction. WGSL and GLSL.std.450
// define them alike. Sums go from the first component to the last; `normalize` multiplies with the inverse
// square root, as compilers do.

import type { ValueId } from '../../ir/ir.ts';
import type { Emitter } from './emitter.ts';

type Vector = readonly ValueId[];

/** For integers too. */
export function dot(emit: Emitter, a: Vector, b: Vector): ValueId {
  const isFloat = emit.type.startsWith('f');
  const [multiply, add] = isFloat ? (['fmul', 'fadd'] as const) : (['imul', 'iadd'] as const);
  return a
    .map((component, index) => emit.pure(multiply, component, b[index]))
    .reduce((sum, product) => emit.pure(add, sum, product));
}

export function scale(emit: Emitter, vector: Vector, factor: ValueId): ValueId[] {
  return vector.map((component) => emit.pure('fmul', component, factor));
}

export function subtract(emit: Emitter, a: Vector, b: Vector): ValueId[] {
  return a.map((component, index) => emit.pure('fsub', component, b[index]));
}

export function length(emit: Emitter, vector: Vector): ValueId {
  if (vector.length === 1) return emit.pure('fabs', vector[0]);
  return emit.pure('sqrt', dot(emit, vector, vector));
}

export function normalize(emit: Emitter, vector: Vector): ValueId[] {
  return scale(emit, vector, emit.pure('inversesqrt', dot(emit, vector, vector)));
}

export function cross(emit: Emitter, a: Vector, b: Vector): ValueId[] {
  return [0, 1, 2].map((axis) => {
    const next = (axis + 1) % 3;
    const last = (axis + 2) % 3;
    return crossProduct(emit, a[next], a[last], b[next], b[last]);
  });
}

/** a · d − b · c */
export function crossProduct(emit: Emitter, a: ValueId, b: ValueId, c: ValueId, d: ValueId): ValueId {
  return emit.pure('fsub', emit.pure('fmul', a, d), emit.pure('fmul', b, c));
}

export function faceForward(emit: Emitter, vector: Vector, incident: Vector, reference: Vector): ValueId[] {
  const isFacing = emit.test('flt', dot(emit, incident, reference), emit.constant(0));
  return vector.map((component) => emit.pure('select', isFacing, component, emit.pure('fneg', component)));
}

export function reflect(emit: Emitter, incident: Vector, normal: Vector): ValueId[] {
  const twice = emit.pure('fmul', emit.constant(2), dot(emit, normal, incident));
  return subtract(emit, incident, scale(emit, normal, twice));
}

export function refract(emit: Emitter, incident: Vector, normal: Vector, ratio: ValueId): ValueId[] {
  const one = emit.constant(1);
  const cosine = dot(emit, normal, incident);
  const sineSquared = emit.pure('fsub', one, emit.pure('fmul', cosine, cosine));
  const k = emit.pure('fsub', one, emit.pure('fmul', emit.pure('fmul', ratio, ratio), sineSquared));
  const isTotal = emit.test('flt', k, emit.constant(0));
  const along = emit.pure('fadd', emit.pure('fmul', ratio, cosine), emit.pure('sqrt', k));
  return incident.map((component, index) => {
    const bent = emit.pure(
      'fsub',
      emit.pure('fmul', ratio, component),
      emit.pure('fmul', along, normal[index]),
    );
    return emit.pure('select', isTotal, emit.constant(0), bent);
  });
}
