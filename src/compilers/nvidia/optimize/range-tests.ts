// Range tests of a branch as fewer comparisons. Under one `&&` or `||`, two comparisons of a value with constants
// become one, unsigned, of its distance from the lower; two values below the same power of two are tested together:
// neither has a bit from there on; two constants that differ in one bit are one once that bit is set. Source: driver
// code for an H200, where `x < 4096 && y < 4096` is one LOP3 with a predicate, `row >= 0 && row <= 2047` one
// ISETP.LT.U32, `x >= 3 && x < 13` a subtraction and one, and `c == 0x7b || c == 0x5b` one of c | 0x20.

import type { Module, PureInstruction, ValueId } from '../../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../../ir/rewrite.ts';
import { forEachInstruction, operandsOf } from '../../../ir/walk.ts';
import { isPowerOfTwo } from '../../../passes/strength-reduction.ts';

/** The module with such tests merged; the same module when there are none. */
export function rangeTests(module: Module): Module {
  const trees = new Trees(module);
  if (trees.roots.size === 0) return module;
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'pure' || !trees.roots.has(instruction.result)) return false;
    return merge(instruction, trees, rewriter);
  });
}

/** Conditions of branches that are conjunctions or disjunctions. */
class Trees {
  readonly roots = new Set<ValueId>();
  private readonly definitions = new Map<ValueId, PureInstruction>();
  private readonly uses: Uint32Array;

  constructor(module: Module) {
    this.uses = new Uint32Array(module.values.length);
    const conditions: ValueId[] = [];
    forEachInstruction(module.body, (each) => {
      for (const operand of operandsOf(each)) this.uses[operand]++;
      if (each.kind === 'pure' && module.values[each.result].type === 'bool')
        this.definitions.set(each.result, each);
      if (each.kind === 'if') conditions.push(each.condition);
    });
    for (const condition of conditions) {
      const { op } = this.definitions.get(condition) ?? {};
      if (op === 'and' || op === 'or') this.roots.add(condition);
    }
  }

  /** What the tree of one operator joins, in order. */
  leavesOf({ op, operands }: PureInstruction): ValueId[] {
    return operands.flatMap((each) => {
      const inner = this.definitions.get(each);
      return inner?.op === op && this.uses[each] === 1 ? this.leavesOf(inner) : [each];
    });
  }

  comparisonOf(value: ValueId): PureInstruction | undefined {
    return this.definitions.get(value);
  }
}

/** A value compared with a constant. */
interface Bound {
  readonly value: ValueId;
  readonly isSigned: boolean;
  /** Whether it holds for values from `limit` on, or for those below. */
  readonly isFrom: boolean;
  readonly limit: number;
}

function boundOf({ op, operands }: PureInstruction, rewriter: Rewriter): Bound | undefined {
  if (op !== 'ult' && op !== 'ule' && op !== 'slt' && op !== 'sle') return undefined;
  const isSigned = op.startsWith('s');
  const [x, y] = operands as [ValueId, ValueId];
  const [left, right] = [rewriter.constantOf(x), rewriter.constantOf(y)];
  const read = (constant: number): number => (isSigned ? constant | 0 : constant >>> 0);
  const isStrict = op.endsWith('t');
  if (right !== undefined && left === undefined)
    return { value: x, isSigned, isFrom: false, limit: read(right) + (isStrict ? 0 : 1) };
  if (left !== undefined && right === undefined)
    return { value: y, isSigned, isFrom: true, limit: read(left) + (isStrict ? 1 : 0) };
  return undefined;
}

function merge(root: PureInstruction, trees: Trees, rewriter: Rewriter): boolean {
  const leaves = trees.leavesOf(root);
  let isMerged = false;
  for (let k = 0; k < leaves.length; k++) {
    for (let other = k + 1; other < leaves.length; other++) {
      const merged = mergePair(leaves[k], leaves[other], root.op === 'and', trees, rewriter);
      if (merged === undefined) continue;
      leaves[k] = merged;
      leaves.splice(other, 1);
      isMerged = true;
      break;
    }
  }
  if (!isMerged) return false;
  const last = leaves.pop()!;
  if (leaves.length === 0) rewriter.rename(root.result, last);
  else {
    const first = leaves.reduce((joined, each) => rewriter.pure(root.op, 'bool', [joined, each]));
    rewriter.define(root.result, root.op, [first, last]);
  }
  return true;
}

function mergePair(
  left: ValueId,
  right: ValueId,
  isAnd: boolean,
  trees: Trees,
  rewriter: Rewriter,
): ValueId | undefined {
  const comparisons = [left, right].map((each) => trees.comparisonOf(each));
  const either = oneBitApart(comparisons, isAnd, rewriter);
  if (either !== undefined) return either;
  const [first, second] = comparisons.map((each) => each && boundOf(each, rewriter));
  if (!first || !second || rewriter.typeOf(first.value) !== 'i32' || first.isSigned !== second.isSigned)
    return undefined;
  if (first.value === second.value && first.isFrom !== second.isFrom)
    return between(first, second, isAnd, rewriter);
  // Inside for a conjunction, outside for a disjunction.
  const isOutside = first.isFrom && second.isFrom;
  if (first.isFrom !== second.isFrom || isOutside === isAnd || first.isSigned) return undefined;
  return first.limit === second.limit && isPowerOfTwo(first.limit)
    ? belowBoth(first, second, isAnd, rewriter)
    : undefined;
}

/** Equal to either of two constants, or to neither, that differ in one bit. */
function oneBitApart(
  comparisons: readonly (PureInstruction | undefined)[],
  isAnd: boolean,
  rewriter: Rewriter,
): ValueId | undefined {
  const op = isAnd ? 'ine' : 'ieq';
  if (comparisons.some((each) => each?.op !== op)) return undefined;
  const [[value, x], [other, y]] = comparisons.map((each) => each!.operands as [ValueId, ValueId]);
  const [first, second] = [rewriter.constantOf(x), rewriter.constantOf(y)];
  if (value !== other || rewriter.typeOf(value) !== 'i32' || first === undefined || second === undefined)
    return undefined;
  const bit = first ^ second;
  if (!isPowerOfTwo(bit)) return undefined;
  const set = rewriter.pure('or', 'i32', [value, rewriter.constant('i32', bit)]);
  return rewriter.pure(op, 'bool', [set, rewriter.constant('i32', first | bit)]);
}

function between(first: Bound, second: Bound, isAnd: boolean, rewriter: Rewriter): ValueId | undefined {
  const [from, below] = first.isFrom ? [first, second] : [second, first];
  // A disjunction holds outside of what its two bounds leave between them.
  const [low, high] = isAnd ? [from.limit, below.limit] : [below.limit, from.limit];
  if (low >= high) return undefined;
  const { value } = from;
  const distance = low === 0 ? value : rewriter.pure('iadd', 'i32', [value, rewriter.constant('i32', -low)]);
  const size = rewriter.constant('i32', high - low);
  return rewriter.pure(isAnd ? 'ult' : 'ule', 'bool', isAnd ? [distance, size] : [size, distance]);
}

function belowBoth(first: Bound, second: Bound, isAnd: boolean, rewriter: Rewriter): ValueId {
  const either = rewriter.pure('or', 'i32', [first.value, second.value]);
  const high = rewriter.pure('and', 'i32', [either, rewriter.constant('i32', -first.limit)]);
  return rewriter.pure(isAnd ? 'ieq' : 'ine', 'bool', [high, rewriter.constant('i32', 0)]);
}
