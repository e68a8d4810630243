// Machine code of the final IR: selection, order, coalescing of copies, waits, jumps, registers.

import type { Module } from '../../ir/ir.ts';
import { coalesce } from '../../machine/coalesce.ts';
import { finishCode, variableBytes } from '../../machine/finish.ts';
import { computeLiveness } from '../../machine/liveness.ts';
import type { Program } from '../../machine/program.ts';
import { assignSlots } from '../../machine/slots.ts';
import type { SegmentDraft } from '../../machine/virtual.ts';
import { costClassOf } from '../amd/cost-classes.ts';
import type { AppleGeneration } from './generation.ts';
import { addJumps, settleExits } from './jumps.ts';
import type { InstructionClass } from './listing.ts';
import { order } from './order.ts';
import { halvesUsed } from './registers.ts';
import { type SelectedBody, type SelectedLoop, selectBody } from './select/control.ts';
import { Selection } from './select/selection.ts';
import { addWaits } from './waits.ts';

/** What a driver's statistics say of a kernel's code. */
export interface AppleCode {
  readonly segments: readonly SegmentDraft[];
  readonly loops: readonly SelectedLoop[];
  /** Halves of registers of a thread. */
  readonly halves: number;
}

/** The code as the driver would list it, with units for cost classes. */
export function appleCode(module: Module, generation: AppleGeneration): AppleCode {
  const { s, body, halves } = selected(module, generation);
  return { segments: s.code.drafts, loops: body.loops, halves };
}

/** The machine program of a module after `optimizeApple`. */
export function generateApple(module: Module, generation: AppleGeneration): Program {
  const { s, body, halves } = selected(module, generation);
  const { drafts, registers } = s.code;
  for (const { instructions } of drafts)
    for (const each of instructions) each.costClass = costClassOf(generation, each);
  const slots = assignSlots(drafts, registers, computeLiveness(drafts, registers.count));
  const words = Math.ceil(halves / 2);
  const { registersPerThread } = generation;
  return {
    module,
    ...finishCode(drafts, body.nodes, slots),
    registerSlots: slots.slotCount,
    registersPerThread: Math.min(words, registersPerThread),
    spillBytes: WORD_BYTES * Math.max(0, words - registersPerThread),
    workgroupBytes: variableBytes(module, 'workgroup'),
    privateBytes: variableBytes(module, 'private', s.tables),
    registerArrays: new Set(),
    constantTables: s.tables,
  };
}

const WORD_BYTES = 4;

function selected(
  module: Module,
  generation: AppleGeneration,
): { readonly s: Selection; readonly body: SelectedBody; readonly halves: number } {
  const s = new Selection(module, generation);
  const body = selectBody(s);
  const { code } = s;
  const { drafts, registers } = code;
  order(code);
  coalesce(drafts, registers);
  code.origin = undefined;
  code.span = undefined;
  settleExits(body.exits, (opcode, place) => code.make(opcode, [], [], { place }));
  addWaits(drafts, generation, (opcode) => code.make(opcode, [], []));
  addJumps(drafts, body.skipped, generation, (opcode, place) => code.make(opcode, [], [], { place }));
  const hasControl = drafts.some(({ instructions }) =>
    instructions.some(({ costClass }) => costClass === 'control'),
  );
  return { s, body, halves: halvesUsed(drafts, registers, hasControl) };
}

/** Instructions of a class over the whole code. */
export function countClass({ segments }: AppleCode, wanted: InstructionClass): number {
  return segments.reduce(
    (sum, { instructions }) => sum + instructions.filter((each) => each.costClass === wanted).length,
    0,
  );
}
