// What a reference implementation of a suite kernel looks like: the scaled-down size to run at, and a function
// from the buffers' first contents to what the kernel must leave in them.

/** The buffers of a launch before it runs, by binding. */
export interface Inputs {
  readonly params: Readonly<Record<string, number>>;
  f32(binding: number): Float32Array;
  u32(binding: number): Uint32Array;
  i32(binding: number): Int32Array;
}

/**
 * Buffers after the run, by binding: Float64Array for floats, which are compared with the tolerance, integer
 * arrays for what must agree exactly.
 */
export type Expected = Readonly<Record<number, Float64Array | Uint32Array | Int32Array>>;

export interface KernelCase {
  /** Params that replace the launch's, so that all of it runs in moments. */
  readonly small: Readonly<Record<string, number>>;
  readonly reference: (input: Inputs) => Expected;
  /** Largest difference, relative to the largest expected magnitude of the buffer. */
  readonly tolerance?: number;
  /** Floats of the expected buffers are 16 bits wide in the launch's. */
  readonly isHalf?: boolean;
}

/** By the name of the shader without its ending. */
export type KernelCases = Readonly<Record<string, KernelCase>>;

/** `count` numbers from a function of their index. */
export function floats(count: number, value: (index: number) => number): Float64Array {
  return Float64Array.from({ length: count }, (_, index) => value(index));
}

export function words(count: number, value: (index: number) => number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) => value(index));
}

/** Sum of a function over 0 to `count` - 1. */
export function sum(count: number, term: (index: number) => number): number {
  let total = 0;
  for (let index = 0; index < count; index++) total += term(index);
  return total;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
