// Loop guards as Tint adds them (its transform against infinite loops, read off driver code of an H200): a
// loop whose end the compiler cannot see counts down from 2^64 - 1 in two 32-bit halves and leaves at zero. Tint
// tests at the top; the driver rotates that to the end of the body, where its first test cannot succeed. It keeps
// the counter, so every iteration pays for it, and does not unroll the loop.

import type { BreakInstruction, LoopInstruction, Module, Region, ValueId } from '../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../ir/rewrite.ts';
import { mapOperands, regionsOf } from '../../ir/walk.ts';

export const LOOP_GUARD = 'loop-guard';

/** Adds the counter to every loop that is not marked as finite. Run once, before anything else. */
export function tintGuards(module: Module): Module {
  return guardLoops(module, (loop) => !loop.isFinite);
}

/** Adds the counter to the loops that `needsGuard` picks. */
export function guardLoops(module: Module, needsGuard: (loop: LoopInstruction) => boolean): Module {
  return rewriteModule(
    module,
    (instruction, rewriter) => {
      if (instruction.kind !== 'loop' || !needsGuard(instruction)) return false;
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
  return {
    ...loop,
    initial: [...loop.initial, ones, ones],
    parameters: [...loop.parameters, low, high],
    body: withCountdown(loop.body, loop, low, high, rewriter),
  };
}

/** Counts down before each `next` of the loop, and leaves it there at zero. */
function withCountdown(
  region: Region,
  loop: LoopInstruction,
  low: ValueId,
  high: ValueId,
  rewriter: Rewriter,
): Region {
  return rewriter.region(() => {
    for (const instruction of region.instructions) {
      if (instruction.kind === 'next' && instruction.target === loop.id) {
        const counted = countDown(loop, low, high, rewriter);
        rewriter.keep({ ...instruction, values: [...instruction.values, ...counted] });
        continue;
      }
      const inner = (each: Region): Region => withCountdown(each, loop, low, high, rewriter);
      rewriter.keep(
        regionsOf(instruction).length > 0 ? mapOperands(instruction, (id) => id, inner) : instruction,
      );
    }
  });
}

/** The halves less one, after the way out when both are zero. */
function countDown(
  loop: LoopInstruction,
  low: ValueId,
  high: ValueId,
  rewriter: Rewriter,
): [nextLow: ValueId, nextHigh: ValueId] {
  const [zero, one] = [rewriter.constant('i32', 0), rewriter.constant('i32', 1)];
  const borrows = rewriter.pure('ieq', 'bool', [low, zero]);
  const nextLow = rewriter.pure('isub', 'i32', [low, one]);
  const carry = rewriter.pure('select', 'i32', [borrows, one, zero]);
  const nextHigh = rewriter.pure('isub', 'i32', [high, carry]);
  const either = rewriter.pure('or', 'i32', [nextLow, nextHigh]);
  const isSpent = rewriter.pure('ieq', 'bool', [either, zero]);
  const id = rewriter.construct();
  // Results cannot matter then: the loop never ended by itself.
  const zeros = loop.results.map((result) => rewriter.constant(rewriter.typeOf(result), 0));
  rewriter.emit({
    kind: 'if',
    id,
    condition: isSpent,
    results: [],
    then: rewriter.region(() => rewriter.emit(breakOf(loop.id, zeros))),
    otherwise: rewriter.region(() => rewriter.emit(breakOf(id, []))),
  });
  return [nextLow, nextHigh];
}

function breakOf(target: number, values: readonly ValueId[]): BreakInstruction {
  return { kind: 'break', target, values };
}
