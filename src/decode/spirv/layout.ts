// Sizes, alignments and parts of SPIR-V types. Where the module gives no layout (Function, Private and most
// Workgroup variables) types get the natural one: vectors of three align like four, `bool` takes four bytes.

import type { ScalarType } from '../../ir/ir.ts';
import type { MemoryScalar, MemoryType } from '../../ir/memory-type.ts';
import { roundUp, scalarBytes } from '../../ir/scalars.ts';
import type { Reference, SpirvType } from './types.ts';

export type MatrixType = Extract<SpirvType, { kind: 'matrix' }>;
export type MatrixLayout = NonNullable<Reference['matrix']>;

/** The scalar as memory holds it. */
export function storedScalar(scalar: ScalarType): ScalarType {
  return scalar === 'bool' ? 'i32' : scalar;
}

const columnMajor = { isRowMajor: false } as const;

/** How a matrix lies in memory that no decoration describes. */
export function naturalMatrix(type: MatrixType): MatrixLayout {
  const bytes = scalarBytes(type.scalar);
  return { ...columnMajor, strideBytes: type.rows === 2 ? 2 * bytes : 4 * bytes };
}

/** Bytes from the first to the last of a value; a runtime-sized array counts one element. */
export function sizeOf(type: SpirvType, matrix?: MatrixLayout): number {
  switch (type.kind) {
    case 'scalar':
      return scalarBytes(type.scalar);
    case 'vector':
      return type.size * scalarBytes(type.scalar);
    case 'matrix': {
      const { strideBytes, isRowMajor } = matrix ?? naturalMatrix(type);
      return strideBytes * (isRowMajor ? type.rows : type.columns);
    }
    case 'array':
      return type.strideBytes * (type.count ?? 1);
    case 'struct':
      return type.sizeBytes;
    default:
      return 0;
  }
}

export function alignOf(type: SpirvType): number {
  switch (type.kind) {
    case 'scalar':
      return scalarBytes(type.scalar);
    case 'vector':
      return (type.size === 2 ? 2 : 4) * scalarBytes(type.scalar);
    case 'matrix':
      return naturalMatrix(type).strideBytes;
    case 'array':
      return alignOf(type.element);
    case 'struct':
      return type.alignBytes;
    default:
      return 1;
  }
}

/** Bytes from one element of an array to the next, where the module does not say. */
export function strideOf(element: SpirvType): number {
  return Math.max(1, roundUp(sizeOf(element), alignOf(element)));
}

const described = new WeakMap<SpirvType, MemoryType>();

/**
 * What somebody outside of the module has to know of a type to give a value of it. Kept for structs, which may share
 * members many times over. Pointers are words of addresses.
 */
export function memoryType(type: SpirvType, matrix?: MatrixLayout): MemoryType {
  switch (type.kind) {
    case 'scalar':
      return { kind: 'scalar', scalar: memoryScalar(type.scalar) };
    case 'vector':
      return { ...type, scalar: memoryScalar(type.scalar) };
    case 'matrix': {
      const { strideBytes, isRowMajor } = matrix ?? naturalMatrix(type);
      const bytes = scalarBytes(type.scalar);
      const [columnBytes, rowBytes] = isRowMajor ? [bytes, strideBytes] : [strideBytes, bytes];
      return { ...type, columnBytes, rowBytes };
    }
    case 'array':
      return { ...type, element: memoryType(type.element, matrix) };
    case 'struct': {
      const known = described.get(type);
      if (known) return known;
      const members = type.members.map(({ name, type: inner, offsetBytes, matrix: layout }) => ({
        name,
        type: memoryType(inner, layout),
        offsetBytes,
      }));
      const made: MemoryType = { kind: 'struct', name: type.name, members };
      described.set(type, made);
      return made;
    }
    default:
      return { kind: 'scalar', scalar: 'i64' };
  }
}

/** Integers of SPIR-V have no sign that its operations would heed. */
function memoryScalar(scalar: ScalarType): MemoryScalar {
  return scalar === 'i32' ? 'int32' : scalar;
}

const counts = new WeakMap<SpirvType, number>();

