// Barriers. The IR's wait for the workgroup or the subgroup and order all memory that invocations share, so
// the memory semantics only tell its two workgroup barriers apart. A fence that nobody waits at orders memory
// alone, and is nothing when its semantics name no memory or its scope no other invocation.

import type { BarrierInstruction } from '../../../ir/ir.ts';
import { enumerantValue } from '../grammar.ts';
import type { Handler } from '../lowering.ts';
import { unsupported } from '../problems.ts';
import type { Handlers } from './componentwise.ts';
import { constantAt } from './operands.ts';

const isSet = (semantics: number, name: string): boolean =>
  (semantics & enumerantValue('MemorySemantics', name)) !== 0;

const controlBarrier: Handler = (lowering, at) => {
  const execution = constantAt(lowering, at, 1);
  const memory = constantAt(lowering, at, 2);
  const semantics = constantAt(lowering, at, 3);
  let scope: BarrierInstruction['scope'];
  if (execution === enumerantValue('Scope', 'Workgroup')) {
    const ordersWorkgroup = isSet(semantics, 'WorkgroupMemory');
    scope = isSet(semantics, 'UniformMemory') && !ordersWorkgroup ? 'storage' : 'workgroup';
  } else if (execution === enumerantValue('Scope', 'Subgroup')) {
    scope = 'subgroup';
  } else if (execution === enumerantValue('Scope', 'Invocation')) {
    if (!ordersMemory(memory, semantics)) return;
    scope = 'memory';
  } else {
    const message = 'a barrier can wait for the workgroup or the subgroup only';
    unsupported('barrier-scope', message, lowering.span(at));
  }
  lowering.builder.emit({ kind: 'barrier', scope });
};

const memoryBarrier: Handler = (lowering, at) => {
  const scope = constantAt(lowering, at, 1);
  const semantics = constantAt(lowering, at, 2);
  if (ordersMemory(scope, semantics)) lowering.builder.emit({ kind: 'barrier', scope: 'memory' });
};

/** Whether other invocations could tell that the accesses of one are in order. */
function ordersMemory(scope: number, semantics: number): boolean {
  if (scope === enumerantValue('Scope', 'Invocation')) return false;
  return isSet(semantics, 'UniformMemory') || isSet(semantics, 'WorkgroupMemory');
}

export const barriers: Handlers = { OpControlBarrier: controlBarrier, OpMemoryBarrier: memoryBarrier };
