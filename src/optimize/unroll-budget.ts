// How far the modelled driver unrolls each loop, fitted to its code for some two hundred kernels. A loop is sized
// in units of 1/1024 of a pass of the unrolled loop; one that needs less than `unrollUnits` in all goes entirely.
// A larger one is split into that many equal passes, what does not divide is peeled, and the number of passes
// grows until little is. Bodies of several basic blocks go entirely or not at all. A loop around loops waits
// until those are written out and folded, and stays when one of them does; the same rule sizes it then, with its
// own limit and a least number of copies. Loops with barriers, with reductions or scans
// of a subgroup, and leftovers of unrolling stay as they are.

import type { Instruction, LoopInstruction, Module, Region, ValueId } from '../ir/ir.ts';
import { subgroupOps } from '../ir/subgroup-ops.ts';
import { forEachInstruction, regionsOf } from '../ir/walk.ts';
import { LOOP_GUARD } from './dawn-guards.ts';
import { type FamilyFacts, instructionCost } from './facts.ts';
import { analyzeLoop, type LoopShape } from './loops.ts';
import { isPredicable } from './predicate.ts';
import type { UnrollOptions } from './unroll.ts';

/**
 * Instructions that unrolling adds to a kernel at most. No kernel that anybody timed comes near it; it bounds
 * what hundreds of loops, each within its own budget, make together.
 */
const MOST_ADDED_INSTRUCTIONS = 2 ** 16;

/** `module` is the kernel before any unrolling: its loops are the ones that may be shortened. */
export function unrollBudget(module: Module, facts: FamilyFacts): UnrollOptions {
  const original = loopsOf(module);
  let left = MOST_ADDED_INSTRUCTIONS;
  return {
    factorOf: (shape, tripCount, body) => {
      const known = original.get(shape.loop.id);
      if (!known || holdsLanes(shape.loop.body) || isGuarded(shape.loop)) return 1;
      const factor = factorFor(shape, tripCount, known, sizeOf(body, shape, module, facts), facts);
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
  facts: FamilyFacts,
): number {
  if (hasLoop(shape.loop.body)) return 1;
  if (known.isNest && !known.isRepeated) {
    if (tripCount * (size.units + size.loads * facts.unrollNestLoadUnits) < facts.unrollNestUnits)
      return tripCount;
  } else if (tripCount * size.units < (known.isRepeated ? facts.unrollRepeatedUnits : facts.unrollUnits)) {
    return tripCount;
  }
  if (!size.isStraight || !shape.isTestOnlyExit) return 1;
  const factor = partialFactor(tripCount, size.units, facts);
  return known.isNest && factor < facts.unrollNestCopies ? 1 : factor;
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

/** Copies in a loop of equal passes, the rest peeled; 1 when not even two fit. */
function partialFactor(tripCount: number, units: number, facts: FamilyFacts): number {
  const fewest = Math.ceil((tripCount * units) / facts.unrollPassUnits);
  for (let passes = fewest; passes <= tripCount / 2; ) {
    const factor = Math.floor(tripCount / passes);
    if ((tripCount % factor) * 100 <= factor * facts.unrollPeelPercent) return factor;
    // On to the fewest passes with a smaller factor: of 2^31 iterations there are many.
    passes = Math.floor(tripCount / factor) + 1;
  }
  return 1;
}

interface BodySize {
  readonly units: number;
  /** From storage, at addresses that do not become constant in the copies. */
  readonly loads: number;
  /** One basic block, once small branches are predicated. */
  readonly isStraight: boolean;
}

function sizeOf(
  body: readonly Instruction[],
  shape: LoopShape,
  module: Module,
  facts: FamilyFacts,
): BodySize {
  let loads = 0;
  const counted = new Set(shape.inductions.map((each) => each.parameter));
  const isCounted = (id: ValueId): boolean => counted.has(id) || module.values[id]?.constant !== undefined;
  let units = facts.unrollCosts['iteration'] ?? 0;
  let isStraight = true;
  const buffers = new Set<number>();
  const addresses = new Set(body.map((each) => ('root' in each ? each.address : undefined)));
  const further = facts.unrollCosts['buffer_further'] ?? 0;
  for (const instruction of body) {
    if (instruction.kind === 'pure' && instruction.operands.every(isCounted)) counted.add(instruction.result);
    // Scaling an index is part of the access.
    if (instruction.kind === 'pure' && instruction.op === 'shl' && addresses.has(instruction.result))
      continue;
    const { isBranching, name } = branching(instruction, module, shape.loop, facts);
    isStraight &&= !isBranching;
    units +=
      name === undefined ? instructionCost(instruction, facts.unrollCosts) : (facts.unrollCosts[name] ?? 0);
    if ('root' in instruction && instruction.root.space === 'buffer') {
      if (!buffers.has(instruction.root.index) && buffers.size > 0) units += further;
      buffers.add(instruction.root.index);
      if (instruction.kind === 'load' && !isCounted(instruction.address)) loads++;
    }
  }
  return { units: Math.max(1, units), loads, isStraight };
}

/** Whether the instruction splits its basic block, and the entry of its cost where it is not the usual one. */
function branching(
  instruction: Instruction,
  module: Module,
  loop: LoopInstruction,
  facts: FamilyFacts,
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
