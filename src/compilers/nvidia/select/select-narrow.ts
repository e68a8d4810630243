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
import { type Extension, READS } from './operand-uses.ts';
import type { Selection } from './selection.ts';

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

/** Selects the operation when a short integer goes in or comes out; false otherwise. */
export function selectNarrow(s: Selection, instruction: PureInstruction): boolean {
  const { op, result, operands } = instruction;
  const from = s.values.typeOf(operands[0]);
  const to = s.values.typeOf(result);
  if (op === 'select' || op === 'bitcast' || op === 'itruncate') return false;
  if (!isNarrow(from) && !isNarrow(to)) return false;
  const reading = READS[op];
  const sources = operands.map((each, index) => source(s, instruction, index, each));
  if (op === 'uextend' || op === 'sextend') {
    const [register] = sources[0];
    if (register !== undefined) s.values.alias(result, register);
    else s.emit('MOV', [s.values.define(result)], []);
  } else {
    const expansion = expansionOf(s, instruction);
    const all = [...new Set(sources.flat())];
    if (isCompare(op)) s.emit(`${expansion.steps[0].opcode}.AND`, [s.values.define(result)], all);
    else emitSteps(s, expansion, (index) => sources[index] ?? [], all, result, []);
  }
  const gives =
    reading === undefined && op !== 'f2s' && op !== 'f2u' ? commonExtension(s, operands, op) : GIVES[op];
  if (gives && isNarrow(to)) s.extensions.set(result, gives);
  return true;
}

/** Registers of an operand, as the operation has to see it. */
function source(s: Selection, { op, result }: PureInstruction, index: number, operand: ValueId): number[] {
  if (s.values.constantOf(operand) !== undefined) return s.vectorSources([operand]);
  if (SHIFTS.has(op) && index === 1)
    return isNarrow(s.values.typeOf(result)) ? [shiftAmount(s, operand, result)] : s.vectorSources([operand]);
  const reading = READS[op];
  if (!isNarrow(s.values.typeOf(operand)) || reading === undefined) return s.vectorSources([operand]);
  return [extended(s, operand, reading)];
}

/** Shifts count modulo the width, which the instruction does for 32 bits only. */
function shiftAmount(s: Selection, amount: ValueId, result: ValueId): number {
  return s.shared.inSegment(`amount ${amount} ${bitWidth(s.values.typeOf(result))}`, () => {
    const register = s.values.newGeneral();
    s.emit('LOP3.LUT', [register], s.vectorSources([amount]));
    return register;
  });
}

/** A register with the value's upper bits filled. */
export function extended(s: Selection, value: ValueId, extension: Extension): number {
  if (s.extensions.get(value) === extension) return s.shared.inVectorRegister(value);
  return s.shared.inSegment(`${extension} ${value}`, () => {
    const register = s.values.newGeneral();
    s.emit('PRMT', [register], s.vectorSources([value]));
    return register;
  });
}

/** Bitwise logic keeps what its operands have in common. */
function commonExtension(s: Selection, operands: readonly ValueId[], op: PureOp): Extension | undefined {
  if (op !== 'and' && op !== 'or' && op !== 'xor') return undefined;
  const known = operands
    .filter((each) => s.values.constantOf(each) === undefined)
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
  const uses = s.plan.signedUses[value];
  const extension = uses > 0 && uses === s.plan.facts.useCount[value] ? 'sign' : 'zero';
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
    return { registers: [...new Set(results.map((each) => s.values.define(each)))], unpack: () => {} };
  const perWord = WORD_BITS / bitWidth(type);
  const registers = Array.from({ length: Math.ceil(results.length / perWord) }, () => s.values.newGeneral());
  const unpack = (): void => {
    results.forEach((result, component) => {
      s.emit('PRMT', [s.values.define(result)], [registers[Math.floor(component / perWord)]]);
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
      const register = s.shared.inVectorRegister(value);
      if (packed < 0 || register < 0) {
        packed = Math.max(packed, register);
        continue;
      }
      const word = s.values.newGeneral();
      s.emit('PRMT', [word], [packed, register]);
      packed = word;
    }
    if (packed >= 0) registers.push(packed);
  }
  return registers;
}

/** Registers of halves, two in each: those that are no pair are put together first, an upper one moved down. */
function halfSources(s: Selection, values: readonly ValueId[]): number[] {
  const { partner, isUpper } = s.plan.halves;
  const registers: number[] = [];
  for (let first = 0; first < values.length; first += 2) {
    const [lower, upper] = [values[first], values[first + 1]];
    const isReady = upper === undefined ? isUpper[lower] === 0 : partner[lower] === upper;
    const sources = [lower, ...(upper === undefined ? [] : [upper])]
      .map((each) => s.shared.inVectorRegister(each))
      .filter((each) => each >= 0);
    if (isReady || sources.length === 0) {
      registers.push(...new Set(sources));
      continue;
    }
    const word = s.values.newGeneral();
    s.emit('PRMT', [word], [...new Set(sources)]);
    registers.push(word);
  }
  return registers;
}
