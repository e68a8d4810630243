// Which numbers of the emulation's core are integers. To TypeScript they are all the same; what compiles the core to
// WebAssembly (compiled-core.mjs) needs to know them, and has its own versions of the functions.

/** A whole number of 32 bits: a slot, an instruction, a line, a count of sectors. */
export type i32 = number;

/** A number of cycles, or of anything that need not be whole; only written where it cannot be inferred. */
export type f64 = number;

/** A number that is whole already, as an integer. */
export function integer(whole: f64): i32 {
  return whole;
}

/** Whole times that `divisor` goes into `dividend`, neither of them negative. */
export function quotient(dividend: i32, divisor: i32): i32 {
  return Math.floor(dividend / divisor);
}
