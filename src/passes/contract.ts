// Contraction: a product that one sum reads, and nothing else, becomes part of a fused multiply-add, as shading
// languages allow everywhere; a blend of two values becomes one of their difference. Negations stay their own instructions here; code generation gives them
// away as operand modifiers.

import type { Module, PureInstruction, ValueId } from '../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../ir/rewrite.ts';
import { forEachInstruction, operandsOf } from '../ir/walk.ts';

interface Uses {
  /** All uses, whatever reads them. */
  readonly total: Uint32Array;
  /** Uses as an operand of a float sum or difference, or of a negation that only those read. */
  readonly inSums: Uint32Array;
  readonly definitions: (PureInstruction | undefined)[];
}

/** Rewrites sums of products; the products that become unused are left for the removal of dead code. */
export function contract(module: Module): Module {
  const uses = countUses(module);
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'pure' || (instruction.op !== 'fadd' && instruction.op !== 'fsub')) return false;
    return blend(instruction, uses, rewriter) || fuse(instruction, uses, rewriter);
  });
}

/** `x * (1 - t) + y * t`, which `mix` is, as `(y - x) * t + x`. */
function blend({ op, operands, result }: PureInstruction, uses: Uses, rewriter: Rewriter): boolean {
  if (op !== 'fadd') return false;
  const [left, right] = operands.map((each) => uses.definitions[each]);
  if (left?.op !== 'fmul' || right?.op !== 'fmul') return false;
  if (operands.some((each) => uses.total[each] !== 1)) return false;
  const [x, rest] = left.operands as [ValueId, ValueId];
  const [y, share] = right.operands as [ValueId, ValueId];
  const remainder = uses.definitions[rest];
  if (remainder?.op !== 'fsub' || remainder.operands[1] !== share) return false;
  if (rewriter.constantOf(remainder.operands[0]) !== 1) return false;
  const difference = rewriter.pure('fsub', rewriter.typeOf(result), [y, x]);
  rewriter.define(result, 'ffma', [difference, share, x]);
  return true;
}

function countUses(module: Module): Uses {
  const total = new Uint32Array(module.values.length);
  const inSums = new Uint32Array(module.values.length);
  const definitions: (PureInstruction | undefined)[] = [];
  const negations: PureInstruction[] = [];
  forEachInstruction(module.body, (instruction) => {
    const isPure = instruction.kind === 'pure';
    const isSum = isPure && (instruction.op === 'fadd' || instruction.op === 'fsub');
    if (isPure) definitions[instruction.result] = instruction;
    if (isPure && instruction.op === 'fneg') negations.push(instruction);
    for (const operand of operandsOf(instruction)) {
      total[operand]++;
      if (isSum) inSums[operand]++;
    }
  });
  for (const { result, operands } of negations) {
    if (total[result] === inSums[result]) inSums[operands[0]]++;
  }
  return { total, inSums, definitions };
}

/** A product, or the negation of one, that only one sum reads: shared products are computed once. */
interface Product {
  readonly factors: readonly ValueId[];
  readonly isNegated: boolean;
}

/** One factor is a constant: as cheap to multiply by again as to keep. */
function isScaled({ op, operands }: PureInstruction, rewriter: Rewriter): boolean {
  return op === 'fmul' && operands.some((each) => rewriter.constantOf(each) !== undefined);
}

function productOf(value: ValueId, uses: Uses, rewriter: Rewriter): Product | undefined {
  const definition = uses.definitions[value];
  if (!definition || uses.total[value] !== uses.inSums[value]) return undefined;
  if (uses.total[value] !== 1 && !isScaled(definition, rewriter)) return undefined;
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
  // Operands that this pass made are no products, and have no counted uses.
  const leftProduct = productOf(left, uses, rewriter);
  const rightProduct = leftProduct ? undefined : productOf(right, uses, rewriter);
  const product = leftProduct ?? rightProduct;
  if (!product) return false;
  const isDifference = instruction.op === 'fsub';
  const type = rewriter.typeOf(instruction.result);
  const negate = (value: ValueId): ValueId => {
    const constant = rewriter.constantOf(value);
    return constant === undefined ? rewriter.pure('fneg', type, [value]) : rewriter.constant(type, -constant);
  };
  const [first, second] = product.factors as [ValueId, ValueId];
  const isNegated = product.isNegated !== (isDifference && product === rightProduct);
  const addend = product === leftProduct ? (isDifference ? negate(right) : right) : left;
  const factor = isNegated ? negate(first) : first;
  rewriter.define(instruction.result, 'ffma', [factor, second, addend]);
  return true;
}
