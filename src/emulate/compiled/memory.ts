// Objects in and out of the memory of the emulator's core in WebAssembly, by their layouts: numbers where they stand,
// arrays and other objects by their address, 0 for what is not there. In front of an array stands its length.

import type { ObjectLayout } from './binary.ts';

type Layouts = Readonly<Record<string, ObjectLayout>>;
type TypedArray =
  | Float64Array
  | Float32Array
  | Int32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array;

/** Arrays by the names of their types in layouts. */
const ARRAYS = {
  Doubles: Float64Array,
  Singles: Float32Array,
  Ints: Int32Array,
  SignedShorts: Int16Array,
  Shorts: Uint16Array,
  SignedBytes: Int8Array,
  Bytes: Uint8Array,
} as const;

const LENGTH_BYTES = 8;

/** Addresses of objects that are in memory. */
export type Places = Pick<WeakMap<object, number>, 'get'>;

/** Where an object will be, with all that it names and that has no place yet, when it is put `from` an address on. */
export interface Allotment {
  readonly places: ReadonlyMap<object, number>;
  readonly end: number;
}

export function allot(
  layouts: Layouts,
  type: string,
  value: object,
  from: number,
  known: Places = new Map(),
): Allotment {
  const places = new Map<object, number>();
  let end = from;
  const add = (oneType: string, one: object) => {
    if (places.has(one) || known.get(one) !== undefined) return;
    if (oneType in ARRAYS) {
      places.set(one, end + LENGTH_BYTES);
      end += LENGTH_BYTES + aligned((one as TypedArray).byteLength);
      return;
    }
    places.set(one, end);
    end += aligned(layouts[oneType].bytes);
    for (const [name, fieldType] of layouts[oneType].fields) {
      const field = fieldOf(one, name);
      if (isObject(field)) add(fieldType, field);
    }
  };
  add(type, value);
  return { places, end };
}

function fieldOf(object: object, name: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[name];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** Writes what was allotted places, in memory that reaches so far. */
export function write(
  layouts: Layouts,
  type: string,
  value: object,
  { places }: Allotment,
  memory: ArrayBuffer,
  known: Places = new Map(),
): void {
  const view = new DataView(memory);
  const written = new Set<object>();
  const writeOne = (oneType: string, one: object) => {
    const at = places.get(one);
    if (at === undefined || written.has(one)) return;
    written.add(one);
    const Elements = ARRAYS[oneType as keyof typeof ARRAYS];
    if (Elements !== undefined) {
      const elements = one as TypedArray;
      view.setInt32(at - LENGTH_BYTES, elements.length, true);
      new Elements(memory, at, elements.length).set(elements);
      return;
    }
    for (const [name, fieldType, place] of layouts[oneType].fields) {
      const field = fieldOf(one, name);
      if (isObject(field)) {
        writeOne(fieldType, field);
        view.setInt32(at + place, places.get(field) ?? known.get(field)!, true);
      } else writeNumber(view, fieldType, at + place, Number(field ?? 0));
    }
  };
  writeOne(type, value);
}

function writeNumber(view: DataView, type: string, at: number, value: number): void {
  if (type === 'f64') view.setFloat64(at, value, true);
  else if (type === 'bool') view.setUint8(at, value);
  else view.setInt32(at, value, true);
}

/** The named fields of an object, arrays copied and objects with all of their own. */
export function read(
  layouts: Layouts,
  type: string,
  at: number,
  memory: ArrayBuffer,
  wanted: (name: string) => boolean = () => true,
): Record<string, unknown> {
  const view = new DataView(memory);
  const valueAt = (fieldType: string, place: number): unknown => {
    if (fieldType === 'f64') return view.getFloat64(place, true);
    if (fieldType === 'bool') return view.getUint8(place) === 1;
    if (fieldType === 'i32') return view.getInt32(place, true);
    const address = view.getInt32(place, true);
    if (address === 0) return undefined;
    const Elements = ARRAYS[fieldType as keyof typeof ARRAYS];
    if (Elements === undefined) return read(layouts, fieldType, address, memory);
    return new Elements(memory, address, view.getInt32(address - LENGTH_BYTES, true)).slice();
  };
  const fields = layouts[type].fields.filter(([name]) => wanted(name));
  return Object.fromEntries(fields.map(([name, fieldType, place]) => [name, valueAt(fieldType, at + place)]));
}
