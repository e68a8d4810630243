// Chains of float operations with constants become shorter, rounding aside: products of products and sums of sums
// fold their constants, and a constant factor moves into a sum of a product, so that any chain of `x * c + d` is one
// of those. Constant factors also move out of products, and exponentials and logarithms show theirs, so that
// `exp(c * x * x)` has one. Meant for the code before unrolling, lest copies of an iteration are folded. What is made
// in front of a loop stays there: a product that the loop needs is one value, however often it is used.

import type { Module, PureInstruction, Region, ValueId } from '../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../ir/rewrite.ts';
import { forEachInstruction, operandsOf, regionsOf, resultsOf } from '../ir/walk.ts';

/** The module with constants of f32 chains folded; the same module when there is nothing to fold. */
export function reassociate(module: Module): Module {
  const uses = new Uint32Array(module.values.length);
  forEachInstruction(module.body, (instruction) => {
    for (const operand of operandsOf(instruction)) uses[operand]++;
  });
  const steps = new Map<ValueId, Step>();
  const loopOf = innermostLoops(module);
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'pure' || rewriter.typeOf(instruction.result) !== 'f32') return false;
    const definitions = new StepsOfLoop(steps, loopOf[instruction.result]);
    const chain: Chain = { rewriter, definitions, uses };
    return (
      dropZero(instruction, rewriter) ||
      showFactor(instruction, chain) ||
      moveFactorOut(instruction, chain) ||
      addStep(instruction, chain)
    );
  });
}

interface Chain {
  readonly rewriter: Rewriter;
  /** Steps that made values. */
  readonly definitions: StepsOfLoop;
  readonly uses: Uint32Array;
}

/** The steps of one loop's own code, out of those of all. */
class StepsOfLoop {
  private readonly all: Map<ValueId, Step>;
  private readonly loop: number;

  constructor(all: Map<ValueId, Step>, loop: number) {
    this.all = all;
    this.loop = loop;
  }

  get(value: ValueId): Step | undefined {
    const step = this.all.get(value);
    return step?.loop === this.loop ? step : undefined;
  }

  set(value: ValueId, step: NewStep): void {
    this.all.set(value, { ...step, loop: this.loop });
  }
}

/** Per value: the innermost loop that computes it, −1 for none. */
function innermostLoops(module: Module): Int32Array {
  const loopOf = new Int32Array(module.values.length).fill(-1);
  const walk = (region: Region, loop: number): void => {
    for (const instruction of region.instructions) {
      for (const result of resultsOf(instruction)) loopOf[result] = loop;
      for (const inner of regionsOf(instruction))
        walk(inner, instruction.kind === 'loop' ? instruction.id : loop);
    }
  };
  walk(module.body, -1);
  return loopOf;
}

/** The module without sums and products with nothing, as the first copy of a loop that adds up leaves them. */
export function dropZeros(module: Module): Module {
  return rewriteModule(
    module,
    (instruction, rewriter) =>
      instruction.kind === 'pure' &&
      rewriter.typeOf(instruction.result) === 'f32' &&
      dropZero(instruction, rewriter),
  );
}

/** `x * 0` is nothing and `x + 0` is `x`, though infinities and the sign of zero say otherwise. */
function dropZero({ op, operands, result }: PureInstruction, rewriter: Rewriter): boolean {
  if (op !== 'fmul' && op !== 'fadd' && op !== 'fsub') return false;
  const zero = operands.findIndex((each) => rewriter.constantOf(each) === 0);
  if (zero < 0 || (op === 'fsub' && zero === 0)) return false;
  rewriter.rename(result, op === 'fmul' ? operands[zero] : operands[1 - zero]);
  return true;
}

/** `exp` and `log` as powers and logarithms of two with a factor, which the machine has. */
function showFactor({ op, operands, result }: PureInstruction, chain: Chain): boolean {
  const { rewriter, definitions } = chain;
  const [x] = operands as [ValueId];
  if (op === 'exp') {
    const inner = definitions.get(x);
    const isScaled = inner?.op === 'fmul' && chain.uses[x] === 1;
    const factor = rewriter.constant('f32', isScaled ? inner.constant * Math.LOG2E : Math.LOG2E);
    const exponent = rewriter.pure('fmul', 'f32', [isScaled ? inner.base : x, factor]);
    rewriter.define(result, 'exp2', [exponent]);
    return true;
  }
  if (op !== 'log') return false;
  const base = rewriter.pure('log2', 'f32', [x]);
  definitions.set(result, { op: 'fmul', base, constant: Math.LN2 });
  rewriter.define(result, 'fmul', [base, rewriter.constant('f32', Math.LN2)]);
  return true;
}

