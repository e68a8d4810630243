// Walking the tree of machine nodes without naming every kind.

import type { Instruction } from '../ir/ir.ts';
import { forEachInstruction } from '../ir/walk.ts';
import type { MachineNode, SegmentNode } from './program.ts';

export type ConstructNode = Exclude<MachineNode, SegmentNode>;

/** The lists of nodes inside a construct, in order. */
export function bodiesOf(node: ConstructNode): readonly (readonly MachineNode[])[] {
  switch (node.kind) {
    case 'if':
      return [node.then, node.otherwise];
    case 'switch':
      return node.cases;
    default:
      return [node.body];
  }
}

/** Visits the nodes and all within them in order, each construct before what it holds. */
export function forEachNode(nodes: readonly MachineNode[], visit: (node: MachineNode) => void): void {
  for (const node of nodes) {
    visit(node);
    if (node.kind !== 'segment') for (const body of bodiesOf(node)) forEachNode(body, visit);
  }
}

/** Visits every instruction of the nodes' IR in order, each construct before what it holds. */
export function forEachInstructionIn(
  nodes: readonly MachineNode[],
  visit: (instruction: Instruction) => void,
): void {
  forEachNode(nodes, (node) => {
    if (node.kind === 'segment') forEachInstruction(node, visit);
    else visit(node.instruction);
  });
}

/** The numbers of the segments within the nodes. */
export function segmentsIn(nodes: readonly MachineNode[]): Set<number> {
  const segments = new Set<number>();
  forEachNode(nodes, (node) => {
    if (node.kind === 'segment') segments.add(node.segment);
  });
  return segments;
}
