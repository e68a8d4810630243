// Instructions on pointers that are only known at run time: variables that hold them, OpSelect, comparisons.

import type { ValueId } from '../../ir/ir.ts';
import { emitPure } from '../fold.ts';
import { elementBytes, pointerTypeOf } from './access.ts';
import type { Lowering } from './lowering.ts';
import { load, store } from './memory.ts';
import { Op } from './opcodes.ts';
import {
  comparePointers,
  POINTER_WORDS,
  pointerWords,
  possibleRoots,
  referenceOf,
  selectPointer,
  storedPointers,
} from './pointer-values.ts';
import { unsupported } from './problems.ts';
import type { Reference } from './types.ts';

type PointerVariable = Reference & { readonly heldBy: number };

export function holdsPointer(reference: Reference): reference is PointerVariable {
  return reference.heldBy !== undefined;
}

/** OpVariable of a pointer. */
export function lowerPointerVariable(lowering: Lowering, at: number): void {
  const { words } = lowering;
  const id = words[at + 2];
  const place = lowering.allocate(lowering.nameOf(id), 'private', POINTER_WORDS, lowering.span(at));
  const variable = { ...place, heldBy: id };
  lowering.defineReference(id, variable);
  if (lowering.end(at) > at + 4) lowerPointerStore(lowering, variable, words[at + 4], at);
}

export function lowerPointerLoad(lowering: Lowering, at: number): void {
  const { words } = lowering;
  const id = words[at + 2];
  const variable = lowering.reference(words[at + 3], at);
  const { heldBy } = variable;
  if (heldBy === undefined) {
    const message = 'pointers in memory other than a variable of their own are not supported';
    unsupported('variable-pointers', message, lowering.span(at));
  }
  const roots = possibleRoots(lowering, storedPointers(lowering, heldBy), at);
  const { scalars } = load(lowering, variable, at, lowering.givenName(id));
  lowering.defineReference(id, referenceOf(pointerTypeOf(lowering, id, at).pointee, roots, scalars));
}

export function lowerPointerStore(
  lowering: Lowering,
  variable: PointerVariable,
  pointer: number,
  at: number,
): void {
  const roots = possibleRoots(lowering, storedPointers(lowering, variable.heldBy), at);
  store(lowering, variable, pointerWords(lowering, lowering.reference(pointer, at), roots, at), at);
}

export function lowerPointerSelect(lowering: Lowering, at: number): void {
  const { words } = lowering;
  const type = pointerTypeOf(lowering, words[at + 2], at);
  const condition = lowering.scalar(words[at + 3], at);
  const pointers = [words[at + 4], words[at + 5]].map((id) => lowering.reference(id, at));
  const chosen = selectPointer(lowering, type, condition, pointers as [Reference, Reference], at);
  lowering.defineReference(words[at + 2], chosen);
}

/** OpPtrEqual, OpPtrNotEqual and OpPtrDiff. */
export function lowerComparison(lowering: Lowering, at: number): void {
  const { builder, words } = lowering;
  const type = lowering.type(words[at + 1], at);
  const pointers = [words[at + 3], words[at + 4]].map((id) => lowering.reference(id, at));
  const { isEqual, distanceBytes } = comparePointers(lowering, pointers as [Reference, Reference], at);
  lowering.define(words[at + 2], { type, scalars: [result()] });

  function result(): ValueId {
    switch (lowering.opcode(at)) {
      case Op.ptrEqual:
        return isEqual;
      case Op.ptrNotEqual:
        return emitPure(builder, 'not', 'bool', [isEqual]);
      default: {
        const bytes = builder.constant('i32', elementBytes(lowering, words[at + 3], at));
        return emitPure(builder, 'sdiv', 'i32', [distanceBytes, bytes]);
      }
    }
  }
}
