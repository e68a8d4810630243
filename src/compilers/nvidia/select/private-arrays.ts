// Which private arrays with dynamic indices live in registers, and the indices that loops step through.
// Source: driver code for SM 9.0.

import type {
  ConstructId,
  Instruction,
  LoadInstruction,
  LoopInstruction,
  Module,
  PureInstruction,
  PureOp,
  Region,
  StoreInstruction,
  ValueId,
} from '../../../ir/ir.ts';
import { forEachInstruction, regionsOf } from '../../../ir/walk.ts';
import { mostRegisters } from '../../../machine/registers.ts';
import type { Generation } from '../generation.ts';
import { type InstructionCosts, instructionCost } from '../optimize/numbers.ts';
import { type Facts, pureDefinition } from './uses.ts';

const WORD_BYTES = 4;

/** What asks for a place that is not known when the kernel is compiled. */
interface Use {
  /** One for each word that it may mean. */
  moves: number;
  /** Some of them are in loops that are left. */
  isLooped: boolean;
  /** Loops read it there. */
  isReadInLoops: boolean;
  /** Something writes to it there. */
  isWritten: boolean;
  /** Places known beforehand are read. */
  isReadOutright: boolean;
  /** Something is written to such places that nothing else reads. */
  hasOwnValues: boolean;
  /** Something else than words is accessed, or in one piece. */
  isOther: boolean;
}

/**
 * Private variables, by index, that live in registers: accessed as words only, those declared last first, while the
 * kernel does not grow by more than a share of itself. Each access with a dynamic index is a move per word. Those that
 * loops access must be small, too, with few moves, and together no more words than loops have registers for.
 */
export function variablesInRegisters(
  facts: Facts,
  except: ReadonlySet<number>,
  { privateArrays, optimizer, registers }: Pick<Generation, 'privateArrays' | 'optimizer' | 'registers'>,
): Set<number> {
  const { module } = facts;
  const inMemory: number[] = [];
  module.variables.forEach(({ space }, index) => {
    if (space === 'private' && !except.has(index)) inMemory.push(index);
  });
  if (inMemory.length === 0) return new Set();
  const uses = new Map<number, Use>(
    inMemory.map((index) => [
      index,
      {
        moves: 0,
        isLooped: false,
        isReadInLoops: false,
        isWritten: false,
        isReadOutright: false,
        hasOwnValues: false,
        isOther: false,
      },
    ]),
  );
  const instructions = noteUses(facts, module.body, uses, optimizer.instructionCosts, false);
  const { growth, words: mostWords, loopedWords, mixedWords, loneWords, loneGrowth } = privateArrays;
  let left = instructions * growth;
  const [x, y, z] = module.workgroupSize;
  let wordsLeft = mostRegisters(registers, x * y * z) - registers.fixedOverhead;
  let loopedLeft = loopedWords;
  let mixedLeft = mixedWords;
  const found = new Set<number>();
  for (const [index, use] of [...uses].reverse()) {
    const { moves, isLooped, isOther } = use;
    const words = wordsOf(module, index);
    if (isOther || moves > left || words > wordsLeft) continue;
    if (isLooped) {
      const isFew = words <= privateArrays.fewWords || moves <= privateArrays.moves;
      const isLone = inMemory.length === 1 && words > loneWords && moves > instructions * loneGrowth;
      if (!isFew || isLone || words > mostWords || words > (isMixed(use) ? mixedLeft : loopedLeft)) continue;
      loopedLeft -= words;
      mixedLeft -= words;
    }
    left -= moves;
    wordsLeft -= words;
    found.add(index);
  }
  return found;
}

/** Whether loops read the array where only run time tells, and other code reads elements, or what was written to all. */
function isMixed({ isReadInLoops, isReadOutright, isWritten, hasOwnValues }: Use): boolean {
  return isReadInLoops && (isReadOutright || !(isWritten || hasOwnValues));
}

