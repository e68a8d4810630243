// Machine code of the final IR: selection, coalescing of copies, order, registers, waits.

import type { Module } from '../../ir/ir.ts';
import { coalesce } from '../../machine/coalesce.ts';
import { finishCode, variableBytes } from '../../machine/finish.ts';
import { computeLiveness } from '../../machine/liveness.ts';
import type { Program } from '../../machine/program.ts';
import { assignSlots } from '../../machine/slots.ts';
import type { SegmentDraft, VirtualInstruction } from '../../machine/virtual.ts';
import { costClassOf } from '../mesa/cost-classes.ts';
import type { AmdGeneration } from './generation.ts';
import { interleave } from './interleave.ts';
import type { InstructionClass } from './listing.ts';
import { loadsFirst } from './order.ts';
import { allocatedVgprs, vectorPressure } from './registers.ts';
import { type SelectedBody, type SelectedLoop, selectBody } from './select/control.ts';
import { loadDescriptors } from './select/descriptors.ts';
import { Selection, type SelectionOptions } from './select/selection.ts';
import { addWaits } from './waits.ts';

/** What a driver's statistics say of a kernel's code. */
export interface AmdCode {
  readonly segments: readonly SegmentDraft[];
  readonly loops: readonly SelectedLoop[];
  /** Vector registers of a wave, as allocated. */
  readonly vgprs: number;
  readonly ldsBytes: number;
}

/** The code as the driver would list it, with units for cost classes. */
export function amdCode(module: Module, generation: AmdGeneration): AmdCode {
  const { s, body, pressure } = selected(module, { generation, zeroesWorkgroupMemory: true });
  const { drafts } = s.code;
  const vgprs = allocatedVgprs(pressure, generation);
  return { segments: drafts, loops: body.loops, vgprs, ldsBytes: ldsBytesOf(module, generation) };
}

/** The machine program of a module after `optimizeMesa`. */
export function generateAmd(module: Module, options: SelectionOptions): Program {
  const { generation } = options;
  const { s, body, pressure } = selected(module, options);
  const { drafts, registers } = s.code;
  for (const { instructions } of drafts)
    for (const each of instructions) each.costClass = costClassOf(generation, each);
  const slots = assignSlots(drafts, registers, computeLiveness(drafts, registers.count));
  return {
    module,
    ...finishCode(drafts, body.nodes, slots),
    registerSlots: slots.slotCount,
    registersPerThread: Math.min(pressure, generation.vgprsPerWave),
    spillBytes: WORD_BYTES * Math.max(0, pressure - generation.vgprsPerWave),
    workgroupBytes: variableBytes(module, 'workgroup'),
    privateBytes: variableBytes(module, 'private', s.tables),
    registerArrays: new Set(),
    constantTables: s.tables,
    hasConstantBanks: false,
  };
}

const WORD_BYTES = 4;
/** How far ahead loads go: of windows that were tried, the one whose registers are Mesa's most often (bench/codes). */
const REACHES = [32, 16, 1] as const;

function selected(
  module: Module,
  options: SelectionOptions,
): { readonly s: Selection; readonly body: SelectedBody; readonly pressure: number } {
  const s = new Selection(module, options);
  const body = selectBody(s);
  loadDescriptors(s);
  const { drafts, registers } = s.code;
  coalesce(drafts, registers);
  const selectedOrder = drafts.map(({ instructions }) => instructions);
  const pressureOf = (reach: number): number => {
    drafts.forEach((draft, k) => {
      draft.instructions = interleave(loadsFirst(selectedOrder[k], reach));
    });
    return Math.max(1, vectorPressure(drafts, registers));
  };
  // The driver does not load so early that it would have to spill.
  let pressure = pressureOf(REACHES[0]);
  for (const reach of REACHES.slice(1))
    if (pressure > options.generation.vgprsPerWave) pressure = pressureOf(reach);
  addWaits(drafts, registers, options.generation, (opcode) => lone(s, opcode));
  return { s, body, pressure };
}

/** An instruction that stands in no segment yet. */
function lone(s: Selection, opcode: string): VirtualInstruction {
  const saved = s.code.current;
  s.code.current = { ...saved, instructions: [] };
  const instruction = s.code.emit(opcode, [], []);
  s.code.current = saved;
  return instruction;
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
