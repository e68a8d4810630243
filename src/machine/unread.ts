// Instructions whose results nobody reads.

import type { Liveness } from './liveness.ts';
import type { SegmentDraft, VirtualInstruction } from './virtual.ts';

/** Removes those that may go from a segment. @returns whether any went; liveness is that of before then */
export function removeUnread(
  draft: SegmentDraft,
  { liveOut }: Liveness,
  mayGo: (instruction: VirtualInstruction) => boolean,
): boolean {
  const alive = new Set<number>();
  liveOut.forEach(draft.id, (register) => alive.add(register));
  const kept: VirtualInstruction[] = [];
  for (let index = draft.instructions.length - 1; index >= 0; index--) {
    const instruction = draft.instructions[index];
    const { destinations, sources } = instruction;
    if (mayGo(instruction) && !destinations.some((each) => alive.has(each))) continue;
    for (const destination of destinations) alive.delete(destination);
    for (const source of sources) alive.add(source);
    kept.push(instruction);
  }
  const isShorter = kept.length < draft.instructions.length;
  draft.instructions = kept.reverse();
  return isShorter;
}
