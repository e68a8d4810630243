// Makes operations and constants of one scalar type: what the formulas of this folder compute in. They work
// on scalars, so that the decoders, each with its own types, share them.

import type { Builder } from '../../ir/builder.ts';
import type { PureOp, ScalarType, ValueId } from '../../ir/ir.ts';

export class Emitter {
  readonly builder: Builder;
  readonly type: ScalarType;

  constructor(builder: Builder, type: ScalarType) {
    this.builder = builder;
    this.type = type;
  }

  /** An operation whose result has the emitter's type. */
  pure(op: PureOp, ...operands: readonly ValueId[]): ValueId {
    return this.builder.pure(op, this.type, operands);
  }

  /** An operation whose result is a bool. */
  test(op: PureOp, ...operands: readonly ValueId[]): ValueId {
    return this.builder.pure(op, 'bool', operands);
  }

  constant(value: number): ValueId {
    return this.builder.constant(this.type, value);
  }
}
