// Atomics on integers of 32 and 64 bits, and on f32, whose bits are moved. Memory
// scope and semantics have no part in the IR. A result that nothing uses is dropped by the optimiser.

import type { AtomicOp, ValueId } from '../../../ir/ir.ts';
import { emitPure } from '../../fold.ts';
import { typeName } from '../layout.ts';
import type { Handler, Lowering } from '../lowering.ts';
import { addressOf } from '../memory.ts';
import { accessOf } from '../pointer-values.ts';
import { invalid, unsupported } from '../problems.ts';
import type { Reference } from '../types.ts';
import { castBits } from './bitcast.ts';
import type { Handlers } from './componentwise.ts';
import { define, referenceAt, resultComponents, scalarAt } from './operands.ts';

/** The scalar in shared memory that the pointer in word `index` leads to. */
function targetAt(lowering: Lowering, at: number, index: number, allowsFloat: boolean): Reference {
  const reference = referenceAt(lowering, at, index);
  const { root, type } = reference;
  if (root.space === 'private') {
    invalid('atomic', 'an atomic needs a buffer or workgroup memory', lowering.span(at));
  }
  if (type.kind !== 'scalar' || type.scalar === 'bool') {
    invalid('atomic', `an atomic needs a number in memory, not ${typeName(type)}`, lowering.span(at));
  }
  const isInteger = type.scalar === 'i32' || type.scalar === 'i64';
  if (!isInteger && !(allowsFloat && type.scalar === 'f32')) {
    unsupported(
      'atomic-type',
      `atomics on ${type.scalar} are not supported; those on integers of 32 and 64 bits and on f32 are`,
      lowering.span(at),
    );
  }
  return reference;
}

/** What atomics move: the bits of what memory holds. */
function wordOf({ type }: Reference): 'i32' | 'i64' {
  return type.kind === 'scalar' && type.scalar === 'i64' ? 'i64' : 'i32';
}

function emit(
  lowering: Lowering,
  op: AtomicOp,
  reference: Reference,
  operands: readonly ValueId[],
): ValueId | undefined {
  const { builder } = lowering;
  const base = addressOf(lowering, reference);
  const type = wordOf(reference);
  const [old] = accessOf(lowering, reference, op === 'store' ? [] : [type], (root) => {
    const result = builder.atomic(op, root, base, operands, op !== 'store', reference.offsetBytes, type);
    return result === undefined ? [] : [result];
  });
  return old;
}

/** Defines the result, whose type must be that in memory, from the bits that the atomic gave. */
function defineOld(lowering: Lowering, at: number, target: Reference, old: ValueId): void {
  const type = resultComponents(lowering, at, 'data');
  if (type.kind !== 'scalar' || target.type.kind !== 'scalar' || type.scalar !== target.type.scalar) {
    invalid(
      'atomic',
      `the result is ${typeName(type)}, but memory holds ${typeName(target.type)}`,
      lowering.span(at),
    );
  }
  define(lowering, at, type, castBits(lowering.builder, [old], type.scalar));
}

/** The bits of the value in word `index`, which is of the type in memory. */
function valueAt(lowering: Lowering, at: number, index: number, target: Reference): ValueId {
  const scalar = target.type.kind === 'scalar' ? target.type.scalar : 'i32';
  return castBits(lowering.builder, [scalarAt(lowering, at, index, scalar)], wordOf(target))[0];
}

/** Reads, changes and writes; operands in words 3 (pointer) and 6 (value). */
function readModifyWrite(op: AtomicOp, allowsFloat = false): Handler {
  return (lowering, at) => {
    const target = targetAt(lowering, at, 3, allowsFloat);
    const value = valueAt(lowering, at, 6, target);
    defineOld(lowering, at, target, emit(lowering, op, target, [value])!);
  };
}

function stepByOne(op: 'add' | 'sub'): Handler {
  return (lowering, at) => {
    const target = targetAt(lowering, at, 3, false);
    const one = oneOf(lowering, wordOf(target));
    defineOld(lowering, at, target, emit(lowering, op, target, [one])!);
  };
}

function oneOf({ builder }: Lowering, type: 'i32' | 'i64'): ValueId {
  const one = builder.constant('i32', 1);
  return type === 'i32' ? one : emitPure(builder, 'uextend', 'i64', [one]);
}

