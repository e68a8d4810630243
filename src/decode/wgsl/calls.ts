// Calls: to the program's functions (inlined), to constructors, and to builtin functions. Arguments of builtins
// that are abstract take the type of their concrete neighbours, except where a parameter has a type of its own.

import type { ExpressionElem, FunctionCallExpression } from 'wesl/core';
import { replayFolded } from '../fold.ts';
import { lowerBuiltin } from './builtins/index.ts';
import { abstractArgumentScalar, evaluateAbstractBuiltin } from './constant-builtins.ts';
import { abstractComposite, materialize } from './constants.ts';
import { construct, lowerBitcast } from './constructors.ts';
import { lowerValue, toConcrete } from './expressions.ts';
import { inlineFunction } from './functions.ts';
import { leafScalar } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { isMemoryBuiltin, lowerMemoryBuiltin } from './memory-builtins.ts';
import { invalid, unsupported } from './problems.ts';
import { isTextureBuiltin, lowerTextureBuiltin } from './texture-builtins.ts';
import { namedType, nameOf, resolveType } from './type-expressions.ts';
import type { Operand, WgslScalar } from './types.ts';
import { type Abstract, concrete, fromOperand, type Value } from './values.ts';

/** The call's value; undefined when it gives none. */
export function lowerCall(lowering: Lowering, call: FunctionCallExpression): Value | undefined {
  const name = nameOf(call.function);
  const entity = lowering.scope.find(name);
  if (entity?.kind === 'global' && entity.element.kind === 'fn') {
    return inlineFunction(lowering, entity.element, call);
  }
  if (entity === undefined) {
    if (isMemoryBuiltin(name)) return lowerMemoryBuiltin(lowering, name, call);
    if (name === 'bitcast') return lowerBitcastCall(lowering, call);
    if (isTextureBuiltin(name)) return lowerTextureBuiltin(lowering, name, call);
  }
  const type = namedType(lowering, call.function);
  if (type) {
    const values = call.arguments.map((each) => lowerValue(lowering, each));
    return construct(lowering, type, values, call);
  }
  if (entity) return invalid('not-callable', `'${name}' cannot be called`, lowering.spanOf(call));
  return lowerBuiltinCall(lowering, name, call);
}

function lowerBitcastCall(lowering: Lowering, call: FunctionCallExpression): Value {
  const parameter =
    call.function.kind === 'type' ? call.function.templateParams?.[0] : call.templateArgs?.[0];
  const source = call.arguments[0];
  if (!parameter || !source) {
    return invalid('bitcast', "'bitcast' needs a type and a value", lowering.spanOf(call));
  }
  const type = resolveType(lowering, parameter);
  return lowerBitcast(lowering, type, lowerValue(lowering, source), call);
}

/** Parameters whose type does not follow from the other arguments, by position. */
const fixedParameters: Readonly<Record<string, readonly (WgslScalar | undefined)[]>> = {
  extractBits: [undefined, 'u32', 'u32'],
  insertBits: [undefined, undefined, 'u32', 'u32'],
  ldexp: [undefined, 'i32'],
  pack4x8snorm: ['f32'],
  pack4x8unorm: ['f32'],
  pack2x16snorm: ['f32'],
  pack2x16unorm: ['f32'],
  pack2x16float: ['f32'],
  pack4xI8: ['i32'],
  pack4xU8: ['u32'],
  pack4xI8Clamp: ['i32'],
  pack4xU8Clamp: ['u32'],
  unpack4x8snorm: ['u32'],
  unpack4x8unorm: ['u32'],
  unpack2x16snorm: ['u32'],
  unpack2x16unorm: ['u32'],
  unpack2x16float: ['u32'],
  unpack4xI8: ['u32'],
  unpack4xU8: ['u32'],
  dot4U8Packed: ['u32', 'u32'],
  dot4I8Packed: ['u32', 'u32'],
  quantizeToF16: ['f32'],
  select: [undefined, undefined, 'bool'],
  subgroupBroadcast: [undefined, 'u32'],
  subgroupShuffle: [undefined, 'u32'],
  subgroupShuffleXor: [undefined, 'u32'],
  subgroupShuffleUp: [undefined, 'u32'],
  subgroupShuffleDown: [undefined, 'u32'],
  quadBroadcast: [undefined, 'u32'],
};

