// What can be told about a loop without running it: which parameters grow by a constant each time, which test
// ends it, and how often it runs. Unrolling, the skipping of iterations in execution, and the dialects' rules
// about loops that end read loops through this.

import { countBreaks, countNexts } from '../inline-region.ts';
import type {
  IfInstruction,
  Instruction,
  LoopInstruction,
  Module,
  PureInstruction,
  Region,
  ValueId,
} from '../ir.ts';
import { forEachInstruction, regionsOf, resultsOf } from '../walk.ts';
import { countTrips, type Relation } from './trip-count.ts';

/** A parameter that every iteration changes by the same constant. */
export interface Induction {
  /** Position among the loop's parameters. */
  readonly index: number;
  readonly parameter: ValueId;
  readonly initial: ValueId;
  /** Added each time, modulo 2^32; never 0. */
  readonly step: number;
}

/** `if` that ends the loop: it goes on while `counter + addend RELATION bound`. */
export interface LoopTest {
  /** Position of the `if` in the loop's body. */
  readonly position: number;
  readonly instruction: IfInstruction;
  /** The arm that goes on with the iteration, and the one that ends in a break of the loop. */
  readonly stay: Region;
  readonly leave: Region;
  readonly counter: Induction;
  readonly addend: number;
  readonly relation: Relation;
  /** A constant, or a value defined outside the loop. */
  readonly bound: ValueId;
}

export interface LoopShape {
  readonly loop: LoopInstruction;
  readonly inductions: readonly Induction[];
  readonly test: LoopTest;
  /** Nothing but operations stands before the test: the last, incomplete iteration has no effect. */
  readonly isTestFirst: boolean;
  /** The test is the only way out of the loop. A loop that a dialect guards has two. */
  readonly isTestOnlyExit: boolean;
  /** Complete iterations that the test lets through, when initial value and bound are constants. */
  readonly tripCount?: number;
}

/**
 * The shape of a loop that a test of an induction parameter against an invariant bound ends; undefined for
 * other loops. The test must stand at the top level of the body, before anything that starts the next
 * iteration; where several tests fit, the first counts. Only i32 counters are seen.
 */
export function analyzeLoop(module: Pick<Module, 'values'>, loop: LoopInstruction): LoopShape | undefined {
  const definitions = new Map<ValueId, Instruction>();
  forEachInstruction(loop.body, (instruction) => {
    for (const id of resultsOf(instruction)) definitions.set(id, instruction);
    if (instruction.kind === 'loop')
      for (const id of instruction.parameters) definitions.set(id, instruction);
  });
  for (const id of loop.parameters) definitions.set(id, loop);
  const context: Context = { values: module.values, loop, definitions };
  const inductions = findInductions(context);
  const test = findTest(context, inductions);
  if (!test) return undefined;
  const before = loop.body.instructions.slice(0, test.position);
  const tripCount = constantTripCount(context, test);
  return {
    loop,
    inductions,
    test,
    isTestFirst: before.every(
      (each) => each.kind === 'pure' || each.kind === 'bound' || each.kind === 'input',
    ),
    isTestOnlyExit: countExits(loop) === 1,
    ...(tripCount === undefined ? {} : { tripCount }),
  };
}

interface Context {
  readonly values: Module['values'];
  readonly loop: LoopInstruction;
  /** What defines each value of the loop; values from outside are missing. */
  readonly definitions: ReadonlyMap<ValueId, Instruction>;
}

function findInductions(context: Context): Induction[] {
  const { loop, values } = context;
  const nexts: (readonly ValueId[])[] = [];
  forEachInstruction(loop.body, (instruction) => {
    if (instruction.kind === 'next' && instruction.target === loop.id) nexts.push(instruction.values);
  });
  const inductions: Induction[] = [];
  loop.parameters.forEach((parameter, index) => {
    if (values[parameter].type !== 'i32') return;
    const steps = nexts.map((passed) => addedTo(context, passed[index], parameter));
    const step = steps[0];
    if (!step || steps.some((each) => each !== step)) return;
    inductions.push({ index, parameter, initial: loop.initial[index], step });
  });
  return inductions;
}

/** The constant by which `value` exceeds `base`; undefined when it is not such a sum. */
function addedTo(context: Context, value: ValueId, base: ValueId): number | undefined {
  let sum = 0;
  for (let current = value; ; ) {
    if (current === base) return sum | 0;
    const part = constantSum(context, current);
    if (!part) return undefined;
    sum += part.added;
    current = part.base;
  }
}

function constantSum(
  { values, definitions }: Context,
  id: ValueId,
): { base: ValueId; added: number } | undefined {
  const definition = definitions.get(id);
  if (definition?.kind !== 'pure') return undefined;
  const [x, y] = definition.operands as [ValueId, ValueId];
  if (definition.op === 'iadd') {
    const right = values[y].constant;
    if (right !== undefined) return { base: x, added: right };
    const left = values[x].constant;
    return left === undefined ? undefined : { base: y, added: left };
  }
  const subtracted = definition.op === 'isub' ? values[y].constant : undefined;
  return subtracted === undefined ? undefined : { base: x, added: -subtracted };
}

