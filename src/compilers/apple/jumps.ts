// What the stack of lanes costs beyond its own instructions: moves on the way out of a loop, and jumps over code that no
// lane wants, where there is enough of it.

import type { SegmentDraft, VirtualInstruction } from '../../machine/virtual.ts';
import type { AppleGeneration } from './generation.ts';
import type { Exit, Skipped } from './select/control.ts';

type Make = (opcode: string, place: 'start' | 'end') => VirtualInstruction;

/** A way out with moves of its own is a branch around them. */
export function settleExits(exits: readonly Exit[], make: Make): void {
  for (const { test, arm, behind } of exits) {
    if (arm.instructions.length === 0) continue;
    const at = test.instructions.findLastIndex(({ opcode }) => opcode === 'while');
    if (at < 0) continue;
    test.instructions[at].opcode = 'if';
    arm.instructions.push(make('ldimm', 'end'), make('pop_exec', 'end'));
    behind.instructions.unshift(make('pop_exec', 'start'));
  }
}

/** Jumps behind the tests whose code is worth it. */
export function addJumps(
  drafts: readonly SegmentDraft[],
  skipped: readonly Skipped[],
  { skippedCost, skippedLoadCost }: AppleGeneration,
  make: Make,
): void {
  const costs = drafts.map(({ instructions }) =>
    instructions.reduce((sum, { opcode }) => sum + (opcode === 'load' ? skippedLoadCost : 1), 0),
  );
  for (const { test, place, from, to } of skipped) {
    const cost = costs.slice(from, to).reduce((sum, each) => sum + each, 0);
    if (cost < skippedCost) continue;
    if (place === 'end') test.instructions.push(make('jmp_none', 'end'));
    else test.instructions.splice(1, 0, make('jmp_none', 'start'));
  }
}