function lowerBuiltinCall(lowering: Lowering, name: string, call: FunctionCallExpression): Value | undefined {
  const values = call.arguments.map((each) => lowerValue(lowering, each));
  if (values.length > 0 && values.every((value) => value.kind === 'abstract')) {
    const folded = evaluateAbstractBuiltin(name, values);
    if (folded) return folded;
  }
  if (name === 'select') {
    const chosen = chooseAbstract(lowering, values);
    if (chosen) return chosen;
  }
  const operands = concreteArguments(lowering, name, values, call.arguments);
  lowering.at(call);
  const result = lowerFolded(lowering, name, operands);
  if (result) return fromOperand(result);
  return unsupported('builtin', `the function '${name}' is not known`, lowering.spanOf(call));
}

/** `select` between abstract values by a constant condition stays abstract. */
function chooseAbstract(lowering: Lowering, values: readonly Value[]): Abstract | undefined {
  const [ifFalse, ifTrue, condition] = values;
  if (ifFalse?.kind !== 'abstract' || ifTrue?.kind !== 'abstract') return undefined;
  if (condition?.kind !== 'concrete') return undefined;
  const flags = condition.scalars.map((scalar) => lowering.builder.constantOf(scalar));
  if (flags.includes(undefined)) return undefined;
  const numbers = ifTrue.numbers.map((number, i) => {
    const flag = flags.length === 1 ? flags[0] : flags[i];
    return flag ? number : ifFalse.numbers[i];
  });
  // One float among the alternatives makes the result a float, whichever is chosen.
  const isFloat = ifFalse.isFloat || ifTrue.isFloat;
  return abstractComposite(ifTrue.type, isFloat ? numbers.map(Number) : numbers);
}

/** Lowers a builtin aside and folds what its constant operands decide. */
function lowerFolded(lowering: Lowering, name: string, operands: readonly Operand[]): Operand | undefined {
  const { builder } = lowering;
  const isConstant = (operand: Operand) =>
    operand.scalars.every((scalar) => builder.constantOf(scalar) !== undefined);
  if (operands.length === 0 || !operands.every(isConstant)) {
    return lowerBuiltin(builder, name, operands, undefined);
  }
  let result: Operand | undefined;
  const aside = builder.region(() => {
    result = lowerBuiltin(builder, name, operands, undefined);
  });
  if (!result) return undefined;
  const map = replayFolded(builder, aside.instructions);
  return concrete(result.type, result.scalars.map(map));
}

function concreteArguments(
  lowering: Lowering,
  name: string,
  values: readonly Value[],
  expressions: readonly ExpressionElem[],
): Operand[] {
  const fixed = Object.hasOwn(fixedParameters, name) ? fixedParameters[name] : [];
  const common = commonScalar(name, values, fixed);
  return values.map((value, i) =>
    value.kind === 'abstract'
      ? materialize(lowering, value, fixed[i] ?? common)
      : toConcrete(lowering, value, expressions[i]),
  );
}

/** The scalar type that the arguments without a type of their own share. */
function commonScalar(
  name: string,
  values: readonly Value[],
  fixed: readonly (WgslScalar | undefined)[],
): WgslScalar | undefined {
  const open = values.filter((_, i) => fixed[i] === undefined);
  for (const value of open) {
    if (value.kind === 'concrete') return leafScalar(value.type);
  }
  const abstract = open.filter((value): value is Abstract => value.kind === 'abstract');
  return abstract.length === 0
    ? undefined
    : abstractArgumentScalar(
        name,
        values.filter((value): value is Abstract => value.kind === 'abstract'),
      );
}
