// The generation's table at work: which sequence of machine instructions an operation becomes, and its emission.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { PureInstruction, ValueId } from '../../../ir/ir.ts';
import { GENERAL, PREDICATE } from '../../../machine/virtual.ts';
import { SHARED_RECIPROCALS } from '../behaviours.ts';
import type { Expansion, ExpansionStep } from '../generation.ts';
import { isCompare } from './fuse.ts';
import type { Selection } from './selection.ts';

export function expansionOf(s: Selection, instruction: PureInstruction): Expansion {
  const table = s.plan.generation.expansions;
  const resultType = s.values.typeOf(instruction.result);
  const operandType = s.values.typeOf(instruction.operands[0]);
  const count = instruction.operands.length;
  const fixed = instruction.op === 'insertbits' ? 2 : 1;
  const isFixedField =
    count > fixed &&
    instruction.operands.slice(fixed).every((each) => s.values.constantOf(each) !== undefined);
  const place = placeOf(s, instruction, isFixedField);
  const found =
    (place === undefined ? undefined : table.get(`${instruction.op}!${place}`)) ??
    (isFixedField ? table.get(`${instruction.op}!constant`) : undefined) ??
    table.get(`${instruction.op}.${operandType}:${resultType}`) ??
    (isCompare(instruction.op)
      ? table.get(`${instruction.op}:${operandType}`)
      : table.get(`${instruction.op}:${resultType}`)) ??
    table.get(`${instruction.op}.${operandType}`) ??
    table.get(instruction.op);
  return found ?? unreachable(`${s.plan.generation.name} has no expansion for ${instruction.op}`);
}

/** Where in its word a fixed field lies, as far as that makes taking it out cheaper. */
function placeOf(s: Selection, { op, operands, component }: PureInstruction, isFixedField: boolean) {
  if (component !== undefined) return component === 0 ? 'first' : component === 3 ? 'last' : undefined;
  if (!isFixedField || (op !== 'uextractbits' && op !== 'sextractbits')) return undefined;
  const [offset, bits] = operands.slice(1).map((each) => s.values.constantOf(each)!) as [number, number];
  if (offset === 0) return 'first';
  if (offset + bits === WORD_BITS) return 'last';
  return bits === 8 && offset % 8 === 0 ? 'byte' : undefined;
}

const WORD_BITS = 32;

/** Returns the register of the last step. */
export function emitSteps(
  s: Selection,
  expansion: Expansion,
  operand: (index: number) => number[],
  all: number[],
  result: ValueId | undefined,
  extra: readonly number[],
): number {
  const made: number[] = [];
  expansion.steps.forEach((step, index) => {
    const isLast = index === expansion.steps.length - 1;
    const sources: number[] = [];
    if (step.from.length === 0 && index === 0) s.append(sources, all);
    for (const from of step.from) {
      if (from < 0) sources.push(made[-1 - from]);
      else s.append(sources, operand(from));
    }
    if (isLast) for (const register of extra) if (register >= 0) sources.push(register);
    const options = expansion.steps.length > 1 ? { expands: expansion.operation } : {};
    const angle = isLast ? undefined : angleOf(s, step, sources);
    if (angle !== undefined) {
      made.push(angle);
      return;
    }
    const register =
      isLast && result !== undefined
        ? s.values.define(result)
        : s.values.table.create(
            step.costClass === 'alu_predicate' || step.opcode.startsWith('DSETP') ? PREDICATE : GENERAL,
            isDouble(step) ? 2 : 1,
          );
    made.push(register);
    s.emit(step.opcode, [register], sources, options);
  });
  return made.at(-1)!;
}

/** Sine and cosine of one angle share the angle in turns: its product with a constant, rounded towards zero. */
function angleOf(s: Selection, { opcode }: ExpansionStep, sources: number[]): number | undefined {
  if (opcode !== 'FMUL.FTZ.RZ' || sources.length !== 1 || s.plan.without.has(SHARED_RECIPROCALS))
    return undefined;
  return s.shared.inSegment(`turns ${sources[0]}`, () => {
    const register = s.values.newGeneral();
    s.emit(opcode, [register], sources);
    return register;
  });
}

/** True when the step's result takes a pair of registers. */
function isDouble({ opcode, costClass }: ExpansionStep): boolean {
  if (costClass === 'fp64') return !opcode.startsWith('DSETP');
  return /^(FRND|I2F|F2F)\.F64/.test(opcode);
}
