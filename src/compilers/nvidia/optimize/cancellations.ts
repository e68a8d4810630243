// Sums and products of floats as if they were exact, as far as two neighbouring operations show it: `(x + y) - x` is
// `y`, `x * y + x * z` is `x * (y + z)`, `x / y * y` is `x`. So sums that carry their rounding errors along
// (compensated summation, numbers of two floats) come down to plain sums.
// Source: driver code for SM 9.0 of 126 expressions and loops (2026-11-29). Left alone there are what is three
// operations apart, `(x + y + z) - x`; `x * y - x`; explicit multiply-adds; and a product that is a common factor. It
// comes before common subexpressions are found beyond a straight run of code: where `x` is converted anew in a branch,
// `(x + y) - (x + z)` stays (cloth-step, eight of 118 additions).

import type { Module, PureInstruction, Region, ScalarType, ValueId } from '../../../ir/ir.ts';
import { pureOps } from '../../../ir/ops.ts';
import { type Rewriter, rewriteModule } from '../../../ir/rewrite.ts';
import { forEachInstruction, operandsOf, regionsOf, resultsOf } from '../../../ir/walk.ts';
import { mergeResults } from '../../../passes/redundant-results.ts';

export function cancellations(module: Module): Module {
  let current = module;
  for (let round = 0; round < ROUNDS; round++) {
    const rewritten = rewrite(current);
    if (rewritten === current) break;
    // An error that is nothing each time around is nothing that a loop carries.
    current = mergeResults(rewritten);
  }
  return current;
}

/** What a loop no longer carries may leave more that is exact. */
const ROUNDS = 4;

function rewrite(module: Module): Module {
  const definitions = new Definitions();
  const runs = straightRuns(module);
  const uses = new Uint32Array(module.values.length);
  forEachInstruction(module.body, (instruction) => {
    for (const operand of operandsOf(instruction)) uses[operand]++;
  });
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'pure') return false;
    const { result } = instruction;
    const type = rewriter.typeOf(result);
    const run = runs[result];
    const form = type.startsWith('f')
      ? new Exact({ rewriter, definitions, uses, type, run }).formOf(instruction)
      : undefined;
    if (form === undefined) {
      definitions.set(result, instruction, run);
      return false;
    }
    if (typeof form === 'number') rewriter.rename(result, form);
    else {
      definitions.set(result, form, run);
      rewriter.define(result, form.op, form.operands);
    }
    return true;
  });
}

/** Per value: which run of instructions without a construct in between computes it. */
function straightRuns(module: Module): Int32Array {
  const runOf = new Int32Array(module.values.length).fill(-1);
  let run = 0;
  const walk = ({ instructions }: Region): void => {
    run++;
    for (const instruction of instructions) {
      for (const result of resultsOf(instruction)) runOf[result] = run;
      for (const inner of regionsOf(instruction)) walk(inner);
      if ('id' in instruction) run++;
    }
  };
  walk(module.body);
  return runOf;
}

type Form = Pick<PureInstruction, 'op' | 'operands' | 'component'>;

/** What made each value, and which values are alike: computed in the same way of the same in one run. */
class Definitions {
  private readonly forms = new Map<ValueId, Form>();
  private readonly firstOf = new Map<string, ValueId>();
  private readonly alike = new Map<ValueId, ValueId>();

  get(value: ValueId): Form | undefined {
    return this.forms.get(value);
  }

  set(value: ValueId, form: Form, run: number): void {
    this.forms.set(value, form);
    const [x, y, ...rest] = form.operands.map((each) => this.nameOf(each));
    const isTurned = pureOps[form.op].isCommutative && y < x;
    const key = [run, form.op, form.component, ...(isTurned ? [y, x] : [x, y]), ...rest].join();
    const first = this.firstOf.get(key);
    if (first === undefined) this.firstOf.set(key, value);
    else this.alike.set(value, first);
  }

  same(one: ValueId, other: ValueId): boolean {
    return this.nameOf(one) === this.nameOf(other);
  }

  private nameOf(value: ValueId): ValueId {
    return this.alike.get(value) ?? value;
  }
}

interface Context {
  readonly rewriter: Rewriter;
  readonly definitions: Definitions;
  /** How often each value is used, of those that the module had. */
  readonly uses: Uint32Array;
  readonly type: ScalarType;
  /** That of the instruction. */
  readonly run: number;
}

