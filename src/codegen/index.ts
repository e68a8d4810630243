// Code generation: final IR to the machine program of a family, as the modelled driver would emit it. In order:
// facts and placement, fusion, selection along the tree, coalescing of copies, scheduling, register counting,
// slots. Assumes what `optimize` leaves: no `bound`, small `if`s marked, accesses of 1, 2 or 4 components.

import type { Module, PureInstruction } from '../ir/ir.ts';
import { forEachInstruction } from '../ir/walk.ts';
import { balancePipes } from './balance.ts';
import {
  HALF_PACKING,
  INSTRUCTION_FUSION,
  LOAD_BATCHING,
  PIPE_BALANCING,
  UNIFORM_DATAPATH,
} from './behaviours.ts';
import { coalesce } from './coalesce.ts';
import { collectFacts } from './facts.ts';
import type { FamilyTable } from './family.ts';
import { planFusion } from './fuse.ts';
import { findHalfPairs } from './half-pairs.ts';
import { computeLiveness } from './liveness.ts';
import { lowerBody } from './lower.ts';
import type { IfNode, MachineInstruction, MachineNode, Program, Segment } from './machine.ts';
import { placeUniform } from './placement.ts';
import { countRegisters, mostRegisters, occupancySteps } from './registers.ts';
import { rematerialize } from './rematerialize.ts';
import { schedule } from './schedule.ts';
import { countSignedUses } from './select-narrow.ts';
import { removeDeadMoves } from './select-private.ts';
import { countModifierUses } from './select-pure.ts';
import { Selection } from './selection.ts';
import { assignSlots, type SlotAssignment } from './slots.ts';
import { insertSpills } from './spill.ts';
import { analyzeUniformity } from './uniformity.ts';
import type { SegmentDraft, VirtualInstruction } from './virtual.ts';

export { type CodegenBehaviour, codegenBehaviours } from './behaviours.ts';
export { type FamilyTable, loadFamily } from './family.ts';
export { printProgram } from './print.ts';
export { analyzeUniformity, UNIFORM, VARYING } from './uniformity.ts';

export interface GenerateOptions {
  readonly family: FamilyTable;
  /** Names of behaviours to leave out; see `codegenBehaviours`. */
  readonly without: ReadonlySet<string>;
  /** Lanes per warp; those of NVIDIA's GPUs when left out. */
  readonly subgroupSize?: number;
}

/** The machine program of a module after `optimize`. */
export function generate(module: Module, options: GenerateOptions): Program {
  const { family } = options;
  const without = new Set([...options.without, ...family.lacks]);
  const s = prepare(module, { ...options, without });
  const nodes = lowerBody(s);
  coalesce(s.drafts, s.registers);
  if (!without.has(PIPE_BALANCING)) balancePipes(s.drafts, (register) => s.isPredicateFile(register));
  const most = mostRegisters(family.registers, invocationsOf(module));
  let liveness = computeLiveness(s.drafts, s.registers.count);
  if (s.elements.size > 0) for (const draft of s.drafts) removeDeadMoves(draft, liveness);
  const workgroupBytes = variableBytes(module, 'workgroup');
  const { fixedOverhead } = family.registers;
  const steps = occupancySteps(family.registers, invocationsOf(module), workgroupBytes);
  const limits = {
    steps: steps.map((each) => each - fixedOverhead),
    most: most - fixedOverhead,
  };
  if (!without.has(LOAD_BATCHING))
    for (const draft of s.drafts) {
      schedule(draft, s.registers, liveness, family.scheduling, limits);
      rematerialize(draft, s.registers, liveness, family.scheduling, limits);
    }
  else for (const draft of s.drafts) keepOrder(draft);
  const use = countRegisters(s.drafts, s.registers, liveness, family.registers, most, steps);
  if (use.spillBytes > 0) {
    insertSpills(s, s.drafts, liveness, use.peakWords, use.spillBytes / 4);
    liveness = computeLiveness(s.drafts, s.registers.count);
  }
  const slots = assignSlots(s.drafts, s.registers, liveness);
  return {
    module,
    ...finish(s.drafts, nodes, slots),
    registerSlots: slots.slotCount,
    registersPerThread: use.registersPerThread,
    spillBytes: use.spillBytes,
    workgroupBytes,
    privateBytes: variableBytes(module, 'private', new Set([...s.inRegisters, ...s.tables])),
    constantTables: s.tables,
  };
}