function findTest(context: Context, inductions: readonly Induction[]): LoopTest | undefined {
  const { loop } = context;
  const { instructions } = loop.body;
  for (let position = 0; position < instructions.length; position++) {
    const instruction = instructions[position];
    if (instruction.kind === 'if') {
      const test = readTest(context, inductions, instruction, position);
      if (test) return test;
    }
    // Behind a way to the next iteration a test does not see every iteration.
    if (regionsOf(instruction).some((region) => countNexts(region, loop.id) > 0)) return undefined;
  }
  return undefined;
}

function readTest(
  context: Context,
  inductions: readonly Induction[],
  instruction: IfInstruction,
  position: number,
): LoopTest | undefined {
  const { loop } = context;
  const { then, otherwise, condition } = instruction;
  const leavesInThen = isLeaving(then, loop, instruction);
  const [leave, stay] = leavesInThen ? [then, otherwise] : [otherwise, then];
  if (!isLeaving(leave, loop, instruction) || !isStaying(stay, loop, instruction)) return undefined;
  const comparison = readComparison(context, inductions, condition, leavesInThen);
  return comparison && { position, instruction, stay, leave, ...comparison };
}

/** The arm runs straight to a break of the loop. */
export function isLeaving(arm: Region, loop: LoopInstruction, test: IfInstruction): boolean {
  const last = arm.instructions.at(-1)!;
  return (
    last.kind === 'break' &&
    last.target === loop.id &&
    countBreaks(arm, loop.id) === 1 &&
    countBreaks(arm, test.id) === 0
  );
}

/** The arm runs straight to what follows the `if`. */
export function isStaying(arm: Region, loop: LoopInstruction, test: IfInstruction): boolean {
  const last = arm.instructions.at(-1)!;
  return (
    last.kind === 'break' &&
    last.target === test.id &&
    countBreaks(arm, test.id) === 1 &&
    countNexts(arm, loop.id) === 0
  );
}

const RELATIONS: Partial<Record<PureInstruction['op'], Relation>> = {
  ult: 'ult',
  ule: 'ule',
  slt: 'slt',
  sle: 'sle',
  ieq: 'eq',
  ine: 'ne',
};
const SWAPPED: Record<Relation, Relation> = {
  ult: 'ugt',
  ule: 'uge',
  ugt: 'ult',
  uge: 'ule',
  slt: 'sgt',
  sle: 'sge',
  sgt: 'slt',
  sge: 'sle',
  eq: 'eq',
  ne: 'ne',
};
const NEGATED: Record<Relation, Relation> = {
  ult: 'uge',
  ule: 'ugt',
  ugt: 'ule',
  uge: 'ult',
  slt: 'sge',
  sle: 'sgt',
  sgt: 'sle',
  sge: 'slt',
  eq: 'ne',
  ne: 'eq',
};

function readComparison(
  context: Context,
  inductions: readonly Induction[],
  condition: ValueId,
  isNegated: boolean,
): Pick<LoopTest, 'counter' | 'addend' | 'relation' | 'bound'> | undefined {
  const definition = context.definitions.get(condition);
  if (definition?.kind !== 'pure') return undefined;
  if (definition.op === 'not') return readComparison(context, inductions, definition.operands[0], !isNegated);
  const direct = RELATIONS[definition.op];
  if (!direct) return undefined;
  const [x, y] = definition.operands as [ValueId, ValueId];
  if (context.values[x].type !== 'i32') return undefined;
  for (const [compared, bound, relation] of [
    [x, y, direct],
    [y, x, SWAPPED[direct]],
  ] as const) {
    if (context.definitions.has(bound)) continue;
    for (const counter of inductions) {
      const addend = addedTo(context, compared, counter.parameter);
      if (addend !== undefined)
        return { counter, addend, bound, relation: isNegated ? NEGATED[relation] : relation };
    }
  }
  return undefined;
}

function constantTripCount({ values }: Context, test: LoopTest): number | undefined {
  const initial = values[test.counter.initial].constant;
  const bound = values[test.bound].constant;
  if (initial === undefined || bound === undefined) return undefined;
  return countTrips(test.relation, (initial + test.addend) | 0, test.counter.step, bound);
}

/** Terminators in the body that leave the loop, in whatever direction. */
export function countExits(loop: LoopInstruction): number {
  const inside = new Set<number>();
  let count = 0;
  forEachInstruction(loop.body, (instruction) => {
    if ('id' in instruction) inside.add(instruction.id);
    else if (instruction.kind === 'return') count++;
    else if (instruction.kind === 'break' && !inside.has(instruction.target)) count++;
    else if (instruction.kind === 'next' && instruction.target !== loop.id && !inside.has(instruction.target))
      count++;
  });
  return count;
}