const load: Handler = (lowering, at) => {
  const target = targetAt(lowering, at, 3, true);
  defineOld(lowering, at, target, emit(lowering, 'load', target, [])!);
};

const store: Handler = (lowering, at) => {
  const target = targetAt(lowering, at, 1, true);
  emit(lowering, 'store', target, [valueAt(lowering, at, 4, target)]);
};

/** Two words of semantics, then the new value and the comparator, which the IR takes first. */
const compareExchange: Handler = (lowering, at) => {
  const target = targetAt(lowering, at, 3, false);
  const value = valueAt(lowering, at, 7, target);
  const comparator = valueAt(lowering, at, 8, target);
  defineOld(lowering, at, target, emit(lowering, 'compare_exchange', target, [comparator, value])!);
};

/**
 * Tries to exchange what `compute` makes of the old value until nobody else has changed that meanwhile; gives the
 * old value. The IR, as the hardware, has no other way for what is no atomic of its own.
 */
function untilExchanged(lowering: Lowering, target: Reference, compute: (old: ValueId) => ValueId): ValueId {
  const { builder } = lowering;
  const { span } = builder;
  const first = emit(lowering, 'load', target, [])!;
  const id = builder.construct();
  const [expected, old] = [builder.value('i32'), builder.value('i32')];
  const body = lowering.region(() => {
    const found = emit(lowering, 'compare_exchange', target, [expected, compute(expected)])!;
    const condition = emitPure(builder, 'ieq', 'bool', [found, expected]);
    const branch = builder.construct();
    builder.emit({
      kind: 'if',
      id: branch,
      condition,
      results: [],
      then: lowering.region(() => ({ kind: 'break', target: id, values: [found] })),
      otherwise: lowering.region(() => ({ kind: 'break', target: branch, values: [] })),
    });
    return { kind: 'next', target: id, values: [found] };
  });
  builder.span = span;
  builder.emit({ kind: 'loop', id, initial: [first], parameters: [expected], results: [old], body });
  return old;
}

/**
 * f32 only. Devices add in buffers by themselves, as a rule, but neither in workgroup memory nor for the smaller or
 * larger one: that takes a loop.
 */
function floatArithmetic(op: 'fadd' | 'fmin' | 'fmax'): Handler {
  return (lowering, at) => {
    const { builder } = lowering;
    const target = targetAt(lowering, at, 3, true);
    if (target.type.kind !== 'scalar' || target.type.scalar !== 'f32')
      invalid('atomic', `this atomic works on floats, not ${typeName(target.type)}`, lowering.span(at));
    const value = valueAt(lowering, at, 6, target);
    if (op === 'fadd' && target.root.space === 'buffer') {
      defineOld(lowering, at, target, emit(lowering, op, target, [value])!);
      return;
    }
    const old = untilExchanged(lowering, target, (word) => {
      const operands = castBits(builder, [word, value], 'f32');
      return castBits(builder, [emitPure(builder, op, 'f32', operands)], 'i32')[0];
    });
    defineOld(lowering, at, target, old);
  };
}

export const atomics: Handlers = {
  OpAtomicLoad: load,
  OpAtomicStore: store,
  OpAtomicExchange: readModifyWrite('exchange', true),
  OpAtomicCompareExchange: compareExchange,
  OpAtomicIIncrement: stepByOne('add'),
  OpAtomicIDecrement: stepByOne('sub'),
  OpAtomicIAdd: readModifyWrite('add'),
  OpAtomicISub: readModifyWrite('sub'),
  OpAtomicSMin: readModifyWrite('smin'),
  OpAtomicUMin: readModifyWrite('umin'),
  OpAtomicSMax: readModifyWrite('smax'),
  OpAtomicUMax: readModifyWrite('umax'),
  OpAtomicAnd: readModifyWrite('and'),
  OpAtomicOr: readModifyWrite('or'),
  OpAtomicXor: readModifyWrite('xor'),
  OpAtomicFAddEXT: floatArithmetic('fadd'),
  OpAtomicFMinEXT: floatArithmetic('fmin'),
  OpAtomicFMaxEXT: floatArithmetic('fmax'),
};
