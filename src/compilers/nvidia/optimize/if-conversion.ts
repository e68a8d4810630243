// Small branches disappear: when both arms only compute, both are computed and the results selected, and where one
// only counts (`if (c) { n++; }`) the condition is added as a number; when they also touch memory, their instructions
// are issued under a predicate. Larger arms, and arms with loops, barriers, subgroup operations or a way out, keep
// their branch. The limits are the generation's. Loads from read-only buffers may be predicated, too, so that they
// start early, but not where nothing could be gained (predicate-loads.ts).

import { type Ranges, valueRanges } from '../../../ir/analyses/ranges.ts';
import type { IfInstruction, Instruction, Module, Region, ValueId } from '../../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../../ir/rewrite.ts';
import { resultsOf } from '../../../ir/walk.ts';
import { guardedStores } from './guarded-stores.ts';
import { instructionCost, type OptimizerNumbers } from './numbers.ts';
import { pairCases } from './pair-cases.ts';
import { type Fate, LoadUses } from './predicate-loads.ts';

/**
 * Branches to selects, and those that touch memory to predicated instructions. At the end of the chain.
 * @param lanes that go together
 */
export function predicate(module: Module, facts: OptimizerNumbers, lanes: number): Module {
  const uses = new LoadUses(module, (branch) => fateOf(branch, facts, module), lanes);
  const stores = guardedStores(module);
  let ranges: Ranges | undefined;
  return rewriteModule(module, (instruction, rewriter) => {
    if (toSelects(instruction, facts, rewriter)) return true;
    if (instruction.kind === 'switch') {
      ranges ??= valueRanges(module);
      const selectorMax = ranges.unsignedMax(instruction.selector);
      return pairCases(instruction, selectorMax, (a, b, id) => areSmall(a, b, id, facts), rewriter);
    }
    if (instruction.kind !== 'if' || instruction.isPredicated) return false;
    if (stores.has(instruction.id)) {
      rewriter.keep({ ...instruction, isPredicated: true });
      return true;
    }
    const fate = fateOf(instruction, facts, module);
    if (fate === 'branch' || (fate !== 'no branch' && !uses.isWorthwhile(instruction))) return false;
    rewriter.keep({ ...instruction, isPredicated: true });
    return true;
  });
}

function fateOf({ then, otherwise, id }: IfInstruction, facts: OptimizerNumbers, module: Module): Fate {
  const arms = smallArms(then, otherwise, id, facts, module);
  if (!arms) return 'branch';
  return arms.some(({ isLoading }) => isLoading) ? 'predicated if worthwhile' : 'no branch';
}

/** True when the branch, with everything in it, is one that `predicate` removes. */
export function isPredicable(instruction: IfInstruction, facts: OptimizerNumbers): boolean {
  return areSmall(instruction.then, instruction.otherwise, instruction.id, facts);
}

/** The same of two regions that end with a break of construct `id`, storage accesses aside. */
function areSmall(first: Region, second: Region, id: number, facts: OptimizerNumbers): boolean {
  return smallArms(first, second, id, facts) !== undefined;
}

/** Both arms, where they need no branch and are small enough; with `module`, they may load from read-only buffers. */
function smallArms(
  first: Region,
  second: Region,
  id: number,
  facts: OptimizerNumbers,
  module?: Module,
): readonly Arm[] | undefined {
  const then = armOf(first, id, facts, module);
  const otherwise = armOf(second, id, facts, module);
  if (!then || !otherwise) return undefined;
  const cost = then.cost + otherwise.cost + movesInto(first, second);
  return cost <= limitOf(then, otherwise, facts) ? [then, otherwise] : undefined;
}

/** Moves of results that neither arm computes: each arm brings its own value into the register. */
function movesInto(first: Region, second: Region): number {
  const [values, others] = [valuesOf(first), valuesOf(second)];
  const computed = new Set([...first.instructions, ...second.instructions].flatMap(resultsOf));
  const isMoved = (value: ValueId, k: number) =>
    value !== others[k] && !computed.has(value) && !computed.has(others[k]);
  return 2 * values.filter(isMoved).length;
}

/** What the arm gives the construct that it ends with leaving. */
function valuesOf({ instructions }: Region): readonly ValueId[] {
  const end = instructions.at(-1);
  return end?.kind === 'break' ? end.values : [];
}

function limitOf(then: Arm, otherwise: Arm, facts: OptimizerNumbers): number {
  if (then.isLoading || otherwise.isLoading) return facts.predicateLoadInstructions;
  return then.isLocal || otherwise.isLocal ? facts.predicateLocalInstructions : facts.predicateInstructions;
}

function toSelects(instruction: Instruction, facts: OptimizerNumbers, rewriter: Rewriter): boolean {
  if (instruction.kind !== 'if') return false;
  const then = armOf(instruction.then, instruction.id, facts);
  const otherwise = armOf(instruction.otherwise, instruction.id, facts);
  if (!then?.isPure || !otherwise?.isPure) return false;
  const increment = incrementOf(then, otherwise, rewriter) ?? incrementOf(otherwise, then, rewriter);
  // Counting up is no reason for a branch: the driver adds the condition, beside a choice or not.
  const counted = increment ? increment.cost + 1 : 0;
  const cost = then.cost + otherwise.cost + instruction.results.length - counted;
  if (cost > facts.selectInstructions) return false;
  emitSelects(instruction, then, otherwise, rewriter, increment);
  return true;
}

