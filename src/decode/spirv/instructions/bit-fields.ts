// Bit fields and bit counts. Offset and count of a field are unsigned integers of any width; the IR takes
// them as i32 (SPIR-V specification, section 3.3.14 "Bit Instructions").

import type { Builder } from '../../../ir/builder.ts';
import type { PureOp, ValueId } from '../../../ir/ir.ts';
import { emitPure } from '../../fold.ts';
import type { Handler, Lowering } from '../lowering.ts';
import type { Handlers } from './componentwise.ts';
import { convertInteger } from './integers.ts';
import { componentsAt, define, resultComponents, sameComponentsAt } from './operands.ts';

function unsignedWord(lowering: Lowering, at: number, index: number): ValueId {
  const value = componentsAt(lowering, at, index, 'integer', 1)[0];
  return convertInteger(lowering.builder, value, 'i32', 'uextend');
}

function extract(op: PureOp): Handler {
  return (lowering, at) => {
    const { builder } = lowering;
    const type = resultComponents(lowering, at, 'integer');
    const base = sameComponentsAt(lowering, at, 3, type.scalar, type.kind === 'scalar' ? 1 : type.size);
    const offset = unsignedWord(lowering, at, 4);
    const count = unsignedWord(lowering, at, 5);
    const field = (value: ValueId) => emitPure(builder, op, type.scalar, [value, offset, count]);
    define(lowering, at, type, base.map(field));
  };
}

const insert: Handler = (lowering, at) => {
  const { builder } = lowering;
  const type = resultComponents(lowering, at, 'integer');
  const size = type.kind === 'scalar' ? 1 : type.size;
  const base = sameComponentsAt(lowering, at, 3, type.scalar, size);
  const inserted = sameComponentsAt(lowering, at, 4, type.scalar, size);
  const offset = unsignedWord(lowering, at, 5);
  const count = unsignedWord(lowering, at, 6);
  const field = (value: ValueId, i: number) =>
    emitPure(builder, 'insertbits', type.scalar, [value, inserted[i], offset, count]);
  define(lowering, at, type, base.map(field));
};

/** Bits that are set; the result may be an integer of another width. */
const count: Handler = (lowering, at) => {
  const { builder } = lowering;
  const type = resultComponents(lowering, at, 'integer');
  const base = componentsAt(lowering, at, 3, 'integer', type.kind === 'scalar' ? 1 : type.size);
  const countOf = (value: ValueId) => convertInteger(builder, ones(builder, value), type.scalar, 'uextend');
  define(lowering, at, type, base.map(countOf));
};

function ones(builder: Builder, value: ValueId): ValueId {
  return emitPure(builder, 'popcount', builder.typeOf(value), [value]);
}

export const bitFields: Handlers = {
  OpBitFieldInsert: insert,
  OpBitFieldSExtract: extract('sextractbits'),
  OpBitFieldUExtract: extract('uextractbits'),
  OpBitCount: count,
};
