// Contraction: a product that sums read, and nothing else, becomes part of fused multiply-adds, as shading
// languages allow everywhere. One that several read is computed again in each, where they lie together and all
// add it or all take it away. Negations stay their own instructions here; code generation gives them away as
// operand modifiers.

import type { Module, PureInstruction, Region, ValueId } from '../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../ir/rewrite.ts';
import { operandsOf, regionsOf, resultsOf } from '../ir/walk.ts';

/** How each value is used, by its number; a negation that only sums read passes on what it is to them. */
interface Uses {
  /** All uses, whatever reads them. */
  readonly total: Uint32Array;
  /** Uses as an operand of a float sum or difference, and those of them that take the value away. */
  readonly inSums: Uint32Array;
  readonly takenAway: Uint32Array;
  /** Uses in the basic block that defines the value. */
  readonly atHome: Uint32Array;
  readonly definitions: (PureInstruction | undefined)[];
}

/** Rewrites sums of products; the products that become unused are left for the removal of dead code. */
export function contract(module: Module): Module {
  const uses = countUses(module);
  return rewriteModule(module, (instruction, rewriter) =>
    instruction.kind === 'pure' && isSum(instruction) ? fuse(instruction, uses, rewriter) : false,
  );
}

const isSum = ({ op }: PureInstruction): boolean => op === 'fadd' || op === 'fsub';

function countUses(module: Module): Uses {
  const count = () => new Uint32Array(module.values.length);
  const uses: Uses = {
    total: count(),
    inSums: count(),
    takenAway: count(),
    atHome: count(),
    definitions: [],
  };
  const blockOf = count();
  const negations: PureInstruction[] = [];
  let block = 1;
  const visit = ({ instructions }: Region): void => {
    for (const instruction of instructions) {
      for (const operand of operandsOf(instruction)) {
        uses.total[operand]++;
        if (blockOf[operand] === block) uses.atHome[operand]++;
      }
      if (instruction.kind === 'pure') {
        uses.definitions[instruction.result] = instruction;
        if (instruction.op === 'fneg') negations.push(instruction);
        if (isSum(instruction)) for (const operand of instruction.operands) uses.inSums[operand]++;
        if (instruction.op === 'fsub') uses.takenAway[instruction.operands[1]]++;
      }
      const regions = regionsOf(instruction);
      for (const region of regions) {
        block++;
        visit(region);
      }
      if (regions.length > 0) block++;
      for (const result of resultsOf(instruction)) blockOf[result] = block;
    }
  };
  visit(module.body);
  for (const { result, operands } of negations) {
    if (uses.total[result] !== uses.inSums[result]) continue;
    uses.inSums[operands[0]]++;
    if (uses.takenAway[result] === 0) uses.takenAway[operands[0]]++;
  }
  return uses;
}

/** A product, or the negation of one, that may be computed where it is added. */
interface Product {
  readonly factors: readonly ValueId[];
  readonly isNegated: boolean;
}

/**
 * Whether no use needs the value by itself. Sums of one kind in one block take a shared product apart
 * (`fan-beam-backproject`, `scan-match-score` of bench/spaces/studied), a sum and a difference do not
 * (`lindley-queue`), nor do sums of which some come in a later block (`phoenix-julia`).
 */
function isOnlyAdded(value: ValueId, { total, inSums, takenAway, atHome }: Uses): boolean {
  if (total[value] !== inSums[value]) return false;
  if (total[value] === 1) return true;
  const isOneKind = takenAway[value] === 0 || takenAway[value] === total[value];
  return isOneKind && (atHome[value] === 0 || atHome[value] === total[value]);
}

function productOf(value: ValueId, uses: Uses, rewriter: Rewriter): Product | undefined {
  const definition = uses.definitions[value];
  if (!definition || !isOnlyAdded(value, uses)) return undefined;
  if (definition.op === 'fmul') return { factors: definition.operands, isNegated: false };
  // A quotient is the product with a reciprocal, unless it is one.
  if (definition.op === 'fdiv' && rewriter.typeOf(value) === 'f32') return quotientOf(definition, rewriter);
  if (definition.op !== 'fneg') return undefined;
  const inner = productOf(definition.operands[0], uses, rewriter);
  return inner && { factors: inner.factors, isNegated: !inner.isNegated };
}

function quotientOf({ operands }: PureInstruction, rewriter: Rewriter): Product | undefined {
  const [dividend, divisor] = operands as [ValueId, ValueId];
  if (rewriter.constantOf(dividend) !== undefined) return undefined;
  const reciprocal = rewriter.pure('fdiv', 'f32', [rewriter.constant('f32', 1), divisor]);
  return { factors: [dividend, reciprocal], isNegated: false };
}

function fuse(instruction: PureInstruction, uses: Uses, rewriter: Rewriter): boolean {
  const [left, right] = instruction.operands as [ValueId, ValueId];
  // Of two products the one that fewer read: the other is computed once for all. Operands that this pass made are no
  // products, and have no counted uses.
  const candidates = uses.total[right] < uses.total[left] ? [right, left] : [left, right];
  let chosen = left;
  let product: Product | undefined;
  for (const candidate of candidates) {
    chosen = candidate;
    product = productOf(candidate, uses, rewriter);
    if (product) break;
  }
  if (!product) return false;
  const isRight = chosen !== left;
  const isDifference = instruction.op === 'fsub';
  const type = rewriter.typeOf(instruction.result);
  const negate = (value: ValueId): ValueId => {
    const constant = rewriter.constantOf(value);
    return constant === undefined ? rewriter.pure('fneg', type, [value]) : rewriter.constant(type, -constant);
  };
  const [first, second] = product.factors as [ValueId, ValueId];
  const isNegated = product.isNegated !== (isDifference && isRight);
  const addend = isRight ? left : isDifference ? negate(right) : right;
  const factor = isNegated ? negate(first) : first;
  rewriter.define(instruction.result, 'ffma', [factor, second, addend]);
  return true;
}
