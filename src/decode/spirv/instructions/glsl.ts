// The extended instruction set GLSL.std.450: which formula each instruction is. OpExtInst has the set in word
// 3, the instruction's number in word 4 and its operands from word 5 on.
// (Specification "SPIR-V Extended Instructions for GLSL", version 1.00.)

import type { Builder } from '../../../ir/builder.ts';
import type { PureOp, ScalarType, ValueId } from '../../../ir/ir.ts';
import type { TypeClass } from '../../../ir/ops.ts';
import { emitPure } from '../../fold.ts';
import { Emitter } from '../../formulas/emitter.ts';
import { degrees, radians, signedSign, smoothstep, step } from '../../formulas/numeric.ts';
import { extendedSet } from '../grammar.ts';
import type { Handler, Lowering } from '../lowering.ts';
import { unsupported } from '../problems.ts';
import type { Handlers } from './componentwise.ts';
import { glslPacking } from './glsl-packing.ts';
import { glslParts } from './glsl-parts.ts';
import { glslVectors } from './glsl-vectors.ts';
import { define, resultComponents, sameComponentsAt, word } from './operands.ts';

type Recipe = (builder: Builder, type: ScalarType, a: ValueId, b: ValueId, c: ValueId) => ValueId;

/** Operands that all have the result's type, component by component. */
function each(components: TypeClass, count: 1 | 2 | 3, recipe: Recipe | PureOp): Handler {
  const lower = typeof recipe === 'string' ? operation(recipe, count) : recipe;
  return (lowering, at) => {
    const { builder } = lowering;
    const type = resultComponents(lowering, at, components);
    const size = type.kind === 'scalar' ? 1 : type.size;
    const a = sameComponentsAt(lowering, at, 5, type.scalar, size);
    const b = count > 1 ? sameComponentsAt(lowering, at, 6, type.scalar, size) : a;
    const c = count > 2 ? sameComponentsAt(lowering, at, 7, type.scalar, size) : a;
    const scalars = new Array<ValueId>(size);
    for (let i = 0; i < size; i++) scalars[i] = lower(builder, type.scalar, a[i], b[i], c[i]);
    define(lowering, at, type, scalars);
  };
}

function operation(op: PureOp, count: 1 | 2 | 3): Recipe {
  if (count === 1) return (builder, type, a) => emitPure(builder, op, type, [a]);
  if (count === 2) return (builder, type, a, b) => emitPure(builder, op, type, [a, b]);
  return (builder, type, a, b, c) => emitPure(builder, op, type, [a, b, c]);
}

const float = (op: PureOp): Handler => each('float', 1, op);
/** Defined for 16 and 32 bits only. */
const transcendental = (op: PureOp): Handler => each('shortFloat', 1, op);

function clamp(components: TypeClass, minimum: PureOp, maximum: PureOp): Handler {
  return each(components, 3, (builder, type, value, low, high) => {
    const raised = emitPure(builder, maximum, type, [value, low]);
    return emitPure(builder, minimum, type, [raised, high]);
  });
}

/** A formula of `formulas/`. */
function formula(
  components: TypeClass,
  count: 1 | 2 | 3,
  lower: (emit: Emitter, a: ValueId, b: ValueId, c: ValueId) => ValueId,
): Handler {
  return each(components, count, (builder, type, a, b, c) => lower(new Emitter(builder, type), a, b, c));
}

/** The forms that leave a NaN operand open (FMin) do what those do that define it (NMin). */
const handlers: Handlers = {
  Round: float('round'),
  RoundEven: float('round'),
  Trunc: float('trunc'),
  FAbs: float('fabs'),
  SAbs: each('integer', 1, 'sabs'),
  FSign: float('fsign'),
  SSign: formula('integer', 1, signedSign),
  Floor: float('floor'),
  Ceil: float('ceil'),
  Fract: float('fract'),
  Radians: formula('float', 1, radians),
  Degrees: formula('float', 1, degrees),
  Sin: transcendental('sin'),
  Cos: transcendental('cos'),
  Tan: transcendental('tan'),
  Asin: transcendental('asin'),
  Acos: transcendental('acos'),
  Atan: transcendental('atan'),
  Sinh: transcendental('sinh'),
  Cosh: transcendental('cosh'),
  Tanh: transcendental('tanh'),
  Asinh: transcendental('asinh'),
  Acosh: transcendental('acosh'),
  Atanh: transcendental('atanh'),
  Atan2: each('shortFloat', 2, 'atan2'),
  Pow: each('shortFloat', 2, 'pow'),
  Exp: transcendental('exp'),
  Log: transcendental('log'),
  Exp2: transcendental('exp2'),
  Log2: transcendental('log2'),
  Sqrt: float('sqrt'),
  InverseSqrt: float('inversesqrt'),
  FMin: each('float', 2, 'fmin'),
  UMin: each('integer', 2, 'umin'),
  SMin: each('integer', 2, 'smin'),
  FMax: each('float', 2, 'fmax'),
  UMax: each('integer', 2, 'umax'),
  SMax: each('integer', 2, 'smax'),
  NMin: each('float', 2, 'fmin'),
  NMax: each('float', 2, 'fmax'),
  FClamp: clamp('float', 'fmin', 'fmax'),
  UClamp: clamp('integer', 'umin', 'umax'),
  SClamp: clamp('integer', 'smin', 'smax'),
  NClamp: clamp('float', 'fmin', 'fmax'),
  FMix: each('float', 3, 'fmix'),
  Step: formula('float', 2, step),
  SmoothStep: formula('float', 3, smoothstep),
  Fma: each('float', 3, 'ffma'),
  FindILsb: each('integer', 1, 'firstbitlow'),
  FindSMsb: each('integer', 1, 'sfirstbithigh'),
  FindUMsb: each('integer', 1, 'ufirstbithigh'),
  ...glslVectors,
  ...glslParts,
  ...glslPacking,
};

const byNumber: (Handler | undefined)[] = [];

/** OpExtInst with an instruction of GLSL.std.450; the caller has looked at the set. */
export function lowerGlsl(lowering: Lowering, at: number): void {
  if (byNumber.length === 0) fillTable();
  const number = word(lowering, at, 4);
  const handler = byNumber[number];
  if (handler) {
    handler(lowering, at);
    return;
  }
  const name = extendedSet('GLSL.std.450')?.byNumber.get(number)?.name ?? `instruction ${number}`;
  unsupported('instruction', `${name} of GLSL.std.450 is not supported`, lowering.span(at));
}

function fillTable(): void {
  for (const { name, number } of extendedSet('GLSL.std.450')!.byName.values()) {
    if (Object.hasOwn(handlers, name)) byNumber[number] = handlers[name];
  }
}