/** A result that an arm makes by counting the other arm's value up. */
interface Increment {
  readonly index: number;
  readonly counter: ValueId;
  readonly cost: number;
}

/** The increment that is all an arm computes beside an arm that computes nothing. */
function incrementOf(arm: Arm, other: Arm, rewriter: Rewriter): Increment | undefined {
  const [sum, ...rest] = arm.instructions;
  if (sum?.kind !== 'pure' || sum.op !== 'iadd' || rewriter.typeOf(sum.result) !== 'i32') return undefined;
  if (rest.length > 0 || other.instructions.length > 0) return undefined;
  const [counter, step] = sum.operands as [ValueId, ValueId];
  const index = arm.values.indexOf(sum.result);
  const isCounted = index >= 0 && other.values[index] === counter && rewriter.constantOf(step) === 1;
  return isCounted && arm.values.lastIndexOf(sum.result) === index
    ? { index, counter, cost: arm.cost }
    : undefined;
}

/** An arm that may lose its branch. */
interface Arm {
  readonly cost: number;
  readonly isPure: boolean;
  /** Reads storage. */
  readonly isLoading: boolean;
  /** Accesses private memory. */
  readonly isLocal: boolean;
  readonly instructions: readonly Instruction[];
  readonly values: readonly ValueId[];
}

/** Undefined when the arm needs a branch whatever its size; with `module`, it may load from read-only buffers. */
function armOf(region: Region, id: number, facts: OptimizerNumbers, module?: Module): Arm | undefined {
  const end = region.instructions.at(-1);
  if (end?.kind !== 'break' || end.target !== id) return undefined;
  let cost = 0;
  let isPure = true;
  let isLoading = false;
  let isLocal = false;
  const instructions = region.instructions.slice(0, -1);
  for (const instruction of instructions) {
    const loaded = module && readOnlyBuffer(instruction, module);
    if (!loaded && !canBePredicated(instruction)) return undefined;
    isLoading ||= loaded === 'storage';
    isLocal ||= 'root' in instruction && instruction.root.space === 'private';
    isPure &&=
      instruction.kind === 'pure' || instruction.kind === 'input' || instruction.kind === 'arrayLength';
    // Fields of a uniform buffer are operands.
    if (loaded !== 'uniform')
      cost += loaded ? (facts.instructionCosts['load_predicated'] ?? 1) : costOf(instruction, facts);
  }
  return { cost, isPure, isLoading, isLocal, instructions, values: end.values };
}

function readOnlyBuffer(instruction: Instruction, module: Module): 'storage' | 'uniform' | undefined {
  if (instruction.kind !== 'load' || instruction.root.space !== 'buffer') return undefined;
  const buffer = module.buffers[instruction.root.index];
  if (buffer.kind === 'uniform') {
    // At a dynamic place it is a load of the constant cache, of which no listing has a predicated one.
    return module.values[instruction.address].constant === undefined ? undefined : 'uniform';
  }
  return buffer.kind === 'storage' && buffer.access === 'read' ? 'storage' : undefined;
}

function canBePredicated(instruction: Instruction): boolean {
  switch (instruction.kind) {
    case 'pure':
    case 'input':
    case 'bound':
    case 'arrayLength':
    case 'textureQuery':
      return true;
    case 'load':
    case 'store':
    case 'atomic':
      return instruction.root.space !== 'buffer';
    case 'if':
      return instruction.isPredicated === true;
    default:
      return false;
  }
}

function costOf(instruction: Instruction, facts: OptimizerNumbers): number {
  const own = instructionCost(instruction, facts.instructionCosts);
  if (instruction.kind !== 'if') return own;
  const { then, otherwise } = instruction;
  const inner = [...then.instructions, ...otherwise.instructions];
  return inner.reduce((sum, each) => sum + costOf(each, facts), own + movesInto(then, otherwise));
}

function emitSelects(
  instruction: IfInstruction,
  then: Arm,
  otherwise: Arm,
  rewriter: Rewriter,
  increment: Increment | undefined,
): void {
  if (!increment) for (const each of [...then.instructions, ...otherwise.instructions]) rewriter.keep(each);
  instruction.results.forEach((result, index) => {
    const [ifTrue, ifFalse] = [then.values[index], otherwise.values[index]];
    if (index === increment?.index) {
      const [zero, one] = [0, 1].map((each) => rewriter.constant('i32', each)) as [ValueId, ValueId];
      const isThen = ifFalse === increment.counter;
      const choice = [instruction.condition, isThen ? one : zero, isThen ? zero : one];
      rewriter.define(result, 'iadd', [increment.counter, rewriter.pure('select', 'i32', choice)]);
    } else if (ifTrue === ifFalse) rewriter.rename(result, ifTrue);
    else rewriter.define(result, 'select', [instruction.condition, ifTrue, ifFalse]);
  });
}
