// Pure operations: the table's instructions, or what fusion made of them.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { PureInstruction, PureOp, ValueId } from '../../../ir/ir.ts';
import { opSet } from '../../../ir/ops.ts';
import type { Selection } from './selection.ts';

const SHIFTS = opSet('shl ushr sshr');
/** The product comes in two registers, of which the upper is wanted. */
const UPPER = opSet('umulhi smulhi umulwide_hi');
const HALF_NAMES: Readonly<Record<string, string>> = { fadd: 'hadd', fmul: 'hmul', ffma: 'hfma' };

export function selectPure(s: Selection, instruction: PureInstruction): void {
  const { op, operands, result } = instruction;
  if (s.fusion.absorbed.has(result)) return;
  const steps = stepsOf(s, instruction);
  const inputs = s.sources(operands);
  const destination = s.code.register(result);
  if (steps.length === 0) {
    // Another name for a value, or one that is made anew where it was free.
    s.code.emit('mov', [destination], inputs.slice(0, 1), { isCopy: inputs.length > 0 });
    return;
  }
  let last: number[] = [];
  steps.forEach((opcode, k) => {
    const isLast = k === steps.length - 1;
    const made = isLast ? destination : s.code.create();
    const isPair = UPPER.has(op) && opcode === 'imul';
    s.code.emit(opcode, isPair ? [s.code.create(), made] : [made], [...last, ...inputs]);
    last = [made];
  });
}

function stepsOf(s: Selection, instruction: PureInstruction): readonly string[] {
  const { op, operands, result } = instruction;
  const { type } = s.module.values[result];
  const fused = s.fusion.steps.get(result);
  if (fused) return fused;
  if (isMaskedShift(s, op, operands)) return ['and', ...expansion(s, instruction)];
  const isLogic = type === 'bool' && operands.every((each) => s.module.values[each].type === 'bool');
  if (isLogic && (op === 'ieq' || op === 'ine')) return op === 'ine' ? ['xor'] : ['xor', 'xor'];
  if (isLogic && op !== 'select') return [op === 'xor' || op === 'not' ? 'xor' : 'csel'];
  const steps = expansion(s, instruction);
  return type === 'f16' ? steps.map((each) => HALF_NAMES[each] ?? each) : steps;
}

/** The unit looks at more bits of an amount than the language does. */
function isMaskedShift(s: Selection, op: PureOp, operands: readonly ValueId[]): boolean {
  return SHIFTS.has(op) && !s.isFree(operands[1]);
}

function expansion(s: Selection, { op, operands }: PureInstruction): readonly string[] {
  const found = s.generation.operations.get(op) ?? unreachable(`no instructions for ${op}`);
  return found.byUniform && s.isFree(operands[1]) ? found.byUniform : found.code;
}