/** `(x * c) * y` as `(x * y) * c`. */
function moveFactorOut({ op, operands, result }: PureInstruction, chain: Chain): boolean {
  const { rewriter, definitions, uses } = chain;
  if (op !== 'fmul' || operands.some((each) => rewriter.constantOf(each) !== undefined)) return false;
  const [x, y] = operands as [ValueId, ValueId];
  for (const [scaled, other] of [
    [x, y],
    [y, x],
  ] as const) {
    const step = definitions.get(scaled);
    if (step?.op !== 'fmul' || uses[scaled] !== 1) continue;
    const base = rewriter.pure('fmul', 'f32', [step.base, other]);
    definitions.set(result, { ...step, base });
    rewriter.define(result, 'fmul', [base, rewriter.constant('f32', step.constant)]);
    return true;
  }
  return false;
}

function addStep(instruction: PureInstruction, chain: Chain): boolean {
  const { rewriter, definitions, uses } = chain;
  const step = stepOf(instruction, rewriter);
  if (!step) return false;
  const inner = definitions.get(step.base);
  // A product that others use as well costs nothing more: it stays for them.
  const isFree = uses[step.base] === 1 || (inner?.op === 'fmul' && step.op === 'fmul');
  const combined = inner && isFree ? combine(inner, step, chain) : undefined;
  definitions.set(instruction.result, combined ?? step);
  if (!combined) return false;
  rewriter.define(instruction.result, combined.op, [
    combined.base,
    rewriter.constant('f32', combined.constant),
  ]);
  return true;
}

/** `base * constant` or `base + constant`. */
interface Step {
  readonly op: 'fmul' | 'fadd';
  readonly base: ValueId;
  readonly constant: number;
  /** Of a sum: the base is taken away from the constant. */
  readonly isNegated?: boolean;
  /** Innermost loop around it. */
  readonly loop: number;
}

type NewStep = Omit<Step, 'loop'>;

function stepOf(instruction: PureInstruction, rewriter: Rewriter): NewStep | undefined {
  const { op, operands } = instruction;
  if (op !== 'fmul' && op !== 'fadd' && op !== 'fsub' && op !== 'fdiv') return undefined;
  const [x, y] = operands as [ValueId, ValueId];
  const right = rewriter.constantOf(y);
  if (op === 'fdiv')
    return right && isUsable(1 / right) ? { op: 'fmul', base: x, constant: 1 / right } : undefined;
  if (right !== undefined)
    return { op: op === 'fmul' ? op : 'fadd', base: x, constant: op === 'fsub' ? -right : right };
  const left = rewriter.constantOf(x);
  if (left === undefined) return undefined;
  return op === 'fsub'
    ? { op: 'fadd', base: y, constant: left, isNegated: true }
    : { op, base: y, constant: left };
}

/** Both steps in one, or the outer one around a product that this emits. */
function combine(inner: NewStep, outer: NewStep, chain: Chain): NewStep | undefined {
  const { definitions } = chain;
  if (inner.op === outer.op) {
    if (inner.isNegated || outer.isNegated) return undefined;
    const constant = inner.op === 'fmul' ? inner.constant * outer.constant : inner.constant + outer.constant;
    return isUsable(constant) ? { ...inner, constant } : undefined;
  }
  const innermost = definitions.get(inner.base);
  if (outer.op === 'fadd') {
    // (x + c) * d + e is x * d + (c * d + e), and e - (x + c) * d likewise.
    if (innermost?.op !== 'fadd' || chain.uses[inner.base] !== 1) return undefined;
    return productPlus(
      innermost.base,
      sign(outer) * sign(innermost) * inner.constant,
      sign(outer) * innermost.constant * inner.constant + outer.constant,
      chain,
    );
  }
  // (x + c) * d is x * d + c * d, where x may be a product itself.
  const isProduct = innermost?.op === 'fmul';
  return productPlus(
    isProduct ? innermost.base : inner.base,
    sign(inner) * outer.constant * (isProduct ? innermost.constant : 1),
    inner.constant * outer.constant,
    chain,
  );
}

function sign({ isNegated }: NewStep): number {
  return isNegated ? -1 : 1;
}

/** The sum of a product that this emits and a constant, where both are numbers that a float holds. */
function productPlus(
  base: ValueId,
  factor: number,
  constant: number,
  { rewriter, definitions }: Chain,
): NewStep | undefined {
  if (!isUsable(factor) || !isUsable(constant)) return undefined;
  const product = rewriter.pure('fmul', 'f32', [base, rewriter.constant('f32', factor)]);
  definitions.set(product, { op: 'fmul', base, constant: factor });
  return { op: 'fadd', base: product, constant };
}

/** A normal number: no overflow, and nothing lost to the flushing of small numbers. */
function isUsable(constant: number): boolean {
  const size = Math.abs(Math.fround(constant));
  return size >= 2 ** -126 && size < 2 ** 127;
}
