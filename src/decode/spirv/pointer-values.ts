// Pointers that are only known at run time: chosen by OpSelect or OpPhi, kept in variables, compared. The IR has no
// pointers; here one is the number of its byte within a root and, where it may lead into several, the number of the
// root. Which roots those are follows from where the module's pointers come from.

import type { MemoryRoot, ScalarType, ValueId } from '../../ir/ir.ts';
import { emitPure } from '../fold.ts';
import type { Lowering } from './lowering.ts';
import { addressOf } from './memory.ts';
import { Op } from './opcodes.ts';
import { unsupported } from './problems.ts';
import type { Reference, SpirvType } from './types.ts';

type PointerType = Extract<SpirvType, { kind: 'pointer' }>;

/** What holds a pointer in memory: its words. */
export const POINTER_WORDS: SpirvType = { kind: 'vector', size: 2, scalar: 'i32' };

/** Every root that a reference may lead into. */
export function rootsOf({ root, choice }: Reference): readonly MemoryRoot[] {
  return choice?.roots ?? [root];
}

/** Every root that the pointers with these ids may lead into, found by how they are made. */
export function possibleRoots(lowering: Lowering, ids: readonly number[], at: number): readonly MemoryRoot[] {
  const roots: MemoryRoot[] = [];
  // A set grows while it is walked.
  const seen = new Set(ids);
  for (const each of seen) {
    const sources = sourcesOf(lowering, each);
    for (const source of sources ?? []) seen.add(source);
    if (sources) continue;
    for (const root of rootsOf(lowering.reference(each, at))) if (numberOf(roots, root) < 0) roots.push(root);
  }
  return roots;
}

/** The pointers of which another is made; undefined for a variable or a parameter. */
function sourcesOf(lowering: Lowering, id: number): number[] | undefined {
  const { words } = lowering;
  const at = lowering.definedAt[id];
  switch (lowering.opcode(at)) {
    case Op.accessChain:
    case Op.inBoundsAccessChain:
    case Op.ptrAccessChain:
    case Op.inBoundsPtrAccessChain:
    case Op.copyObject:
      return [words[at + 3]];
    case Op.select:
      return [words[at + 4], words[at + 5]];
    case Op.phi: {
      const sources: number[] = [];
      for (let k = at + 3; k + 1 < lowering.end(at); k += 2) sources.push(words[k]);
      return sources;
    }
    case Op.functionCall:
      return returnedValues(lowering, words[at + 3]);
    case Op.load:
      return storedPointers(lowering, lowering.knownReference(words[at + 3])?.heldBy ?? words[at + 3]);
    default:
      return undefined;
  }
}

function returnedValues(lowering: Lowering, functionId: number): number[] {
  const found: number[] = [];
  let at = lowering.definedAt[functionId];
  for (; lowering.opcode(at) !== Op.functionEnd; at = lowering.end(at))
    if (lowering.opcode(at) === Op.returnValue) found.push(lowering.words[at + 1]);
  return found;
}

/** What the module writes into a variable that holds a pointer. */
export function storedPointers(lowering: Lowering, variable: number): number[] {
  const { words } = lowering;
  const at = lowering.definedAt[variable];
  const stored = lowering.end(at) > at + 4 && lowering.opcode(at) === Op.variable ? [words[at + 4]] : [];
  for (const each of lowering.module.starts)
    if (lowering.opcode(each) === Op.store && words[each + 1] === variable) stored.push(words[each + 2]);
  return stored;
}

function numberOf(roots: readonly MemoryRoot[], { space, index }: MemoryRoot): number {
  return roots.findIndex((root) => root.space === space && root.index === index);
}

