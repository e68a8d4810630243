// How far the modelled driver unrolls each loop, fitted to its code for some five hundred kernels. A loop is sized in
// units, 3.5 of which are about an instruction. The larger its body, the fewer copies go entirely: trip count times
// body times body and a little is limited, but where accesses come to constant places only the total. Else the most
// copies are taken that fit in one pass with what is peeled for the rest, or none when that is few. Bodies of several
// basic blocks go entirely or not at all. A loop around loops waits until those are written out and folded, stays
// when one of them does, and has limits of its own. Loops with barriers, with reductions or scans of a subgroup, and
// leftovers of unrolling stay as they are.

import { analyzeLoop, type LoopShape } from '../../../ir/analyses/loops.ts';
import type {
  Instruction,
  LoopInstruction,
  Module,
  PureInstruction,
  Region,
  Value,
  ValueId,
} from '../../../ir/ir.ts';
import { subgroupOps } from '../../../ir/subgroup-ops.ts';
import { forEachInstruction, regionsOf } from '../../../ir/walk.ts';
import type { UnrollOptions } from '../../../passes/unroll.ts';
import { LOOP_GUARD } from '../../tint/guards.ts';
import { isPredicable } from './if-conversion.ts';
import { instructionCost, type OptimizerNumbers } from './numbers.ts';

const WORD_BYTES = 4;

/**
 * Instructions that unrolling adds to a kernel at most. No kernel that anybody timed comes near it; it bounds
 * what hundreds of loops, each within its own budget, make together.
 */
const MOST_ADDED_INSTRUCTIONS = 2 ** 16;

/** `module` is the kernel before any unrolling: its loops are the ones that may be shortened. */
export function unrollBudget(module: Module, facts: OptimizerNumbers): UnrollOptions {
  const original = loopsOf(module);
  let left = MOST_ADDED_INSTRUCTIONS;
  return {
    factorOf: (shape, tripCount, body, values) => {
      const known = original.get(shape.loop.id);
      if (!known || holdsLanes(shape.loop.body) || isGuarded(shape.loop)) return 1;
      const size = sizeOf(body, shape, module, values, facts);
      const factor = factorFor(shape, tripCount, known, size, facts);
      const added = (factor - 1) * body.length;
      if (added > left) return 1;
      left -= added;
      return factor;
    },
  };
}

function factorFor(
  shape: LoopShape,
  tripCount: number,
  known: OriginalLoop,
  size: ReturnType<typeof sizeOf>,
  facts: OptimizerNumbers,
): number {
  if (hasLoop(shape.loop.body)) return 1;
  if (fitsWhole(tripCount, known, size, facts)) return tripCount;
  if (!size.isStraight || !shape.isTestOnlyExit) return 1;
  const units = size.units + size.furtherUnits + size.copiedUnits;
  const factor = partialFactor(tripCount, units, facts);
  return factor < facts.unrollCopies ? 1 : factor;
}

/** Whether the loop goes entirely. */
function fitsWhole(tripCount: number, known: OriginalLoop, size: BodySize, facts: OptimizerNumbers): boolean {
  const { units } = size;
  const total = tripCount * units;
  if (isOneBlock(known, size)) {
    const most = known.isNest ? facts.unrollNestSmallUnits : facts.unrollSmallUnits;
    return total < most || total * (units + facts.unrollOverheadUnits) < facts.unrollProductUnits;
  }
  if (size.privateWords > 0 && !known.isNest) return fitsForItsArray(tripCount, known, size, facts);
  const isOverTile = size.isSettlingTile && size.isStraight && !known.isNest;
  if (known.isRepeated && !isOverTile) return total < facts.unrollRepeatedUnits;
  if (!known.isNest) return total < (size.isStraight ? facts.unrollSettlingUnits : facts.unrollUnits);
  const isOfItsArrays = size.isSettling && !size.isAccessing;
  const isLeftSoon = !size.isStraight && !size.isSettling && !(size.isChain && size.isAccessing);
  const most = isLeftSoon || isOfItsArrays ? facts.unrollNestBranchUnits : facts.unrollNestUnits;
  return tripCount * (units + size.furtherUnits) < most;
}

/** Whether a loop goes whose copies would write a private array at constant places: the smaller that is, the sooner. */
function fitsForItsArray(
  tripCount: number,
  known: OriginalLoop,
  { units, privateWords }: BodySize,
  facts: OptimizerNumbers,
): boolean {
  const total = tripCount * units;
  if (known.isRepeated) {
    const product = total * (units + facts.unrollOverheadUnits);
    return total < facts.unrollRepeatedUnits || product < facts.unrollPrivateProductUnits;
  }
  const forArray = facts.unrollPrivateUnits - facts.unrollPrivateWordUnits * privateWords;
  return total < Math.max(facts.unrollSettlingUnits, forArray);
}

