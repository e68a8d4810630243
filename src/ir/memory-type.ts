// What a buffer holds, as its source declares it: types with their places in memory, by the names that people write.
// Nothing is computed by it; it lets data be given, and problems be told, by the members of a struct.

/** `int32` is a word of a language whose integers have no sign of their own. */
export type MemoryScalar = 'bool' | 'u32' | 'i32' | 'int32' | 'f16' | 'f32' | 'i8' | 'i16' | 'i64' | 'f64';

export interface MemoryMember {
  readonly name: string;
  readonly type: MemoryType;
  readonly offsetBytes: number;
}

/** A type in memory. Of a matrix, the bytes from one column and from one row to the next. */
export type MemoryType =
  | { readonly kind: 'scalar'; readonly scalar: MemoryScalar }
  | {
      readonly kind: 'vector';
      readonly size: number;
      readonly scalar: MemoryScalar;
    }
  | {
      readonly kind: 'matrix';
      readonly columns: number;
      readonly rows: number;
      readonly scalar: MemoryScalar;
      readonly columnBytes: number;
      readonly rowBytes: number;
    }
  /** `count` is absent for a runtime-sized array. */
  | {
      readonly kind: 'array';
      readonly element: MemoryType;
      readonly count?: number;
      readonly strideBytes: number;
    }
  | { readonly kind: 'struct'; readonly name: string; readonly members: readonly MemoryMember[] };

const BYTES: Readonly<Record<MemoryScalar, number>> = {
  bool: 4,
  u32: 4,
  i32: 4,
  int32: 4,
  f16: 2,
  f32: 4,
  i8: 1,
  i16: 2,
  i64: 8,
  f64: 8,
};

/** Bytes of a scalar in memory. */
export function bytesOfScalar(scalar: MemoryScalar): number {
  return BYTES[scalar];
}

/** Where a byte of a type lies, as one would write it (`size.x`, `weights[3]`); empty for a type without parts. */
export function pathOfByte(type: MemoryType, byte: number): string {
  switch (type.kind) {
    case 'scalar':
      return '';
    case 'vector':
      return `.${'xyzw'[Math.floor(byte / BYTES[type.scalar])] ?? 'x'}`;
    case 'matrix':
      return `[${Math.floor(byte / type.columnBytes)}]`;
    case 'array': {
      const index = Math.floor(byte / type.strideBytes);
      return `[${index}]${pathOfByte(type.element, byte - index * type.strideBytes)}`;
    }
    case 'struct': {
      const member = type.members.findLast(({ offsetBytes }) => offsetBytes <= byte) ?? type.members[0];
      return member === undefined
        ? ''
        : `.${member.name}${pathOfByte(member.type, byte - member.offsetBytes)}`;
    }
  }
}
