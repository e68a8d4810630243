// Operations without effect: from the generation's table, for all lanes or for one register.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { PureInstruction, PureOp, ValueId } from '../../../ir/ir.ts';
import type { Expansion, Step } from '../generation.ts';
import type { Width } from './code.ts';
import type { Selection } from './selection.ts';

/** Read three registers, or constants of 16 bits. */
const THREE_OPERANDS = /^(mad|bfe|bfi2|dp4a|csel):/;
const SHIFTS: ReadonlySet<PureOp> = new Set(['shl', 'ushr', 'sshr']);

export function selectPure(s: Selection, instruction: PureInstruction): void {
  const { op, operands, result } = instruction;
  if (s.fusion.absorbed.has(result)) return;
  const width = s.width(result);
  const isBool = s.module.values[result].type === 'bool';
  if (op === 'select') {
    selectChoice(s, instruction, width);
    if (isBool) s.made(result);
    return;
  }
  const fused = s.fusion.mnemonics.get(result);
  const expansion = s.generation.operations.get(op) ?? unreachable(`no instructions for ${op}`);
  if (expansion.ofBoth.length > 0) {
    selectDivision(s, instruction, expansion, width);
    return;
  }
  const named = fused === undefined ? expansion.own : [{ mnemonic: fused, isHalf: false }];
  const steps = named.map((each) => ({ ...each, mnemonic: ofType(s, instruction, each.mnemonic) }));
  if (steps.length === 0) {
    s.code.emit('mov:UD', [s.code.register(result)], s.sources(operands).slice(0, 1), {
      width,
      isCopy: true,
    });
    return;
  }
  if (THREE_OPERANDS.test(steps[0].mnemonic)) for (const each of operands) loadConstant(s, each);
  if (SHIFTS.has(op) && s.isConstant(operands[0])) loadConstant(s, operands[0]);
  emitSteps(s, steps, s.code.register(result), s.sources(operands), width);
  if (isBool) s.made(result);
}

/** What has halves runs once for each, unless one register holds all. */
function emitSteps(
  s: Selection,
  steps: readonly Step[],
  result: number,
  inputs: readonly number[],
  width: Width,
): void {
  let last: number[] = [];
  for (let at = 0; at < steps.length; ) {
    let end = at + 1;
    while (steps[at].isHalf && steps[end]?.isHalf) end++;
    const times = steps[at].isHalf && width === 'lanes' ? s.generation.lanes / s.generation.nativeLanes : 1;
    const isLast = end === steps.length;
    const destination = isLast ? result : s.code.create(width);
    for (let time = 0; time < times; time++)
      for (const { mnemonic, isHalf } of steps.slice(at, end))
        s.code.emit(mnemonic, [destination], [...last, ...inputs], { width: isHalf ? 'uniform' : width });
    last = [destination];
    at = end;
  }
}

/** Divisions by the same share its reciprocal; quotient and remainder of the same two share the quotient. */
function selectDivision(
  s: Selection,
  { operands, result }: PureInstruction,
  { ofSecond, ofBoth, own }: Expansion,
  width: Width,
): void {
  const [dividend, divisor] = operands;
  const divisorWidth = s.isConstant(divisor) ? 'uniform' : s.width(divisor);
  const sign = ofSecond.length;
  const reciprocal = () =>
    s.shared(`reciprocal ${sign} ${divisor}`, () => {
      const register = s.code.create(divisorWidth);
      emitSteps(s, ofSecond, register, s.sources([divisor]), divisorWidth);
      return register;
    });
  const quotient = s.shared(`quotient ${sign} ${dividend} ${divisor}`, () => {
    const register = s.code.create(width);
    const first = ofSecond.length > 0 ? [reciprocal()] : [];
    emitSteps(s, ofBoth, register, [...first, ...s.sources(operands)], width);
    return register;
  });
  if (own.length > 0) emitSteps(s, own, s.code.register(result), [quotient, ...s.sources(operands)], width);
  else s.code.emit('mov:UD', [s.code.register(result)], [quotient], { width, isCopy: true });
}

/** By the flag; between a bool's own two values it is the bool's register, negated. */
function selectChoice(s: Selection, { operands, result }: PureInstruction, width: Width): void {
  const [condition, then, otherwise] = operands;
  const register = s.code.register(result);
  const [one, zero] = [s.constantOf(then), s.constantOf(otherwise)];
  if (one !== undefined && zero !== undefined && (one === 0 || zero === 0)) {
    s.code.emit(
      Math.abs(one + zero) === 1 && isWhole(s, result) ? 'mov:D' : 'and:UD',
      [register],
      s.sources([condition]),
      {
        width,
      },
    );
    return;
  }
  if (width === 'lanes') s.takeFlag(condition);
  if (one !== undefined && zero !== undefined) loadConstant(s, then);
  s.code.emit(ofType(s, { operands: [], result }, 'sel:UD'), [register], s.sources(operands), { width });
}

function isWhole(s: Selection, value: ValueId): boolean {
  return s.module.values[value].type === 'i32';
}

/** A constant that an instruction has no room for stands in a register, once for the whole kernel. */
function loadConstant(s: Selection, value: ValueId): void {
  const constant = s.constantOf(value);
  if (constant === undefined) return;
  const key = `constant ${constant}`;
  s.kernelShared(key, () => s.code.emit('mov:D', [], [], { width: 'word' }));
}

/** Tables name instructions of single floats; others have the same ones. */
function ofType(
  s: Selection,
  { operands, result }: Pick<PureInstruction, 'operands' | 'result'>,
  mnemonic: string,
): string {
  const types = [result, ...operands].map((each) => s.module.values[each].type);
  if (types.includes('f64')) return mnemonic.replace(/:F$/, ':DF');
  return types.includes('f16') ? mnemonic.replace(/:F$/, ':HF') : mnemonic;
}
