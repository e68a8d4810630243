// What may be computed for an invocation that has already ended: anything without effects that is sure to end.
// Loads are harmless in WGSL, wherever they go.

import type { AbstractElem, ExpressionElem } from 'wesl/core';
import { isAtomicName, isBarrierName, isSubgroupName } from './effects.ts';
import type { Kernel } from './kernel.ts';
import { calledName, find } from './tree.ts';

export function isSpeculable(expression: ExpressionElem, kernel: Kernel): boolean {
  const culprit = find(expression, (each) => {
    if (each.kind !== 'call-expression') return false;
    const name = calledName(each);
    if (name === 'atomicLoad') return false;
    if (isAtomicName(name) || isSubgroupName(name) || isBarrierName(name)) return true;
    const effects = kernel.effects.get(name);
    if (!effects) return false;
    return (
      effects.hasAtomics ||
      effects.usesSubgroup ||
      effects.hasBarrier ||
      effects.hasLoop ||
      effects.writesShared
    );
  });
  return culprit === undefined;
}

/** Whether something is loaded from memory that other invocations may write. */
export function readsMemory(element: AbstractElem, kernel: Kernel): boolean {
  if (element.kind === 'assign') {
    const isPlain = element.op.value === '=';
    if (readsMemory(element.rhs, kernel)) return true;
    return !isPlain && element.lhs.kind !== 'phony' && readsMemory(element.lhs, kernel);
  }
  const load = find(element, (each) => {
    if (each.kind === 'call-expression') return kernel.effects.get(calledName(each))?.readsShared === true;
    if (each.kind !== 'ref') return false;
    const space = kernel.names.of(each)?.space;
    return space === 'storage' || space === 'workgroup';
  });
  return load !== undefined;
}