function prepare(module: Module, { family, without, subgroupSize }: GenerateOptions): Selection {
  const facts = collectFacts(module);
  const uniformity = analyzeUniformity(module, subgroupSize);
  const placed = without.has(UNIFORM_DATAPATH)
    ? new Uint8Array(module.values.length)
    : placeUniform(facts, uniformity, family);
  const absorbed = without.has(INSTRUCTION_FUSION)
    ? new Uint8Array(module.values.length)
    : planFusion(facts, placed);
  const pure: PureInstruction[] = [];
  forEachInstruction(module.body, (each) => {
    if (each.kind === 'pure') pure.push(each);
  });
  const modifierUses = countModifierUses(pure, module.values.length);
  const signedUses = countSignedUses(pure, module.values.length);
  const halves = findHalfPairs(module, ({ op }) => op !== 'bitcast' && !without.has(HALF_PACKING));
  return new Selection(
    facts,
    family,
    uniformity,
    placed,
    absorbed,
    without,
    modifierUses,
    signedUses,
    halves,
  );
}

function keepOrder(draft: SegmentDraft): void {
  const rank = { start: 0, body: 1, end: 2 };
  draft.instructions = [...draft.instructions].sort((a, b) => rank[a.place] - rank[b.place]);
}

/** Numbers the segments that matter and turns virtual registers into slots. */
function finish(
  drafts: readonly SegmentDraft[],
  nodes: readonly MachineNode[],
  slots: SlotAssignment,
): { nodes: MachineNode[]; segments: Segment[] } {
  const segments: Segment[] = [];
  const translate = (list: readonly MachineNode[]): MachineNode[] =>
    list.flatMap((node): MachineNode[] => {
      switch (node.kind) {
        case 'segment': {
          const draft = drafts[node.segment];
          if (draft.instructions.length === 0 && node.instructions.length === 0) return [];
          const id = segments.length;
          segments.push({
            id,
            instructions: draft.instructions.map((each) => finishInstruction(each, slots)),
            accessCount: draft.accessCount,
          });
          return [{ ...node, segment: id }];
        }
        case 'if':
          return [translateIf(node, translate)];
        case 'switch':
          return [{ ...node, cases: node.cases.map(translate) }];
        default:
          return [{ ...node, body: translate(node.body) }];
      }
    });
  return { nodes: translate(nodes), segments };
}

function translateIf(node: IfNode, translate: (list: readonly MachineNode[]) => MachineNode[]): IfNode {
  const then = translate(node.then);
  const otherwise = translate(node.otherwise);
  return { ...node, then, otherwise };
}

function finishInstruction(instruction: VirtualInstruction, { slotOf }: SlotAssignment): MachineInstruction {
  const { access, aggregation, span, origin } = instruction;
  return {
    opcode: instruction.opcode,
    costClass: instruction.costClass,
    destinations: instruction.destinations.map((each) => slotOf[each]),
    sources: instruction.sources.map((each) => slotOf[each]),
    ...(access === undefined ? {} : { access }),
    ...(aggregation === undefined ? {} : { aggregation }),
    ...(span === undefined ? {} : { span }),
    ...(origin === undefined ? {} : { origin }),
  };
}

function invocationsOf({ workgroupSize: [x, y, z] }: Module): number {
  return x * y * z;
}

function variableBytes(module: Module, space: 'workgroup' | 'private', except?: ReadonlySet<number>): number {
  let bytes = 0;
  for (const [index, variable] of module.variables.entries()) {
    if (variable.space !== space || except?.has(index)) continue;
    bytes = Math.ceil(bytes / variable.alignBytes) * variable.alignBytes + variable.sizeBytes;
  }
  return bytes;
}
