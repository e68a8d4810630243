// Builtin functions that touch memory or synchronise: atomics, barriers, `arrayLength` and
// `workgroupUniformLoad`.

import type { ExpressionElem, FunctionCallExpression } from 'wesl/core';
import type { AtomicOp, BarrierInstruction, ValueId } from '../../ir/ir.ts';
import { emitPure } from '../fold.ts';
import { lowerConcrete, lowerValue } from './expressions.ts';
import { scalarType, structType } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { addressOf, load } from './memory.ts';
import { invalid } from './problems.ts';
import { type Concrete, concrete, type Reference, type Value } from './values.ts';

const barriers: Readonly<Record<string, BarrierInstruction['scope']>> = {
  workgroupBarrier: 'workgroup',
  storageBarrier: 'storage',
  subgroupBarrier: 'subgroup',
  textureBarrier: 'storage',
};

/** The operation by builtin name; `min` and `max` depend on the signedness. */
const atomics: Readonly<Record<string, AtomicOp | 'min' | 'max'>> = {
  atomicLoad: 'load',
  atomicStore: 'store',
  atomicAdd: 'add',
  atomicSub: 'sub',
  atomicMin: 'min',
  atomicMax: 'max',
  atomicAnd: 'and',
  atomicOr: 'or',
  atomicXor: 'xor',
  atomicExchange: 'exchange',
  atomicCompareExchangeWeak: 'compare_exchange',
};

export function isMemoryBuiltin(name: string): boolean {
  return (
    Object.hasOwn(barriers, name) ||
    Object.hasOwn(atomics, name) ||
    name === 'arrayLength' ||
    name === 'workgroupUniformLoad'
  );
}

/** Lowers one of these builtins; undefined when it gives no value. `isUsed` is false in a call statement. */
export function lowerMemoryBuiltin(
  lowering: Lowering,
  name: string,
  call: FunctionCallExpression,
  isUsed = true,
): Value | undefined {
  const scope = Object.hasOwn(barriers, name) ? barriers[name] : undefined;
  if (scope) {
    lowering.at(call);
    lowering.builder.emit({ kind: 'barrier', scope });
    return undefined;
  }
  if (name === 'arrayLength') return lowerArrayLength(lowering, call);
  if (name === 'workgroupUniformLoad') return lowerUniformLoad(lowering, call);
  return lowerAtomic(lowering, name, call, isUsed);
}

function target(lowering: Lowering, call: FunctionCallExpression): Reference {
  const expression = call.arguments[0];
  const value = expression && lowerValue(lowering, expression);
  if (value?.kind === 'pointer') return value.target;
  return invalid('pointer-argument', 'the first argument must be a pointer', lowering.spanOf(call));
}

function lowerArrayLength(lowering: Lowering, call: FunctionCallExpression): Value {
  const { root, type } = target(lowering, call);
  lowering.at(call);
  if (type.kind === 'array' && type.count !== undefined) {
    return concrete(scalarType('u32'), [lowering.constant('i32', type.count)]);
  }
  if (root.space !== 'buffer') {
    invalid('array-length', "'arrayLength' needs a runtime-sized array in a buffer", lowering.spanOf(call));
  }
  return concrete(scalarType('u32'), [lowering.builder.arrayLength(root.index)]);
}

/** A load that every invocation of the workgroup makes between two barriers. */
function lowerUniformLoad(lowering: Lowering, call: FunctionCallExpression): Value {
  const { builder } = lowering;
  const reference = target(lowering, call);
  lowering.at(call);
  builder.emit({ kind: 'barrier', scope: 'workgroup' });
  const isAtomic = reference.type.kind === 'atomic';
  const value = isAtomic
    ? emitAtomic(lowering, 'load', reference, [], true)!
    : load(lowering, reference, call);
  builder.emit({ kind: 'barrier', scope: 'workgroup' });
  return value;
}

function lowerAtomic(
  lowering: Lowering,
  name: string,
  call: FunctionCallExpression,
  isUsed: boolean,
): Value | undefined {
  const reference = target(lowering, call);
  if (reference.type.kind !== 'atomic') {
    return invalid('atomic', `'${name}' needs a pointer to an atomic`, lowering.spanOf(call));
  }
  const scalar = scalarType(reference.type.scalar);
  const operand = (expression: ExpressionElem) => lowerConcrete(lowering, expression, scalar).scalars[0];
  const operands = call.arguments.slice(1).map(operand);
  lowering.at(call);
  const kind = atomics[name];
  const sign = reference.type.scalar === 'i32' ? 's' : 'u';
  const op = kind === 'min' || kind === 'max' ? (`${sign}${kind}` as const) : kind;
  const hasResult = op === 'load' || (isUsed && op !== 'store');
  const value = emitAtomic(lowering, op, reference, operands, hasResult);
  return value && op === 'compare_exchange' ? exchangeResult(lowering, value, operands[0]) : value;
}

function emitAtomic(
  lowering: Lowering,
  op: AtomicOp,
  reference: Reference,
  operands: readonly ValueId[],
  hasResult: boolean,
): Concrete | undefined {
  const { root, offsetBytes, type } = reference;
  const address = addressOf(lowering, reference);
  const result = lowering.builder.atomic(op, root, address, operands, hasResult, offsetBytes);
  if (result === undefined || type.kind !== 'atomic') return undefined;
  return concrete(scalarType(type.scalar), [result]);
}

function exchangeResult(lowering: Lowering, old: Concrete, comparand: ValueId): Concrete {
  const type = structType('__atomic_compare_exchange_result', [
    { name: 'old_value', type: old.type },
    { name: 'exchanged', type: scalarType('bool') },
  ]);
  const value = old.scalars[0];
  return concrete(type, [value, emitPure(lowering.builder, 'ieq', 'bool', [value, comparand])]);
}