/** The byte of a pointer, and which of the roots it leads into. */
export function pointerWords(
  lowering: Lowering,
  reference: Reference,
  roots: readonly MemoryRoot[],
  at: number,
): ValueId[] {
  const { builder } = lowering;
  if (reference.matrix || reference.componentStrideBytes !== undefined) {
    const what = 'a pointer to part of a matrix that depends on a condition is not supported';
    unsupported('variable-pointers', what, lowering.span(at));
  }
  const offset = builder.constant('i32', reference.offsetBytes);
  const byte = emitPure(builder, 'iadd', 'i32', [addressOf(lowering, reference), offset]);
  return [byte, whichOf(lowering, reference, roots, at)];
}

function whichOf(
  lowering: Lowering,
  reference: Reference,
  roots: readonly MemoryRoot[],
  at: number,
): ValueId {
  const { builder } = lowering;
  if (rootsOf(reference).some((root) => numberOf(roots, root) < 0)) {
    const what = 'this pointer comes to where nothing shows what it may lead into';
    unsupported('variable-pointers', what, lowering.span(at));
  }
  const numbers = rootsOf(reference).map((root) => builder.constant('i32', numberOf(roots, root)));
  if (!reference.choice) return numbers[0];
  const { which } = reference.choice;
  return numbers.reduceRight((others, number, k) => {
    const isThis = emitPure(builder, 'ieq', 'bool', [which, builder.constant('i32', k)]);
    return emitPure(builder, 'select', 'i32', [isThis, number, others]);
  });
}

/** The reference that a pointer's words stand for. */
export function referenceOf(
  pointee: SpirvType,
  roots: readonly MemoryRoot[],
  [address, which]: readonly ValueId[],
): Reference {
  const choice = roots.length > 1 ? { choice: { which, roots } } : {};
  return { root: roots[0], type: pointee, address, offsetBytes: 0, ...choice };
}

function joined(first: Reference, second: Reference): readonly MemoryRoot[] {
  const roots = rootsOf(first);
  return [...roots, ...rootsOf(second).filter((each) => numberOf(roots, each) < 0)];
}

/** One of two pointers. */
export function selectPointer(
  lowering: Lowering,
  type: PointerType,
  condition: ValueId,
  [first, second]: readonly [Reference, Reference],
  at: number,
): Reference {
  const { builder } = lowering;
  const roots = joined(first, second);
  const [words, others] = [first, second].map((each) => pointerWords(lowering, each, roots, at));
  const chosen = words.map((word, k) => emitPure(builder, 'select', 'i32', [condition, word, others[k]]));
  return referenceOf(type.pointee, roots, chosen);
}

/** Whether two pointers are the same, as a bool; the bytes between them where that is asked. */
export function comparePointers(
  lowering: Lowering,
  [first, second]: readonly [Reference, Reference],
  at: number,
): { readonly isEqual: ValueId; readonly distanceBytes: ValueId } {
  const { builder } = lowering;
  const roots = joined(first, second);
  const [words, others] = [first, second].map((each) => pointerWords(lowering, each, roots, at));
  const equal = words.map((word, k) => emitPure(builder, 'ieq', 'bool', [word, others[k]]));
  return {
    isEqual: equal.reduce((all, each) => emitPure(builder, 'and', 'bool', [all, each])),
    distanceBytes: emitPure(builder, 'isub', 'i32', [words[0], others[0]]),
  };
}

/**
 * Emits an access of where a reference leads. Into several roots, it is a switch with an access for each: devices
 * compute one address instead, but no access of the IR knows its root at run time only.
 * @param types those of what the access gives
 */
export function accessOf(
  lowering: Lowering,
  { root, choice }: Reference,
  types: readonly ScalarType[],
  emit: (root: MemoryRoot) => readonly ValueId[],
): readonly ValueId[] {
  if (!choice) return emit(root);
  const { builder } = lowering;
  const { span } = builder;
  const id = builder.construct();
  const results = types.map((type) => builder.value(type));
  const cases = choice.roots.map((each, k) => ({
    values: k === 0 ? [] : [k],
    isDefault: k === 0,
    body: lowering.region(() => ({ kind: 'break', target: id, values: emit(each) })),
  }));
  builder.span = span;
  builder.emit({ kind: 'switch', id, selector: choice.which, results, cases });
  return results;
}
