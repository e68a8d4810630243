// Machine code of the final IR: selection, order, coalescing of copies, waits, jumps, registers.

import type { Module } from '../../ir/ir.ts';
import { coalesce } from '../../machine/coalesce.ts';
import { finishCode, variableBytes } from '../../machine/finish.ts';
import { computeLiveness } from '../../machine/liveness.ts';
import type { Program } from '../../machine/program.ts';
import { assignSlots } from '../../machine/slots.ts';
import type { SegmentDraft } from '../../machine/virtual.ts';
import { costClassOf } from '../mesa/cost-classes.ts';
import { type AppleGeneration, threadsOf } from './generation.ts';
import { addJumps, settleExits } from './jumps.ts';
import type { InstructionClass } from './listing.ts';
import { sendLoadsAhead } from './loads-ahead.ts';
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

/** The code as Mesa's driver would list it, with units for cost classes. */
export function appleCode(module: Module, generation: AppleGeneration): AppleCode {
  const { s, body } = selected(module, generation);
  const halves = settled(s, body, generation);
  return { segments: s.code.drafts, loops: body.loops, halves };
}

/** The machine program of a module after `optimizeApple`, with loads as early as the vendor's own compiler has them. */
export function generateApple(module: Module, generation: AppleGeneration): Program {
  const { s, body } = selected(module, generation);
  const { drafts, registers } = s.code;
  sendAhead(s, generation);
  const halves = settled(s, body, generation);
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
    hasConstantBanks: false,
  };
}

const WORD_BYTES = 4;
/** Instructions over which loads go ahead: of these the most that leave as many threads. */
const REACHES = [64, 32, 16] as const;

interface Selected {
  readonly s: Selection;
  readonly body: SelectedBody;
}

/** Everything in its order, with copies that are left. */
function selected(module: Module, generation: AppleGeneration): Selected {
  const s = new Selection(module, generation);
  const body = selectBody(s);
  order(s.code);
  coalesce(s.code.drafts, s.code.registers);
  s.code.origin = undefined;
  s.code.span = undefined;
  return { s, body };
}

function sendAhead({ code: { drafts, registers } }: Selection, generation: AppleGeneration): void {
  const before = drafts.map(({ instructions }) => instructions);
  const threads = () => threadsOf(halvesUsed(drafts, registers, hasControl(drafts)), generation);
  const most = threads();
  for (const reach of REACHES) {
    drafts.forEach((draft, at) => {
      draft.instructions = sendLoadsAhead({ ...draft, instructions: before[at] }, reach);
    });
    if (threads() >= most) return;
  }
  drafts.forEach((draft, at) => {
    draft.instructions = before[at];
  });
}

/** Adds what goes by the order. @returns halves of registers */
function settled({ code }: Selection, body: SelectedBody, generation: AppleGeneration): number {
  const { drafts, registers } = code;
  settleExits(body.exits, (opcode, place) => code.make(opcode, [], [], { place }));
  addWaits(drafts, generation, (opcode) => code.make(opcode, [], []));
  addJumps(drafts, body.skipped, generation, (opcode, place) => code.make(opcode, [], [], { place }));
  return halvesUsed(drafts, registers, hasControl(drafts));
}

function hasControl(drafts: readonly SegmentDraft[]): boolean {
  return drafts.some(({ instructions }) => instructions.some(({ costClass }) => costClass === 'control'));
}

/** Instructions of a class over the whole code. */
export function countClass({ segments }: AppleCode, wanted: InstructionClass): number {
  return segments.reduce(
    (sum, { instructions }) => sum + instructions.filter((each) => each.costClass === wanted).length,
    0,
  );
}
