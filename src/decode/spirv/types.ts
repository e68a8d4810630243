// SPIR-V's types, and the forms that values and pointers take while lowering. Integer types keep no sign:
// the operations of SPIR-V and of the IR both carry it. Layout is explicit (Offset, ArrayStride, MatrixStride);
// types without decorations (Function, Private and Workgroup variables) get the layout of `layout.ts`.

import type { MemoryRoot, ScalarType, TextureType, ValueId } from '../../ir/ir.ts';

export interface StructMember {
  readonly name: string;
  readonly type: SpirvType;
  readonly offsetBytes: number;
  /** For a matrix, or arrays of matrices: how it lies in memory. Column-major unless said. */
  readonly matrix?: { readonly strideBytes: number; readonly isRowMajor: boolean };
  /** Decorated NonWritable. */
  readonly isReadOnly: boolean;
}

export type SpirvType =
  | { readonly kind: 'void' }
  /** `addressOf`: of a pointer to physical memory, the id of its type. */
  | { readonly kind: 'scalar'; readonly scalar: ScalarType; readonly addressOf?: number }
  | { readonly kind: 'vector'; readonly size: 2 | 3 | 4; readonly scalar: ScalarType }
  | {
      readonly kind: 'matrix';
      readonly columns: 2 | 3 | 4;
      readonly rows: 2 | 3 | 4;
      readonly scalar: 'f16' | 'f32' | 'f64';
    }
  /** `count` is absent for a runtime-sized array. */
  | {
      readonly kind: 'array';
      readonly element: SpirvType;
      readonly count?: number;
      readonly strideBytes: number;
    }
  | {
      readonly kind: 'struct';
      readonly name: string;
      readonly members: readonly StructMember[];
      readonly sizeBytes: number;
      readonly alignBytes: number;
    }
  | {
      readonly kind: 'pointer';
      readonly storageClass: number;
      readonly pointee: SpirvType;
      /** From one element to the next, where pointers are calculated with. */
      readonly strideBytes: number;
    }
  | ImageType
  | { readonly kind: 'sampler' }
  /** An image with the sampler that looks it up. */
  | { readonly kind: 'sampledImage'; readonly image: ImageType }
  /** A type that nothing here can hold; the message names it when something uses it. */
  | { readonly kind: 'opaque'; readonly what: string };

/** A storage image is read and written without a sampler; it has no format where that is the launch's. */
export interface ImageType {
  readonly kind: 'image';
  readonly texture: TextureType;
  readonly isStorage: boolean;
}

/** Which buffers an image, a sampler, or both together stand for: no value knows that at run time only. */
export interface Resource {
  readonly image?: { readonly index: number; readonly type: TextureType };
  readonly sampler?: number;
}

/**
 * A value of any type: its scalars in declaration order (vector components; matrix columns one after the
 * other, whatever their layout in memory; array elements; struct members), without padding.
 */
export interface Operand {
  readonly type: SpirvType;
  readonly scalars: readonly ValueId[];
  /** Of an image or a sampler, which has no scalars. */
  readonly resource?: Resource;
}

/** Where a pointer leads: the root, the type there, and the byte offset in two parts. */
export interface Reference {
  readonly root: MemoryRoot;
  /** Where it may lead into one of several roots, of which `root` is the first: the number of the one. */
  readonly choice?: { readonly which: ValueId; readonly roots: readonly MemoryRoot[] };
  /** Of an array of buffers: the root of each. */
  readonly elements?: readonly MemoryRoot[];
  /** Of an image with a sampler of its own: the buffer that this is. */
  readonly sampler?: number;
  /** Of memory that holds a pointer: the id of the variable. */
  readonly heldBy?: number;
  readonly type: SpirvType;
  /** The dynamic part of the byte offset; absent when it is zero. */
  readonly address?: ValueId;
  readonly offsetBytes: number;
  /** How a matrix lies in memory, where the struct member on the way decorates it; `rowStrideBytes` for a
   *  vector that is a column of a row-major matrix (its components lie that far apart). */
  readonly matrix?: { readonly strideBytes: number; readonly isRowMajor: boolean };
  readonly componentStrideBytes?: number;
}