/** One side of a sum. */
interface Term {
  readonly value: ValueId;
  readonly isNegative: boolean;
}

class Exact {
  private readonly rewriter: Rewriter;
  private readonly definitions: Definitions;
  private readonly uses: Uint32Array;
  private readonly type: ScalarType;
  private readonly run: number;

  constructor({ rewriter, definitions, uses, type, run }: Context) {
    this.rewriter = rewriter;
    this.definitions = definitions;
    this.uses = uses;
    this.type = type;
    this.run = run;
  }

  /** A value that exists, or an operation to take the instruction's place; undefined where it stays. */
  formOf({ op, operands }: Form): ValueId | Form | undefined {
    switch (op) {
      case 'fadd':
      case 'fsub':
        return this.sum(this.termsOf({ op, operands })!);
      case 'fneg':
        return this.turnedAround(operands[0]);
      case 'fmul':
        return this.product(operands[0], operands[1]) ?? this.product(operands[1], operands[0]);
      case 'fdiv':
        return this.quotient(operands[0], operands[1]);
      default:
        return undefined;
    }
  }

  private sum([left, right]: readonly [Term, Term]): ValueId | Form | undefined {
    if (this.cancel(left, right)) return this.constant(0);
    if (this.rewriter.constantOf(left.value) === 0) return this.single(right);
    if (this.rewriter.constantOf(right.value) === 0) return this.single(left);
    return (
      this.taken(left, right) ??
      this.taken(right, left) ??
      this.ofBoth(left, right) ??
      this.factored(left, right)
    );
  }

  /** `(x + y) - x` */
  private taken(whole: Term, other: Term): ValueId | Form | undefined {
    const inner = this.innerTerms(whole);
    if (!inner) return undefined;
    const [first, second] = inner;
    if (this.cancel(first, other)) return this.single(second);
    if (this.cancel(second, other)) return this.single(first);
    return undefined;
  }

  /** `(x + y) - (x + z)` */
  private ofBoth(left: Term, right: Term): ValueId | Form | undefined {
    const ofLeft = this.innerTerms(left);
    const ofRight = this.innerTerms(right);
    if (!ofLeft || !ofRight) return undefined;
    for (const side of [0, 1] as const)
      for (const other of [0, 1] as const)
        if (this.cancel(ofLeft[side], ofRight[other])) return this.pair(ofLeft[1 - side], ofRight[1 - other]);
    return undefined;
  }

  /** `x * y + x * z` */
  private factored(left: Term, right: Term): Form | undefined {
    if (this.same(left.value, right.value)) return undefined;
    if (this.uses[left.value] > 1 && this.uses[right.value] > 1) return undefined;
    for (const [common, ofLeft] of this.factorsOf(left.value)) {
      if (this.definitions.get(common)?.op === 'fmul') continue;
      for (const [other, ofRight] of this.factorsOf(right.value)) {
        if (!this.same(common, other)) continue;
        const factor = this.sumOf({ ...left, value: ofLeft }, { ...right, value: ofRight });
        if (factor !== undefined) return { op: 'fmul', operands: [common, factor] };
      }
    }
    return undefined;
  }

  /** Each factor beside what it is multiplied by; of a value that is no product, itself beside 1. */
  private factorsOf(value: ValueId): readonly (readonly [ValueId, ValueId])[] {
    const definition = this.definitions.get(value);
    const [x, y] = definition?.operands ?? [];
    if (definition?.op === 'fadd' && this.same(x, y)) return [[x, this.constant(2)]];
    if (definition?.op !== 'fmul') return [[value, this.constant(1)]];
    return [
      [x, y],
      [y, x],
    ];
  }

  /** The sum of what two products leave; constants meet constants only. */
  private sumOf(left: Term, right: Term): ValueId | undefined {
    const [first, second] = [left, right].map(({ value }) => this.rewriter.constantOf(value));
    if (first !== undefined && second !== undefined)
      return this.constant(signed(left, first) + signed(right, second));
    if (first === 1 || second === 1) return undefined;
    const form = this.sum([left, right]) ?? this.pair(left, right);
    return typeof form === 'number' ? form : this.made(form);
  }

