// Making composite values and taking them apart. A composite is the list of its scalars, so most of this only
// chooses among value ids (SPIR-V specification, section 3.3.12 "Composite Instructions").

import type { ValueId } from '../../../ir/ir.ts';
import { emitPure } from '../../fold.ts';
import { zero } from '../constants.ts';
import { scalarCount, scalarKinds, typeName } from '../layout.ts';
import type { Handler, Lowering } from '../lowering.ts';
import { invalid, unsupported } from '../problems.ts';
import type { Operand, SpirvType } from '../types.ts';
import type { Handlers } from './componentwise.ts';
import {
  checkHeld,
  componentsAt,
  define,
  operandAt,
  refuse,
  resultComponents,
  resultType,
  sameComponentsAt,
  scalarAt,
  word,
} from './operands.ts';
import { isSameShape } from './shapes.ts';

/** A component that a shuffle leaves undefined. */
const UNDEFINED = 0xffffffff;

const construct: Handler = (lowering, at) => {
  const type = resultType(lowering, at);
  const end = lowering.end(at) - at;
  if (type.kind === 'vector') {
    const scalars: ValueId[] = [];
    for (let index = 3; index < end; index++) {
      const part = componentsAt(lowering, at, index, 'any');
      for (const scalar of sameComponentsAt(lowering, at, index, type.scalar, part.length))
        scalars.push(scalar);
    }
    if (scalars.length !== type.size) refuse(lowering, at, `${type.size} components, not ${scalars.length}`);
    define(lowering, at, type, scalars);
    return;
  }
  const count = partCount(lowering, at, type);
  if (end - 3 !== count) refuse(lowering, at, `${count} constituents for ${typeName(type)}, not ${end - 3}`);
  checkHeld(lowering, at, type);
  const scalars: ValueId[] = [];
  for (let index = 3; index < end; index++) {
    const part = operandAt(lowering, at, index);
    expectType(lowering, at, part, partType(type, index - 3)!);
    for (const scalar of part.scalars) scalars.push(scalar);
  }
  define(lowering, at, type, scalars);
};

/** How many direct parts a composite that is no vector has. */
function partCount(lowering: Lowering, at: number, type: SpirvType): number {
  switch (type.kind) {
    case 'matrix':
      return type.columns;
    case 'array':
      return type.count ?? refuse(lowering, at, 'a composite whose size is known');
    case 'struct':
      return type.members.length;
    default:
      return refuse(lowering, at, `a composite as its result, not ${typeName(type)}`);
  }
}

/** The type of part `index`; undefined when there is none. */
function partType(type: SpirvType, index: number): SpirvType | undefined {
  switch (type.kind) {
    case 'vector':
      return index < type.size ? { kind: 'scalar', scalar: type.scalar } : undefined;
    case 'matrix':
      return index < type.columns ? { kind: 'vector', size: type.rows, scalar: type.scalar } : undefined;
    case 'array':
      return index < (type.count ?? 0) ? type.element : undefined;
    case 'struct':
      return type.members[index]?.type;
    default:
      return undefined;
  }
}

function expectType(lowering: Lowering, at: number, part: Operand, type: SpirvType): void {
  if (part.type === type || isSameShape(part.type, type)) return;
  refuse(lowering, at, `a part of type ${typeName(type)}, not ${typeName(part.type)}`);
}

/** A part of a composite: its type and where its scalars start. */
interface Part {
  readonly type: SpirvType;
  readonly start: number;
}

/** Follows the literal indices from word `index` to the end of the instruction. */
function follow(lowering: Lowering, at: number, composite: SpirvType, index: number): Part {
  let type = composite;
  let start = 0;
  const end = lowering.end(at) - at;
  for (; index < end; index++) {
    const position = word(lowering, at, index);
    const inner = partType(type, position);
    if (!inner) {
      const message = `${typeName(type)} has no part ${position}`;
      invalid('index', message, lowering.span(at));
    }
    if (type.kind === 'struct') {
      for (let k = 0; k < position; k++) start += scalarCount(type.members[k].type);
    } else {
      start += position * scalarCount(inner);
    }
    type = inner;
  }
  return { type, start };
}

const extract: Handler = (lowering, at) => {
  const composite = operandAt(lowering, at, 3);
  const part = follow(lowering, at, composite.type, 4);
  const type = resultType(lowering, at);
  const scalars = composite.scalars.slice(part.start, part.start + scalarCount(part.type));
  expectType(lowering, at, { type: part.type, scalars }, type);
  define(lowering, at, type, scalars);
};

