// Walking the tree of machine nodes without naming every kind.

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
