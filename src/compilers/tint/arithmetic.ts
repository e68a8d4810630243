// Arithmetic that WGSL defines and SPIR-V does not, spelled out as Tint does: a divisor of 0 (and -1 under
// the most negative dividend) becomes 1, a remainder is what the guarded quotient leaves, and floats are
// clamped to what the integer type and the float type can both hold. Divisors that are constants need nothing.

import type { Module, PureInstruction, PureOp, ScalarType, ValueId } from '../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../ir/rewrite.ts';

export const DIVISION_GUARD = 'division-guard';
export const CONVERSION_CLAMP = 'conversion-clamp';

/** Guards division and remainder by values that are not constants. */
export function divisionGuards(module: Module): Module {
  return guardDivisions(module, () => false);
}

/** The same for a compiler that leaves the remainders of `keepsRemainder` one operation. */
export function guardDivisions(module: Module, keepsRemainder: (op: PureOp) => boolean): Module {
  return rewriteModule(
    module,
    (instruction, rewriter) => {
      if (instruction.kind !== 'pure') return false;
      const isSigned = instruction.op === 'sdiv' || instruction.op === 'srem';
      if (!isSigned && instruction.op !== 'udiv' && instruction.op !== 'urem') return false;
      if (rewriter.constantOf(instruction.operands[1]) !== undefined) return false;
      guardDivision(instruction, isSigned, keepsRemainder(instruction.op), rewriter);
      return true;
    },
    { origin: DIVISION_GUARD },
  );
}

function guardDivision(
  instruction: PureInstruction,
  isSigned: boolean,
  keepsRemainder: boolean,
  rewriter: Rewriter,
): void {
  const [dividend, divisor] = instruction.operands as [ValueId, ValueId];
  const type = rewriter.typeOf(instruction.result);
  let needsOne = rewriter.pure('ieq', 'bool', [divisor, rewriter.constant(type, 0)]);
  if (isSigned) {
    const isLowest = rewriter.pure('ieq', 'bool', [dividend, rewriter.constant(type, lowest(type))]);
    const isMinusOne = rewriter.pure('ieq', 'bool', [divisor, rewriter.constant(type, -1)]);
    const overflows = rewriter.pure('and', 'bool', [isLowest, isMinusOne]);
    needsOne = rewriter.pure('or', 'bool', [needsOne, overflows]);
  }
  const safe = rewriter.pure('select', type, [needsOne, rewriter.constant(type, 1), divisor]);
  const isRemainder = instruction.op === 'srem' || instruction.op === 'urem';
  if (!isRemainder || keepsRemainder) {
    rewriter.keep({ ...instruction, operands: [dividend, safe] });
    return;
  }
  const quotient = rewriter.value(type);
  rewriter.keep({
    ...instruction,
    op: isSigned ? 'sdiv' : 'udiv',
    result: quotient,
    operands: [dividend, safe],
  });
  const product = rewriter.pure('imul', type, [quotient, safe]);
  rewriter.define(instruction.result, 'isub', [dividend, product]);
}

function lowest(type: ScalarType): number {
  switch (type) {
    case 'i8':
      return -(2 ** 7);
    case 'i16':
      return -(2 ** 15);
    case 'i64':
      return -(2 ** 63);
    default:
      return -(2 ** 31);
  }
}

/** Clamps floats to the range of the integer before they are converted. */
export function conversionClamps(module: Module): Module {
  return rewriteModule(
    module,
    (instruction, rewriter) => {
      if (instruction.kind !== 'pure' || (instruction.op !== 'f2s' && instruction.op !== 'f2u')) return false;
      const operand = instruction.operands[0];
      const type = rewriter.typeOf(operand);
      const range = clampRange(type, rewriter.typeOf(instruction.result), instruction.op === 'f2s');
      if (!range || rewriter.constantOf(operand) !== undefined) return false;
      const raised = rewriter.pure('fmax', type, [operand, rewriter.constant(type, range[0])]);
      const clamped = rewriter.pure('fmin', type, [raised, rewriter.constant(type, range[1])]);
      rewriter.keep({ ...instruction, operands: [clamped] });
      return true;
    },
    { origin: CONVERSION_CLAMP },
  );
}

/** The largest range that both types represent exactly; none for types that WGSL does not have. */
function clampRange(
  from: ScalarType,
  to: ScalarType,
  isSigned: boolean,
): readonly [number, number] | undefined {
  if (to !== 'i32') return undefined;
  // Every f16 fits an i32, so only the sign is left to clamp.
  if (from === 'f16') return isSigned ? undefined : [0, 65504];
  if (from === 'f32') return isSigned ? [-(2 ** 31), 2 ** 31 - 128] : [0, 2 ** 32 - 256];
  return undefined;
}
