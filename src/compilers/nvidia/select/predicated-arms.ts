// Small `if`s without a branch: effects of both arms under predicates, pure code of both arms executed by all
// lanes. A result whose only producer sits in one arm is written under the predicate over the other arm's
// value; any other result takes a select. Source: driver code for SM 9.0.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { BreakInstruction, IfInstruction, Region, ValueId } from '../../../ir/ir.ts';
import { selectInstruction } from './select.ts';
import type { Selection } from './selection.ts';

export function selectPredicated(s: Selection, instruction: IfInstruction): void {
  const outer = s.guard;
  const condition = s.values.locate(instruction.condition);
  let guard = condition;
  if (outer >= 0 && condition >= 0 && (hasEffects(instruction.then) || hasEffects(instruction.otherwise))) {
    guard = s.values.newPredicate();
    s.emit('PLOP3.LUT', [guard], [outer, condition]);
  }
  s.guard = guard;
  const then = selectArm(s, instruction.then);
  const otherwise = selectArm(s, instruction.otherwise);
  s.guard = outer;
  s.code.span = instruction.span;
  s.code.origin = instruction.origin;
  instruction.results.forEach((result, index) => {
    merge(s, instruction, result, then[index], otherwise[index], condition);
  });
}

function hasEffects(region: Region): boolean {
  return region.instructions.some((each) => each.kind !== 'pure' && each.kind !== 'break');
}

/** Selects an arm's code; returns what it yields. */
function selectArm(s: Selection, region: Region): readonly ValueId[] {
  let yielded: readonly ValueId[] = [];
  for (const each of region.instructions) {
    s.code.span = each.span;
    s.code.origin = each.origin;
    if (each.kind === 'break') yielded = (each satisfies BreakInstruction).values;
    else if (each.kind === 'if') {
      if (!each.isPredicated) unreachable('a branch inside a predicated if');
      selectPredicated(s, each);
    } else selectInstruction(s, each);
  }
  return yielded;
}

function merge(
  s: Selection,
  instruction: IfInstruction,
  result: ValueId,
  then: ValueId,
  otherwise: ValueId,
  condition: number,
): void {
  if (then === otherwise && s.values.locate(then) >= 0 && s.values.fileOf(result) === s.values.fileOf(then)) {
    s.values.alias(result, s.values.locate(then));
    return;
  }
  // The arm selected last can be written over the other's value.
  if (writeOver(s, result, otherwise, then, instruction.otherwise, condition)) return;
  if (
    s.plan.facts.region[then] === regionId(s, instruction.then) &&
    s.plan.facts.region[otherwise] !== regionId(s, instruction.otherwise)
  ) {
    if (writeOver(s, result, then, otherwise, instruction.then, condition)) return;
  }
  const isBool = s.values.typeOf(result) === 'bool';
  const opcode = isBool ? 'PLOP3.LUT' : s.values.typeOf(result) === 'f32' ? 'FSEL' : 'SEL';
  s.compute(opcode, result, [then, otherwise], [condition]);
}

function regionId(s: Selection, region: Region): number {
  return s.plan.facts.regionIds.get(region) ?? -1;
}

/** Makes the producer of `written` a predicated write over the register of `kept`; false where that is not possible. */
function writeOver(
  s: Selection,
  result: ValueId,
  written: ValueId,
  kept: ValueId,
  arm: Region,
  condition: number,
): boolean {
  if (s.plan.facts.region[written] !== regionId(s, arm) || s.plan.facts.useCount[written] !== 1) return false;
  if (s.plan.facts.definition[written]?.kind === 'if') return false;
  const register = s.values.locate(written);
  const below = s.values.locate(kept);
  if (register < 0 || below < 0 || s.values.isUniformRegister(below) || s.values.isUniformRegister(register))
    return false;
  const producer = s.code.definerOf(register);
  if (!producer || !s.code.current.instructions.includes(producer)) return false;
  if (condition >= 0 && !producer.sources.includes(condition)) producer.sources.push(condition);
  producer.sources.push(below);
  producer.keepsLast = true;
  s.values.alias(result, register);
  return true;
}
