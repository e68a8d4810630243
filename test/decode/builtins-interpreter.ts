// Lowers one builtin call on concrete numbers and evaluates the straight-line IR that comes out, so that a
// test can compare the numbers with a formulation of its own.

import { lowerBuiltin } from '../../src/decode/wgsl/builtins/index.ts';
import { irType, type Operand, type WgslScalar, type WgslType } from '../../src/decode/wgsl/types.ts';
import { Builder } from '../../src/ir/builder.ts';
import { evaluatePure } from '../../src/ir/evaluate.ts';
import type { Instruction } from '../../src/ir/ir.ts';
import { signatureProblem } from '../../src/ir/ops.ts';

/** A literal operand: a number for a scalar, an array for a vector, a matrix as its columns. */
export interface Literal {
  readonly scalar: WgslScalar;
  readonly value: number | readonly number[] | readonly (readonly number[])[];
}

export const f = (value: Literal['value']): Literal => ({ scalar: 'f32', value });
export const h = (value: Literal['value']): Literal => ({ scalar: 'f16', value });
export const i = (value: Literal['value']): Literal => ({ scalar: 'i32', value });
export const u = (value: Literal['value']): Literal => ({ scalar: 'u32', value });
export const b = (value: Literal['value']): Literal => ({ scalar: 'bool', value });

export interface Lowered {
  readonly type: WgslType;
  readonly numbers: readonly number[];
  readonly instructions: readonly Instruction[];
  readonly builder: Builder;
}

function typeOf(literal: Literal): WgslType {
  const { scalar, value } = literal;
  if (typeof value === 'number') return { kind: 'scalar', scalar };
  const first = value[0];
  if (typeof first === 'number') return { kind: 'vector', size: value.length as 2, scalar };
  return { kind: 'matrix', columns: value.length as 2, rows: first.length as 2, scalar: scalar as 'f32' };
}

/** Lowers and evaluates; subgroup operations get undefined results. Throws when `name` is no builtin. */
export function lower(name: string, literals: readonly Literal[], resultType?: WgslType): Lowered {
  const builder = new Builder();
  const operands = literals.map((literal): Operand => {
    const numbers = [literal.value].flat(2);
    const scalars = numbers.map((number) => builder.constant(irType(literal.scalar), number));
    return { type: typeOf(literal), scalars };
  });
  let result: Operand | undefined;
  const region = builder.region(() => {
    result = lowerBuiltin(builder, name, operands, resultType);
  });
  if (!result) throw new Error(`${name} is no builtin`);
  const numbers = evaluate(builder, region.instructions);
  return {
    type: result.type,
    numbers: result.scalars.map((id) => numbers[id]),
    instructions: region.instructions,
    builder,
  };
}

function evaluate(builder: Builder, instructions: readonly Instruction[]): number[] {
  const numbers = builder.values.map((value) => value.constant ?? Number.NaN);
  for (const instruction of instructions) {
    if (instruction.kind !== 'pure') continue;
    const { op, operands, component, result } = instruction;
    const types = operands.map((id) => builder.typeOf(id));
    const problem = signatureProblem(op, builder.typeOf(result), types, component);
    if (problem) throw new Error(problem);
    const inputs = operands.map((id) => numbers[id]);
    numbers[result] = evaluatePure(op, builder.typeOf(result), types, inputs, component);
  }
  return numbers;
}