/** How many scalars a value of the type has. */
export function scalarCount(type: SpirvType): number {
  switch (type.kind) {
    case 'scalar':
      return 1;
    case 'vector':
      return type.size;
    case 'matrix':
      return type.columns * type.rows;
    case 'array':
      return (type.count ?? 0) * scalarCount(type.element);
    case 'struct': {
      // Kept, since structs that share members can hold more scalars than there is time to count.
      let count = counts.get(type);
      if (count !== undefined) return count;
      count = 0;
      for (const member of type.members) count += scalarCount(member.type);
      counts.set(type, count);
      return count;
    }
    default:
      return 0;
  }
}

/** The type of each scalar of a value, in order. */
export function scalarKinds(type: SpirvType): ScalarType[] {
  const kinds: ScalarType[] = [];
  collectKinds(type, kinds);
  return kinds;
}

/** Whether scalars of these types make up a value of the type. */
export function isMadeOf(type: SpirvType, count: number, scalarAt: (k: number) => ScalarType): boolean {
  if (scalarCount(type) !== count) return false;
  if (type.kind === 'scalar' || type.kind === 'vector' || type.kind === 'matrix') {
    for (let k = 0; k < count; k++) if (scalarAt(k) !== type.scalar) return false;
    return true;
  }
  return scalarKinds(type).every((kind, k) => kind === scalarAt(k));
}

function collectKinds(type: SpirvType, kinds: ScalarType[]): void {
  switch (type.kind) {
    case 'scalar':
    case 'vector':
    case 'matrix': {
      const count = scalarCount(type);
      for (let i = 0; i < count; i++) kinds.push(type.scalar);
      return;
    }
    case 'array':
      for (let i = 0; i < (type.count ?? 0); i++) collectKinds(type.element, kinds);
      return;
    case 'struct':
      for (const member of type.members) collectKinds(member.type, kinds);
  }
}

/** True for images and samplers, which stand for what is bound instead of a value. */
export function isResource({ kind }: SpirvType): boolean {
  return kind === 'image' || kind === 'sampler' || kind === 'sampledImage';
}

/** A question about what a type is made of, answered once per struct: members may share structs many times over. */
function askParts(isSo: (type: SpirvType) => boolean): (type: SpirvType) => boolean {
  const answers = new WeakMap<SpirvType, boolean>();
  const ask = (type: SpirvType): boolean => {
    if (isSo(type)) return true;
    if (type.kind === 'array') return ask(type.element);
    if (type.kind !== 'struct') return false;
    let answer = answers.get(type);
    if (answer === undefined) {
      answer = type.members.some((member) => ask(member.type));
      answers.set(type, answer);
    }
    return answer;
  };
  return ask;
}

/** True when a value of the type cannot be held: it has no scalars, or their number is not known. */
export const isOpaque = askParts(
  (type) =>
    type.kind === 'void' ||
    type.kind === 'pointer' ||
    type.kind === 'opaque' ||
    isResource(type) ||
    (type.kind === 'array' && type.count === undefined),
);

export const containsArray = askParts((type) => type.kind === 'array');

/** Such types have no layout that anything outside could see, whatever a compiler wrote down for them. */
export const containsBool = askParts(
  (type) => (type.kind === 'scalar' || type.kind === 'vector') && type.scalar === 'bool',
);

/** The type in words, for messages. */
export function typeName(type: SpirvType): string {
  switch (type.kind) {
    case 'scalar':
      return type.scalar;
    case 'vector':
      return `vec${type.size}<${type.scalar}>`;
    case 'matrix':
      return `mat${type.columns}x${type.rows}<${type.scalar}>`;
    case 'array':
      return `array<${typeName(type.element)}${type.count === undefined ? '' : `, ${type.count}`}>`;
    case 'struct':
      return `struct ${type.name}`;
    case 'pointer':
      return 'a pointer';
    case 'image':
      return 'an image';
    case 'sampler':
      return 'a sampler';
    case 'sampledImage':
      return 'an image with its sampler';
    case 'opaque':
      return type.what;
    default:
      return type.kind;
  }
}