/**
 * Without accesses that settle; an exit does not count as a branch. A nest without accesses goes as one of several
 * blocks, and tables of its own do not make it settle.
 */
function isOneBlock(known: OriginalLoop, size: BodySize): boolean {
  if (known.isNest) return size.isStraight && size.isAccessing && !size.isSettlingShared;
  return size.isChain && !size.isSettling;
}

interface OriginalLoop {
  /** Around other loops. */
  readonly isNest: boolean;
  /** In a loop whose iterations nobody can count. */
  readonly isRepeated: boolean;
}

function loopsOf(module: Module): ReadonlyMap<number, OriginalLoop> {
  const found = new Map<number, OriginalLoop>();
  const walk = (region: Region, isRepeated: boolean): void => {
    for (const instruction of region.instructions) {
      const isLoop = instruction.kind === 'loop';
      if (isLoop) found.set(instruction.id, { isNest: hasLoop(instruction.body), isRepeated });
      const isEndless = isLoop && analyzeLoop(module, instruction)?.tripCount === undefined;
      const isUncounted = isRepeated || isEndless || (isLoop && isGuarded(instruction));
      for (const inner of regionsOf(instruction)) walk(inner, isUncounted);
    }
  };
  walk(module.body, false);
  return found;
}

/** The counter that a dialect adds hides from the driver that the loop is counted. */
function isGuarded(loop: LoopInstruction): boolean {
  let isFound = false;
  forEachInstruction(loop.body, (each) => {
    isFound ||= each.kind === 'if' && each.origin === LOOP_GUARD && leaves(each, loop);
  });
  return isFound;
}

/** The most copies that, with the iterations peeled for what does not divide, have few enough units; 1 for none. */
function partialFactor(tripCount: number, units: number, facts: OptimizerNumbers): number {
  const most = Math.floor(facts.unrollPassUnits / units);
  for (let factor = Math.min(most, tripCount); factor > 1; factor--)
    if (factor + (tripCount % factor) <= most) return factor;
  return 1;
}

interface BodySize {
  readonly units: number;
  /** What storage buffers after the first count besides, but not where the loop goes for its size alone. */
  readonly furtherUnits: number;
  /** What addresses count besides when the loop is unrolled in part: each access scales its own. */
  readonly copiedUnits: number;
  /** It reads or writes what other invocations may see. */
  readonly isAccessing: boolean;
  /** It reads from or writes to a place that becomes constant in the copies. */
  readonly isSettling: boolean;
  /** The same in memory that others see. */
  readonly isSettlingShared: boolean;
  /** The same in workgroup memory. */
  readonly isSettlingTile: boolean;
  /** Words of the largest private variable that it writes to at places that become constant. */
  readonly privateWords: number;
  /** One basic block, once small branches are predicated. */
  readonly isStraight: boolean;
  /** That, but for ways out of the loop. */
  readonly isChain: boolean;
}

function sizeOf(
  body: readonly Instruction[],
  shape: LoopShape,
  module: Module,
  values: readonly Value[],
  facts: OptimizerNumbers,
): BodySize {
  let furtherUnits = 0;
  let copiedUnits = 0;
  const products = new Set<ValueId>();
  let isSettling = false;
  let isSettlingShared = false;
  let isSettlingTile = false;
  let isAccessing = false;
  let privateWords = 0;
  const counted = new Set(shape.inductions.map((each) => each.parameter));
  const isCounted = (id: ValueId): boolean => counted.has(id) || values[id]?.constant !== undefined;
  let units = 0;
  let isStraight = true;
  let isChain = true;
  const buffers = new Set<number>();
  const addresses = new Set(body.map((each) => ('root' in each ? each.address : undefined)));
  const further = facts.unrollCosts['buffer_further'] ?? 0;
  const sum = facts.unrollCosts['address_sum'] ?? 0;
  const scaling = facts.unrollCosts['address_scaling'] ?? 0;
  const untaken = new Set<Instruction>();
  for (const instruction of body) {
    if (untaken.has(instruction)) continue;
    if (instruction.kind === 'pure' && instruction.operands.every(isCounted)) counted.add(instruction.result);
    // Scaling an index is part of the access.
    if (instruction.kind === 'pure' && instruction.op === 'shl' && addresses.has(instruction.result))
      continue;
    // The sum is part of the multiply-add; a multiple of the counter becomes a sum itself.
    if (isProduct(instruction) && !instruction.operands.some((each) => counted.has(each)))
      products.add(instruction.result);
    if (isOffset(instruction, addresses, values) && !isCounted(instruction.result)) {
      copiedUnits += sum + scaling;
      continue;
    }
    if (isSumOf(products, instruction)) continue;
    // What the counter decides is decided in each copy, which has one side of it.
    if (instruction.kind === 'if' && counted.has(instruction.condition)) {
      const sides = regionsOf(instruction).map(within);
      for (const each of sides.sort((one, other) => one.length - other.length)[0]) untaken.add(each);
      continue;
    }
    const { isBranching, name } = branching(instruction, module, shape.loop, facts);
    isStraight &&= !isBranching;
    isChain &&= !isBranching || name === 'exit';
    units +=
      name === undefined ? instructionCost(instruction, facts.unrollCosts) : (facts.unrollCosts[name] ?? 0);
    if (!('root' in instruction)) continue;
    const isSettled = counted.has(instruction.address);
    const isShared = instruction.root.space !== 'private';
    isSettling ||= isSettled;
    isAccessing ||= isShared;
    isSettlingShared ||= isShared && isSettled;
    isSettlingTile ||= isSettled && instruction.root.space === 'workgroup';
    if (isSettled && !isShared && instruction.kind === 'store')
      privateWords = Math.max(privateWords, module.variables[instruction.root.index].sizeBytes / WORD_BYTES);
    if (instruction.kind === 'load' && instruction.root.space === 'workgroup')
      copiedUnits += isCounted(instruction.address) ? sum + scaling : scaling;
    if (instruction.root.space === 'buffer') {
      if (!buffers.has(instruction.root.index) && buffers.size > 0) furtherUnits += further;
      buffers.add(instruction.root.index);
    }
  }
  return {
    units: Math.max(1, units),
    furtherUnits,
    copiedUnits,
    isAccessing,
    isSettling,
    isSettlingShared,
    isSettlingTile,
    privateWords,
    isStraight,
    isChain,
  };
}

