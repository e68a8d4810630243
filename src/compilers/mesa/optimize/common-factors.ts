// A factor that two products of one sum share is taken out of both, as nir_opt_algebraic does where products are fused
// already or stand side by side: `fma(a, b, fma(a, c, d))` is `fma(a, b + c, d)`. Sums of separate products keep their
// order, since fusing comes last there. Run it again: of a chain of products each run joins neighbours, from the end.

import type { Module, PureInstruction, ValueId } from '../../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../../ir/rewrite.ts';
import { forEachInstruction, operandsOf } from '../../../ir/walk.ts';

/** `factor * (left + right)`, to which `addend` is added where there is one. */
interface Joined {
  readonly factor: ValueId;
  readonly left: ValueId;
  readonly right: ValueId;
  readonly addend?: ValueId;
}

/** The module with neighbouring products joined; the same module when there are none. */
export function commonFactors(module: Module): Module {
  const joined = findJoined(module);
  if (joined.size === 0) return module;
  return rewriteModule(module, (instruction, rewriter) => {
    const found = instruction.kind === 'pure' ? joined.get(instruction.result) : undefined;
    if (found) emit(rewriter, (instruction as PureInstruction).result, found);
    return found !== undefined;
  });
}

function emit(rewriter: Rewriter, result: ValueId, { factor, left, right, addend }: Joined): void {
  const sum = rewriter.pure('fadd', rewriter.typeOf(result), [left, right]);
  if (addend === undefined) rewriter.define(result, 'fmul', [factor, sum]);
  else rewriter.define(result, 'ffma', [factor, sum, addend]);
}

function findJoined(module: Module): Map<ValueId, Joined> {
  const uses = new Uint32Array(module.values.length);
  const definitions = new Map<ValueId, PureInstruction>();
  const candidates: PureInstruction[] = [];
  forEachInstruction(module.body, (instruction) => {
    for (const operand of operandsOf(instruction)) uses[operand]++;
    if (instruction.kind !== 'pure') return;
    if (instruction.op === 'fmul' || instruction.op === 'ffma')
      definitions.set(instruction.result, instruction);
    if (instruction.op === 'fadd' || instruction.op === 'ffma') candidates.push(instruction);
  });
  const joined = new Map<ValueId, Joined>();
  const taken = new Set<ValueId>();
  for (const outer of candidates.reverse()) {
    if (taken.has(outer.result)) continue;
    const pair = pairOf(outer, definitions, uses);
    const found = pair && joinedOf(pair[0], pair[1], module);
    if (!found) continue;
    joined.set(outer.result, found);
    taken.add(pair[1].result);
  }
  return joined;
}

/** The product that comes last, and the product or sum that it is added to, which nothing else reads. */
function pairOf(
  outer: PureInstruction,
  definitions: ReadonlyMap<ValueId, PureInstruction>,
  uses: Uint32Array,
): readonly [readonly ValueId[], PureInstruction] | undefined {
  if (outer.op === 'ffma') {
    const inner = definitions.get(outer.operands[2]);
    return inner && uses[inner.result] === 1 ? [outer.operands.slice(0, 2), inner] : undefined;
  }
  const [left, right] = outer.operands.map((each) => definitions.get(each));
  if (!left || !right || (left.op === 'ffma' && right.op === 'ffma')) return undefined;
  if (left.op === 'fmul' && right.op === 'fmul') return [left.operands, right];
  const [product, sum] = left.op === 'fmul' ? [left, right] : [right, left];
  return uses[product.result] === 1 && uses[sum.result] === 1 ? [product.operands, sum] : undefined;
}

function joinedOf(factors: readonly ValueId[], inner: PureInstruction, module: Module): Joined | undefined {
  const { values } = module;
  const isSame = (a: ValueId, b: ValueId) =>
    a === b || (values[a].constant !== undefined && Object.is(values[a].constant, values[b].constant));
  for (const [factor, left] of [factors, [factors[1], factors[0]]])
    for (const [other, right] of [inner.operands.slice(0, 2), [inner.operands[1], inner.operands[0]]])
      if (isSame(factor, other)) return { factor, left, right, addend: inner.operands[2] };
  return undefined;
}
