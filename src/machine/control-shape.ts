// Shapes of structured control flow that decide which branches a construct costs: arms that only leave, loops
// whose test can be the back edge, ways out that the lanes of a warp take apart.

import { UNIFORM } from '../ir/analyses/uniformity.ts';
import type { ConstructId, Instruction, LoopInstruction, Region } from '../ir/ir.ts';

/** In a tail region: the terminator ends the program, or leads to where it ends. */
export function endsHere(next: Instruction): boolean {
  return (
    next.kind === 'return' ||
    next.kind === 'unreachable' ||
    (next.kind === 'break' && next.values.length === 0)
  );
}

/** A region that only ends the program. */
export function isReturn(region: Region): boolean {
  return region.instructions.length === 1 && region.instructions[0].kind === 'return';
}

/** An arm without code that yields nothing. */
export function isEmptyArm(region: Region): boolean {
  const only = region.instructions[0];
  return region.instructions.length === 1 && only.kind === 'break' && only.values.length === 0;
}

/** An arm without code: what it yields, if anything, was there before. */
export function isBareArm(region: Region, own: ConstructId): boolean {
  const only = region.instructions[0];
  return region.instructions.length === 1 && only.kind === 'break' && only.target === own;
}

/** An arm that only goes elsewhere than behind its own construct: the branch can go there itself. */
export function isExitArm(region: Region, own: ConstructId): boolean {
  const only = region.instructions[0];
  if (region.instructions.length !== 1) return false;
  return (only.kind === 'break' && only.target !== own) || only.kind === 'next';
}

/** The body tests for its end first or last, so that the test's branch is the back edge. */
export function isRotated(loop: LoopInstruction): boolean {
  const { instructions } = loop.body;
  const constructs = instructions.filter(
    (each) =>
      each.kind === 'loop' ||
      each.kind === 'block' ||
      each.kind === 'switch' ||
      (each.kind === 'if' && !each.isPredicated),
  );
  const isExit = (each: Instruction | undefined): boolean =>
    each?.kind === 'if' && [each.then, each.otherwise].some((arm) => leavesDirectly(arm, loop.id));
  return isExit(constructs[0]) || isExit(constructs.at(-1));
}

function leavesDirectly(region: Region, loop: ConstructId): boolean {
  const only = region.instructions[0];
  return (
    region.instructions.length === 1 &&
    ((only.kind === 'break' && only.target === loop) || only.kind === 'return')
  );
}

/** True when lanes may leave the region for code behind it, or start its next iteration, at different times. */
export function hasSplitExit(
  region: Region,
  uniformity: Uint8Array,
  isSplit = false,
  inside: ReadonlySet<number> = new Set(),
): boolean {
  for (const instruction of region.instructions) {
    switch (instruction.kind) {
      case 'break':
      case 'next':
        if (isSplit && !inside.has(instruction.target)) return true;
        break;
      case 'if': {
        const inner = isSplit || uniformity[instruction.condition] !== UNIFORM;
        const own = new Set(inside).add(instruction.id);
        if (
          hasSplitExit(instruction.then, uniformity, inner, own) ||
          hasSplitExit(instruction.otherwise, uniformity, inner, own)
        )
          return true;
        break;
      }
      case 'switch': {
        const inner = isSplit || uniformity[instruction.selector] !== UNIFORM;
        const own = new Set(inside).add(instruction.id);
        if (instruction.cases.some((each) => hasSplitExit(each.body, uniformity, inner, own))) return true;
        break;
      }
      case 'block':
      case 'loop':
        if (hasSplitExit(instruction.body, uniformity, isSplit, new Set(inside).add(instruction.id)))
          return true;
        break;
      default:
        break;
    }
  }
  return false;
}
