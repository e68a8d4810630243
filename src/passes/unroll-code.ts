// Writes an unrolled loop: copies of the iteration one after the other, each counter a constant or a sum with
// the loop's parameter, and what the exit test's last evaluation leaves behind.

import type { LoopShape } from '../ir/analyses/loops.ts';
import type { Builder } from '../ir/builder.ts';
import { Copy } from '../ir/copy.ts';
import { countNexts } from '../ir/inline-region.ts';
import type { ConstructId, Instruction, Region, ValueId } from '../ir/ir.ts';

/** Origin of a loop that is left over from unrolling; it is not unrolled again. */
export const UNROLLED = 'unrolling';

export interface UnrollPlan {
  readonly shape: LoopShape;
  readonly tripCount: number;
  /** Copies of the iteration in the loop that remains; `tripCount` for none remaining. */
  readonly factor: number;
  /** Instructions that only count and compare. */
  readonly skipped: ReadonlySet<Instruction>;
}

export interface Expansion {
  readonly instructions: readonly Instruction[];
  /** What the loop's results are, where no construct defines them any more. */
  readonly results?: readonly ValueId[];
}

/** The code in place of the loop. */
export function expand(plan: UnrollPlan, builder: Builder): Expansion {
  const expander = new Expander(plan, builder);
  return plan.factor >= plan.tripCount ? expander.fully() : expander.partly();
}

class Expander {
  private readonly plan: UnrollPlan;
  private readonly builder: Builder;
  private readonly output: Instruction[] = [];
  /** Values of the parameters at the start of the next copy. */
  private current: ValueId[];

  constructor(plan: UnrollPlan, builder: Builder) {
    this.plan = plan;
    this.builder = builder;
    this.current = [...plan.shape.loop.initial];
  }

  fully(): Expansion {
    const { shape, tripCount } = this.plan;
    const { loop } = shape;
    if (shape.isTestOnlyExit) {
      for (let k = 0; k < tripCount; k++) this.iteration(k, this.output);
      return { instructions: this.output, results: this.leave(tripCount, this.output) };
    }
    // Other exits leave a block that takes the loop's place.
    const body: Instruction[] = [];
    const block = this.builder.construct();
    for (let k = 0; k < tripCount; k++) this.iteration(k, body, block);
    const values = this.leave(tripCount, body, block);
    body.push({ kind: 'break', target: block, values });
    const { results, span } = loop;
    return {
      instructions: [
        { kind: 'block', id: block, results, body: { instructions: body }, ...(span ? { span } : {}) },
      ],
    };
  }

  partly(): Expansion {
    const { shape, tripCount, factor } = this.plan;
    const { loop, test } = shape;
    const peeled = tripCount % factor;
    for (let k = 0; k < peeled; k++) this.iteration(k, this.output);
    const initial = this.current;
    const id = this.builder.construct();
    const parameters = loop.parameters.map((each) => {
      const { type, name } = this.builder.values[each];
      return this.builder.value(type, name);
    });
    this.current = [...parameters];
    const body: Instruction[] = [];
    // The test's operands have to be there, so the instructions before it are copied in full.
    const first = this.startCopy(undefined, 0, parameters, body);
    first.constructs.set(loop.id, id);
    for (const instruction of loop.body.instructions.slice(0, test.position))
      first.instruction(instruction, body);
    body.push(this.testCopy(first));
    this.rest(first, body, loop.body.instructions.slice(test.position + 1), parameters, 1);
    for (let k = 1; k < factor; k++) this.relative(k, parameters, body);
    body.push({ kind: 'next', target: id, values: this.current });
    this.output.push({ ...loop, id, initial, parameters, body: { instructions: body }, origin: UNROLLED });
    return { instructions: this.output };
  }

  /** A whole iteration whose counters have constant starts: number `k` of the loop. */
  private iteration(k: number, output: Instruction[], block?: ConstructId): void {
    const copy = this.startCopy(k, 0, this.current, output);
    if (block !== undefined) copy.constructs.set(this.plan.shape.loop.id, block);
    this.straight(copy, output, undefined, k + 1);
  }

  /** A whole iteration in the loop that remains, `k` after the one that starts it. */
  private relative(k: number, parameters: readonly ValueId[], output: Instruction[]): void {
    const copy = this.startCopy(undefined, k, parameters, output);
    this.straight(copy, output, parameters, k + 1);
  }

  /** A copy in which the parameters have their values; counters are constants, or sums with `parameters`. */
  private startCopy(
    iteration: number | undefined,
    ahead: number,
    parameters: readonly ValueId[],
    output: Instruction[],
  ): Copy {
    const { loop, inductions } = this.plan.shape;
    const copy = new Copy(this.builder);
    loop.parameters.forEach((parameter, index) => {
      copy.values.set(parameter, this.current[index]);
    });
    for (const { index, parameter, initial, step } of inductions) {
      const start = this.builder.constantOf(initial);
      if (iteration !== undefined && start !== undefined) {
        copy.values.set(parameter, this.builder.constant('i32', start + Math.imul(iteration, step)));
      } else if (iteration === undefined) {
        copy.values.set(parameter, this.sum(parameters[index], Math.imul(ahead, step), output));
      } else {
        copy.values.set(parameter, this.sum(initial, Math.imul(iteration, step), output));
      }
    }
    return copy;
  }

