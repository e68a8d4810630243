// Places in private arrays that only run time tells: what they vary with, how far apart they lie, and which of them loops
// step through. Source: driver code for SM 9.0.

import type {
  ConstructId,
  LoadInstruction,
  LoopInstruction,
  Module,
  PureInstruction,
  PureOp,
  StoreInstruction,
  ValueId,
} from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';
import { type Facts, pureDefinition } from './uses.ts';

const WORD_BYTES = 4;

/**
 * What addresses of dynamic accesses to these variables vary with, clamps and constant factors and terms aside, and the
 * variables that are accessed by it.
 */
export function indicesOf(facts: Facts, variables: ReadonlySet<number>): Map<ValueId, Set<number>> {
  const found = new Map<ValueId, Set<number>>();
  const { values, body } = facts.module;
  forEachInstruction(body, (each) => {
    if ((each.kind !== 'load' && each.kind !== 'store') || each.root.space !== 'private') return;
    if (!variables.has(each.root.index) || values[each.address].constant !== undefined) return;
    const index = indexOf(facts, each.address);
    found.set(index, (found.get(index) ?? new Set()).add(each.root.index));
  });
  return found;
}

export function indexOf(facts: Facts, address: ValueId): ValueId {
  for (let value = address; ; ) {
    const pure = pureDefinition(facts, value);
    const varying = pure?.operands.filter((each) => facts.module.values[each].constant === undefined);
    if (!pure || !LINEAR.has(pure.op) || varying?.length !== 1) return value;
    value = varying[0];
  }
}

const LINEAR: ReadonlySet<PureOp> = new Set(['iadd', 'imul', 'shl', 'umin', 'smin', 'umax', 'smax']);

/**
 * Words that a dynamic access may mean lie so far apart: what its address is a multiple of, and no less than it takes.
 * No more than the array has.
 */
export function strideOf(facts: Facts, access: LoadInstruction | StoreInstruction): number {
  const words = access.kind === 'load' ? access.results.length : access.values.length;
  const stride = Math.max(words, multipleOf(facts, access.address) / WORD_BYTES);
  return Math.min(stride, wordsOf(facts.module, access.root.index));
}

/** Words of a variable, by its index. */
export function wordsOf({ variables }: Module, variable: number): number {
  return variables[variable].sizeBytes / WORD_BYTES;
}

/** A power of two that divides a value. */
function multipleOf(facts: Facts, value: ValueId): number {
  const pure = pureDefinition(facts, value);
  const factor = pure?.operands[1];
  const constant = factor === undefined ? undefined : facts.module.values[factor].constant;
  if (pure === undefined || constant === undefined) return 1;
  if (pure.op === 'shl') return 2 ** constant;
  if (pure.op === 'imul') return constant & -constant;
  return pure.op === 'iadd' ? Math.min(multipleOf(facts, pure.operands[0]), constant & -constant) : 1;
}

/** Parameters of loops that change by a constant in each iteration, and what loops give of them at their end. */
export function steppedValues(module: Module): Set<ValueId> {
  const nexts = new Map<ConstructId, (readonly ValueId[])[]>();
  const breaks = new Map<ConstructId, (readonly ValueId[])[]>();
  const sums = new Map<ValueId, PureInstruction>();
  const loops: LoopInstruction[] = [];
  const note = (map: typeof nexts, target: ConstructId, values: readonly ValueId[]) =>
    map.set(target, [...(map.get(target) ?? []), values]);
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind === 'loop') loops.push(instruction);
    else if (instruction.kind === 'next') note(nexts, instruction.target, instruction.values);
    else if (instruction.kind === 'break') note(breaks, instruction.target, instruction.values);
    else if (instruction.kind === 'pure' && instruction.op === 'iadd')
      sums.set(instruction.result, instruction);
  });
  /** True for the sum of a value with a constant. */
  const isMoved = (value: ValueId, isBase: (value: ValueId) => boolean) =>
    sums.get(value)?.operands.every((each) => isBase(each) || module.values[each].constant !== undefined) ===
    true;
  const stepped = new Set<ValueId>();
  for (const { id, parameters, results } of loops) {
    parameters.forEach((parameter, index) => {
      const flows = nexts.get(id) ?? [];
      if (flows.length > 0 && flows.every((values) => isMoved(values[index], (each) => each === parameter)))
        stepped.add(parameter);
    });
    results.forEach((result, index) => {
      const flows = breaks.get(id) ?? [];
      if (
        flows.length > 0 &&
        flows.every(
          (values) => stepped.has(values[index]) || isMoved(values[index], (each) => stepped.has(each)),
        )
      )
        stepped.add(result);
    });
  }
  return stepped;
}
