// Small branches disappear: when both arms only compute, both are computed and the results selected; when
// they also touch memory, their instructions are issued under a predicate. Larger arms, and arms with loops,
// barriers, subgroup operations or a way out, keep their branch. The limits are the family's.

import type { IfInstruction, Instruction, Module, Region, ValueId } from '../ir/ir.ts';
import { type FamilyFacts, instructionCost } from './facts.ts';
import { type Rewriter, rewriteModule } from './rewrite.ts';

/** Branches that only compute, to selects. Early in the chain: it leaves loop bodies straight. */
export function selectSmallBranches(module: Module, facts: FamilyFacts): Module {
  return rewriteModule(module, (instruction, rewriter) => toSelects(instruction, facts, rewriter));
}

/** Branches to selects, and those that touch memory to predicated instructions. At the end of the chain. */
export function predicate(module: Module, facts: FamilyFacts): Module {
  return rewriteModule(module, (instruction, rewriter) => {
    if (toSelects(instruction, facts, rewriter)) return true;
    if (instruction.kind !== 'if' || instruction.isPredicated) return false;
    const then = armOf(instruction.then, instruction.id, facts);
    const otherwise = armOf(instruction.otherwise, instruction.id, facts);
    if (!then || !otherwise || then.cost + otherwise.cost > facts.predicateInstructions) return false;
    rewriter.keep({ ...instruction, isPredicated: true });
    return true;
  });
}

/** True when the branch, with everything in it, is one that `predicate` removes. */
export function isPredicable(instruction: IfInstruction, facts: FamilyFacts): boolean {
  const then = armOf(instruction.then, instruction.id, facts);
  const otherwise = armOf(instruction.otherwise, instruction.id, facts);
  return !!then && !!otherwise && then.cost + otherwise.cost <= facts.predicateInstructions;
}

function toSelects(instruction: Instruction, facts: FamilyFacts, rewriter: Rewriter): boolean {
  if (instruction.kind !== 'if') return false;
  const then = armOf(instruction.then, instruction.id, facts);
  const otherwise = armOf(instruction.otherwise, instruction.id, facts);
  if (!then?.isPure || !otherwise?.isPure) return false;
  const cost = then.cost + otherwise.cost + instruction.results.length;
  if (cost > facts.selectInstructions) return false;
  emitSelects(instruction, then, otherwise, rewriter);
  return true;
}

/** An arm that may lose its branch. */
interface Arm {
  readonly cost: number;
  readonly isPure: boolean;
  readonly instructions: readonly Instruction[];
  readonly values: readonly ValueId[];
}

/** Undefined when the arm needs a branch whatever its size. */
function armOf(region: Region, id: number, facts: FamilyFacts): Arm | undefined {
  const end = region.instructions.at(-1);
  if (end?.kind !== 'break' || end.target !== id) return undefined;
  let cost = 0;
  let isPure = true;
  const instructions = region.instructions.slice(0, -1);
  for (const instruction of instructions) {
    if (!canBePredicated(instruction)) return undefined;
    isPure &&=
      instruction.kind === 'pure' || instruction.kind === 'input' || instruction.kind === 'arrayLength';
    cost += costOf(instruction, facts);
  }
  return { cost, isPure, instructions, values: end.values };
}

function canBePredicated(instruction: Instruction): boolean {
  switch (instruction.kind) {
    case 'pure':
    case 'input':
    case 'bound':
    case 'arrayLength':
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

function costOf(instruction: Instruction, facts: FamilyFacts): number {
  const own = instructionCost(instruction, facts.instructionCosts);
  if (instruction.kind !== 'if') return own;
  const inner = [...instruction.then.instructions, ...instruction.otherwise.instructions];
  return inner.reduce((sum, each) => sum + costOf(each, facts), own);
}

function emitSelects(instruction: IfInstruction, then: Arm, otherwise: Arm, rewriter: Rewriter): void {
  for (const each of then.instructions) rewriter.keep(each);
  for (const each of otherwise.instructions) rewriter.keep(each);
  instruction.results.forEach((result, index) => {
    const [ifTrue, ifFalse] = [then.values[index]!, otherwise.values[index]!];
    if (ifTrue === ifFalse) rewriter.rename(result, ifTrue);
    else rewriter.define(result, 'select', [instruction.condition, ifTrue, ifFalse]);
  });
}
