// Gives the two sides of a copy one register when their live ranges do not meet; the copy then disappears.
// Inner loops first, since a copy there runs most often. Ranges are exact within segments: position 2p is
// where instruction p reads, 2p + 1 where it writes.

import { computeLiveness, type Liveness } from './liveness.ts';
import type { RegisterTable, SegmentDraft, VirtualInstruction } from './virtual.ts';

/** Live intervals per segment, flattened as start, end, start, end, … in ascending order. */
type Ranges = Map<number, number[]>;

const BEFORE_ALL = -1;
const AFTER_ALL = Number.MAX_SAFE_INTEGER;

interface Copy {
  readonly draft: SegmentDraft;
  readonly instruction: VirtualInstruction;
}

/** Renames registers in place and removes the copies that became empty. */
export function coalesce(drafts: readonly SegmentDraft[], registers: RegisterTable): void {
  const copies: Copy[] = [];
  for (const draft of drafts) {
    for (const instruction of draft.instructions) {
      if (instruction.isCopy && instruction.destinations.length === 1) copies.push({ draft, instruction });
    }
  }
  if (copies.length > 0) {
    for (const draft of drafts) sinkDefinitions(draft);
    const liveness = computeLiveness(drafts, registers.count);
    const classes = new Classes(collectRanges(drafts, copies, liveness));
    copies.sort((a, b) => b.draft.loopDepth - a.draft.loopDepth);
    for (const { instruction } of copies)
      classes.tryMerge(instruction.destinations[0], instruction.sources[0]);
    rename(drafts, classes);
  }
  removeEmptyDetours(drafts);
}

/**
 * Moves the definition of a copied value next to its copy when nothing in between reads it, so that uses of
 * the copy's target come first (`i + 1` behind the last use of `i`).
 */
function sinkDefinitions(draft: SegmentDraft): void {
  const { instructions } = draft;
  if (!instructions.some((each) => each.isCopy)) return;
  const uses = new Map<number, number>();
  const definition = new Map<number, VirtualInstruction>();
  for (const instruction of instructions) {
    for (const source of instruction.sources) uses.set(source, (uses.get(source) ?? 0) + 1);
    for (const destination of instruction.destinations) definition.set(destination, instruction);
  }
  const moved = new Set<VirtualInstruction>();
  const before = new Map<VirtualInstruction, VirtualInstruction>();
  for (const instruction of instructions) {
    if (!instruction.isCopy || instruction.destinations.length !== 1) continue;
    const source = instruction.sources[0];
    const producer = definition.get(source);
    if (!producer || producer.isCopy || producer.order || producer.place !== 'body' || moved.has(producer))
      continue;
    if (producer.destinations.length !== 1 || uses.get(source) !== 1) continue;
    moved.add(producer);
    before.set(instruction, producer);
  }
  if (moved.size === 0) return;
  draft.instructions = instructions.flatMap((instruction) => {
    if (moved.has(instruction)) return [];
    const producer = before.get(instruction);
    return producer ? [producer, instruction] : [instruction];
  });
}

function collectRanges(
  drafts: readonly SegmentDraft[],
  copies: readonly Copy[],
  liveness: Liveness,
): Map<number, Ranges> {
  const ranges = new Map<number, Ranges>();
  for (const { instruction } of copies) {
    ranges.set(instruction.destinations[0], new Map());
    ranges.set(instruction.sources[0], new Map());
  }
  const { liveIn, liveOut } = liveness;
  for (const draft of drafts) {
    // Start and last use of the interval that is open, per register.
    const open = new Map<number, { start: number; last: number }>();
    liveIn.forEach(draft.id, (register) => {
      if (ranges.has(register)) open.set(register, { start: BEFORE_ALL, last: BEFORE_ALL + 1 });
    });
    const close = (register: number, last: number): void => {
      const interval = open.get(register)!;
      const list = ranges.get(register)!.get(draft.id);
      if (list) list.push(interval.start, last);
      else ranges.get(register)!.set(draft.id, [interval.start, last]);
    };
    draft.instructions.forEach((instruction, position) => {
      for (const source of instruction.sources) {
        const interval = open.get(source);
        if (interval) interval.last = 2 * position;
      }
      for (const destination of instruction.destinations) {
        if (!ranges.has(destination)) continue;
        const interval = open.get(destination);
        if (interval) close(destination, interval.last);
        open.set(destination, { start: 2 * position + 1, last: 2 * position + 2 });
      }
    });
    for (const [register, interval] of open) {
      close(register, liveOut.has(draft.id, register) ? AFTER_ALL : interval.last);
    }
  }
  return ranges;
}

/**
 * Registers that share one name; a class's ranges are the union of its members'. The smaller class goes into
 * the larger one, whichever gives the name, so that merging along a long chain of joins stays near linear.
 */
class Classes {
  private readonly parent = new Map<number, number>();
  /** By root, where it is not the root itself: the register that the class is called by. */
  private readonly names = new Map<number, number>();
  private readonly ranges: Map<number, Ranges>;

  constructor(ranges: Map<number, Ranges>) {
    this.ranges = ranges;
  }

  nameOf(register: number): number {
    const root = this.find(register);
    return this.names.get(root) ?? root;
  }

  /** Gives both registers one class, named as the first's, unless they are alive at the same time. */
  tryMerge(first: number, second: number): void {
    const a = this.find(first);
    const b = this.find(second);
    if (a === b) return;
    const isFirstLarger = this.ranges.get(a)!.size >= this.ranges.get(b)!.size;
    const [root, other] = isFirstLarger ? [a, b] : [b, a];
    const kept = this.ranges.get(root)!;
    const added = this.ranges.get(other)!;
    for (const [segment, intervals] of added) {
      const others = kept.get(segment);
      if (others && meet(intervals, others)) return;
    }
    for (const [segment, intervals] of added) {
      const others = kept.get(segment);
      kept.set(segment, others ? union(others, intervals) : intervals);
    }
    this.ranges.delete(other);
    this.names.set(root, this.names.get(a) ?? a);
    this.parent.set(other, root);
  }

  private find(register: number): number {
    let root = register;
    for (let next = this.parent.get(root); next !== undefined; next = this.parent.get(root)) root = next;
    return root;
  }
}

function meet(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] < b[j + 1] && b[j] < a[i + 1]) return true;
    if (a[i + 1] <= b[j + 1]) i += 2;
    else j += 2;
  }
  return false;
}

function union(a: readonly number[], b: readonly number[]): number[] {
  const merged: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const takeA = j >= b.length || (i < a.length && a[i] <= b[j]);
    if (takeA) {
      merged.push(a[i], a[i + 1]);
      i += 2;
    } else {
      merged.push(b[j], b[j + 1]);
      j += 2;
    }
  }
  return merged;
}

function rename(drafts: readonly SegmentDraft[], classes: Classes): void {
  const renameAll = (list: number[]): void => {
    for (let index = 0; index < list.length; index++) list[index] = classes.nameOf(list[index]);
  };
  for (const draft of drafts) {
    draft.instructions = draft.instructions.filter((instruction) => {
      renameAll(instruction.sources);
      renameAll(instruction.destinations);
      return !(
        instruction.isCopy &&
        instruction.destinations.length === 1 &&
        instruction.destinations[0] === instruction.sources[0]
      );
    });
  }
}

/** A segment that only jumped on, now that its copies are gone: the branch in front leads there directly. */
function removeEmptyDetours(drafts: readonly SegmentDraft[]): void {
  for (const draft of drafts) {
    const only = draft.instructions[0];
    if (draft.instructions.length === 1 && only.isCopy && only.costClass === 'branch')
      draft.instructions = [];
  }
}