  /** `(x - y) * -1`, `x / y * y`, `x * (1 / y) * y`, `sqrt(x) * sqrt(x)` */
  private product(left: ValueId, right: ValueId): ValueId | Form | undefined {
    if (this.rewriter.constantOf(right) === -1) return this.turnedAround(left);
    const definition = this.definitions.get(left);
    if (!definition) return undefined;
    const [x, y] = definition.operands;
    if (definition.op === 'fdiv') return this.same(y, right) ? x : undefined;
    if (definition.op === 'sqrt') return this.same(left, right) ? x : undefined;
    if (definition.op !== 'fmul') return undefined;
    if (this.isInverse(x, right)) return y;
    return this.isInverse(y, right) ? x : undefined;
  }

  private isInverse(value: ValueId, of: ValueId): boolean {
    const definition = this.definitions.get(value);
    if (definition?.op !== 'fdiv' || this.rewriter.constantOf(definition.operands[0]) !== 1) return false;
    return this.same(definition.operands[1], of);
  }

  /** `x / x`, `x * y / y`, `1 / (1 / x)`, `x / (y / z)` */
  private quotient(dividend: ValueId, divisor: ValueId): ValueId | Form | undefined {
    if (this.same(dividend, divisor)) return this.constant(1);
    const above = this.definitions.get(dividend);
    if (above?.op === 'fmul') {
      const [x, y] = above.operands;
      if (this.same(x, divisor)) return y;
      if (this.same(y, divisor)) return x;
    }
    const below = this.definitions.get(divisor);
    if (below?.op !== 'fdiv' || this.uses[divisor] > 1) return undefined;
    const [y, z] = below.operands;
    const isOne = (each: ValueId) => this.rewriter.constantOf(each) === 1;
    const multiplied: Form = { op: 'fmul', operands: [dividend, z] };
    if (isOne(y)) return isOne(dividend) ? z : multiplied;
    return { op: 'fdiv', operands: [isOne(dividend) ? z : this.made(multiplied), y] };
  }

  /** `-(x - y)` */
  private turnedAround(value: ValueId): Form | undefined {
    const definition = this.definitions.get(value);
    if (definition?.op !== 'fsub' || this.uses[value] > 1) return undefined;
    return { op: 'fsub', operands: [definition.operands[1], definition.operands[0]] };
  }

  private termsOf({ op, operands }: Form): readonly [Term, Term] | undefined {
    if (op !== 'fadd' && op !== 'fsub') return undefined;
    return [this.term(operands[0], false), this.term(operands[1], op === 'fsub')];
  }

  private term(value: ValueId, isNegative: boolean): Term {
    const definition = this.definitions.get(value);
    return definition?.op === 'fneg' ? this.term(definition.operands[0], !isNegative) : { value, isNegative };
  }

  /** Of a term that is a sum itself. */
  private innerTerms({ value, isNegative }: Term): readonly [Term, Term] | undefined {
    const definition = this.definitions.get(value);
    const terms = definition && this.termsOf(definition);
    if (!terms || !isNegative) return terms;
    const [first, second] = terms;
    return [
      { ...first, isNegative: !first.isNegative },
      { ...second, isNegative: !second.isNegative },
    ];
  }

  private cancel(one: Term, other: Term): boolean {
    if (this.same(one.value, other.value)) return one.isNegative !== other.isNegative;
    const [first, second] = [one, other].map(({ value }) => this.rewriter.constantOf(value));
    return first !== undefined && second !== undefined && signed(one, first) === -signed(other, second);
  }

  private single({ value, isNegative }: Term): ValueId | Form {
    return isNegative ? { op: 'fneg', operands: [value] } : value;
  }

  private pair(one: Term, other: Term): Form {
    if (other.isNegative) {
      const first = one.isNegative ? this.made({ op: 'fneg', operands: [one.value] }) : one.value;
      return { op: 'fsub', operands: [first, other.value] };
    }
    return one.isNegative
      ? { op: 'fsub', operands: [other.value, one.value] }
      : { op: 'fadd', operands: [one.value, other.value] };
  }

  private made({ op, operands }: Form): ValueId {
    const value = this.rewriter.pure(op, this.type, operands);
    this.definitions.set(value, { op, operands }, this.run);
    return value;
  }

  private same(one: ValueId, other: ValueId): boolean {
    return this.definitions.same(one, other);
  }

  private constant(value: number): ValueId {
    return this.rewriter.constant(this.type, value);
  }
}

function signed({ isNegative }: Term, value: number): number {
  return isNegative ? -value : value;
}
