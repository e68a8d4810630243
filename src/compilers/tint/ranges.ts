// Which indices Tint knows to be inside an array: what its integer range analysis tracks, no more. That is
// constants, positions in the workgroup, the index of a loop between constants that it knows to end, and
// arithmetic on these; not bit masks, conditions, or what variables hold. Source: driver code for an H200, in
// which `tile[(3 * j + lane) & 63]`, `tile[lane ^ 1]` and indices behind an `if` keep their clamps.

import { ANY, type Interval, only, unsigned } from '../../ir/analyses/interval.ts';
import { analyzeLoop } from '../../ir/analyses/loops.ts';
import { pureRange } from '../../ir/analyses/range-transfer.ts';
import { inputRange } from '../../ir/analyses/ranges.ts';
import type { Instruction, LoopInstruction, Module, ValueId } from '../../ir/ir.ts';
import { FINITE, isNoted } from '../../ir/notes.ts';
import { opSet } from '../../ir/ops.ts';
import { regionsOf, resultsOf } from '../../ir/walk.ts';

const TRACKED = opSet('iadd isub imul udiv urem sdiv srem shl ushr sshr umin umax smin smax');

/** Calls `visit` for every instruction, with the largest value (unsigned) that each i32 can be seen to have. */
export function visitDawnRanges(
  module: Module,
  visit: (instruction: Instruction, unsignedMax: (value: ValueId) => number) => void,
): void {
  const intervals: Interval[] = module.values.map(({ type, constant }) =>
    constant === undefined || type !== 'i32' ? ANY : only(constant),
  );
  const unsignedMax = (value: ValueId): number => unsigned(intervals[value]).high;
  const walk = (instruction: Instruction): void => {
    visit(instruction, unsignedMax);
    for (const result of resultsOf(instruction))
      intervals[result] = resultRange(instruction, module, intervals);
    if (instruction.kind === 'loop') setParameters(instruction, module, intervals);
    for (const region of regionsOf(instruction)) region.instructions.forEach(walk);
  };
  module.body.instructions.forEach(walk);
}

function resultRange(instruction: Instruction, module: Module, intervals: readonly Interval[]): Interval {
  switch (instruction.kind) {
    case 'pure':
      return TRACKED.has(instruction.op) && module.values[instruction.result].type === 'i32'
        ? pureRange(instruction, intervals)
        : ANY;
    case 'input':
      return inputRange(instruction.builtin, module.workgroupSize);
    case 'bound': {
      const index = unsigned(intervals[instruction.index]);
      const size = 'constant' in instruction.size ? instruction.size.constant : Number.POSITIVE_INFINITY;
      return index.high < size ? index : { low: 0, high: size - 1 };
    }
    default:
      return ANY;
  }
}

function setParameters(loop: LoopInstruction, module: Module, intervals: Interval[]): void {
  for (const parameter of loop.parameters) intervals[parameter] = ANY;
  const shape = isNoted(module.notes.constructs, loop.id, FINITE) ? analyzeLoop(module, loop) : undefined;
  const first = shape && module.values[shape.test.counter.initial].constant;
  if (!shape?.tripCount || first === undefined) return;
  const last = first + (shape.tripCount - 1) * shape.test.counter.step;
  intervals[shape.test.counter.parameter] = { low: Math.min(first, last), high: Math.max(first, last) };
}
