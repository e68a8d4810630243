// Which operations become part of others: sums, shifts and logic of three operands, products with what they are added
// to, signs, factors and clamps that an instruction takes along. An operation that is read once, by another that can
// take it in, costs nothing.

import type { Module, PureInstruction, PureOp, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction, operandsOf } from '../../../ir/walk.ts';
import type { AmdGeneration } from '../generation.ts';
import type { Place } from './places.ts';

export interface Fusion {
  /** Mnemonic of operations that took in another. */
  readonly opcodes: ReadonlyMap<ValueId, string>;
  /** Operations without an instruction of their own; who reads one reads its operands. */
  readonly absorbed: ReadonlySet<ValueId>;
}

/** outer(inner(…), …) in one instruction, in vector registers. */
const VECTOR_PAIRS: Readonly<Partial<Record<PureOp, Readonly<Partial<Record<PureOp, string>>>>>> = {
  iadd: {
    sdot4: 'v_dot4_i32_iu8',
    udot4: 'v_dot4_u32_u8',
    shl: 'v_lshl_add_u32',
    iadd: 'v_add3_u32',
    xor: 'v_xad_u32',
  },
  shl: { iadd: 'v_add_lshl_u32' },
  or: { shl: 'v_lshl_or_b32', and: 'v_and_or_b32', or: 'v_or3_b32' },
  xor: { xor: 'v_xor3_b32' },
  and: { ushr: 'v_bfe_u32' },
  smin: { smin: 'v_min3_i32', smax: 'v_maxmin_i32' },
  smax: { smax: 'v_max3_i32', smin: 'v_minmax_i32' },
  umin: { umin: 'v_min3_u32', umax: 'v_maxmin_u32' },
  umax: { umax: 'v_max3_u32', umin: 'v_minmax_u32' },
  fmin: { fmin: 'v_min3_f32', fmax: 'v_maxmin_f32' },
  fmax: { fmax: 'v_max3_f32', fmin: 'v_minmax_f32' },
};

const FLOAT_READERS: ReadonlySet<string> = new Set(
  'fadd fsub fmul ffma fmin fmax fdiv flt fle feq fne floor ceil trunc round fract sqrt inversesqrt exp2 log2 exp sin cos pow'.split(
    ' ',
  ),
);
const MODIFIED: ReadonlySet<string> = new Set(
  'fadd fsub fmul ffma fmin fmax sqrt inversesqrt exp2 log2 u2f s2f'.split(' '),
);
/** They take turns instead of angles. */
export const ANGLE_READERS: ReadonlySet<string> = new Set(['sin', 'cos']);
const FACTORS: ReadonlySet<number> = new Set([2, 4, 0.5]);
const MIXED: ReadonlySet<string> = new Set(['v_maxmin', 'v_minmax']);

/** Products of smaller numbers have an instruction that also adds. */
const SHORT_FACTOR = 2 ** 24;
const PART_READERS: ReadonlySet<string> = new Set('umin umax smin smax iadd isub or xor u2f s2f'.split(' '));

