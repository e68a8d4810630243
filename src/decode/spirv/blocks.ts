// The basic blocks of a function that can be reached from its entry, in reverse postorder, with their edges and
// immediate dominators (K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm", 2001).

import type { FunctionRange } from './declarations.ts';
import { instructionName } from './grammar.ts';
import { lengthAt, opcodeAt, type SpirvModule, spanAt } from './module.ts';
import { Op } from './opcodes.ts';
import { invalid } from './problems.ts';

export interface Block {
  readonly label: number;
  /** The word after OpLabel. */
  readonly start: number;
  /** The first word of the instruction that ends the block. */
  readonly terminator: number;
  /** The first word of OpLoopMerge or OpSelectionMerge; 0 when there is none. */
  readonly merge: number;
  /** Indices of blocks, each once, in the order of the terminator's operands. */
  readonly successors: readonly number[];
  readonly predecessors: readonly number[];
  /** Index of the immediate dominator; the entry's own for the entry. */
  readonly dominator: number;
}

export interface Graph {
  /** In reverse postorder: the entry is number 0, and only the ends of loops lead backwards. */
  readonly blocks: readonly Block[];
  /** Index of a block by its label. */
  readonly indices: ReadonlyMap<number, number>;
}

interface Draft {
  label: number;
  start: number;
  terminator: number;
  merge: number;
  successors: number[];
}

/** `literalWords` tells how many words each literal of an OpSwitch has. */
export function readGraph(
  module: SpirvModule,
  range: FunctionRange,
  literalWords: (at: number) => number,
): Graph {
  const drafts = readBlocks(module, range);
  const byLabel = new Map(drafts.map((draft, index) => [draft.label, index]));
  for (const draft of drafts) draft.successors = successorsOf(module, draft, byLabel, literalWords);
  if (drafts.length === 0)
    invalid('function', 'this function has no body; linking is not supported', spanAt(module, range.at));
  const order = reversePostorder(drafts);
  const numbers = new Int32Array(drafts.length).fill(-1);
  order.forEach((index, number) => {
    numbers[index] = number;
  });
  const predecessors: number[][] = order.map(() => []);
  const successors = order.map((index) => drafts[index].successors.map((each) => numbers[each]));
  successors.forEach((targets, number) => {
    for (const target of targets) predecessors[target].push(number);
  });
  const dominators = findDominators(predecessors);
  const blocks = order.map((index, number): Block => {
    const { label, start, terminator, merge } = drafts[index];
    return {
      label,
      start,
      terminator,
      merge,
      successors: successors[number],
      predecessors: predecessors[number],
      dominator: dominators[number],
    };
  });
  return { blocks, indices: new Map(blocks.map((block, number) => [block.label, number])) };
}

export function isTerminator(opcode: number): boolean {
  return (opcode >= Op.branch && opcode <= Op.unreachable) || opcode === Op.terminateInvocation;
}

function readBlocks(module: SpirvModule, range: FunctionRange): Draft[] {
  const drafts: Draft[] = [];
  let open: Draft | undefined;
  for (let at = range.at; at < range.end; at += lengthAt(module, at)) {
    const opcode = opcodeAt(module, at);
    if (opcode === Op.label) {
      if (open) unterminated(module, open);
      const start = at + lengthAt(module, at);
      open = { label: module.words[at + 1], start, terminator: 0, merge: 0, successors: [] };
    } else if (!open) {
      const isBetween =
        opcode === Op.function ||
        opcode === Op.functionParameter ||
        opcode === Op.functionEnd ||
        opcode === Op.line ||
        opcode === Op.noLine ||
        opcode === Op.extInst;
      if (!isBetween)
        invalid('block', `${instructionName(opcode)} stands outside of a block`, spanAt(module, at));
    } else if (opcode === Op.functionEnd) {
      unterminated(module, open);
    } else if (opcode === Op.loopMerge || opcode === Op.selectionMerge) {
      open.merge = at;
    } else if (isTerminator(opcode)) {
      open.terminator = at;
      drafts.push(open);
      open = undefined;
    }
  }
  return drafts;
}

function unterminated(module: SpirvModule, draft: Draft): never {
  return invalid(
    'block',
    `the block %${draft.label} has no end: no branch, no return`,
    spanAt(module, draft.start - 2),
  );
}

/** The labels that a terminator leads to, each once. */
function successorsOf(
  module: SpirvModule,
  draft: Draft,
  byLabel: ReadonlyMap<number, number>,
  literalWords: (at: number) => number,
): number[] {
  const { words } = module;
  const at = draft.terminator;
  const end = at + lengthAt(module, at);
  const found = new Set<number>();
  const add = (label: number | undefined): void => {
    const index = byLabel.get(label ?? 0);
    if (index === undefined)
      invalid('label', `there is no block %${label} in this function`, spanAt(module, at));
    found.add(index);
  };
  switch (opcodeAt(module, at)) {
    case Op.branch:
      add(words[at + 1]);
      break;
    case Op.branchConditional:
      add(words[at + 2]);
      add(words[at + 3]);
      break;
    case Op.switch: {
      add(words[at + 2]);
      const literal = literalWords(at);
      for (let k = at + 3 + literal; k < end; k += literal + 1) add(words[k]);
    }
  }
  return [...found];
}

function reversePostorder(drafts: readonly Draft[]): number[] {
  const order: number[] = [];
  const seen = new Uint8Array(drafts.length);
  // Each entry is a block and how many of its successors have been visited.
  const stack: [index: number, next: number][] = [[0, 0]];
  seen[0] = 1;
  while (stack.length > 0) {
    const top = stack[stack.length - 1];
    const { successors } = drafts[top[0]];
    if (top[1] === successors.length) {
      order.push(top[0]);
      stack.pop();
      continue;
    }
    const target = successors[top[1]++];
    if (seen[target] === 1) continue;
    seen[target] = 1;
    stack.push([target, 0]);
  }
  return order.reverse();
}

function findDominators(predecessors: readonly (readonly number[])[]): Int32Array {
  const dominators = new Int32Array(predecessors.length).fill(-1);
  dominators[0] = 0;
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (let block = 1; block < predecessors.length; block++) {
      let common = -1;
      for (const each of predecessors[block]) {
        if (dominators[each] < 0) continue;
        common = common < 0 ? each : intersect(dominators, common, each);
      }
      if (dominators[block] === common) continue;
      dominators[block] = common;
      isChanged = true;
    }
  }
  return dominators;
}

function intersect(dominators: Int32Array, first: number, second: number): number {
  let a = first;
  let b = second;
  while (a !== b) {
    while (a > b) a = dominators[a];
    while (b > a) b = dominators[b];
  }
  return a;
}
