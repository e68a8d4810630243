// Sizes, alignments and strides of WGSL types (WGSL specification, section "Memory Layout"), the constructors
// of composite types that need them, and questions about types. `bool` takes four bytes wherever it is stored.

import type { MemoryType } from '../../ir/memory-type.ts';
import { scalarBytes as bytesOf, roundUp } from '../../ir/scalars.ts';
import { irType, type StructMember, type WgslScalar, type WgslType } from './types.ts';

export type VectorSize = 2 | 3 | 4;
export type VectorType = Extract<WgslType, { kind: 'vector' }>;
export type MatrixType = Extract<WgslType, { kind: 'matrix' }>;
export type ArrayType = Extract<WgslType, { kind: 'array' }>;
export type StructType = Extract<WgslType, { kind: 'struct' }>;

const scalarTypes = {
  bool: { kind: 'scalar', scalar: 'bool' },
  i32: { kind: 'scalar', scalar: 'i32' },
  u32: { kind: 'scalar', scalar: 'u32' },
  f32: { kind: 'scalar', scalar: 'f32' },
  f16: { kind: 'scalar', scalar: 'f16' },
} as const;

export function scalarType(scalar: WgslScalar): WgslType {
  return scalarTypes[scalar];
}

export function vectorType(size: VectorSize, scalar: WgslScalar): VectorType {
  return { kind: 'vector', size, scalar };
}

export function matrixType(columns: VectorSize, rows: VectorSize, scalar: 'f32' | 'f16'): MatrixType {
  return { kind: 'matrix', columns, rows, scalar };
}

/** Bytes from one element of an array to the next. */
export function strideOf(element: WgslType): number {
  return roundUp(sizeOf(element), alignOf(element));
}

/** An array with the stride that the layout rules give; `count` is absent for a runtime-sized array. */
export function arrayType(element: WgslType, count?: number): ArrayType {
  const strideBytes = strideOf(element);
  return count === undefined
    ? { kind: 'array', element, strideBytes }
    : { kind: 'array', element, count, strideBytes };
}

/** A member before it is placed: explicit `@size` and `@align` where the source has them. */
export interface MemberSpec {
  readonly name: string;
  readonly type: WgslType;
  readonly sizeBytes?: number;
  readonly alignBytes?: number;
}

/** A struct whose members are placed one after the other by the layout rules. */
export function structType(name: string, specs: readonly MemberSpec[]): StructType {
  const members: StructMember[] = [];
  let offset = 0;
  let alignBytes = 1;
  for (const spec of specs) {
    const align = spec.alignBytes ?? alignOf(spec.type);
    offset = roundUp(offset, align);
    members.push({ name: spec.name, type: spec.type, offsetBytes: offset });
    offset += spec.sizeBytes ?? sizeOf(spec.type);
    alignBytes = Math.max(alignBytes, align);
  }
  return { kind: 'struct', name, members, sizeBytes: roundUp(offset, alignBytes), alignBytes };
}

/** Bytes of a scalar in memory. */
export function scalarBytes(scalar: WgslScalar): number {
  return bytesOf(irType(scalar));
}

/** Bytes between the columns of a matrix. */
export function columnStride(type: MatrixType): number {
  const bytes = scalarBytes(type.scalar);
  return type.rows === 2 ? 2 * bytes : 4 * bytes;
}

/** What somebody outside of the shader has to know of a type to give a value of it. */
export function memoryType(type: WgslType): MemoryType {
  switch (type.kind) {
    case 'scalar':
    case 'vector':
      return type;
    case 'atomic':
      return { kind: 'scalar', scalar: type.scalar };
    case 'matrix':
      return { ...type, columnBytes: columnStride(type), rowBytes: scalarBytes(type.scalar) };
    case 'array':
      return { ...type, element: memoryType(type.element) };
    case 'struct': {
      const members = type.members.map((each) => ({ ...each, type: memoryType(each.type) }));
      return { kind: 'struct', name: type.name, members };
    }
  }
}

