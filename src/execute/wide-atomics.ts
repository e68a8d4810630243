// Atomics on 64-bit integers, which memory and generated code hold as two words, the lower one first.

import type { AtomicOp } from '../ir/ir.ts';

type Change = Exclude<AtomicOp, 'load' | 'fadd'>;

const BITS = 64;
const WORD_BITS = 32n;

const COMPUTE: Readonly<Record<Change, (old: bigint, x: bigint, y: bigint) => bigint>> = {
  store: (_, x) => x,
  exchange: (_, x) => x,
  add: (old, x) => old + x,
  sub: (old, x) => old - x,
  and: (old, x) => old & x,
  or: (old, x) => old | x,
  xor: (old, x) => old ^ x,
  // Math has no integers of 64 bits.
  // biome-ignore lint/complexity/useMathMinMax: see above
  smin: (old, x) => (old < x ? old : x),
  // biome-ignore lint/complexity/useMathMinMax: see above
  smax: (old, x) => (old > x ? old : x),
  umin: (old, x) => (BigInt.asUintN(BITS, old) < BigInt.asUintN(BITS, x) ? old : x),
  umax: (old, x) => (BigInt.asUintN(BITS, old) > BigInt.asUintN(BITS, x) ? old : x),
  compare_exchange: (old, x, y) => (old === x ? y : old),
};

/** Changes the integer in words `at` and `at + 1`; operands as low and high words in turn. */
export function changeWide(
  words: Int32Array,
  at: number,
  op: Change,
  ...[low, high, otherLow = 0, otherHigh = 0]: [number, number, number?, number?]
): void {
  const changed = COMPUTE[op](
    joined(words[at], words[at + 1]),
    joined(low, high),
    joined(otherLow, otherHigh),
  );
  words[at] = Number(BigInt.asIntN(32, changed));
  words[at + 1] = Number(BigInt.asIntN(32, changed >> WORD_BITS));
}

function joined(low: number, high: number): bigint {
  return (BigInt(high) << WORD_BITS) | BigInt(low >>> 0);
}
