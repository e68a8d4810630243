// Which private arrays with dynamic indices live in registers, and which of these are values that are written once.
// Source: driver code for SM 9.0.

import type { Instruction, Module, Region, StoreInstruction, ValueId } from '../../../ir/ir.ts';
import { regionsOf } from '../../../ir/walk.ts';
import { mostRegisters } from '../../../machine/registers.ts';
import type { Generation } from '../generation.ts';
import { type InstructionCosts, instructionCost } from '../optimize/numbers.ts';
import { strideOf, wordsOf } from './private-places.ts';
import type { Facts } from './uses.ts';

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

const UNUSED: Use = {
  moves: 0,
  isLooped: false,
  isReadInLoops: false,
  isWritten: false,
  isReadOutright: false,
  hasOwnValues: false,
  isOther: false,
};

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
  const uses = new Map<number, Use>(inMemory.map((index) => [index, { ...UNUSED }]));
  const instructions = noteUses(facts, module.body, uses, optimizer.instructionCosts, false);
  const { growth, words: mostWords, loopedWords, mixedWords, loneWords, loneGrowth } = privateArrays;
  let left = instructions * growth;
  const [x, y, z] = module.workgroupSize;
  let wordsLeft = mostRegisters(registers, x * y * z) - registers.fixedOverhead;
  let loopedLeft = loopedWords;
  let mixedLeft = mixedWords - heldWords(facts);
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

/**
 * Words read from buffers, or chosen, before loops that read them: what an array has become that is read at places
 * known beforehand competes with those that stay arrays. Seen in 28 kernels of one or two sorted arrays of 8 to 16 words, and in one more,
 * beside rows of 8 to 64 words: together more than 40 words are in local memory, 32 in registers, of 40 one in four.
 */
function heldWords({ module, definition, loopDepth, useDepth }: Facts): number {
  return definition.filter((read, value) => {
    if (loopDepth[value] > 0 || useDepth[value] === 0) return false;
    if (read?.kind !== 'load' || read.root.space !== 'buffer') return read?.kind === 'if';
    return module.buffers[read.root.index].kind === 'storage';
  }).length;
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
  if (settled.size === 0) return settled;
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
