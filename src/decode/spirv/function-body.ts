// A function ready to be inlined, however often: its blocks, where each goes, and what crosses between them.

import { type Graph, readGraph } from './blocks.ts';
import { type Crossings, findCrossings } from './crossings.ts';
import type { FunctionRange } from './declarations.ts';
import type { Lowering } from './lowering.ts';
import { lengthAt, opcodeAt, type SpirvModule } from './module.ts';
import { Op } from './opcodes.ts';
import { type Placement, place } from './placement.ts';
import { invalid } from './problems.ts';

export interface FunctionBody extends Graph {
  readonly range: FunctionRange;
  readonly parameters: readonly number[];
  readonly placement: Placement;
  readonly crossings: Crossings;
  /** Control can only leave at the end: the one return stands behind all constructs. */
  readonly isPlain: boolean;
}

export function readFunction(lowering: Lowering, range: FunctionRange, definedAt: Int32Array): FunctionBody {
  const { module } = lowering;
  const graph = readGraph(module, range, (at) => literalWords(lowering, definedAt, at));
  const placement = place(module, graph, (block) =>
    invalid(
      'structure',
      `the block %${lowering.nameOf(graph.blocks[block].label)} belongs to a loop that can be entered elsewhere; control flow must be structured`,
      lowering.span(graph.blocks[block].start),
    ),
  );
  return {
    ...graph,
    range,
    parameters: parametersOf(module, range),
    placement,
    crossings: findCrossings(module, graph, placement),
    isPlain: endsInOnlyReturn(module, graph, placement),
  };
}

function literalWords(lowering: Lowering, definedAt: Int32Array, at: number): number {
  const selector = definedAt[lowering.words[at + 1]] ?? 0;
  if (selector === 0) invalid('selector', 'the selector is not defined', lowering.span(at));
  const type = lowering.type(lowering.words[selector + 1], at);
  return type.kind === 'scalar' && type.scalar === 'i64' ? 2 : 1;
}

function parametersOf(module: SpirvModule, range: FunctionRange): number[] {
  const parameters: number[] = [];
  for (let at = range.at; at < range.end; at += lengthAt(module, at)) {
    const opcode = opcodeAt(module, at);
    if (opcode === Op.label) break;
    if (opcode === Op.functionParameter) parameters.push(module.words[at + 2]);
  }
  return parameters;
}

/** Where control goes on behind the construct that a block ends in; -1 when nothing follows it. */
export function nextOf(module: SpirvModule, graph: Graph, placement: Placement, block: number): number {
  const last = placement.after[block].at(-1);
  if (last !== undefined) return last;
  const { successors, terminator } = graph.blocks[block];
  if (successors.length > 1 && opcodeAt(module, terminator) === Op.switch) return -1;
  const inside = successors.filter((each) => isInside(placement, block, each));
  // With two ways out of which one goes on here, the other leaves, and this one needs no arm.
  return inside.length === 1 ? inside[0] : -1;
}

/** Whether the code of `target` stands where `block` branches to it. */
export function isInside(placement: Placement, block: number, target: number): boolean {
  return target > block && placement.places[target] === 'inside' && placement.parents[target] === block;
}

function endsInOnlyReturn(module: SpirvModule, graph: Graph, placement: Placement): boolean {
  const returns = graph.blocks.filter(({ terminator }) => isReturn(opcodeAt(module, terminator)));
  if (returns.length !== 1) return false;
  let block = 0;
  for (;;) {
    if (graph.blocks[block] === returns[0]) return true;
    const next =
      placement.isLoop[block] === 1 ? placement.loopMerges[block] : nextOf(module, graph, placement, block);
    if (next < 0) return false;
    block = next;
  }
}

function isReturn(opcode: number): boolean {
  return opcode === Op.return || opcode === Op.returnValue;
}
