// What an expression lowers to. Concrete values are scalars in the IR; abstract values (untyped literals and
// what constant expressions make of them) are exact numbers that have no place in the IR until a context
// gives them a type; references name memory; pointers are references that were taken with `&` and exist only
// while lowering, since WGSL lets them flow nowhere that cannot be followed statically.

import type { MemoryRoot, TextureType, ValueId } from '../../ir/ir.ts';
import type { Operand, WgslType } from './types.ts';

/** A value whose scalars are IR values. `home` is a private copy in memory, for indexing at run time. */
export interface Concrete extends Operand {
  readonly kind: 'concrete';
  readonly home?: Reference;
}

/**
 * An abstract-int (bigint) or abstract-float (number) value, or a composite of them. `type` is the type it
 * has by default (`i32` or `f32` leaves); `numbers` are its scalars in order.
 */
export interface Abstract {
  readonly kind: 'abstract';
  readonly type: WgslType;
  readonly isFloat: boolean;
  readonly numbers: readonly (number | bigint)[];
  /** A private copy with the default type, as in `Concrete`. */
  readonly home?: Reference;
}

/** A memory view. `address` is the dynamic part of the byte offset; absent when it is zero. */
export interface Reference {
  readonly kind: 'reference';
  readonly root: MemoryRoot;
  readonly type: WgslType;
  readonly address?: ValueId;
  readonly offsetBytes: number;
}

export interface Pointer {
  readonly kind: 'pointer';
  readonly target: Reference;
}

/** A texture or a sampler: it can be handed to functions, and used by builtins. */
export interface Handle {
  readonly kind: 'handle';
  readonly resource:
    | { readonly kind: 'texture'; readonly index: number; readonly type: TextureType }
    | { readonly kind: 'sampler'; readonly index: number };
}

export type Value = Concrete | Abstract | Pointer | Handle;
/** What an expression is before the load rule applies. */
export type Lowered = Value | Reference;

export function concrete(type: WgslType, scalars: readonly ValueId[]): Concrete {
  return { kind: 'concrete', type, scalars };
}

export function fromOperand(operand: Operand): Concrete {
  return { kind: 'concrete', type: operand.type, scalars: operand.scalars };
}

/** The part of a reference that lies `offsetBytes` further on. */
export function partOf(reference: Reference, type: WgslType, offsetBytes: number): Reference {
  return { ...reference, type, offsetBytes: reference.offsetBytes + offsetBytes };
}
