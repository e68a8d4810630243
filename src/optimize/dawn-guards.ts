// Loop guards as Tint adds them (its transform against infinite loops, read off driver code of an H200): a
// loop whose end the compiler cannot see counts down from 2^64 - 1 in two 32-bit halves and leaves at zero.
// The driver keeps the counter, so every iteration pays for it, and does not unroll the loop.

import type { BreakInstruction, LoopInstruction, Module, Region, ValueId } from '../ir/ir.ts';
import { mapOperands, regionsOf } from '../ir/walk.ts';
import { type Rewriter, rewriteModule } from './rewrite.ts';

export const LOOP_GUARD = 'loop-guard';

/** Adds the counter to every loop that is not marked as finite. Run once, before anything else. */
export function dawnGuards(module: Module): Module {
  return rewriteModule(
    module,
    (instruction, rewriter) => {
      if (instruction.kind !== 'loop' || instruction.isFinite) return false;
      rewriter.keep(guard(instruction, rewriter));
      return true;
    },
    { origin: LOOP_GUARD },
  );
}

function guard(loop: LoopInstruction, rewriter: Rewriter): LoopInstruction {
  const ones = rewriter.constant('i32', -1);
  const low = rewriter.value('i32', 'guard_low');
  const high = rewriter.value('i32', 'guard_high');
  const check = rewriter.region(() => emitCheck(loop, low, high, rewriter));
  const body = withCountdown(loop.body, loop, low, high, rewriter);
  return {
    ...loop,
    initial: [...loop.initial, ones, ones],
    parameters: [...loop.parameters, low, high],
    body: { instructions: [...check.instructions, ...body.instructions] },
  };
}

/** Leaves the loop when both halves are zero. Results cannot matter then: the loop never ended by itself. */
function emitCheck(loop: LoopInstruction, low: ValueId, high: ValueId, rewriter: Rewriter): void {
  const either = rewriter.pure('or', 'i32', [low, high]);
  const isSpent = rewriter.pure('ieq', 'bool', [either, rewriter.constant('i32', 0)]);
  const id = rewriter.construct();
  const zeros = loop.results.map((result) => rewriter.constant(rewriter.typeOf(result), 0));
  rewriter.emit({
    kind: 'if',
    id,
    condition: isSpent,
    results: [],
    // biome-ignore lint/suspicious/noThenProperty: `then` is the arm of an `if` in the IR
    then: rewriter.region(() => rewriter.emit(breakOf(loop.id, zeros))),
    otherwise: rewriter.region(() => rewriter.emit(breakOf(id, []))),
  });
}

function breakOf(target: number, values: readonly ValueId[]): BreakInstruction {
  return { kind: 'break', target, values };
}

/** Counts down before each `next` of the loop. */
function withCountdown(
  region: Region,
  loop: LoopInstruction,
  low: ValueId,
  high: ValueId,
  rewriter: Rewriter,
): Region {
  return rewriter.region(() => {
    for (const instruction of region.instructions) {
      if (instruction.kind !== 'next' || instruction.target !== loop.id) {
        const down = (inner: Region): Region => withCountdown(inner, loop, low, high, rewriter);
        rewriter.keep(
          regionsOf(instruction).length > 0 ? mapOperands(instruction, (id) => id, down) : instruction,
        );
        continue;
      }
      const ones = rewriter.constant('i32', -1);
      const nextLow = rewriter.pure('isub', 'i32', [low, rewriter.constant('i32', 1)]);
      const borrows = rewriter.pure('ieq', 'bool', [nextLow, ones]);
      const carry = rewriter.pure('select', 'i32', [
        borrows,
        rewriter.constant('i32', 1),
        rewriter.constant('i32', 0),
      ]);
      const nextHigh = rewriter.pure('isub', 'i32', [high, carry]);
      rewriter.keep({ ...instruction, values: [...instruction.values, nextLow, nextHigh] });
    }
  });
}