export function fuse(
  module: Module,
  places: readonly Place[],
  generation: AmdGeneration,
  upperBound: (value: ValueId) => number,
): Fusion {
  const definitions = new Map<ValueId, PureInstruction>();
  const readers = new Map<ValueId, (PureInstruction | undefined)[]>();
  const order: PureInstruction[] = [];
  forEachInstruction(module.body, (instruction) => {
    const pure = instruction.kind === 'pure' ? instruction : undefined;
    for (const operand of operandsOf(instruction)) {
      const list = readers.get(operand);
      if (list) list.push(pure);
      else readers.set(operand, [pure]);
    }
    if (!pure) return;
    definitions.set(pure.result, pure);
    order.push(pure);
  });
  const opcodes = new Map<ValueId, string>();
  const absorbed = new Set<ValueId>();
  const constantOf = (value: ValueId) => module.values[value].constant;
  const isLone = (value: ValueId) => readers.get(value)?.length === 1 && !absorbed.has(value);

  const isShort = (value: ValueId) => upperBound(value) < SHORT_FACTOR;

  const takeIn = (outer: PureInstruction): void => {
    if (absorbed.has(outer.result)) return;
    takeFlag(outer);
    takeBits(outer);
    if (takeProduct(outer)) return;
    if (absorbed.has(outer.result) || module.values[outer.result].type !== resultType(outer.op)) return;
    const pairs = places[outer.result] === 'vector' ? VECTOR_PAIRS[outer.op] : undefined;
    if (places[outer.result] === 'scalar' && outer.op === 'iadd') {
      const inner = outer.operands.map((each) => definitions.get(each)).find((each) => isSmallShift(each));
      if (inner && isLone(inner.result)) {
        opcodes.set(outer.result, 's_lshl2_add_u32');
        absorbed.add(inner.result);
      }
      return;
    }
    if (!pairs) return;
    // A constant summand of an address does not keep the rest from its own form.
    for (const operand of outer.operands) {
      const inner = definitions.get(operand);
      const opcode = inner && pairs[inner.op];
      if (!opcode || !isLone(operand) || places[operand] !== 'vector') continue;
      if (outer.op === 'shl' && operand !== outer.operands[0]) continue;
      if (outer.op === 'and' && constantOf(outer.operands[1]) === undefined) continue;
      if (MIXED.has(opcode.slice(0, 8)) && !generation.hasMinMax && !hasConstants(outer, inner)) continue;
      opcodes.set(outer.result, opcode);
      absorbed.add(operand);
      return;
    }
  };
  const hasConstants = (outer: PureInstruction, inner: PureInstruction) =>
    [outer, inner].every((each) => each.operands.some((value) => constantOf(value) !== undefined));
  const isSmallShift = (inner: PureInstruction | undefined): inner is PureInstruction => {
    const by = inner?.op === 'shl' ? constantOf(inner.operands[1]) : undefined;
    return by !== undefined && by >= 1 && by <= 4;
  };

  /** The scalar unit adds its flag as a number. */
  const takeFlag = (outer: PureInstruction): void => {
    if (places[outer.result] !== 'scalar' || (outer.op !== 'iadd' && outer.op !== 'isub')) return;
    const inner = definitions.get(outer.operands[1]);
    if (inner?.op !== 'select' || !isLone(inner.result)) return;
    if (constantOf(inner.operands[1]) === 1 && constantOf(inner.operands[2]) === 0)
      absorbed.add(inner.result);
  };
  /** A test of one bit reads it out of the word itself. */
  const takeBits = (outer: PureInstruction): void => {
    const isTest = outer.op === 'ieq' || outer.op === 'ine';
    for (const operand of outer.operands) {
      const inner = definitions.get(operand);
      if (!inner || !isLone(operand)) continue;
      const other = outer.operands.find((each) => each !== operand);
      const against = other === undefined ? undefined : constantOf(other);
      const bit = inner.op === 'and' ? constantOf(inner.operands[1]) : undefined;
      const isBit =
        bit !== undefined && Number.isInteger(Math.log2(bit >>> 0)) && (against === 0 || against === bit);
      const isPart = generation.readsParts && PART_READERS.has(outer.op) && places[operand] === 'vector';
      if ((isTest && isBit) || (isPart && isPartOfWord(inner))) absorbed.add(operand);
    }
  };
  /** Bytes and halves of a word, which instructions of two operands can read. */
  const isPartOfWord = ({ op, operands }: PureInstruction): boolean => {
    if (op === 'sextractbits' || op === 'uextractbits') {
      const [offset, count] = operands.slice(1).map(constantOf);
      return (count === 8 || count === 16) && offset !== undefined && offset % count === 0;
    }
    if (op !== 'and' && op !== 'ushr') return false;
    const constant = constantOf(operands[1]);
    if (op === 'and') return constant === 0xff || constant === 0xffff;
    return op === 'ushr' && (constant === 24 || constant === 16);
  };
  const takeProduct = (outer: PureInstruction): boolean => {
    if (outer.op !== 'iadd' || places[outer.result] !== 'vector') return false;
    const factor = outer.operands.find((each) => {
      const inner = definitions.get(each);
      return (
        inner?.op === 'imul' && isLone(each) && places[each] === 'vector' && inner.operands.every(isShort)
      );
    });
    if (factor === undefined) return false;
    opcodes.set(outer.result, 'v_mad_u32_u24');
    absorbed.add(factor);
    return true;
  };

  /** The factor of an angle goes into the one that makes turns of it, which all that read it need. */
  const takeAngle = ({ op, result, operands }: PureInstruction): void => {
    if (op !== 'fmul' || operands.every((each) => constantOf(each) === undefined)) return;
    if ((readers.get(result) ?? []).every((each) => each !== undefined && ANGLE_READERS.has(each.op)))
      absorbed.add(result);
  };

  for (const each of order) if (isModifier(each)) absorbed.add(each.result);
  order.forEach(takeAngle);
  for (const each of order.reverse()) takeIn(each);
  return { opcodes, absorbed };

  /** A sign that every reader takes along, a factor or clamp that the operation before can apply. */
  function isModifier({ op, operands, result }: PureInstruction): boolean {
    if (op === 'fneg' || op === 'fabs')
      return (readers.get(result) ?? []).every((each) => each !== undefined && FLOAT_READERS.has(each.op));
    // What is added to nothing is there already; signs of zeros do not count.
    if (op === 'fadd' && operands.some((each) => constantOf(each) === 0)) return true;
    const [value, constant] = constantOf(operands[0]) === undefined ? operands : [operands[1], operands[0]];
    const definition = definitions.get(value);
    if (!definition || !MODIFIED.has(definition.op) || !isLone(value) || constant === undefined) return false;
    return op === 'fmul' && FACTORS.has(constantOf(constant) ?? 0);
  }
}

/** Integers of a word and single floats alone have the forms with three operands. */
function resultType(op: PureOp): string {
  return op.startsWith('f') ? 'f32' : 'i32';
}
