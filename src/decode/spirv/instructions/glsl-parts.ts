// Floats taken apart and put together: modf, frexp and ldexp. The forms with a pointer write the second part
// to memory, the forms with a structure return both.

import type { Builder } from '../../../ir/builder.ts';
import type { ScalarType, ValueId } from '../../../ir/ir.ts';
import { isInClass, type TypeClass } from '../../../ir/ops.ts';
import { emitPure } from '../../fold.ts';
import { typeName } from '../layout.ts';
import type { Handler, Lowering } from '../lowering.ts';
import { store } from '../memory.ts';
import type { SpirvType } from '../types.ts';
import type { Handlers } from './componentwise.ts';
import { convertInteger } from './integers.ts';
import {
  componentsAt,
  define,
  isScalarOrVector,
  referenceAt,
  refuse,
  resultComponents,
  resultType,
  type ScalarOrVector,
  sameComponentsAt,
} from './operands.ts';

/** Both parts of a float; `second` is the scalar type of the second part. */
interface Parting {
  readonly secondClass: TypeClass;
  part(builder: Builder, value: ValueId, second: ScalarType): readonly [ValueId, ValueId];
}

const modf: Parting = {
  secondClass: 'float',
  part(builder, value) {
    const type = builder.typeOf(value);
    const whole = emitPure(builder, 'trunc', type, [value]);
    return [emitPure(builder, 'fsub', type, [value, whole]), whole];
  },
};

const frexp: Parting = {
  secondClass: 'integer',
  part(builder, value, second) {
    const fraction = emitPure(builder, 'frexp_fraction', builder.typeOf(value), [value]);
    const exponent = emitPure(builder, 'frexp_exponent', 'i32', [value]);
    return [fraction, convertInteger(builder, exponent, second, 'sextend')];
  },
};

function toMemory(parting: Parting): Handler {
  return (lowering, at) => {
    const type = resultComponents(lowering, at, 'float');
    const reference = referenceAt(lowering, at, 6);
    const second = secondType(lowering, at, type, reference.type, parting);
    const [first, other] = partAll(lowering, at, type, second, parting);
    store(lowering, reference, other, at);
    define(lowering, at, type, first);
  };
}

function toStructure(parting: Parting): Handler {
  return (lowering, at) => {
    const type = resultType(lowering, at);
    const members = type.kind === 'struct' ? type.members : [];
    const first = members[0]?.type;
    if (members.length !== 2 || !first || !isScalarOrVector(first) || !isInClass(first.scalar, 'float')) {
      return refuse(
        lowering,
        at,
        `a structure of a float and its second part as its result, not ${typeName(type)}`,
      );
    }
    const second = secondType(lowering, at, first, members[1].type, parting);
    define(lowering, at, type, partAll(lowering, at, first, second, parting).flat());
  };
}

/** The scalar type of the second part, whose shape must be that of the first. */
function secondType(
  lowering: Lowering,
  at: number,
  first: ScalarOrVector,
  second: SpirvType,
  { secondClass }: Parting,
): ScalarType {
  const isFine =
    isScalarOrVector(second) &&
    isInClass(second.scalar, secondClass) &&
    (secondClass === 'integer' || second.scalar === first.scalar) &&
    (second.kind === 'vector'
      ? first.kind === 'vector' && first.size === second.size
      : first.kind === 'scalar');
  if (isFine) return second.scalar;
  return refuse(lowering, at, `a second part that fits ${typeName(first)}, not ${typeName(second)}`);
}

function partAll(
  lowering: Lowering,
  at: number,
  type: ScalarOrVector,
  second: ScalarType,
  parting: Parting,
): [ValueId[], ValueId[]] {
  const values = sameComponentsAt(lowering, at, 5, type.scalar, type.kind === 'scalar' ? 1 : type.size);
  const parts = values.map((value) => parting.part(lowering.builder, value, second));
  return [parts.map((each) => each[0]), parts.map((each) => each[1])];
}

const ldexp: Handler = (lowering, at) => {
  const { builder } = lowering;
  const type = resultComponents(lowering, at, 'float');
  const size = type.kind === 'scalar' ? 1 : type.size;
  const values = sameComponentsAt(lowering, at, 5, type.scalar, size);
  const exponents = componentsAt(lowering, at, 6, 'integer', size);
  const scalars = values.map((value, i) => {
    const exponent = convertInteger(builder, exponents[i], 'i32', 'sextend');
    return emitPure(builder, 'ldexp', type.scalar, [value, exponent]);
  });
  define(lowering, at, type, scalars);
};

export const glslParts: Handlers = {
  Modf: toMemory(modf),
  ModfStruct: toStructure(modf),
  Frexp: toMemory(frexp),
  FrexpStruct: toStructure(frexp),
  Ldexp: ldexp,
};
