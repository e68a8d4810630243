// What the emulator's core finds in WebAssembly in place of JavaScript's typed arrays, and of
// src/emulate/integers.ts. An array is the address of its first element; eight bytes before that stands its length.
// Nothing checks indices: the core in TypeScript is tested with what would be wrong ones.

/** AssemblyScript's side of each typed array: a class, the type of its elements in memory and in expressions. */
export const ARRAYS = {
  Float64Array: { name: 'Doubles', element: 'f64', value: 'f64', bytes: 8 },
  Float32Array: { name: 'Singles', element: 'f32', value: 'f64', bytes: 4 },
  Int32Array: { name: 'Ints', element: 'i32', value: 'i32', bytes: 4 },
  Int16Array: { name: 'SignedShorts', element: 'i16', value: 'i32', bytes: 2 },
  Uint16Array: { name: 'Shorts', element: 'u16', value: 'i32', bytes: 2 },
  Int8Array: { name: 'SignedBytes', element: 'i8', value: 'i32', bytes: 1 },
  Uint8Array: { name: 'Bytes', element: 'u8', value: 'i32', bytes: 1 },
};

const arrayClass = ({ name, element, value, bytes }) => `
@unmanaged @final export class ${name} {
  static make(length: i32): ${name} {
    const at = heap.alloc(8 + <usize>length * ${bytes}) + 8;
    store<i32>(at - 8, length);
    memory.fill(at, 0, <usize>length * ${bytes});
    return changetype<${name}>(at);
  }
  @inline get length(): i32 { return load<i32>(changetype<usize>(this) - 8); }
  @operator("[]") @inline at(index: i32): ${value} {
    return <${value}>load<${element}>(changetype<usize>(this) + <usize>index * ${bytes});
  }
  @operator("[]=") @inline put(index: i32, value: ${value}): void {
    store<${element}>(changetype<usize>(this) + <usize>index * ${bytes}, <${element}>value);
  }
  fill(value: ${value}, from: i32 = 0, to: i32 = i32.MAX_VALUE): ${name} {
    const end = min(to, this.length);
    for (let index = from; index < end; index++) this.put(index, value);
    return this;
  }
  indexOf(value: ${value}, from: i32 = 0): i32 {
    for (let index = from; index < this.length; index++) if (this.at(index) == value) return index;
    return -1;
  }
  @inline includes(value: ${value}): bool { return this.indexOf(value) >= 0; }
  copyWithin(to: i32, from: i32, end: i32): void {
    const base = changetype<usize>(this);
    memory.copy(base + <usize>to * ${bytes}, base + <usize>from * ${bytes}, <usize>(end - from) * ${bytes});
  }
}`;

/**
 * `Math.max` and `Math.min` in one instruction of the processor: those of AssemblyScript ask for NaN and the sign of 0
 * first, and no processor foresees which number is the larger. The core compares neither NaN nor zeros of two signs.
 */
const extreme = (name, instruction) => `
@inline export function ${name}(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.${instruction}(f64x2.splat(a), f64x2.splat(b)), 0);
}`;

/** The module that all modules of the core import what they need from. */
export const PRELUDE = `
@inline export function integer(whole: f64): i32 { return <i32>whole; }
@inline export function quotient(dividend: i32, divisor: i32): i32 { return dividend / divisor; }
${extreme('larger', 'pmax')}
${extreme('smaller', 'pmin')}
${Object.values(ARRAYS).map(arrayClass).join('\n')}
`;

/** How the host makes room: everything goes; where the next block will begin; and that block. */
export const ENTRY_POINTS = `
export function restart(): void { heap.reset(); }
export function next(): usize { const at = heap.alloc(0); heap.free(at); return at; }
export function reserve(bytes: usize): usize { return heap.alloc(bytes); }
`;
