// Finds the loop guards that a shader compiler has already put into a kernel (SPIR-V from Tint or naga): two
// words that count down together from 2^64 - 1, and a way out of the loop when both are zero. Each is replaced by
// the guard that the dialects add themselves, so that the driver model sees one form of it and costs it once.
// Run it when the counter lives in values. (As Tint and naga emit it, after folding: either word may be tested
// first; naga counts at the top of the body, Tint at its end. naga starts a counter once per invocation, so that of
// an inner loop goes on where it stopped; the form put in its place starts anew.)

import type {
  Construct,
  ConstructId,
  IfInstruction,
  LoopInstruction,
  Module,
  PureInstruction,
  Region,
  ValueId,
} from '../../ir/ir.ts';
import { rewriteModule } from '../../ir/rewrite.ts';
import { forEachInstruction } from '../../ir/walk.ts';
import { guardLoops } from './guards.ts';

/** The module with its guards in the modelled form, or without them; the same module when it has none. */
export function recognizeGuards(module: Module, options: { readonly keeps: boolean }): Module {
  const tests = new Map<IfInstruction['id'], LoopInstruction['id']>();
  const flow = new Flow(module);
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind !== 'loop') return;
    const test = new GuardedLoop(flow, instruction).findTest();
    if (test) tests.set(test.id, instruction.id);
  });
  if (tests.size === 0) return module;
  // A test that never succeeds: clean-up removes it, and the counter that nothing else reads.
  const free = rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'if' || !tests.has(instruction.id)) return false;
    rewriter.keep({ ...instruction, condition: rewriter.constant('bool', 0) });
    return true;
  });
  if (!options.keeps) return free;
  const guarded = new Set(tests.values());
  return guardLoops(free, (loop) => guarded.has(loop.id));
}

/** What defines each value: a pure instruction, or the values that reach it over the edges of constructs. */
class Flow {
  readonly module: Module;
  readonly definitions = new Map<ValueId, PureInstruction>();
  private readonly sources = new Map<ValueId, ValueId[]>();

  constructor(module: Module) {
    this.module = module;
    const constructs = new Map<ConstructId, Construct>();
    forEachInstruction(module.body, (instruction) => {
      if (instruction.kind === 'pure') this.definitions.set(instruction.result, instruction);
      else if ('id' in instruction) constructs.set(instruction.id, instruction);
      if (instruction.kind === 'loop') this.connect(instruction.parameters, instruction.initial);
      if (instruction.kind === 'next') {
        const loop = constructs.get(instruction.target) as LoopInstruction;
        this.connect(loop.parameters, instruction.values);
      } else if (instruction.kind === 'break') {
        this.connect(constructs.get(instruction.target)!.results, instruction.values);
      }
    });
  }

  private connect(targets: readonly ValueId[], values: readonly ValueId[]): void {
    targets.forEach((target, k) => {
      const known = this.sources.get(target);
      if (known) known.push(values[k]);
      else this.sources.set(target, [values[k]]);
    });
  }

  /** The values that `value` can be, followed to where they are computed. */
  origins(value: ValueId): ReadonlySet<ValueId> {
    const found = new Set<ValueId>();
    const seen = new Set<ValueId>();
    const pending = [value];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const sources = this.sources.get(next);
      if (sources) pending.push(...sources);
      else found.add(next);
    }
    return found;
  }

  isConstant(value: ValueId, number: number): boolean {
    return this.module.values[value].constant === number;
  }
}

class GuardedLoop {
  private readonly flow: Flow;
  private readonly loop: LoopInstruction;
  private readonly branches: IfInstruction[] = [];

  constructor(flow: Flow, loop: LoopInstruction) {
    this.flow = flow;
    this.loop = loop;
    forEachInstruction(loop.body, (instruction) => {
      if (instruction.kind === 'if') this.branches.push(instruction);
    });
  }

  /** The branch that leaves the loop when its counter is spent. */
  findTest(): IfInstruction | undefined {
    return this.branches.find((branch) => {
      const words = this.wordsTested(branch.condition);
      if (!words || !isLeaving(branch.then, this.loop)) return false;
      const [a, b] = words;
      return this.countsDown(a, b) || this.countsDown(b, a);
    });
  }

  /** The two parameters of `a == 0 && b == 0`. */
  private wordsTested(condition: ValueId): [ValueId, ValueId] | undefined {
    const both = this.flow.definitions.get(condition);
    if (both?.op !== 'and') return undefined;
    const [a, b] = both.operands.map((each) => this.comparedWithZero(each)) as [ValueId, ValueId];
    const { parameters } = this.loop;
    return a !== b && parameters.includes(a) && parameters.includes(b) ? [a, b] : undefined;
  }

  private comparedWithZero(condition: ValueId): ValueId {
    const comparison = this.flow.definitions.get(condition);
    if (comparison?.op !== 'ieq') return -1;
    const [x, y] = comparison.operands as [ValueId, ValueId];
    return this.flow.isConstant(y, 0) ? x : this.flow.isConstant(x, 0) ? y : -1;
  }

  /** Both words are -1 at first, and from then on nothing but what a step before has left. */
  private countsDown(low: ValueId, high: ValueId): boolean {
    return (
      this.comesFrom(low, (value) => this.isOneLess(value, low)) &&
      this.comesFrom(high, (value) => this.hasBorrowed(value, high, low))
    );
  }

  private comesFrom(word: ValueId, isStep: (value: ValueId) => boolean): boolean {
    const origins = [...this.flow.origins(word)];
    const steps = origins.filter((each) => !this.flow.isConstant(each, -1));
    return steps.length > 0 && steps.length < origins.length && steps.every(isStep);
  }

  private isOneLess(value: ValueId, word: ValueId): boolean {
    const step = this.flow.definitions.get(value);
    if (step?.op === 'iadd') return step.operands[0] === word && this.flow.isConstant(step.operands[1], -1);
    return step?.op === 'isub' && step.operands[0] === word && this.flow.isConstant(step.operands[1], 1);
  }

  /** `high - (low == 0 ? 1 : 0)` */
  private hasBorrowed(value: ValueId, high: ValueId, low: ValueId): boolean {
    const step = this.flow.definitions.get(value);
    if (step?.op !== 'isub' || step.operands[0] !== high) return false;
    const carry = this.flow.definitions.get(step.operands[1]);
    if (carry?.op !== 'select') return false;
    const [condition, one, zero] = carry.operands as [ValueId, ValueId, ValueId];
    return (
      this.comparedWithZero(condition) === low &&
      this.flow.isConstant(one, 1) &&
      this.flow.isConstant(zero, 0)
    );
  }
}

/** The arm does nothing but leave the loop. */
function isLeaving(arm: Region, loop: LoopInstruction): boolean {
  const last = arm.instructions.at(-1)!;
  return (
    last.kind === 'break' &&
    last.target === loop.id &&
    arm.instructions.every((each) => each === last || each.kind === 'pure')
  );
}