/**
 * Of these variables those that are written at constant places of one region alone, all of them, before anything reads
 * them: what is written there last are their elements.
 */
export function settledVariables(module: Module, variables: ReadonlySet<number>): Set<number> {
  const settled = new Set(variables);
  const written = new Map<number, { readonly region: Region; readonly places: Set<number> }>();
  const read = new Set<number>();
  const write = (
    { root: { index }, address, offsetBytes, values }: StoreInstruction,
    region: Region,
  ): void => {
    const start = module.values[address].constant;
    const known = written.get(index) ?? { region, places: new Set() };
    written.set(index, known);
    if (start === undefined || known.region !== region || read.has(index)) settled.delete(index);
    else
      for (const component of values.keys()) known.places.add(start + offsetBytes + component * WORD_BYTES);
  };
  const visit = (region: Region): void => {
    for (const instruction of region.instructions) {
      if (instruction.kind === 'load' && instruction.root.space === 'private')
        read.add(instruction.root.index);
      if (instruction.kind === 'store' && instruction.root.space === 'private') write(instruction, region);
      regionsOf(instruction).forEach(visit);
    }
  };
  visit(module.body);
  for (const variable of settled) {
    if (written.get(variable)?.places.size !== wordsOf(module, variable)) settled.delete(variable);
  }
  return settled;
}

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

/** Notes the uses in a region; returns about how many instructions it has. */
function noteUses(
  facts: Facts,
  region: Region,
  uses: ReadonlyMap<number, Use>,
  costs: InstructionCosts,
  isLooped: boolean,
): number {
  const { module, useCount } = facts;
  const isReadOnce = (value: ValueId) => module.values[value].constant === undefined && useCount[value] === 1;
  let total = 0;
  for (const instruction of region.instructions) {
    for (const inner of regionsOf(instruction))
      total += noteUses(facts, inner, uses, costs, isLooped || instruction.kind === 'loop');
    total += isDivision(instruction) ? -DIVISION_FURTHER : instructionCost(instruction, costs);
    if (instruction.kind === 'load' && instruction.root.space === 'private')
      total += instruction.results.length - 1;
    if (instruction.kind !== 'load' && instruction.kind !== 'store' && instruction.kind !== 'atomic')
      continue;
    const use = instruction.root.space === 'private' ? uses.get(instruction.root.index) : undefined;
    if (!use) continue;
    const isWord = instruction.type === 'i32' || instruction.type === 'f32';
    use.isOther ||= !isWord || instruction.kind === 'atomic';
    if (instruction.kind === 'atomic') continue;
    if (module.values[instruction.address].constant !== undefined) {
      use.isReadOutright ||= instruction.kind === 'load';
      use.hasOwnValues ||= instruction.kind === 'store' && instruction.values.some(isReadOnce);
      continue;
    }
    use.moves += wordsOf(module, instruction.root.index) / strideOf(facts, instruction);
    use.isLooped ||= isLooped;
    use.isReadInLoops ||= isLooped && instruction.kind === 'load';
    use.isWritten ||= instruction.kind === 'store';
  }
  return total;
}

/** What a division by a constant has become counts as one instruction: the driver decides before it writes it so. */
function isDivision(instruction: Instruction): boolean {
  return instruction.kind === 'pure' && instruction.op === 'umulhi';
}

/** Shift, product and difference, of which one is left. */
const DIVISION_FURTHER = 2;

/**
 * Words that a dynamic access may mean lie so far apart: what its address is a multiple of, and no less than it takes.
 * No more than the array has.
 */
export function strideOf(facts: Facts, access: LoadInstruction | StoreInstruction): number {
  const words = access.kind === 'load' ? access.results.length : access.values.length;
  const stride = Math.max(words, multipleOf(facts, access.address) / WORD_BYTES);
  return Math.min(stride, wordsOf(facts.module, access.root.index));
}

function wordsOf({ variables }: Module, variable: number): number {
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
