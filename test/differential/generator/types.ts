// The types of generated kernels, with their layout in memory (WGSL specification, section 14.4 "Memory
// Layout"), computed here on its own so that it checks the decoder's.

/** Halves never lie in a buffer here but by way of functions of the kernel: see halves.ts. */
export type Scalar = 'i32' | 'u32' | 'f32' | 'f16' | 'bool';

export interface ScalarType {
  readonly kind: 'scalar';
  readonly scalar: Scalar;
}
export interface VectorType {
  readonly kind: 'vector';
  readonly size: number;
  readonly scalar: Scalar;
}
export interface MatrixType {
  readonly kind: 'matrix';
  readonly columns: number;
  readonly rows: number;
}
export interface ArrayType {
  readonly kind: 'array';
  readonly element: Type;
  readonly count: number;
}
export interface StructType {
  readonly kind: 'struct';
  readonly name: string;
  readonly members: readonly Member[];
}
export interface Member {
  readonly name: string;
  readonly type: Type;
  /** Values of the attributes @align and @size. */
  readonly align?: number;
  readonly size?: number;
}
export type Type = ScalarType | VectorType | MatrixType | ArrayType | StructType;
/** A scalar or a vector: what most operations work on, component by component. */
export type NumericType = ScalarType | VectorType;

export const scalar = (name: Scalar): ScalarType => ({ kind: 'scalar', scalar: name });
export const vector = (size: number, name: Scalar): VectorType => ({ kind: 'vector', size, scalar: name });
export const I32 = scalar('i32');
export const U32 = scalar('u32');
export const F32 = scalar('f32');
export const F16 = scalar('f16');
export const BOOL = scalar('bool');

/** The type with the same shape and other scalars. */
export function withScalar(type: NumericType, name: Scalar): NumericType {
  return type.kind === 'scalar' ? scalar(name) : vector(type.size, name);
}

export function nameOf(type: Type): string {
  switch (type.kind) {
    case 'scalar':
      return type.scalar;
    case 'vector':
      return `vec${type.size}<${type.scalar}>`;
    case 'matrix':
      return `mat${type.columns}x${type.rows}<f32>`;
    case 'array':
      return `array<${nameOf(type.element)}, ${type.count}>`;
    case 'struct':
      return type.name;
  }
}

export function sameType(a: Type, b: Type): boolean {
  return nameOf(a) === nameOf(b);
}

const roundUp = (value: number, to: number): number => Math.ceil(value / to) * to;
const vectorAlign = (size: number): number => (size === 2 ? 8 : 16);

export function alignOf(type: Type): number {
  switch (type.kind) {
    case 'scalar':
      return 4;
    case 'vector':
      return vectorAlign(type.size);
    case 'matrix':
      return vectorAlign(type.rows);
    case 'array':
      return alignOf(type.element);
    case 'struct':
      return Math.max(...type.members.map((each) => each.align ?? alignOf(each.type)));
  }
}

export function sizeBytesOf(type: Type): number {
  switch (type.kind) {
    case 'scalar':
      return 4;
    case 'vector':
      return type.size * 4;
    case 'matrix':
      return type.columns * vectorAlign(type.rows);
    case 'array':
      return type.count * strideOf(type.element);
    case 'struct': {
      const last = type.members.length - 1;
      const member = type.members[last];
      const end = offsetsOf(type)[last] + (member.size ?? sizeBytesOf(member.type));
      return roundUp(end, alignOf(type));
    }
  }
}

/** Bytes from one element of an array to the next. */
export function strideOf(element: Type): number {
  return roundUp(sizeBytesOf(element), alignOf(element));
}

export function offsetsOf(type: StructType): number[] {
  let end = 0;
  return type.members.map((member) => {
    const offset = roundUp(end, member.align ?? alignOf(member.type));
    end = offset + (member.size ?? sizeBytesOf(member.type));
    return offset;
  });
}

/** Calls back with the byte offset of every f32 in a value of the type. */
export function forEachFloat(type: Type, offset: number, visit: (offset: number) => void): void {
  switch (type.kind) {
    case 'scalar':
      if (type.scalar === 'f32') visit(offset);
      return;
    case 'vector':
      if (type.scalar === 'f32') for (let i = 0; i < type.size; i++) visit(offset + 4 * i);
      return;
    case 'matrix':
      for (let c = 0; c < type.columns; c++) {
        for (let r = 0; r < type.rows; r++) visit(offset + c * vectorAlign(type.rows) + 4 * r);
      }
      return;
    case 'array':
      for (let i = 0; i < type.count; i++)
        forEachFloat(type.element, offset + i * strideOf(type.element), visit);
      return;
    case 'struct': {
      const offsets = offsetsOf(type);
      for (const [i, member] of type.members.entries()) forEachFloat(member.type, offset + offsets[i], visit);
    }
  }
}
