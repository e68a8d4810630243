// Machine code of the final IR: selection, coalescing of copies, order, registers, waits.

import type { Module } from '../../ir/ir.ts';
import { coalesce } from '../../machine/coalesce.ts';
import type { SegmentDraft, VirtualInstruction } from '../../machine/virtual.ts';
import type { AmdGeneration } from './generation.ts';
import { interleave } from './interleave.ts';
import type { InstructionClass } from './listing.ts';
import { loadsFirst } from './order.ts';
import { allocatedVgprs, vectorPressure } from './registers.ts';
import { type SelectedLoop, selectBody } from './select/control.ts';
import { loadDescriptors } from './select/descriptors.ts';
import { Selection } from './select/selection.ts';
import { addWaits } from './waits.ts';

/** What a driver's statistics say of a kernel's code. */
export interface AmdCode {
  readonly segments: readonly SegmentDraft[];
  readonly loops: readonly SelectedLoop[];
  /** Vector registers of a wave, as allocated. */
  readonly vgprs: number;
  readonly ldsBytes: number;
}

export function generateAmd(module: Module, generation: AmdGeneration): AmdCode {
  const s = new Selection(module, generation);
  const loops = selectBody(s);
  loadDescriptors(s);
  const { drafts, registers } = s.code;
  coalesce(drafts, registers);
  for (const draft of drafts) draft.instructions = interleave(loadsFirst(draft.instructions));
  const vgprs = allocatedVgprs(vectorPressure(drafts, registers), generation);
  const make = (opcode: string): VirtualInstruction => {
    const [saved] = [s.code.current];
    s.code.current = { ...saved, instructions: [] };
    const instruction = s.code.emit(opcode, [], []);
    s.code.current = saved;
    return instruction;
  };
  addWaits(drafts, generation, make);
  return { segments: drafts, loops, vgprs, ldsBytes: ldsBytesOf(module, generation) };
}

/** Instructions of a class over the whole code. */
export function countClass({ segments }: AmdCode, wanted: InstructionClass): number {
  return segments.reduce(
    (sum, { instructions }) => sum + instructions.filter((each) => each.costClass === wanted).length,
    0,
  );
}

function ldsBytesOf({ variables }: Module, { ldsStepBytes }: AmdGeneration): number {
  const bytes = variables.reduce((sum, each) => (each.space === 'workgroup' ? sum + each.sizeBytes : sum), 0);
  return Math.ceil(bytes / ldsStepBytes) * ldsStepBytes;
}