const insert: Handler = (lowering, at) => {
  const object = operandAt(lowering, at, 3);
  const composite = operandAt(lowering, at, 4);
  const type = resultType(lowering, at);
  expectType(lowering, at, composite, type);
  const part = follow(lowering, at, composite.type, 5);
  expectType(lowering, at, object, part.type);
  const scalars = composite.scalars.slice();
  for (let i = 0; i < object.scalars.length; i++) scalars[part.start + i] = object.scalars[i];
  define(lowering, at, type, scalars);
};

const shuffle: Handler = (lowering, at) => {
  const type = resultComponents(lowering, at, 'any');
  const first = operandAt(lowering, at, 3).scalars.length;
  const second = operandAt(lowering, at, 4).scalars.length;
  const a = sameComponentsAt(lowering, at, 3, type.scalar, first);
  const b = sameComponentsAt(lowering, at, 4, type.scalar, second);
  const end = lowering.end(at) - at;
  const size = type.kind === 'scalar' ? 1 : type.size;
  if (end - 5 !== size) refuse(lowering, at, `${size} component numbers, not ${end - 5}`);
  const scalars = new Array<ValueId>(size);
  for (let i = 0; i < size; i++) {
    const component = word(lowering, at, 5 + i);
    const isFine = component === UNDEFINED || component < first + second;
    if (!isFine) invalid('index', `there is no component ${component}`, lowering.span(at));
    scalars[i] =
      component === UNDEFINED
        ? lowering.builder.constant(type.scalar, 0)
        : component < first
          ? a[component]
          : b[component - first];
  }
  define(lowering, at, type, scalars);
};

/** Any value is right for an undefined one; zero is what compilers tend to choose. */
const undef: Handler = (lowering, at) => {
  const type = resultType(lowering, at);
  checkHeld(lowering, at, type);
  define(
    lowering,
    at,
    type,
    scalarKinds(type).map((kind) => zero(lowering, kind)),
  );
};

/** OpCopyObject of a value or a pointer; OpCopyLogical, whose types differ in decorations only; OpExpectKHR. */
const copy: Handler = (lowering, at) => {
  const type = resultType(lowering, at);
  if (type.kind === 'pointer') {
    const source = lowering.reference(word(lowering, at, 3), at);
    lowering.defineReference(word(lowering, at, 2), source);
    return;
  }
  const operand = operandAt(lowering, at, 3);
  expectType(lowering, at, operand, type);
  define(lowering, at, type, operand.scalars);
};

/** A scalar condition chooses between values of any type, a vector of conditions component by component. */
const select: Handler = (lowering, at) => {
  const { builder } = lowering;
  const type = resultType(lowering, at);
  if (type.kind === 'pointer') {
    unsupported(
      'pointer-select',
      'a pointer that depends on a condition is not supported',
      lowering.span(at),
    );
  }
  const conditions = componentsAt(lowering, at, 3, 'bool');
  const ifTrue = operandAt(lowering, at, 4);
  const ifFalse = operandAt(lowering, at, 5);
  expectType(lowering, at, ifTrue, type);
  expectType(lowering, at, ifFalse, type);
  if (conditions.length > 1 && (type.kind !== 'vector' || type.size !== conditions.length)) {
    refuse(lowering, at, `a vector of ${conditions.length} components as its result`);
  }
  const scalars = ifTrue.scalars.map((value, i) => {
    const other = ifFalse.scalars[i];
    const condition = conditions[conditions.length === 1 ? 0 : i];
    return value === other
      ? value
      : emitPure(builder, 'select', builder.typeOf(value), [condition, value, other]);
  });
  define(lowering, at, type, scalars);
};

/** A promise about a condition, which this compiler does not use. */
const assume: Handler = (lowering, at) => {
  scalarAt(lowering, at, 1, 'bool');
};

export const composites: Handlers = {
  OpCompositeConstruct: construct,
  OpCompositeExtract: extract,
  OpCompositeInsert: insert,
  OpVectorShuffle: shuffle,
  OpCopyObject: copy,
  OpCopyLogical: copy,
  OpExpectKHR: copy,
  OpAssumeTrueKHR: assume,
  OpUndef: undef,
  OpSelect: select,
};
