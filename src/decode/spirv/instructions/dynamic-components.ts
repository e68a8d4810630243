// Components of vectors that only run time chooses. As in the WGSL decoder the vector goes to private memory,
// where the component is addressed; a constant choice takes it directly.

import type { ValueId } from '../../../ir/ir.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import { emitPure } from '../../fold.ts';
import { alignOf, sizeOf } from '../layout.ts';
import type { Handler, Lowering } from '../lowering.ts';
import { load, store } from '../memory.ts';
import type { Reference } from '../types.ts';
import type { Handlers } from './componentwise.ts';
import { convertInteger } from './integers.ts';
import {
  componentsAt,
  define,
  refuse,
  resultComponents,
  type ScalarOrVector,
  sameComponentsAt,
  scalarAt,
} from './operands.ts';

type Vector = Extract<ScalarOrVector, { kind: 'vector' }>;

const extract: Handler = (lowering, at) => {
  const type = resultComponents(lowering, at, 'any');
  if (type.kind !== 'scalar') refuse(lowering, at, 'a scalar as its result');
  const size = componentsAt(lowering, at, 3, 'any').length;
  if (size === 1) refuse(lowering, at, 'a vector as operand 3');
  const vector: Vector = { kind: 'vector', size: size as Vector['size'], scalar: type.scalar };
  const scalars = sameComponentsAt(lowering, at, 3, type.scalar, size);
  const index = indexAt(lowering, at, 4);
  const constant = lowering.builder.constantOf(index);
  if (constant !== undefined) {
    define(lowering, at, type, [scalars[inRange(constant, size)]]);
    return;
  }
  const copy = spill(lowering, at, vector, scalars);
  define(lowering, at, type, load(lowering, component(lowering, copy, vector, index), at).scalars);
};

const insert: Handler = (lowering, at) => {
  const type = resultComponents(lowering, at, 'any');
  if (type.kind !== 'vector') return refuse(lowering, at, 'a vector as its result');
  const scalars = sameComponentsAt(lowering, at, 3, type.scalar, type.size);
  const inserted = scalarAt(lowering, at, 4, type.scalar);
  const index = indexAt(lowering, at, 5);
  const constant = lowering.builder.constantOf(index);
  if (constant !== undefined) {
    const position = inRange(constant, type.size);
    define(
      lowering,
      at,
      type,
      scalars.map((scalar, i) => (i === position ? inserted : scalar)),
    );
    return;
  }
  const copy = spill(lowering, at, type, scalars);
  store(lowering, component(lowering, copy, type, index), [inserted], at);
  define(lowering, at, type, load(lowering, copy, at).scalars);
};

/** An index out of range gives an undefined component: any of them. */
function inRange(index: number, size: number): number {
  return index >= 0 && index < size ? index : size - 1;
}

function indexAt(lowering: Lowering, at: number, index: number): ValueId {
  const value = componentsAt(lowering, at, index, 'integer', 1)[0];
  return convertInteger(lowering.builder, value, 'i32', 'uextend');
}

function spill(lowering: Lowering, at: number, type: Vector, scalars: readonly ValueId[]): Reference {
  const index = lowering.variables.push({
    name: 'indexed',
    space: 'private',
    sizeBytes: sizeOf(type),
    alignBytes: alignOf(type),
    span: lowering.span(at),
  });
  const reference: Reference = { root: { space: 'private', index: index - 1 }, type, offsetBytes: 0 };
  store(lowering, reference, scalars, at);
  return reference;
}

function component(lowering: Lowering, vector: Reference, type: Vector, index: ValueId): Reference {
  const { builder } = lowering;
  const stride = builder.constant('i32', scalarBytes(type.scalar));
  const address = emitPure(builder, 'imul', 'i32', [builder.bound(index, { constant: type.size }), stride]);
  return { root: vector.root, type: { kind: 'scalar', scalar: type.scalar }, address, offsetBytes: 0 };
}

export const dynamicComponents: Handlers = {
  OpVectorExtractDynamic: extract,
  OpVectorInsertDynamic: insert,
};
