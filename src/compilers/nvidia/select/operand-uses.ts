// How operations read their operands: where a negation or an absolute value is free, and what the upper bits of
// a short integer have to be.

import type { PureInstruction, PureOp } from '../../../ir/ir.ts';

/** The upper bits of a register that holds a shorter integer: zeros, or copies of the sign. */
export type Extension = 'zero' | 'sign';

/** How an operation reads its operands, for those where the upper bits matter. */
export const READS: Partial<Record<PureOp, Extension>> = {
  udiv: 'zero',
  urem: 'zero',
  umulhi: 'zero',
  umulwide_hi: 'zero',
  ushr: 'zero',
  umin: 'zero',
  umax: 'zero',
  ult: 'zero',
  ule: 'zero',
  ieq: 'zero',
  ine: 'zero',
  clz: 'zero',
  ctz: 'zero',
  popcount: 'zero',
  ufirstbithigh: 'zero',
  firstbitlow: 'zero',
  uextractbits: 'zero',
  u2f: 'zero',
  uextend: 'zero',
  smulhi: 'sign',
  sdiv: 'sign',
  srem: 'sign',
  sshr: 'sign',
  smin: 'sign',
  smax: 'sign',
  slt: 'sign',
  sle: 'sign',
  sabs: 'sign',
  sfirstbithigh: 'sign',
  sextractbits: 'sign',
  s2f: 'sign',
  sextend: 'sign',
};

const TAKES_MODIFIERS: ReadonlySet<string> = new Set(
  (
    'fadd fsub fmul ffma fmin fmax feq fne flt fle sqrt inversesqrt exp2 log2 exp ' +
    'log floor ceil trunc round fract f2s f2u fdiv fneg fabs sin cos pow'
  ).split(' '),
);

/** Counts, per value, the uses that read it with its sign. */
export function countSignedUses(instructions: Iterable<PureInstruction>, valueCount: number): Int32Array {
  const counts = new Int32Array(valueCount);
  for (const { op, operands } of instructions) {
    if (READS[op] === 'sign') for (const operand of operands) counts[operand]++;
  }
  return counts;
}

/** Counts, per value, the uses that take operand modifiers. */
export function countModifierUses(instructions: Iterable<PureInstruction>, valueCount: number): Int32Array {
  const counts = new Int32Array(valueCount);
  for (const instruction of instructions) {
    if (TAKES_MODIFIERS.has(instruction.op)) for (const operand of instruction.operands) counts[operand]++;
  }
  return counts;
}