/** Bytes of a value in memory; a runtime-sized array counts one element. */
export function sizeOf(type: WgslType): number {
  switch (type.kind) {
    case 'scalar':
      return scalarBytes(type.scalar);
    case 'atomic':
      return 4;
    case 'vector':
      return type.size * scalarBytes(type.scalar);
    case 'matrix':
      return type.columns * columnStride(type);
    case 'array':
      return type.strideBytes * (type.count ?? 1);
    case 'struct':
      return type.sizeBytes;
  }
}

export function alignOf(type: WgslType): number {
  switch (type.kind) {
    case 'scalar':
      return scalarBytes(type.scalar);
    case 'atomic':
      return 4;
    case 'vector':
      return (type.size === 2 ? 2 : 4) * scalarBytes(type.scalar);
    case 'matrix':
      return columnStride(type);
    case 'array':
      return alignOf(type.element);
    case 'struct':
      return type.alignBytes;
  }
}

/** How many scalars a value of the type has. */
export function scalarCount(type: WgslType): number {
  switch (type.kind) {
    case 'scalar':
    case 'atomic':
      return 1;
    case 'vector':
      return type.size;
    case 'matrix':
      return type.columns * type.rows;
    case 'array':
      return (type.count ?? 0) * scalarCount(type.element);
    case 'struct': {
      let count = 0;
      for (const member of type.members) count += scalarCount(member.type);
      return count;
    }
  }
}

/** The scalar that every leaf of a scalar, vector, matrix, atomic or array of these has. */
export function leafScalar(type: WgslType): WgslScalar | undefined {
  if (type.kind === 'array') return leafScalar(type.element);
  return type.kind === 'struct' ? undefined : type.scalar;
}

/** The type with every leaf scalar replaced. */
export function withScalar(type: WgslType, scalar: WgslScalar): WgslType {
  switch (type.kind) {
    case 'scalar':
      return scalarType(scalar);
    case 'vector':
      return vectorType(type.size, scalar);
    case 'matrix':
      return scalar === 'f16' || scalar === 'f32' ? matrixType(type.columns, type.rows, scalar) : type;
    case 'array':
      return arrayType(withScalar(type.element, scalar), type.count);
    default:
      return type;
  }
}

/** The scalar type of each scalar of a value, in order. */
export function scalarKinds(type: WgslType): WgslScalar[] {
  const kinds: WgslScalar[] = [];
  collectKinds(type, kinds);
  return kinds;
}

function collectKinds(type: WgslType, kinds: WgslScalar[]): void {
  if (type.kind === 'struct') {
    for (const member of type.members) collectKinds(member.type, kinds);
  } else if (type.kind === 'array') {
    for (let i = 0; i < (type.count ?? 0); i++) collectKinds(type.element, kinds);
  } else {
    const count = scalarCount(type);
    for (let i = 0; i < count; i++) kinds.push(type.scalar);
  }
}

/** What `value[i]` or one constructor argument of a composite is: its type and how many there are. */
export function elementOf(
  type: WgslType,
): { type: WgslType; strideBytes: number; count?: number } | undefined {
  switch (type.kind) {
    case 'vector':
      return { type: scalarType(type.scalar), strideBytes: scalarBytes(type.scalar), count: type.size };
    case 'matrix':
      return {
        type: vectorType(type.rows, type.scalar),
        strideBytes: columnStride(type),
        count: type.columns,
      };
    case 'array':
      return {
        type: type.element,
        strideBytes: type.strideBytes,
        ...(type.count === undefined ? {} : { count: type.count }),
      };
    default:
      return undefined;
  }
}

/** True when values of the type can be indexed by a value only known at run time and are not vectors. */
export function containsArray(type: WgslType): boolean {
  if (type.kind === 'array') return true;
  return type.kind === 'struct' && type.members.some((member) => containsArray(member.type));
}

/** The type as WGSL spells it. */
export function typeName(type: WgslType): string {
  switch (type.kind) {
    case 'scalar':
      return type.scalar;
    case 'atomic':
      return `atomic<${type.scalar}>`;
    case 'vector':
      return `vec${type.size}<${type.scalar}>`;
    case 'matrix':
      return `mat${type.columns}x${type.rows}<${type.scalar}>`;
    case 'array':
      return `array<${typeName(type.element)}${type.count === undefined ? '' : `, ${type.count}`}>`;
    case 'struct':
      return type.name;
  }
}
