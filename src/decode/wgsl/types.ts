// WGSL's concrete types with their memory layout (WGSL specification, section "Memory Layout"), and the form
// that composite values take while lowering: a type and its scalars in memory order.

import type { ScalarType, ValueId } from '../../ir/ir.ts';

export type WgslScalar = 'bool' | 'i32' | 'u32' | 'f32' | 'f16';

export interface StructMember {
  readonly name: string;
  readonly type: WgslType;
  readonly offsetBytes: number;
}

export type WgslType =
  | { readonly kind: 'scalar'; readonly scalar: WgslScalar }
  | { readonly kind: 'vector'; readonly size: 2 | 3 | 4; readonly scalar: WgslScalar }
  | {
      readonly kind: 'matrix';
      readonly columns: 2 | 3 | 4;
      readonly rows: 2 | 3 | 4;
      readonly scalar: 'f32' | 'f16';
    }
  | { readonly kind: 'atomic'; readonly scalar: 'i32' | 'u32' }
  /** `count` is absent for a runtime-sized array. */
  | {
      readonly kind: 'array';
      readonly element: WgslType;
      readonly count?: number;
      readonly strideBytes: number;
    }
  | {
      readonly kind: 'struct';
      readonly name: string;
      readonly members: readonly StructMember[];
      readonly sizeBytes: number;
      readonly alignBytes: number;
    };

/**
 * A value of any constructible type: scalars in declaration order (vector components; matrix columns one
 * after the other; array elements; struct members), without padding. `bool` scalars are IR bools.
 */
export interface Operand {
  readonly type: WgslType;
  readonly scalars: readonly ValueId[];
}

/** The IR's scalar type; signedness lives in the operations. */
export function irType(scalar: WgslScalar): ScalarType {
  return scalar === 'u32' ? 'i32' : scalar;
}
