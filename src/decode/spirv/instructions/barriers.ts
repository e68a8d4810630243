// Barriers. The IR's wait for the workgroup or the subgroup and order all memory that invocations share, so
// the memory semantics only tell its two workgroup barriers apart; a fence that nobody waits at has no cost.

import type { BarrierInstruction } from '../../../ir/ir.ts';
import { enumerantValue } from '../grammar.ts';
import type { Handler } from '../lowering.ts';
import { unsupported } from '../problems.ts';
import type { Handlers } from './componentwise.ts';
import { constantAt } from './operands.ts';

const controlBarrier: Handler = (lowering, at) => {
  const execution = constantAt(lowering, at, 1);
  const semantics = constantAt(lowering, at, 3);
  let scope: BarrierInstruction['scope'];
  if (execution === enumerantValue('Scope', 'Workgroup')) {
    const ordersWorkgroup = (semantics & enumerantValue('MemorySemantics', 'WorkgroupMemory')) !== 0;
    const ordersBuffers = (semantics & enumerantValue('MemorySemantics', 'UniformMemory')) !== 0;
    scope = ordersBuffers && !ordersWorkgroup ? 'storage' : 'workgroup';
  } else if (execution === enumerantValue('Scope', 'Subgroup')) {
    scope = 'subgroup';
  } else if (execution === enumerantValue('Scope', 'Invocation')) {
    return;
  } else {
    const message = 'a barrier can wait for the workgroup or the subgroup only';
    unsupported('barrier-scope', message, lowering.span(at));
  }
  lowering.builder.emit({ kind: 'barrier', scope });
};

const memoryBarrier: Handler = (lowering, at) => {
  constantAt(lowering, at, 1);
  constantAt(lowering, at, 2);
};

export const barriers: Handlers = { OpControlBarrier: controlBarrier, OpMemoryBarrier: memoryBarrier };
