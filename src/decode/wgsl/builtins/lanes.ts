// Applying a scalar recipe to each component of WGSL operands: vectors give one result per component, and a
// scalar beside a vector counts for every component.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { Builder } from '../../../ir/builder.ts';
import type { ValueId } from '../../../ir/ir.ts';
import { Emitter } from '../../formulas/emitter.ts';
import { irType, type Operand, type WgslScalar, type WgslType } from '../types.ts';

/** One component of a call: makes operations and constants of the type that the call computes in. */
export class Lane extends Emitter {
  readonly scalar: WgslScalar;

  constructor(builder: Builder, scalar: WgslScalar) {
    super(builder, irType(scalar));
    this.scalar = scalar;
  }

  get isFloat(): boolean {
    return this.scalar === 'f32' || this.scalar === 'f16';
  }
}

/** What a builtin does with one component of each operand. */
export type LaneRecipe = (lane: Lane, ...components: readonly ValueId[]) => ValueId;

export function scalarType(scalar: WgslScalar): WgslType {
  return { kind: 'scalar', scalar };
}

/** A vector, or a scalar where `size` is 1. */
export function vectorType(size: number, scalar: WgslScalar): WgslType {
  return size === 1 ? scalarType(scalar) : { kind: 'vector', size: size as 2 | 3 | 4, scalar };
}

/** The component type of a scalar, vector or matrix. */
export function scalarOf(operand: Operand): WgslScalar {
  const type = operand.type;
  if (type.kind === 'array' || type.kind === 'struct')
    return unreachable(`a builtin was given a ${type.kind}`);
  return type.scalar;
}

/** Components of the widest operand. */
export function widthOf(operands: readonly Operand[]): number {
  return operands.reduce((widest, operand) => Math.max(widest, operand.scalars.length), 1);
}

/** Component `index`, or the only one. */
export function componentOf(operand: Operand, index: number): ValueId {
  return operand.scalars[operand.scalars.length === 1 ? 0 : index];
}

/** The recipe for each component; the result has the component type `result`, by default operand 0's. */
export function perComponent(
  builder: Builder,
  operands: readonly Operand[],
  recipe: LaneRecipe,
  result?: WgslScalar,
): Operand {
  const lane = new Lane(builder, scalarOf(operands[0]));
  const width = widthOf(operands);
  const scalars = Array.from({ length: width }, (_, index) =>
    recipe(lane, ...operands.map((operand) => componentOf(operand, index))),
  );
  return { type: vectorType(width, result ?? lane.scalar), scalars };
}