function within(region: Region): Instruction[] {
  const found: Instruction[] = [];
  forEachInstruction(region, (each) => found.push(each));
  return found;
}

function isProduct(instruction: Instruction): instruction is PureInstruction {
  return instruction.kind === 'pure' && instruction.op === 'imul';
}

/** The sum that a product goes into, which is no product's any more: only one has it in a multiply-add. */
function isSumOf(products: Set<ValueId>, instruction: Instruction): boolean {
  if (instruction.kind !== 'pure' || instruction.op !== 'iadd') return false;
  return instruction.operands.some((each) => products.delete(each));
}

/** A place beside another one. Entirely written out it is part of the access, in part a sum and a scaling of its own. */
function isOffset(
  instruction: Instruction,
  addresses: ReadonlySet<ValueId | undefined>,
  values: readonly Value[],
): instruction is PureInstruction {
  if (instruction.kind !== 'pure' || instruction.op !== 'iadd' || !addresses.has(instruction.result))
    return false;
  return instruction.operands.some((each) => values[each].constant !== undefined);
}

/** Whether the instruction splits its basic block, and the entry of its cost where it is not the usual one. */
function branching(
  instruction: Instruction,
  module: Module,
  loop: LoopInstruction,
  facts: OptimizerNumbers,
): { readonly isBranching: boolean; readonly name?: string } {
  switch (instruction.kind) {
    case 'load':
    case 'store':
    case 'atomic': {
      // A check in front of an access to a writable buffer is a branch to the driver's unroller.
      const { root } = instruction;
      const isChecked = root.space === 'buffer' && module.buffers[root.index]?.access !== 'read';
      return isChecked ? { isBranching: true, name: `${instruction.kind}_checked` } : { isBranching: false };
    }
    case 'if':
      if (isPredicable(instruction, facts)) return { isBranching: false };
      return { isBranching: true, name: leaves(instruction, loop) ? 'exit' : 'branch' };
    case 'switch':
    case 'loop':
      return { isBranching: true, name: 'branch' };
    case 'block':
      return { isBranching: true, name: 'block' };
    default:
      return { isBranching: false };
  }
}

function leaves(branch: Instruction, loop: LoopInstruction): boolean {
  let isLeaving = false;
  for (const region of regionsOf(branch)) {
    forEachInstruction(region, (each) => {
      isLeaving ||= each.kind === 'return' || (each.kind === 'break' && each.target === loop.id);
    });
  }
  return isLeaving;
}

function hasLoop(region: Region): boolean {
  return region.instructions.some((each) => each.kind === 'loop' || regionsOf(each).some(hasLoop));
}

/** Lanes meet in it, at a barrier or for a reduction or scan. */
function holdsLanes(region: Region): boolean {
  return region.instructions.some((each) => isMeeting(each) || regionsOf(each).some(holdsLanes));
}

function isMeeting(instruction: Instruction): boolean {
  if (instruction.kind === 'barrier') return true;
  if (instruction.kind !== 'subgroup') return false;
  const { kind } = subgroupOps[instruction.op];
  return kind === 'reduce' || kind === 'scan';
}
