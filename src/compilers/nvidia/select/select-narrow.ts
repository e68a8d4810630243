// Integers of 8 and 16 bits. They live in 32-bit registers whose upper bits mean nothing until an operation
// needs them: then the value is extended once, by PRMT. Loads extend for free, with the sign when all uses of
// the value want that. Arithmetic is that of 32 bits. Source: public listings; the rules are a guess.

import type {
  LoadInstruction,
  PureInstruction,
  PureOp,
  ScalarType,
  StoreInstruction,
  ValueId,
} from '../../../ir/ir.ts';
import { bitWidth } from '../../../ir/ops.ts';
import { emitSteps, expansionOf } from './expand.ts';
import { isCompare } from './fuse.ts';
import type { Extension, Selection } from './selection.ts';

/** How an operation reads its operands, for those where the upper bits matter. */
const READS: Partial<Record<PureOp, Extension>> = {
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

/** What is known of the upper bits of a result. */
const GIVES: Partial<Record<PureOp, Extension>> = {
  udiv: 'zero',
  urem: 'zero',
  ushr: 'zero',
  umin: 'zero',
  umax: 'zero',
  popcount: 'zero',
  clz: 'zero',
  f2u: 'zero',
  uextend: 'zero',
  srem: 'sign',
  sshr: 'sign',
  smin: 'sign',
  smax: 'sign',
  f2s: 'sign',
  sextend: 'sign',
};

const SHIFTS: ReadonlySet<PureOp> = new Set(['shl', 'ushr', 'sshr']);
const WORD_BITS = 32;

export function isNarrow(type: ScalarType): boolean {
  return type === 'i8' || type === 'i16';
}

/** Counts, per value, the uses that read it with its sign. */
export function countSignedUses(instructions: Iterable<PureInstruction>, valueCount: number): Int32Array {
  const counts = new Int32Array(valueCount);
  for (const { op, operands } of instructions) {
    if (READS[op] === 'sign') for (const operand of operands) counts[operand]++;
  }
  return counts;
}

/** Selects the operation when a short integer goes in or comes out; false otherwise. */
export function selectNarrow(s: Selection, instruction: PureInstruction): boolean {
  const { op, result, operands } = instruction;
  const from = s.typeOf(operands[0]);
  const to = s.typeOf(result);
  if (op === 'select' || op === 'bitcast' || op === 'itruncate') return false;
  if (!isNarrow(from) && !isNarrow(to)) return false;
  const reading = READS[op];
  const sources = operands.map((each, index) => source(s, instruction, index, each));
  if (op === 'uextend' || op === 'sextend') {
    const [register] = sources[0];
    if (register !== undefined) s.alias(result, register);
    else s.emit('MOV', [s.define(result)], []);
  } else {
    const expansion = expansionOf(s, instruction);
    const all = [...new Set(sources.flat())];
    if (isCompare(op)) s.emit(`${expansion.steps[0].opcode}.AND`, [s.define(result)], all);
    else emitSteps(s, expansion, (index) => sources[index] ?? [], all, result, []);
  }
  const gives =
    reading === undefined && op !== 'f2s' && op !== 'f2u' ? commonExtension(s, operands, op) : GIVES[op];
  if (gives && isNarrow(to)) s.extensions.set(result, gives);
  return true;
}

/** Registers of an operand, as the operation has to see it. */
function source(s: Selection, { op, result }: PureInstruction, index: number, operand: ValueId): number[] {
  if (s.constantOf(operand) !== undefined) return s.vectorSources([operand]);
  if (SHIFTS.has(op) && index === 1)
    return isNarrow(s.typeOf(result)) ? [shiftAmount(s, operand, result)] : s.vectorSources([operand]);
  const reading = READS[op];
  if (!isNarrow(s.typeOf(operand)) || reading === undefined) return s.vectorSources([operand]);
  return [extended(s, operand, reading)];
}

/** Shifts count modulo the width, which the instruction does for 32 bits only. */
function shiftAmount(s: Selection, amount: ValueId, result: ValueId): number {
  return s.shared(`amount ${amount} ${bitWidth(s.typeOf(result))}`, () => {
    const register = s.newGeneral();
    s.emit('LOP3.LUT', [register], s.vectorSources([amount]));
    return register;
  });
}

/** A register with the value's upper bits filled. */
export function extended(s: Selection, value: ValueId, extension: Extension): number {
  if (s.extensions.get(value) === extension) return s.inVectorRegister(value);
  return s.shared(`${extension} ${value}`, () => {
    const register = s.newGeneral();
    s.emit('PRMT', [register], s.vectorSources([value]));
    return register;
  });
}

/** Bitwise logic keeps what its operands have in common. */
function commonExtension(s: Selection, operands: readonly ValueId[], op: PureOp): Extension | undefined {
  if (op !== 'and' && op !== 'or' && op !== 'xor') return undefined;
  const known = operands
    .filter((each) => s.constantOf(each) === undefined)
    .map((each) => s.extensions.get(each));
  return known.every((each) => each === known[0]) ? known[0] : undefined;
}

/** The suffix of a load of one component of one or two bytes; notes what it fills the register with. */
export function narrowLoadSuffix(s: Selection, { type, results }: LoadInstruction): string | undefined {
  if (results.length !== 1 || !isNarrow(type)) return undefined;
  const [result] = results as [ValueId];
  return `.${extendOnLoad(s, result) === 'sign' ? 'S' : 'U'}${bitWidth(type)}`;
}

/** What a loaded value's register is filled with: the sign when all uses want that. */
function extendOnLoad(s: Selection, value: ValueId): Extension {
  const uses = s.signedUses[value];
  const extension = uses > 0 && uses === s.facts.useCount[value] ? 'sign' : 'zero';
  s.extensions.set(value, extension);
  return extension;
}

/**
 * Registers that a load fills: one per component, or for several short integers the words that hold them, from
 * which `unpack` takes them afterwards.
 */
export function loadDestinations(
  s: Selection,
  { type, results }: LoadInstruction,
): { registers: number[]; unpack: () => void } {
  if (results.length === 1 || !isNarrow(type))
    return { registers: [...new Set(results.map((each) => s.define(each)))], unpack: () => {} };
  const perWord = WORD_BITS / bitWidth(type);
  const registers = Array.from({ length: Math.ceil(results.length / perWord) }, () => s.newGeneral());
  const unpack = (): void => {
    results.forEach((result, component) => {
      s.emit('PRMT', [s.define(result)], [registers[Math.floor(component / perWord)]]);
      extendOnLoad(s, result);
    });
  };
  return { registers, unpack };
}

/** Registers that a store writes: one per component, or for several short integers the words they are put into. */
export function storeSources(s: Selection, { type, values }: StoreInstruction): number[] {
  const registers: number[] = [];
  if (type === 'f16') return halfSources(s, values);
  const perWord = isNarrow(type) ? WORD_BITS / bitWidth(type) : 1;
  for (let first = 0; first < values.length; first += perWord) {
    let packed = -1;
    for (const value of values.slice(first, first + perWord)) {
      const register = s.inVectorRegister(value);
      if (packed < 0 || register < 0) {
        packed = Math.max(packed, register);
        continue;
      }
      const word = s.newGeneral();
      s.emit('PRMT', [word], [packed, register]);
      packed = word;
    }
    if (packed >= 0) registers.push(packed);
  }
  return registers;
}

/** Registers of halves, two in each: those that are no pair are put together first, an upper one moved down. */
function halfSources(s: Selection, values: readonly ValueId[]): number[] {
  const { partner, isUpper } = s.halves;
  const registers: number[] = [];
  for (let first = 0; first < values.length; first += 2) {
    const [lower, upper] = [values[first], values[first + 1]];
    const isReady = upper === undefined ? isUpper[lower] === 0 : partner[lower] === upper;
    const sources = [lower, ...(upper === undefined ? [] : [upper])]
      .map((each) => s.inVectorRegister(each))
      .filter((each) => each >= 0);
    if (isReady || sources.length === 0) {
      registers.push(...new Set(sources));
      continue;
    }
    const word = s.newGeneral();
    s.emit('PRMT', [word], [...new Set(sources)]);
    registers.push(word);
  }
  return registers;
}
