// Clearing of memory: a store per scalar or vector, a loop for what is large.

import type { ScalarType, ValueId } from '../../ir/ir.ts';
import { FINITE, note } from '../../ir/notes.ts';
import { emitPure } from '../fold.ts';
import { zero } from './constants.ts';
import { scalarCount, scalarKinds } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { memberOf, store } from './memory.ts';
import type { Reference, SpirvType } from './types.ts';

/** Larger values are cleared by a loop rather than store by store. */
const MAXIMUM_UNROLLED_ZEROS = 1024;

/** Clears memory. */
export function storeZero(lowering: Lowering, reference: Reference, at: number): void {
  const { type } = reference;
  if (type.kind === 'array' && scalarCount(type) > MAXIMUM_UNROLLED_ZEROS) {
    storeZeroByLoop(lowering, reference, type, at);
  } else if (type.kind === 'struct' && scalarCount(type) > MAXIMUM_UNROLLED_ZEROS) {
    for (const member of type.members) {
      storeZero(lowering, memberOf(reference, member), at);
    }
  } else {
    store(lowering, reference, zeros(lowering, type), at);
  }
}

function zeros(lowering: Lowering, type: SpirvType): ValueId[] {
  const made = new Map<ScalarType, ValueId>();
  return scalarKinds(type).map((kind) => {
    let id = made.get(kind);
    if (id === undefined) made.set(kind, (id = zero(lowering, kind)));
    return id;
  });
}

function storeZeroByLoop(
  lowering: Lowering,
  reference: Reference,
  type: Extract<SpirvType, { kind: 'array' }>,
  at: number,
): void {
  const { builder } = lowering;
  const loop = builder.construct();
  const offset = builder.value('i32');
  const body = lowering.region(() => {
    const address =
      reference.address === undefined
        ? offset
        : emitPure(builder, 'iadd', 'i32', [reference.address, offset]);
    storeZero(lowering, { ...reference, type: type.element, address }, at);
    const end = builder.constant('i32', type.strideBytes * (type.count! - 1));
    const isLast = emitPure(builder, 'ieq', 'bool', [offset, end]);
    const id = builder.construct();
    builder.emit({
      kind: 'if',
      id,
      condition: isLast,
      results: [],
      then: lowering.region(() => ({ kind: 'break', target: loop, values: [] })),
      otherwise: lowering.region(() => ({ kind: 'break', target: id, values: [] })),
    });
    const stride = builder.constant('i32', type.strideBytes);
    return { kind: 'next', target: loop, values: [emitPure(builder, 'iadd', 'i32', [offset, stride])] };
  });
  const initial = [builder.constant('i32', 0)];
  builder.emit({ kind: 'loop', id: loop, initial, parameters: [offset], results: [], body });
  note(builder.notes.constructs, loop, [FINITE]);
}
