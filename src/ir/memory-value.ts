// Values given by the names of a type's members, as people write them, into the bytes that the type has in memory.

import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { halfBitsOf } from './half.ts';
import { bytesOfScalar, type MemoryScalar, type MemoryType } from './memory-type.ts';

/** What is written for a value: a number, a list for what has parts in order, names for what has members. */
export type MemoryValue = { readonly span: Span } & (
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'list'; readonly values: readonly MemoryValue[] }
  | {
      readonly kind: 'members';
      readonly members: readonly {
        readonly name: string;
        readonly span: Span;
        readonly value: MemoryValue;
      }[];
    }
);

/** Bytes from `start` up to `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface PlacedValue {
  readonly words: Uint32Array;
  /** What was given, in any order; all else is zero. */
  readonly given: readonly ByteRange[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The words of a value of this type; what does not fit the type is reported at its place. */
export function placeValue(type: MemoryType, value: MemoryValue): PlacedValue {
  const placing = new Placing();
  placing.place(type, value, 0, '');
  const words = new Uint32Array(Math.ceil(placing.endBytes / 4));
  const view = new DataView(words.buffer);
  for (const { at, scalar, number } of placing.scalars) write(view, at, scalar, number);
  const given = placing.scalars.map(({ at, scalar }) => ({ start: at, end: at + bytesOfScalar(scalar) }));
  return { words, given, diagnostics: placing.diagnostics };
}

/** Names of scalars that may stand before a number, as in `{"f32": 1}`. */
const SCALAR_NAMES: readonly string[] = ['u32', 'i32', 'f32', 'f16'];
const WHOLE: Readonly<Partial<Record<MemoryScalar, readonly [number, number]>>> = {
  bool: [0, 1],
  u32: [0, 2 ** 32 - 1],
  i32: [-(2 ** 31), 2 ** 31 - 1],
  int32: [-(2 ** 31), 2 ** 32 - 1],
  i8: [-128, 255],
  i16: [-(2 ** 15), 2 ** 16 - 1],
  i64: [-(2 ** 53), 2 ** 53],
};
const LARGEST: Readonly<Partial<Record<MemoryScalar, number>>> = { f16: 65504, f32: 3.4028234663852886e38 };

class Placing {
  readonly diagnostics: Diagnostic[] = [];
  readonly scalars: { readonly at: number; readonly scalar: MemoryScalar; readonly number: number }[] = [];
  endBytes = 0;

  /** @param name of what is given, empty for the whole */
  place(type: MemoryType, value: MemoryValue, at: number, name: string): void {
    switch (type.kind) {
      case 'scalar':
        this.scalar(type.scalar, value, at, name);
        return;
      case 'vector':
        this.list(value, type.size, true, name, describe(type)).forEach((each, k) => {
          this.scalar(type.scalar, each, at + k * bytesOfScalar(type.scalar), `${name}[${k}]`);
        });
        return;
      case 'matrix':
        this.matrix(type, value, at, name);
        return;
      case 'array':
        this.list(value, type.count ?? Infinity, false, name, describe(type)).forEach((each, k) => {
          this.place(type.element, each, at + k * type.strideBytes, `${name}[${k}]`);
        });
        return;
      case 'struct':
        this.struct(type, value, at, name);
    }
  }

  /** Columns, each a list, or all numbers of these in a row. */
  private matrix(
    type: Extract<MemoryType, { kind: 'matrix' }>,
    value: MemoryValue,
    at: number,
    name: string,
  ): void {
    const { columns, rows, scalar } = type;
    const isFlat = value.kind === 'list' && value.values.length === columns * rows;
    const all = isFlat ? value.values : this.list(value, columns, true, name, describe(type));
    all.forEach((each, k) => {
      if (isFlat) {
        const [column, row] = [Math.floor(k / rows), k % rows];
        this.scalar(scalar, each, at + column * type.columnBytes + row * type.rowBytes, `${name}[${k}]`);
        return;
      }
      this.list(each, rows, true, `${name}[${k}]`, `a column of ${describe(type)}`).forEach((one, row) => {
        this.scalar(scalar, one, at + k * type.columnBytes + row * type.rowBytes, `${name}[${k}][${row}]`);
      });
    });
  }

  private struct(
    type: Extract<MemoryType, { kind: 'struct' }>,
    value: MemoryValue,
    at: number,
    name: string,
  ): void {
    if (value.kind !== 'members') {
      this.wrong(value.span, `${said(name)} is ${describe(type)} in the shader: give its members by name`);
      return;
    }
    const known = type.members.map((each) => each.name);
    for (const given of value.members) {
      const member = type.members.find((each) => each.name === given.name);
      if (member) {
        this.place(member.type, given.value, at + member.offsetBytes, dotted(name, member.name));
        continue;
      }
      const hint = didYouMean(given.name, known) || `; it has ${known.join(', ')}`;
      this.wrong(given.span, `${describe(type)} has no member "${given.name}"${hint}`);
    }
  }

  private list(
    value: MemoryValue,
    count: number,
    isExact: boolean,
    name: string,
    type: string,
  ): readonly MemoryValue[] {
    if (value.kind !== 'list') {
      this.wrong(value.span, `${said(name)} is ${type} in the shader: give a list`);
      return [];
    }
    const { length } = value.values;
    if (length > count || (isExact && length < count)) {
      this.wrong(value.span, `${said(name)} is ${type} in the shader, but the list has ${length} values`);
      return [];
    }
    return value.values;
  }

  private scalar(scalar: MemoryScalar, value: MemoryValue, at: number, name: string): void {
    const inner = this.numberIn(scalar, value, name);
    if (inner === undefined) return;
    const { number, span } = inner;
    const range = WHOLE[scalar];
    const fits = range
      ? Number.isInteger(number) && number >= range[0] && number <= range[1]
      : Math.abs(number) <= (LARGEST[scalar] ?? Infinity);
    if (!fits) this.wrong(span, `${number} is no ${shown(scalar)}, which ${said(name)} is in the shader`);
    this.endBytes = Math.max(this.endBytes, at + bytesOfScalar(scalar));
    this.scalars.push({ at, scalar, number: fits ? number : 0 });
  }

  /** A plain number is of the member's type; one with the name of a type must name that one. */
  private numberIn(
    scalar: MemoryScalar,
    value: MemoryValue,
    name: string,
  ): { number: number; span: Span } | undefined {
    if (value.kind === 'number') return value;
    const [only, ...more] = value.kind === 'members' ? value.members : [];
    const isTyped = more.length === 0 && only?.value.kind === 'number' && SCALAR_NAMES.includes(only.name);
    if (!isTyped) {
      this.wrong(value.span, `${said(name)} is ${shown(scalar)} in the shader: give a number`);
      return undefined;
    }
    const isSame = only.name === scalar || (scalar === 'int32' && only.name.endsWith('32'));
    if (!isSame) this.wrong(value.span, `${said(name)} is ${shown(scalar)} in the shader, not ${only.name}`);
    return only.value as { number: number; span: Span };
  }

  private wrong(span: Span, message: string): void {
    this.diagnostics.push({ severity: 'invalid', code: 'launch/struct', message, span });
  }
}

function dotted(name: string, member: string): string {
  return name === '' ? member : `${name}.${member}`;
}

function said(name: string): string {
  return name === '' ? 'the buffer' : `"${name}"`;
}

function shown(scalar: MemoryScalar): string {
  return scalar === 'int32' ? 'an integer of 32 bits' : scalar;
}

function describe(type: MemoryType): string {
  switch (type.kind) {
    case 'scalar':
      return shown(type.scalar);
    case 'vector':
      return `a vector of ${type.size}`;
    case 'matrix':
      return `a matrix of ${type.columns} columns and ${type.rows} rows`;
    case 'array':
      return type.count === undefined ? 'an array' : `an array of ${type.count}`;
    case 'struct':
      return `the struct ${type.name}`;
  }
}

function write(view: DataView, at: number, scalar: MemoryScalar, number: number): void {
  switch (scalar) {
    case 'f32':
      view.setFloat32(at, number, true);
      return;
    case 'f16':
      view.setUint16(at, halfBitsOf(number), true);
      return;
    case 'f64':
      view.setFloat64(at, number, true);
      return;
    case 'i8':
      view.setUint8(at, number);
      return;
    case 'i16':
      view.setUint16(at, number, true);
      return;
    case 'i64':
      view.setBigInt64(at, BigInt(number), true);
      return;
    default:
      view.setUint32(at, number, true);
  }
}
