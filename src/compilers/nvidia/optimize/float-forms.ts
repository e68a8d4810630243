// Float operations in the forms that the driver gives them where shading languages leave the precision open: quotients
// by a root or an exponential are products, quotients of one divisor are added before they are divided, a quotient's
// divisor takes up the one that it is divided by next, powers with small whole exponents are products.
// Source: driver code for SM 9.0 of 55 expressions with roots, exponentials, powers and quotients (2026-11-28). Left
// alone there are `1 / (sqrt(a) * b)`, `sqrt(a) / a`, `sqrt(a / b)` and sums of quotients with several divisors.

import type { Module, PureInstruction, PureOp, ValueId } from '../../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../../ir/rewrite.ts';
import { forEachInstruction, operandsOf } from '../../../ir/walk.ts';

/** What a quotient by these is multiplied by instead: of the same operand, or of it turned around. */
const INVERSES: Readonly<Partial<Record<PureOp, PureOp>>> = { sqrt: 'inversesqrt', inversesqrt: 'sqrt' };
const EXPONENTIALS: ReadonlySet<PureOp> = new Set(['exp', 'exp2', 'pow']);

export function floatForms(module: Module): Module {
  const uses = new Uint32Array(module.values.length);
  let isAny = false;
  forEachInstruction(module.body, (instruction) => {
    for (const operand of operandsOf(instruction)) uses[operand]++;
    isAny ||= instruction.kind === 'pure' && (instruction.op === 'fdiv' || instruction.op === 'pow');
  });
  if (!isAny) return module;
  const definitions = new Map<ValueId, PureInstruction>();
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'pure') return false;
    const forms = new Forms(rewriter, definitions, uses);
    if (rewriter.typeOf(instruction.result) === 'f32' && forms.rewrite(instruction)) return true;
    definitions.set(instruction.result, instruction);
    return false;
  });
}

class Forms {
  private readonly rewriter: Rewriter;
  private readonly definitions: ReadonlyMap<ValueId, PureInstruction>;
  private readonly uses: Uint32Array;

  constructor(rewriter: Rewriter, definitions: ReadonlyMap<ValueId, PureInstruction>, uses: Uint32Array) {
    this.rewriter = rewriter;
    this.definitions = definitions;
    this.uses = uses;
  }

  /** Puts another form in the instruction's place, where there is one. */
  rewrite(instruction: PureInstruction): boolean {
    switch (instruction.op) {
      case 'fdiv':
        return this.divide(instruction);
      case 'fadd':
        return this.addQuotients(instruction);
      case 'pow':
        return this.raise(instruction);
      default:
        return false;
    }
  }

  private divide({ result, operands }: PureInstruction): boolean {
    const [dividend, divisor] = operands as [ValueId, ValueId];
    const inverse = this.inverseOf(divisor);
    if (inverse !== undefined) {
      if (this.rewriter.constantOf(dividend) === 1) this.rewriter.rename(result, inverse);
      else this.rewriter.define(result, 'fmul', [dividend, inverse]);
      return true;
    }
    const inner = this.onlyUsed(dividend, 'fdiv');
    if (!inner) return false;
    const [first, second] = inner.operands;
    this.rewriter.define(result, 'fdiv', [first, this.pure('fmul', [second, divisor])]);
    return true;
  }

  /** Makes what a quotient by the value is multiplied by, where that is no quotient itself. */
  private inverseOf(value: ValueId): ValueId | undefined {
    const definition = this.definitions.get(value);
    if (!definition) return undefined;
    const { op, operands } = definition;
    const inverse = INVERSES[op];
    if (inverse) return this.pure(inverse, operands);
    if (!EXPONENTIALS.has(op)) return undefined;
    return this.pure(op, [...operands.slice(0, -1), this.negative(operands.at(-1)!)]);
  }

  private addQuotients({ result, operands }: PureInstruction): boolean {
    const [left, right] = operands.map((each) => this.onlyUsed(each, 'fdiv'));
    if (!left || !right || left === right || left.operands[1] !== right.operands[1]) return false;
    const sum = this.pure('fadd', [left.operands[0], right.operands[0]]);
    this.rewriter.define(result, 'fdiv', [sum, left.operands[1]]);
    return true;
  }

  /** Squares are products everywhere: strength reduction. */
  private raise({ result, operands }: PureInstruction): boolean {
    const [base, exponent] = operands as [ValueId, ValueId];
    const knownBase = this.rewriter.constantOf(base);
    if (knownBase !== undefined && knownBase > 0) {
      const scale = this.rewriter.constant('f32', Math.log2(knownBase));
      this.rewriter.define(result, 'exp2', [
        knownBase === 2 ? exponent : this.pure('fmul', [exponent, scale]),
      ]);
      return true;
    }
    switch (this.rewriter.constantOf(exponent)) {
      case -1:
        this.rewriter.define(result, 'exp2', [this.negative(this.pure('log2', [base]))]);
        return true;
      case 1:
        this.rewriter.rename(result, base);
        return true;
      case 3:
        this.rewriter.define(result, 'fmul', [base, this.pure('fmul', [base, base])]);
        return true;
      case 4:
      case 5: {
        const square = this.pure('fmul', [base, base]);
        if (this.rewriter.constantOf(exponent) === 4) this.rewriter.define(result, 'fmul', [square, square]);
        else this.rewriter.define(result, 'fmul', [base, this.pure('fmul', [square, square])]);
        return true;
      }
      default:
        return false;
    }
  }

  private onlyUsed(value: ValueId, op: PureOp): PureInstruction | undefined {
    const definition = this.definitions.get(value);
    return definition?.op === op && this.uses[value] === 1 ? definition : undefined;
  }

  private negative(value: ValueId): ValueId {
    const constant = this.rewriter.constantOf(value);
    return constant === undefined ? this.pure('fneg', [value]) : this.rewriter.constant('f32', -constant);
  }

  private pure(op: PureOp, operands: readonly ValueId[]): ValueId {
    return this.rewriter.pure(op, 'f32', operands);
  }
}