  private sum(base: ValueId, added: number, output: Instruction[]): ValueId {
    if (added === 0) return base;
    const { span } = this.plan.shape.loop;
    const result = this.builder.value('i32', this.builder.values[base].name);
    const operands = [base, this.builder.constant('i32', added)];
    output.push({ kind: 'pure', op: 'iadd', result, operands, ...(span ? { span } : {}) });
    return result;
  }

  /** Copies an iteration past its test. */
  private straight(
    copy: Copy,
    output: Instruction[],
    parameters: readonly ValueId[] | undefined,
    after: number,
  ): void {
    const { loop, test } = this.plan.shape;
    const { instructions } = loop.body;
    for (const instruction of instructions.slice(0, test.position)) this.copied(copy, instruction, output);
    this.stay(copy, output);
    this.rest(copy, output, instructions.slice(test.position + 1), parameters, after);
  }

  private copied(copy: Copy, instruction: Instruction, output: Instruction[]): void {
    if (!this.plan.skipped.has(instruction)) copy.instruction(instruction, output);
  }

  /** The arm of the test that goes on. */
  private stay(copy: Copy, output: Instruction[]): void {
    const { test } = this.plan.shape;
    const { instructions } = test.stay;
    for (const instruction of instructions.slice(0, -1)) copy.instruction(instruction, output);
    const last = instructions.at(-1)!;
    if (last.kind !== 'break') return;
    test.instruction.results.forEach((result, k) => {
      copy.values.set(result, copy.value(last.values[k]));
    });
  }

  /** The arm of the test that ends the loop, evaluated at iteration `k`; returns the loop's results. */
  private leave(k: number, output: Instruction[], block?: ConstructId): ValueId[] {
    const { loop, test } = this.plan.shape;
    const copy = this.startCopy(k, 0, this.current, output);
    if (block !== undefined) copy.constructs.set(loop.id, block);
    for (const instruction of loop.body.instructions.slice(0, test.position))
      this.copied(copy, instruction, output);
    for (const instruction of test.leave.instructions.slice(0, -1)) copy.instruction(instruction, output);
    const last = test.leave.instructions.at(-1)!;
    return last.kind === 'break' ? last.values.map(copy.value) : [];
  }

  /** The test itself, for the loop that remains. */
  private testCopy(copy: Copy): Instruction {
    const { instruction } = this.plan.shape.test;
    const output: Instruction[] = [];
    copy.instruction(instruction, output);
    return output[0];
  }

  /** What follows the test; afterwards `current` holds what it passes on. */
  private rest(
    copy: Copy,
    output: Instruction[],
    instructions: readonly Instruction[],
    parameters: readonly ValueId[] | undefined,
    after: number,
  ): void {
    const { loop } = this.plan.shape;
    const last = instructions.at(-1);
    const region: Region = { instructions };
    if (last?.kind === 'next' && last.target === loop.id && countNexts(region, loop.id) === 1) {
      for (const instruction of instructions.slice(0, -1)) this.copied(copy, instruction, output);
      this.current = last.values.map(copy.value);
    } else {
      this.current = [...this.wrapped(copy, output, region)];
    }
    this.setCounters(parameters, after, output);
  }

  /** An iteration with several ways to its end: a block whose results are the next parameters. */
  private wrapped(copy: Copy, output: Instruction[], region: Region): ValueId[] {
    const { loop } = this.plan.shape;
    const id = this.builder.construct();
    copy.nextAsBreak.set(loop.id, id);
    const body = copy.region(region);
    const results = loop.parameters.map((each) => this.builder.value(this.builder.typeOf(each)));
    output.push({ kind: 'block', id, results, body, ...(loop.span ? { span: loop.span } : {}) });
    return results;
  }

  /** Counters do not depend on the copies: they are known sums. */
  private setCounters(
    parameters: readonly ValueId[] | undefined,
    after: number,
    output: Instruction[],
  ): void {
    for (const { index, initial, step } of this.plan.shape.inductions) {
      const start = this.builder.constantOf(initial);
      const added = Math.imul(after, step);
      if (parameters) {
        const isLast = after === this.plan.factor;
        // Copies in between make their own sums.
        if (isLast) this.current[index] = this.sum(parameters[index], added, output);
      } else if (start !== undefined) {
        this.current[index] = this.builder.constant('i32', start + added);
      } else if (after === this.plan.tripCount % this.plan.factor || after === this.plan.tripCount) {
        this.current[index] = this.sum(initial, added, output);
      }
    }
  }
}
