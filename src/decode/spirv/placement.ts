// Where each basic block goes in structured code. As in N. Ramsey, "Beyond Relooper" (ICFP 2022), code follows
// the dominator tree: a block with one way in stands where its predecessor branches to it, a block with several
// stands after its dominator's construct, which the branches to it leave. Merge instructions decide where that
// would leave a choice: the merge block of a selection follows its header's construct, that of a loop follows
// the loop, however few ways lead there.

import type { Graph } from './blocks.ts';
import { opcodeAt, type SpirvModule } from './module.ts';
import { Op } from './opcodes.ts';

export type Place = 'inside' | 'after' | 'after-loop';

export interface Placement {
  /** How each block stands to its parent, which dominates it. */
  readonly places: readonly Place[];
  readonly parents: Int32Array;
  /** Blocks that follow a block's construct, in reverse postorder: what leads to them goes forward. */
  readonly after: readonly (readonly number[])[];
  /** Whether a block begins a loop, and the block that follows it; -1 for none. */
  readonly isLoop: Uint8Array;
  readonly loopMerges: Int32Array;
  /** The innermost block, apart from itself, whose values each block can use; the entry's own for the entry. */
  readonly scopes: Int32Array;
  /** Whether what `definer` computes can be used in `user`. */
  isVisible(definer: number, user: number): boolean;
  dominates(a: number, b: number): boolean;
}

/** `problem` gets the block that begins a loop which can be entered elsewhere. */
export function place(module: SpirvModule, graph: Graph, problem: (block: number) => never): Placement {
  const { blocks } = graph;
  const count = blocks.length;
  const dominance = intervals(Int32Array.from(blocks, (block) => block.dominator));
  const dominates = (a: number, b: number): boolean => isAncestor(dominance, a, b);
  const isLoop = new Uint8Array(count);
  const waysIn = new Int32Array(count);
  blocks.forEach((block, index) => {
    for (const each of block.predecessors) {
      if (each < index) waysIn[index]++;
      else if (index > 0 && dominates(index, each)) isLoop[index] = 1;
      else problem(index);
    }
  });
  const parents = Int32Array.from(blocks, (block) => block.dominator);
  const places: Place[] = blocks.map((_, index) => (waysIn[index] > 1 ? 'after' : 'inside'));
  const loopMerges = new Int32Array(count).fill(-1);
  const isMerge = new Uint8Array(count);
  blocks.forEach((block, header) => {
    const merge = block.merge && graph.indices.get(module.words[block.merge + 1]);
    if (!merge || merge === header || isMerge[merge] === 1 || !dominates(header, merge)) return;
    isMerge[merge] = 1;
    const isOfLoop = opcodeAt(module, block.merge) === Op.loopMerge && isLoop[header] === 1;
    parents[merge] = header;
    places[merge] = isOfLoop ? 'after-loop' : 'after';
    if (isOfLoop) loopMerges[header] = merge;
  });
  const after: number[][] = blocks.map(() => []);
  places.forEach((each, index) => {
    if (each === 'after' && index > 0) after[parents[index]].push(index);
  });
  const scopes = Int32Array.from(parents);
  // Parents come first in reverse postorder, so theirs are known. What stands in a loop ends with it.
  places.forEach((each, index) => {
    if (each === 'after-loop') scopes[index] = scopes[parents[index]];
  });
  const visibility = intervals(scopes);
  return {
    places,
    parents,
    after,
    isLoop,
    loopMerges,
    scopes,
    dominates,
    isVisible: (definer, user) => isAncestor(visibility, definer, user),
  };
}

/** A tree numbered so that the nodes below each one are an interval. */
interface Intervals {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

/** `parents` of nodes that each come after theirs; node 0 is its own. */
function intervals(parents: Int32Array): Intervals {
  const count = parents.length;
  const sizes = new Int32Array(count).fill(1);
  for (let node = count - 1; node > 0; node--) sizes[parents[node]] += sizes[node];
  const first = new Int32Array(count);
  const last = new Int32Array(count);
  const free = new Int32Array(count);
  for (let node = 0; node < count; node++) {
    if (node > 0) {
      const parent = parents[node];
      first[node] = free[parent];
      free[parent] += sizes[node];
    }
    free[node] = first[node] + 1;
    last[node] = first[node] + sizes[node] - 1;
  }
  return { first, last };
}

function isAncestor({ first, last }: Intervals, a: number, b: number): boolean {
  return first[a] <= first[b] && first[b] <= last[a];
}
