// Puts the code of one region in the place of the construct that holds it, for when control surely goes
// through that region once: an `if` with a constant condition, a `block` that nothing leaves early.

import type { Construct, ConstructId, Instruction, Region, ValueId } from './ir.ts';
import { isTerminator, regionsOf } from './walk.ts';

export interface Inlined {
  readonly instructions: readonly Instruction[];
  /** What the construct's results are; absent when a `block` in `instructions` still defines them. */
  readonly values?: readonly ValueId[];
  /** The last instruction is a terminator: nothing after the construct runs. */
  readonly isEnd: boolean;
}

/** The code that does what `construct` does when control enters `region` and no other of its regions. */
export function inlineRegion(construct: Construct, region: Region): Inlined {
  const { instructions } = region;
  const last = instructions.at(-1)!;
  const isOwnBreak = last.kind === 'break' && last.target === construct.id;
  const early = countBreaks(region, construct.id) - (isOwnBreak ? 1 : 0);
  if (early > 0) {
    const { id, results, span, origin } = construct;
    const trailer = { ...(span ? { span } : {}), ...(origin === undefined ? {} : { origin }) };
    return { instructions: [{ kind: 'block', id, results, body: region, ...trailer }], isEnd: false };
  }
  if (isOwnBreak) return { instructions: instructions.slice(0, -1), values: last.values, isEnd: false };
  return { instructions, values: [], isEnd: isTerminator(last) };
}

/** How many terminators in the region leave the construct with its results. */
export function countBreaks(region: Region, id: ConstructId): number {
  return countJumps(region, 'break', id);
}

/** How many terminators in the region start the next iteration of the loop. */
export function countNexts(region: Region, id: ConstructId): number {
  return countJumps(region, 'next', id);
}

function countJumps(region: Region, kind: 'break' | 'next', id: ConstructId): number {
  let count = 0;
  for (const instruction of region.instructions) {
    if (instruction.kind === kind && instruction.target === id) count++;
    for (const inner of regionsOf(instruction)) count += countJumps(inner, kind, id);
  }
  return count;
}
