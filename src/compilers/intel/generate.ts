// Machine code of the final IR: selection, coalescing of copies, registers, slots.

import type { Module } from '../../ir/ir.ts';
import { coalesce } from '../../machine/coalesce.ts';
import { finishCode, variableBytes } from '../../machine/finish.ts';
import { computeLiveness } from '../../machine/liveness.ts';
import type { Program } from '../../machine/program.ts';
import { assignSlots } from '../../machine/slots.ts';
import type { SegmentDraft, VirtualInstruction } from '../../machine/virtual.ts';
import { costClassOf } from './cost-classes.ts';
import { type IntelGeneration, registersPerLane, WORD_BYTES } from './generation.ts';
import { registerPressure } from './registers.ts';
import { type SelectedBody, type SelectedLoop, selectBody } from './select/control.ts';
import { Selection, type SelectionOptions } from './select/selection.ts';

/** What a driver's statistics say of a kernel's code. */
export interface IntelCode {
  readonly segments: readonly SegmentDraft[];
  readonly loops: readonly SelectedLoop[];
  /** Registers of 32 bytes that are alive at once. */
  readonly liveRegisters: number;
  readonly spills: boolean;
  readonly lanes: number;
  readonly workgroupBytes: number;
}

const COUNTED_BYTES = 32;

/** The code as the driver would list it. */
export function intelCode(module: Module, generation: IntelGeneration): IntelCode {
  const { s, body, pressure } = selected(module, { generation, zeroesWorkgroupMemory: true });
  return {
    segments: s.code.drafts,
    loops: body.loops,
    liveRegisters: pressure,
    spills: pressure > countedRegisters(generation),
    lanes: generation.lanes,
    workgroupBytes: variableBytes(module, 'workgroup'),
  };
}

/** The machine program of a module after the optimiser. */
export function generateIntel(module: Module, options: SelectionOptions): Program {
  const { generation } = options;
  const { s, body, pressure } = selected(module, options);
  const { drafts, registers } = s.code;
  for (const { instructions } of drafts)
    for (const each of instructions) each.costClass = costClassOf(generation, each);
  const slots = assignSlots(drafts, registers, computeLiveness(drafts, registers.count));
  const perLane = registersPerLane(generation);
  const wanted = Math.ceil((perLane * pressure) / countedRegisters(generation));
  return {
    module,
    ...finishCode(drafts, body.nodes, slots),
    registerSlots: slots.slotCount,
    registersPerThread: Math.min(wanted, perLane),
    spillBytes: WORD_BYTES * Math.max(0, wanted - perLane),
    workgroupBytes: allottedBytes(variableBytes(module, 'workgroup')),
    privateBytes: variableBytes(module, 'private', s.tables),
    registerArrays: new Set(),
    constantTables: s.tables,
    hasConstantBanks: false,
  };
}

/** Workgroup memory is handed out in powers of two. Source: mesa-26.1, intel_compute_slm. */
function allottedBytes(bytes: number): number {
  return bytes === 0 ? 0 : Math.max(LEAST_SHARED_BYTES, 2 ** Math.ceil(Math.log2(bytes)));
}

const LEAST_SHARED_BYTES = 1024;

function countedRegisters({ grfCount, grfBytes }: IntelGeneration): number {
  return (grfCount * grfBytes) / COUNTED_BYTES;
}

const PLACES = { start: 0, body: 1, end: 2 } as const;

function selected(
  module: Module,
  options: SelectionOptions,
): { readonly s: Selection; readonly body: SelectedBody; readonly pressure: number } {
  const s = new Selection(module, options);
  const body = selectBody(s);
  const { drafts, registers, groups } = s.code;
  for (const draft of drafts)
    draft.instructions = [...draft.instructions].sort((a, b) => PLACES[a.place] - PLACES[b.place]);
  coalesce(drafts, registers);
  dropUnread(drafts);
  return { s, body, pressure: registerPressure(drafts, registers, groups) };
}

/** Ids and addresses that nobody came to read. */
function dropUnread(drafts: readonly SegmentDraft[]): void {
  const isFree = ({ kind, destinations, costClass }: VirtualInstruction, read: ReadonlySet<number>) =>
    kind === 'arithmetic' &&
    destinations.length > 0 &&
    !costClass.startsWith('send') &&
    destinations.every((each) => !read.has(each));
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    const read = new Set<number>();
    for (const { instructions } of drafts)
      for (const { sources } of instructions) for (const each of sources) read.add(each);
    for (const draft of drafts) {
      const kept = draft.instructions.filter((each) => !isFree(each, read));
      if (kept.length < draft.instructions.length) hasChanged = true;
      draft.instructions = kept;
    }
  }
}
