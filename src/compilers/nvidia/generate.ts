// Code generation: final IR to the machine program of a generation, as the modelled driver would emit it. In order:
// facts and placement, fusion, selection along the tree, coalescing of copies, scheduling, register counting,
// slots. Assumes what `optimize` leaves: no `bound`, small `if`s marked, accesses of 1, 2 or 4 components.

import type { Module } from '../../ir/ir.ts';
import { coalesce } from '../../machine/coalesce.ts';
import { finishCode, variableBytes } from '../../machine/finish.ts';
import { computeLiveness } from '../../machine/liveness.ts';
import { noteOperandReads } from '../../machine/operand-reads.ts';
import type { Program } from '../../machine/program.ts';
import { recompute } from '../../machine/recompute.ts';
import { countRegisters, mostRegisters, occupancySteps, spareSharedWords } from '../../machine/registers.ts';
import { rematerialize } from '../../machine/rematerialize.ts';
import { schedule } from '../../machine/schedule.ts';
import { assignSlots } from '../../machine/slots.ts';
import { removeUnread } from '../../machine/unread.ts';
import type { SegmentDraft } from '../../machine/virtual.ts';
import { LOAD_BATCHING, PIPE_BALANCING, RECOMPUTATION } from './behaviours.ts';
import type { Generation } from './generation.ts';
import { balancePipes } from './select/balance.ts';
import { lowerBody } from './select/lower.ts';
import { isMove } from './select/select-private.ts';
import { Selection } from './select/selection.ts';
import { planSelection } from './select/selection-plan.ts';
import { insertSpills, type Spilled } from './select/spill.ts';

export interface GenerateOptions {
  readonly generation: Generation;
  /** Names of behaviours to leave out; see `driverBehaviours`. */
  readonly without: ReadonlySet<string>;
}

/** The machine program of a module after `optimize`. */
export function generate(module: Module, options: GenerateOptions): Program {
  const { generation } = options;
  const without = new Set([...options.without, ...generation.lacks.keys()]);
  const s = new Selection(planSelection(module, generation, without));
  const nodes = lowerBody(s);
  coalesce(s.code.drafts, s.values.table);
  if (!without.has(PIPE_BALANCING))
    balancePipes(s.code.drafts, (register) => s.values.isPredicateFile(register));
  const most = mostRegisters(generation.registers, invocationsOf(module));
  let liveness = computeLiveness(s.code.drafts, s.values.table.count);
  if (s.elements.size > 0) for (const draft of s.code.drafts) removeUnread(draft, liveness, isMove);
  const workgroupBytes = variableBytes(module, 'workgroup');
  const { fixedOverhead } = generation.registers;
  const steps = occupancySteps(generation.registers, invocationsOf(module), workgroupBytes);
  const limits = {
    steps: steps.map((each) => each - fixedOverhead),
    most: most - fixedOverhead,
  };
  if (
    !without.has(RECOMPUTATION) &&
    recompute(s.code.drafts, s.values.table, liveness, generation.scheduling, limits)
  )
    liveness = computeLiveness(s.code.drafts, s.values.table.count);
  if (!without.has(LOAD_BATCHING))
    for (const draft of s.code.drafts) {
      schedule(draft, s.values.table, liveness, generation.scheduling, limits);
      rematerialize(draft, s.values.table, liveness, generation.scheduling, limits);
    }
  else for (const draft of s.code.drafts) keepOrder(draft);
  const use = countRegisters(s.code.drafts, s.values.table, liveness, generation.registers, most, steps);
  noteOperandReads(s.code.drafts, s.values.table, use.places);
  let spilled: Spilled = { localBytes: 0, sharedBytes: 0 };
  if (use.spillBytes > 0) {
    const sharedWords = spareSharedWords(generation.registers, most, invocationsOf(module), workgroupBytes);
    spilled = insertSpills(s, liveness, {
      most: most - fixedOverhead,
      ahead: generation.registers.reloadsAhead,
      sharedWords,
    });
    liveness = computeLiveness(s.code.drafts, s.values.table.count);
  }
  const slots = assignSlots(s.code.drafts, s.values.table, liveness);
  return {
    module,
    ...finishCode(s.code.drafts, nodes, slots),
    registerSlots: slots.slotCount,
    registersPerThread: use.registersPerThread,
    spillBytes: spilled.localBytes + spilled.sharedBytes,
    ...(spilled.sharedBytes > 0 ? { sharedSpillBytes: spilled.sharedBytes } : {}),
    workgroupBytes,
    privateBytes: variableBytes(module, 'private', new Set([...s.plan.inRegisters, ...s.plan.tables])),
    registerArrays: s.plan.inRegisters,
    constantTables: s.plan.tables,
    hasConstantBanks: true,
  };
}

function keepOrder(draft: SegmentDraft): void {
  const rank = { start: 0, body: 1, end: 2 };
  draft.instructions = [...draft.instructions].sort((a, b) => rank[a.place] - rank[b.place]);
}

function invocationsOf({ workgroupSize: [x, y, z] }: Module): number {
  return x * y * z;
}
