// Which private arrays with dynamic indices live in registers, and the indices that loops step through.
// Source: driver code for SM 9.0.

import type {
  ConstructId,
  Instruction,
  LoopInstruction,
  Module,
  PureInstruction,
  Region,
  ValueId,
} from '../../../ir/ir.ts';
import { forEachInstruction, regionsOf } from '../../../ir/walk.ts';
import { mostRegisters } from '../../../machine/registers.ts';
import type { Generation, PrivateArrayNumbers } from '../generation.ts';
import { type InstructionCosts, instructionCost } from '../optimize/numbers.ts';

const WORD_BYTES = 4;

/** What asks for a place that is not known when the kernel is compiled. */
interface Use {
  accesses: number;
  /** Some of them are in loops that are left. */
  isLooped: boolean;
  /** Something else than words is accessed, or in one piece. */
  isOther: boolean;
}

/**
 * Private variables, by index, that live in registers: accessed as words only, and in the order of their declaration
 * while the kernel does not grow by more than a share of itself. Each access with a dynamic index is a move per word.
 * Those that loops access must be small, too, with few moves, one that is alone smaller than one of several. There
 * are no more of them than a thread has registers for.
 */
export function variablesInRegisters(
  module: Module,
  except: ReadonlySet<number>,
  { privateArrays, optimizer, registers }: Pick<Generation, 'privateArrays' | 'optimizer' | 'registers'>,
): Set<number> {
  const inMemory: number[] = [];
  module.variables.forEach(({ space }, index) => {
    if (space === 'private' && !except.has(index)) inMemory.push(index);
  });
  if (inMemory.length === 0) return new Set();
  const uses = new Map<number, Use>(
    inMemory.map((index) => [index, { accesses: 0, isLooped: false, isOther: false }]),
  );
  const instructions = noteUses(module, module.body, uses, optimizer.instructionCosts, false);
  const isSmall = smallEnough(privateArrays, inMemory.length);
  let left = instructions * privateArrays.growth;
  const [x, y, z] = module.workgroupSize;
  let wordsLeft = mostRegisters(registers, x * y * z) - registers.fixedOverhead;
  const found = new Set<number>();
  for (const [index, { accesses, isLooped, isOther }] of uses) {
    const words = module.variables[index].sizeBytes / WORD_BYTES;
    const moves = accesses * words;
    if (isOther || moves > left || words > wordsLeft || (isLooped && !isSmall(words, moves))) continue;
    left -= moves;
    wordsLeft -= words;
    found.add(index);
  }
  return found;
}

/** Whether an array that loops access is small enough for registers. */
function smallEnough(
  { words: several, loneWords, moves: most, fewWords }: PrivateArrayNumbers,
  arrays: number,
) {
  const limit = arrays > 1 ? several : loneWords;
  return (words: number, moves: number): boolean => words <= limit && (words <= fewWords || moves <= most);
}

/** Notes the uses in a region; returns about how many instructions it has. */
function noteUses(
  module: Module,
  region: Region,
  uses: ReadonlyMap<number, Use>,
  costs: InstructionCosts,
  isLooped: boolean,
): number {
  let total = 0;
  for (const instruction of region.instructions) {
    for (const inner of regionsOf(instruction))
      total += noteUses(module, inner, uses, costs, isLooped || instruction.kind === 'loop');
    total += isDivision(instruction) ? -DIVISION_FURTHER : instructionCost(instruction, costs);
    if (instruction.kind !== 'load' && instruction.kind !== 'store' && instruction.kind !== 'atomic')
      continue;
    const use = instruction.root.space === 'private' ? uses.get(instruction.root.index) : undefined;
    if (!use) continue;
    const isWord = instruction.type === 'i32' || instruction.type === 'f32';
    use.isOther ||= !isWord || instruction.kind === 'atomic';
    if (module.values[instruction.address].constant !== undefined) continue;
    use.accesses++;
    use.isLooped ||= isLooped;
  }
  return total;
}

/** What a division by a constant has become counts as one instruction: the driver decides before it writes it so. */
function isDivision(instruction: Instruction): boolean {
  return instruction.kind === 'pure' && instruction.op === 'umulhi';
}

/** Shift, product and difference, of which one is left. */
const DIVISION_FURTHER = 2;

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
