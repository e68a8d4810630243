// Operations without effect: from the generation's table, by the unit that the result's place asks for.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { PureInstruction, PureOp, ValueId } from '../../../ir/ir.ts';
import { ANGLE_READERS } from './fuse.ts';
import type { Selection } from './selection.ts';

const DIVISIONS: ReadonlySet<PureOp> = new Set(['udiv', 'sdiv', 'urem', 'srem']);
const LOGIC: Readonly<Partial<Record<PureOp, string>>> = {
  and: 's_and_b64',
  or: 's_or_b64',
  xor: 's_xor_b64',
  not: 's_not_b64',
  ieq: 's_xnor_b64',
  ine: 's_xor_b64',
};

export function selectPure(s: Selection, instruction: PureInstruction): void {
  const { op, operands, result } = instruction;
  if (s.fusion.absorbed.has(result)) return;
  if (isMaskLogic(s, instruction)) {
    emitMaskLogic(s, instruction);
    return;
  }
  if (ANGLE_READERS.has(op) && s.module.values[result].type === 'f32' && !s.isConstant(operands[0])) {
    selectOfAngle(s, instruction);
    return;
  }
  const fused = s.fusion.opcodes.get(result);
  const named = fused === undefined ? stepsOf(s, instruction) : [fused];
  const steps = named.map((each) => ofWidth(s, instruction, each));
  const inputs = s.sources(op === 'select' ? withMask(s, instruction) : operands);
  if (steps.length === 0) {
    if (inputs.length > 0)
      s.code.emit('v_mov_b32', [s.code.register(result)], inputs.slice(0, 1), { isCopy: true });
    return;
  }
  const stages = DIVISIONS.has(op) ? divisionStages(instruction, steps) : [];
  let last: number[] = [];
  steps.forEach((opcode, k) => {
    const stage = stages.find(({ from, to }) => k >= from && k < to);
    const known = stage && s.shared(stage.key);
    if (known !== undefined) {
      last = [known];
      return;
    }
    const isLast = k === steps.length - 1;
    const place = opcode.startsWith('s_') ? 'scalar' : 'vector';
    const destination = isLast ? s.code.register(result) : s.code.create(place);
    s.code.emit(opcode, [destination], [...last, ...inputs]);
    last = [destination];
    if (stage?.to === k + 1) s.share(stage.key, destination);
  });
}

/** Sine and cosine of one angle share how many turns it is; a constant factor of the angle is part of that. */
function selectOfAngle(s: Selection, instruction: PureInstruction): void {
  const [toTurns, last] = stepsOf(s, instruction);
  const [angle] = instruction.operands;
  const product = s.definitions.get(angle);
  const factor = product?.op === 'fmul' ? product.operands.find((each) => s.isConstant(each)) : undefined;
  const base = factor === undefined ? angle : product!.operands.find((each) => each !== factor)!;
  const turns = (factor === undefined ? 1 : s.module.values[factor].constant!) / (2 * Math.PI);
  let sources = s.sources([base]);
  if (Math.fround(turns) !== 1) {
    const key = `turns ${base} ${turns}`;
    const known = s.shared(key);
    const scaled = known ?? s.code.create('vector');
    if (known === undefined) {
      s.code.emit(toTurns, [scaled], sources);
      s.share(key, scaled);
    }
    sources = [scaled];
  }
  s.code.emit(last, [s.code.register(instruction.result)], sources);
}

/** Steps of a division that others with the same operands need not repeat. */
interface Stage {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** What a division by floats begins with: the divisor's reciprocal, made exact, and the quotient that it gives. */
function divisionStages({ op, operands }: PureInstruction, steps: readonly string[]): Stage[] {
  const from = steps.indexOf('v_cvt_f32_u32');
  const products = [...steps.keys()].filter((k) => steps[k].includes('_mul_hi_'));
  if (from < 0 || products.length < 2) return [];
  const [dividend, divisor] = operands;
  const quotient = products[1];
  const form = `${op[0]} ${steps[quotient - 1][0]} ${steps[quotient][0]}`;
  return [
    { key: `reciprocal ${form} ${divisor}`, from, to: quotient },
    { key: `quotient ${form} ${dividend} ${divisor}`, from: quotient, to: quotient + QUOTIENT_STEPS },
  ];
}

/** Its product, times the divisor, away from the dividend. */
const QUOTIENT_STEPS = 3;

/** Bools of lanes are joined by the scalar unit, 64 at a time. */
function isMaskLogic(s: Selection, { op, operands, result }: PureInstruction): boolean {
  const isBool = (value: ValueId) => s.module.values[value].type === 'bool';
  if (!isBool(result) || s.place(result) !== 'mask') return false;
  return op === 'select' || (LOGIC[op] !== undefined && operands.every(isBool));
}

function emitMaskLogic(s: Selection, { op, operands, result }: PureInstruction): void {
  const inputs = operands.map((each) => asMask(s, each)).filter((each) => each !== undefined);
  const destination = s.code.register(result);
  if (op !== 'select') {
    s.code.emit(LOGIC[op] ?? unreachable(op), [destination], inputs);
    return;
  }
  const kept = s.code.create('mask');
  const other = s.code.create('mask');
  s.code.emit('s_and_b64', [kept], inputs);
  s.code.emit('s_andn2_b64', [other], inputs);
  s.code.emit('s_or_b64', [destination], [kept, other]);
}

/** A bool as a mask of lanes; undefined for a constant. */
export function asMask(s: Selection, value: ValueId): number | undefined {
  if (s.isConstant(value)) return undefined;
  const register = s.code.register(value);
  if (s.place(value) === 'mask') return register;
  const mask = s.code.create('mask');
  s.code.emit('s_cselect_b64', [mask], [register]);
  return mask;
}

/** Lanes choose by a mask, even where all of them choose alike. */
function withMask(s: Selection, { operands, result }: PureInstruction): readonly ValueId[] {
  const [condition] = operands;
  if (s.place(result) === 'vector' && s.place(condition) === 'flag' && !s.isConstant(condition))
    s.code.emit('s_cselect_b64', [s.code.create('mask')], s.sources([condition]));
  return operands;
}

/** Tables name instructions of single floats; others have the same ones. */
function ofWidth(s: Selection, { operands, result }: PureInstruction, opcode: string): string {
  const types = [result, ...operands].map((each) => s.module.values[each].type);
  const width = types.includes('f64') ? 'f64' : types[0] === 'f16' ? 'f16' : undefined;
  if (width === undefined) return opcode;
  if (!opcode.startsWith('v_cvt')) return opcode.replace(/_f32$/, `_${width}`);
  return width === 'f64' ? 'v_cvt_f64_f32' : opcode;
}

function stepsOf(s: Selection, { op, operands, result }: PureInstruction): readonly string[] {
  const expansion = s.generation.operations.get(op) ?? unreachable(`no instructions for ${op}`);
  const place = s.place(result);
  if (place === 'scalar' || place === 'flag') return expansion.scalar ?? expansion.vector;
  const isByWave = (value: ValueId) => s.isConstant(value) || s.place(value) === 'scalar';
  if (DIVISIONS.has(op) && expansion.byScalar && isByWave(operands[1])) return expansion.byScalar;
  return expansion.vector;
}
