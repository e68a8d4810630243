// Reading an instruction's words as checked operands. Operands are counted as in the grammar: with word 0 the
// opcode, word 1 is the result's type, word 2 the result, and the first operand of most instructions word 3.

import type { ScalarType, ValueId } from '../../../ir/ir.ts';
import { isInClass, type TypeClass } from '../../../ir/ops.ts';
import { checkScalars } from '../constants.ts';
import { instructionName } from '../grammar.ts';
import { isOpaque, typeName } from '../layout.ts';
import type { Lowering } from '../lowering.ts';
import { invalid, unsupported } from '../problems.ts';
import type { Operand, Reference, SpirvType } from '../types.ts';

export type ScalarOrVector = Extract<SpirvType, { kind: 'scalar' | 'vector' }>;
export type Matrix = Extract<SpirvType, { kind: 'matrix' }>;

/** Stops at an instruction whose operands do not fit; the message says what it needs. */
export function refuse(lowering: Lowering, at: number, needs: string): never {
  invalid('operand', `${instructionName(lowering.opcode(at))} needs ${needs}`, lowering.span(at));
}

/** A word of the instruction, which must be long enough to have it. */
export function word(lowering: Lowering, at: number, index: number): number {
  const { words } = lowering;
  if (index < words[at] >>> 16) return words[at + index];
  return refuse(lowering, at, `at least ${index} words of operands`);
}

/** The type of the result. */
export function resultType(lowering: Lowering, at: number): SpirvType {
  return lowering.type(word(lowering, at, 1), at);
}

export function define(lowering: Lowering, at: number, type: SpirvType, scalars: readonly ValueId[]): void {
  lowering.define(word(lowering, at, 2), { type, scalars });
}

/** Any value. */
export function operandAt(lowering: Lowering, at: number, index: number): Operand {
  return lowering.operand(word(lowering, at, index), at);
}

export function referenceAt(lowering: Lowering, at: number, index: number): Reference {
  return lowering.reference(word(lowering, at, index), at);
}

/** The result's type, which must be a scalar or vector with components of the class. */
export function resultComponents(lowering: Lowering, at: number, components: TypeClass): ScalarOrVector {
  const type = resultType(lowering, at);
  if (isScalarOrVector(type) && isInClass(type.scalar, components)) return type;
  return refuse(lowering, at, `a scalar or vector of ${components} as its result, not ${typeName(type)}`);
}

export function isScalarOrVector(type: SpirvType): type is ScalarOrVector {
  return type.kind === 'scalar' || type.kind === 'vector';
}

/** A scalar or vector with `count` components (any count where absent) whose type is in the class. */
export function componentsAt(
  lowering: Lowering,
  at: number,
  index: number,
  components: TypeClass,
  count?: number,
): readonly ValueId[] {
  const { type, scalars } = operandAt(lowering, at, index);
  const isFine =
    isScalarOrVector(type) &&
    isInClass(type.scalar, components) &&
    (count === undefined || scalars.length === count);
  if (isFine) return scalars;
  return refuse(lowering, at, `${shapeName(components, count)} as operand ${index}, not ${typeName(type)}`);
}

/** A scalar or vector of exactly these components. */
export function sameComponentsAt(
  lowering: Lowering,
  at: number,
  index: number,
  scalar: ScalarType,
  count: number,
): readonly ValueId[] {
  const { type, scalars } = operandAt(lowering, at, index);
  if (isScalarOrVector(type) && type.scalar === scalar && scalars.length === count) return scalars;
  return refuse(lowering, at, `${shapeName(scalar, count)} as operand ${index}, not ${typeName(type)}`);
}

function shapeName(components: string, count: number | undefined): string {
  if (count === undefined) return `a scalar or vector of ${components}`;
  return count === 1 ? `one ${components}` : `a vector of ${count} ${components}`;
}

export function scalarAt(lowering: Lowering, at: number, index: number, scalar: ScalarType): ValueId {
  return sameComponentsAt(lowering, at, index, scalar, 1)[0];
}

export function matrixAt(
  lowering: Lowering,
  at: number,
  index: number,
): { type: Matrix; scalars: readonly ValueId[] } {
  const { type, scalars } = operandAt(lowering, at, index);
  if (type.kind === 'matrix') return { type, scalars };
  return refuse(lowering, at, `a matrix as operand ${index}, not ${typeName(type)}`);
}

/** The number of an integer constant (as a signed number). */
export function constantAt(lowering: Lowering, at: number, index: number): number {
  const number = lowering.constantNumber(word(lowering, at, index));
  return number ?? refuse(lowering, at, `a constant as operand ${index}`);
}

/** Stops at types whose values cannot be held, or are too large to be. */
export function checkHeld(lowering: Lowering, at: number, type: SpirvType): void {
  if (isOpaque(type)) {
    unsupported('value-type', `a value cannot be ${typeName(type)}`, lowering.span(at));
  }
  checkScalars(lowering, type, at);
}
