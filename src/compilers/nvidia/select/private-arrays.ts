// Which private arrays with dynamic indices live in registers, and the indices that loops step through.
// Source: driver code for SM 9.0.

import type { ConstructId, LoopInstruction, Module, PureInstruction, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';
import type { PrivateArrayNumbers } from '../generation.ts';

const WORD_BYTES = 4;

/**
 * Private variables, by index, that live in registers: accessed as words only, of few words, and of few moves for
 * all their accesses with dynamic indices together. One that is alone must be smaller than one of several.
 */
export function variablesInRegisters(
  module: Module,
  except: ReadonlySet<number>,
  numbers: PrivateArrayNumbers,
): Set<number> {
  const inMemory: number[] = [];
  module.variables.forEach(({ space }, index) => {
    if (space === 'private' && !except.has(index)) inMemory.push(index);
  });
  const wordsOf = (index: number) => module.variables[index].sizeBytes / WORD_BYTES;
  const maximumWords = inMemory.length > 1 ? numbers.words : numbers.loneWords;
  const found = new Set(inMemory.filter((index) => wordsOf(index) <= maximumWords));
  if (found.size === 0) return found;
  const moves = new Map<number, number>();
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind !== 'load' && instruction.kind !== 'store' && instruction.kind !== 'atomic') return;
    if (instruction.root.space !== 'private') return;
    const isWord = instruction.type === 'i32' || instruction.type === 'f32';
    const { index } = instruction.root;
    if (module.values[instruction.address].constant === undefined) {
      moves.set(index, (moves.get(index) ?? 0) + wordsOf(index));
    }
    const most = wordsOf(index) <= numbers.fewWords ? Infinity : numbers.moves;
    if (!isWord || instruction.kind === 'atomic' || moves.get(index)! > most) found.delete(index);
  });
  return found;
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
