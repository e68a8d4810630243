// Switches become branches, one case after the other, the default last. Only those whose cases leave at their ends.

import type { BreakInstruction, Module, Region, SwitchInstruction, ValueId } from '../../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../../ir/rewrite.ts';
import { forEachInstruction } from '../../../ir/walk.ts';

type Case = SwitchInstruction['cases'][number];

/** Turns switches into `if`s. */
export function lowerSwitches(module: Module): Module {
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'switch' || !instruction.cases.every((each) => isPlain(each, instruction)))
      return false;
    const last = instruction.cases.find((each) => each.isDefault);
    const others = instruction.cases.filter((each) => each !== last);
    lower(instruction, others, last, instruction.results, rewriter);
    return true;
  });
}

/** Nothing inside leaves the switch but the end of the case. */
function isPlain({ body }: Case, { id }: SwitchInstruction): boolean {
  const last = body.instructions.at(-1);
  let isLeft = false;
  forEachInstruction(body, (each) => {
    if (each.kind === 'break' && each.target === id && each !== last) isLeft = true;
  });
  return !isLeft;
}

function lower(
  instruction: SwitchInstruction,
  cases: readonly Case[],
  last: Case | undefined,
  results: readonly ValueId[],
  rewriter: Rewriter,
): void {
  const [first, ...rest] = cases;
  const id = rewriter.construct();
  const arm = (each: Case): Region =>
    rewriter.region(() => {
      for (const inner of each.body.instructions)
        rewriter.keep(
          inner.kind === 'break' && inner.target === instruction.id ? { ...inner, target: id } : inner,
        );
    });
  if (first === undefined) {
    const body = last ? arm(last) : rewriter.region(() => rewriter.emit(breakOf(id, [])));
    rewriter.emit({ kind: 'block', id, results, body });
    return;
  }
  const condition = first.values
    .map((value) => rewriter.pure('ieq', 'bool', [instruction.selector, rewriter.constant('i32', value)]))
    .reduce((any, each) => rewriter.pure('or', 'bool', [any, each]));
  const then = arm(first);
  const otherwise = rewriter.region(() => {
    const inner = results.map((each) => rewriter.value(rewriter.typeOf(each)));
    lower(instruction, rest, last, inner, rewriter);
    rewriter.emit(breakOf(id, inner));
  });
  rewriter.emit({ kind: 'if', id, condition, results, then, otherwise });
}

function breakOf(target: number, values: readonly ValueId[]): BreakInstruction {
  return { kind: 'break', target, values };
}
