// Instructions that move values between memory and ids, and those that pass pointers on.

import type { ValueId } from '../../ir/ir.ts';
import { emitPure } from '../fold.ts';
import { lowerAccessChain, lowerPointerAccessChain } from './access.ts';
import { storeZero } from './clear-memory.ts';
import { containsArray, isResource, scalarCount, typeName } from './layout.ts';
import type { Handler, Lowering } from './lowering.ts';
import { load, store } from './memory.ts';
import { Op, StorageClass } from './opcodes.ts';
import {
  holdsPointer,
  lowerComparison,
  lowerPointerLoad,
  lowerPointerSelect,
  lowerPointerStore,
  lowerPointerVariable,
} from './pointer-instructions.ts';
import { accessOf } from './pointer-values.ts';
import { invalid, unsupported } from './problems.ts';
import { resourceOf } from './resources.ts';

const handlers: Readonly<Record<number, Handler>> = {
  [Op.variable]: lowerVariable,
  [Op.load]: lowerLoad,
  [Op.store]: lowerStore,
  [Op.copyMemory]: lowerCopyMemory,
  [Op.accessChain]: lowerAccessChain,
  [Op.inBoundsAccessChain]: lowerAccessChain,
  [Op.ptrAccessChain]: lowerPointerAccessChain,
  [Op.inBoundsPtrAccessChain]: lowerPointerAccessChain,
  [Op.arrayLength]: lowerArrayLength,
  [Op.copyObject]: lowerCopy,
  [Op.ptrEqual]: lowerComparison,
  [Op.ptrNotEqual]: lowerComparison,
  [Op.ptrDiff]: lowerComparison,
  [Op.copyLogical]: lowerCopy,
};

/** What lowers the instruction at `at`; undefined when it does not deal with memory or pointers. */
export function memoryHandlerFor(lowering: Lowering, at: number): Handler | undefined {
  const opcode = lowering.opcode(at);
  if (opcode !== Op.select) return handlers[opcode];
  return isPointer(lowering, at) ? lowerPointerSelect : undefined;
}

/** Whether the instruction's result is a pointer. */
function isPointer(lowering: Lowering, at: number): boolean {
  return lowering.type(lowering.words[at + 1], at).kind === 'pointer';
}

/** A function's variable. One without a value starts as zero, so that no iteration of a loop sees another's. */
function lowerVariable(lowering: Lowering, at: number): void {
  const { words } = lowering;
  const id = words[at + 2];
  const pointer = lowering.type(words[at + 1], at);
  if (pointer.kind !== 'pointer' || words[at + 3] !== StorageClass.function)
    invalid('variable', 'a variable in a function must be in storage class Function', lowering.span(at));
  const type = pointer.pointee;
  if (type.kind === 'pointer') {
    lowerPointerVariable(lowering, at);
    return;
  }
  if (scalarCount(type) === 0)
    unsupported('variable', `variables of ${typeName(type)} are not supported`, lowering.span(at));
  const reference = lowering.allocate(lowering.nameOf(id), 'private', type, lowering.span(at));
  lowering.defineReference(id, reference);
  if (lowering.end(at) > at + 4) initialize(lowering, words[at + 4], at);
  // Clearing an array would cost what the module does not ask for.
  else if (!containsArray(type)) storeZero(lowering, reference, at);
}

function initialize(lowering: Lowering, initializer: number, at: number): void {
  const reference = lowering.reference(lowering.words[at + 2], at);
  if (lowering.nulls.has(initializer)) storeZero(lowering, reference, at);
  else store(lowering, reference, lowering.operand(initializer, at).scalars, at);
}

function lowerLoad(lowering: Lowering, at: number): void {
  if (isPointer(lowering, at)) {
    lowerPointerLoad(lowering, at);
    return;
  }
  const { words } = lowering;
  const id = words[at + 2];
  const reference = lowering.reference(words[at + 3], at);
  const type = lowering.type(words[at + 1], at);
  if (isResource(reference.type)) {
    lowering.define(id, { type, scalars: [], resource: resourceOf(lowering, reference) });
    return;
  }
  const name = lowering.givenName(id) ?? lowering.givenName(words[at + 3]);
  const { scalars } = load(lowering, reference, at, name);
  lowering.expect(type, scalars, at);
  lowering.define(id, { type, scalars });
}

function lowerStore(lowering: Lowering, at: number): void {
  const { words } = lowering;
  const reference = lowering.reference(words[at + 1], at);
  if (holdsPointer(reference)) {
    lowerPointerStore(lowering, reference, words[at + 2], at);
    return;
  }
  const { scalars } = lowering.operand(words[at + 2], at);
  store(lowering, reference, scalars, at);
}

function lowerCopyMemory(lowering: Lowering, at: number): void {
  const { words } = lowering;
  const target = lowering.reference(words[at + 1], at);
  const { scalars } = load(lowering, lowering.reference(words[at + 2], at), at);
  store(lowering, target, scalars, at);
}

function lowerArrayLength(lowering: Lowering, at: number): void {
  const { builder, words } = lowering;
  const reference = lowering.reference(words[at + 3], at);
  const member = reference.type.kind === 'struct' ? reference.type.members[words[at + 4]] : undefined;
  if (reference.root.space !== 'buffer' || member?.type.kind !== 'array' || member.type.count !== undefined)
    invalid('array-length', 'OpArrayLength needs a runtime-sized array of a buffer', lowering.span(at));
  const { offsetBytes, strideBytes } = lowering.buffers[reference.root.index].runtimeArray!;
  const type = lowering.type(words[at + 1], at);
  const start = reference.offsetBytes + member.offsetBytes;
  let [length] = accessOf(lowering, reference, ['i32'], ({ index }) => [builder.arrayLength(index)]) as [
    ValueId,
  ];
  if (start !== offsetBytes || member.type.strideBytes !== strideBytes) {
    // Another view of the buffer counts other elements.
    const constant = (value: number) => builder.constant('i32', value);
    const bytes = emitPure(builder, 'imul', 'i32', [length, constant(strideBytes)]);
    const rest = emitPure(builder, 'iadd', 'i32', [bytes, constant(offsetBytes - start)]);
    length = emitPure(builder, 'udiv', 'i32', [rest, constant(member.type.strideBytes)]);
  }
  lowering.expect(type, [length], at);
  lowering.define(words[at + 2], { type, scalars: [length] });
}

function lowerCopy(lowering: Lowering, at: number): void {
  const { words } = lowering;
  const reference = lowering.knownReference(words[at + 3]);
  if (reference) {
    lowering.defineReference(words[at + 2], reference);
    return;
  }
  const type = lowering.type(words[at + 1], at);
  const operand = lowering.operand(words[at + 3], at);
  lowering.expect(type, operand.scalars, at);
  lowering.define(words[at + 2], { ...operand, type });
}
