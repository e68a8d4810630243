// What must stay in order within a segment: a register's definition before its uses (flow), its uses before
// the next definition, and memory operations that may touch the same bytes. Loads pass loads; different
// buffers and variables never overlap; barriers stop everything that touches memory but loads of what nobody
// writes: those start before the barriers in front of them. Nothing passes the end of a basic block.

import type { MemoryOrder, VirtualInstruction } from './virtual.ts';

/** Edges as linked lists: `first[i]`, then `next[edge]`, each leading to instruction `to[edge]`. */
export interface Dependences {
  readonly first: Int32Array;
  readonly next: number[];
  readonly to: number[];
  /** 1 when the target waits for the result, 0 when only the order counts. */
  readonly isFlow: number[];
  /** Number of edges that lead to each instruction. */
  readonly waiting: Int32Array;
}

/** Stores that a load is compared with before it is taken to conflict. */
const COMPARED_STORES = 32;

interface RootState {
  stores: number[];
  loads: number[];
}

export function buildDependences(body: readonly VirtualInstruction[]): Dependences {
  const first = new Int32Array(body.length).fill(-1);
  const next: number[] = [];
  const to: number[] = [];
  const isFlow: number[] = [];
  const waiting = new Int32Array(body.length);
  const link = (from: number, target: number, flow: number): void => {
    if (from === target) return;
    next.push(first[from]);
    to.push(target);
    isFlow.push(flow);
    first[from] = to.length - 1;
    waiting[target]++;
  };

  const lastDefinition = new Map<number, number>();
  const readers = new Map<number, number[]>();
  const memory = new MemoryOrdering(body, (from, target) => link(from, target, 0));

  for (let index = 0; index < body.length; index++) {
    const instruction = body[index];
    const { sources } = instruction;
    for (let at = 0; at < sources.length; at++) {
      const source = sources[at];
      const definition = lastDefinition.get(source);
      if (definition !== undefined)
        link(definition, index, waitsFor(instruction, at, body[definition]) ? 1 : 0);
      const list = readers.get(source);
      if (list) list.push(index);
      else readers.set(source, [index]);
    }
    for (const destination of instruction.destinations) {
      for (const reader of readers.get(destination) ?? []) link(reader, index, 0);
      readers.delete(destination);
      const before = lastDefinition.get(destination);
      if (before !== undefined) link(before, index, 0);
      lastDefinition.set(destination, index);
    }
    if (instruction.order) memory.add(index, instruction.order);
  }
  orderBlocks(body, (from, target) => link(from, target, 0));
  return { first, next, to, isFlow, waiting };
}

/**
 * Whether an instruction waits for the value of a source: not for what stays in its destination under a predicate,
 * unless that comes from where results arrive out of order.
 * @param definer what makes the value in this segment
 */
export function waitsFor(
  { sources, keepsLast }: VirtualInstruction,
  at: number,
  definer: VirtualInstruction | undefined,
): boolean {
  if (keepsLast !== true || at < sources.length - 1) return true;
  return definer !== undefined && !IN_ORDER.has(definer.costClass);
}

/** Classes of the units whose results arrive in the order of issue. */
const IN_ORDER: ReadonlySet<string> = new Set(['fma', 'imad', 'alu', 'alu_predicate', 'mov']);

/** A branch in the middle of a segment, around one access, ends a basic block: nothing moves past it. */
function orderBlocks(
  body: readonly VirtualInstruction[],
  link: (from: number, target: number) => void,
): void {
  let branch = -1;
  for (let index = 0; index < body.length; index++) {
    if (branch >= 0) link(branch, index);
    if (!body[index].endsBlock) continue;
    for (let before = branch + 1; before < index; before++) link(before, index);
    branch = index;
  }
}

class MemoryOrdering {
  private readonly body: readonly VirtualInstruction[];
  private readonly link: (from: number, target: number) => void;
  private readonly roots = new Map<number, RootState>();
  private sinceBarrier: number[] = [];
  private barrier = -1;

  constructor(body: readonly VirtualInstruction[], link: (from: number, target: number) => void) {
    this.body = body;
    this.link = link;
  }

  add(index: number, order: MemoryOrder): void {
    if (order.kind === 'constant') return;
    if (this.barrier >= 0) this.link(this.barrier, index);
    if (order.kind === 'barrier') {
      for (const each of this.sinceBarrier) this.link(each, index);
      this.sinceBarrier = [];
      this.roots.clear();
      this.barrier = index;
      return;
    }
    this.sinceBarrier.push(index);
    let state = this.roots.get(order.root);
    if (!state) this.roots.set(order.root, (state = { stores: [], loads: [] }));
    if (order.kind === 'load') {
      this.addLoad(index, order, state);
      return;
    }
    // Stores keep their order among themselves, so a later access need only wait for one of them.
    const lastStore = state.stores.at(-1);
    if (lastStore !== undefined) this.link(lastStore, index);
    for (const load of state.loads) if (mayOverlap(order, this.body[load].order!)) this.link(load, index);
    state.stores.push(index);
  }

  private addLoad(index: number, order: MemoryOrder, state: RootState): void {
    state.loads.push(index);
    let compared = 0;
    for (let at = state.stores.length - 1; at >= 0; at--) {
      const store = state.stores[at];
      if (++compared > COMPARED_STORES || mayOverlap(order, this.body[store].order!)) {
        this.link(store, index);
        return;
      }
    }
  }
}

/** Accesses at constant distances from one address are told apart; anything else may overlap. */
function mayOverlap(a: MemoryOrder, b: MemoryOrder): boolean {
  if (a.address !== b.address) return true;
  return a.offsetBytes < b.offsetBytes + b.sizeBytes && b.offsetBytes < a.offsetBytes + a.sizeBytes;
}
