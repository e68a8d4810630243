// From drafts to the program: segments are numbered, registers become slots.

import type { Module } from '../ir/ir.ts';
import { waitsFor } from './dependences.ts';
import type { IfNode, MachineInstruction, MachineNode, Segment } from './program.ts';
import type { SlotAssignment } from './slots.ts';
import type { SegmentDraft, VirtualInstruction } from './virtual.ts';

/**
 * Numbers the segments that matter and turns virtual registers into slots.
 * @param nodes whose segments are drafts
 */
export function finishCode(
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
            instructions: finishInstructions(draft, slots),
            accessCount: draft.accessCount,
            ...(draft.spills === undefined || draft.spills.length === 0 ? {} : { spills: draft.spills }),
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

function finishInstructions({ instructions }: SegmentDraft, slots: SlotAssignment): MachineInstruction[] {
  const definers = new Map<number, VirtualInstruction>();
  return instructions.map((each) => {
    const awaited =
      each.keepsLast === true
        ? each.sources.filter((source, at) => waitsFor(each, at, definers.get(source)))
        : each.sources;
    for (const destination of each.destinations) definers.set(destination, each);
    return finishInstruction(each, awaited, slots);
  });
}

function finishInstruction(
  instruction: VirtualInstruction,
  sources: readonly number[],
  { slotOf }: SlotAssignment,
): MachineInstruction {
  const { immediates, access, joined, bytesPerLane, scope, aggregation, span, origin, expands, bankReads } =
    instruction;
  return {
    opcode: instruction.opcode,
    kind: instruction.kind,
    costClass: instruction.costClass,
    destinations: instruction.destinations.map((each) => slotOf[each]),
    sources: sources.map((each) => slotOf[each]),
    ...(immediates.length === 0 ? {} : { immediates }),
    ...(access === undefined ? {} : { access }),
    ...(joined === undefined || joined.length === 0 ? {} : { joined }),
    ...(bytesPerLane === undefined ? {} : { bytesPerLane }),
    ...(scope === undefined ? {} : { scope }),
    ...(aggregation === undefined ? {} : { aggregation }),
    ...(bankReads === undefined ? {} : { bankReads }),
    ...(span === undefined ? {} : { span }),
    ...(origin === undefined ? {} : { origin }),
    ...(expands === undefined ? {} : { expands }),
  };
}

/** Bytes of the variables of a space one behind the other, those in `except` left out. */
export function variableBytes(
  module: Module,
  space: 'workgroup' | 'private',
  except?: ReadonlySet<number>,
): number {
  let bytes = 0;
  for (const [index, variable] of module.variables.entries()) {
    if (variable.space !== space || except?.has(index)) continue;
    bytes = Math.ceil(bytes / variable.alignBytes) * variable.alignBytes + variable.sizeBytes;
  }
  return bytes;
}
