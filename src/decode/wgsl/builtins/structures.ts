// frexp and modf, the builtins that return a structure. Their result types have no name that a program can
// write; the names here are for printing.

import type { Builder } from '../../../ir/builder.ts';
import { roundUp } from '../../../ir/scalars.ts';
import type { Operand, StructMember, WgslScalar, WgslType } from '../types.ts';
import { perComponent, scalarOf, vectorType, widthOf } from './lanes.ts';

/** Lowers frexp and modf; undefined when `name` is neither. */
export function lowerStructured(
  builder: Builder,
  name: string,
  operands: readonly Operand[],
  resultType: WgslType | undefined,
): Operand | undefined {
  if (name !== 'frexp' && name !== 'modf') return undefined;
  const parts = name === 'frexp' ? frexp(builder, operands) : modf(builder, operands);
  const [first, second] = parts;
  const type = resultType?.kind === 'struct' ? resultType : structureType(name, operands);
  return { type, scalars: [...first.scalars, ...second.scalars] };
}

function frexp(builder: Builder, operands: readonly Operand[]): [Operand, Operand] {
  const fraction = perComponent(builder, operands, (lane, value) => lane.pure('frexp_fraction', value));
  const exponent = perComponent(
    builder,
    operands,
    (lane, value) => lane.builder.pure('frexp_exponent', 'i32', [value]),
    'i32',
  );
  return [fraction, exponent];
}

function modf(builder: Builder, operands: readonly Operand[]): [Operand, Operand] {
  const whole = perComponent(builder, operands, (lane, value) => lane.pure('trunc', value));
  const fraction = perComponent(builder, [operands[0], whole], (lane, value, part) =>
    lane.pure('fsub', value, part),
  );
  return [fraction, whole];
}

/** The structure that frexp or modf returns for operands of this type. */
export function structureType(name: 'frexp' | 'modf', operands: readonly Operand[]): WgslType {
  const scalar = scalarOf(operands[0]);
  const width = widthOf(operands);
  const second: [string, WgslScalar] = name === 'frexp' ? ['exp', 'i32'] : ['whole', scalar];
  const members: StructMember[] = [];
  let sizeBytes = 0;
  let alignBytes = 1;
  for (const [member, memberScalar] of [['fract', scalar], second] as [string, WgslScalar][]) {
    const componentBytes = memberScalar === 'f16' ? 2 : 4;
    const memberAlign = componentBytes * (width === 3 ? 4 : width);
    const offsetBytes = roundUp(sizeBytes, memberAlign);
    members.push({ name: member, type: vectorType(width, memberScalar), offsetBytes });
    sizeBytes = offsetBytes + componentBytes * width;
    alignBytes = Math.max(alignBytes, memberAlign);
  }
  const shape = width === 1 ? scalar : `vec${width}_${scalar}`;
  return {
    kind: 'struct',
    name: `__${name}_result_${shape}`,
    members,
    sizeBytes: roundUp(sizeBytes, alignBytes),
    alignBytes,
  };
}
