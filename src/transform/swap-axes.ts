// Swapped axes: what the original did along x is done along y, and the other way round. Nothing else changes,
// so this is right for every kernel that does not count on which invocations share a subgroup.

import { type Definition, type Key, keyOf, receive } from './coordinates.ts';
import { Inputs } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import { merged } from './merge.ts';
import { refuse } from './refusal.ts';
import { type Step, usesSubgroups } from './step.ts';
import { attributeEdit } from './workgroup-size.ts';

const VECTORS = ['global_invocation_id', 'local_invocation_id', 'workgroup_id', 'num_workgroups'];

/** @throws DiagnosticError */
export function swapAxes(kernel: Kernel): Step {
  const inputs = new Inputs(kernel);
  if (usesSubgroups(kernel, inputs)) {
    const message =
      'subgroup operations work on invocations next to each other along x, which swapped axes would not be';
    refuse('subgroups', message, kernel.span(kernel.entry.name));
  }
  const definitions = new Map<Key, Definition>();
  for (const builtin of VECTORS) {
    const path = inputs.pathOf(builtin);
    if (path === undefined) continue;
    definitions.set(keyOf(builtin, 0), { text: () => `${path}.y`, isUniform: true });
    definitions.set(keyOf(builtin, 1), { text: () => `${path}.x`, isUniform: true });
  }
  const [x, y, z] = kernel.size;
  const received = receive(kernel, inputs, 'local_invocation_id');
  const usesIndex = inputs.isUsed('local_invocation_index');
  if (usesIndex) {
    const depth = z.value === 1 ? '' : ` + ${received.path}.z * ${x.value * y.value}u`;
    const text = `${received.path}.y + ${received.path}.x * ${x.value}u${depth}`;
    definitions.set(keyOf('local_invocation_index', 0), { text: () => text, isUniform: true });
  }
  const edits = merged({ kernel, inputs, factor: 1, definitions });
  if (usesIndex) edits.push(...received.edits);
  edits.push(attributeEdit(kernel, [y.text, x.text, z.text]));
  const [groupsX, groupsY, groupsZ] = kernel.dispatch;
  return {
    edits,
    dispatch: [groupsY, groupsX, groupsZ],
    constants: kernel.constants,
    dispatchAs: ([first, second, third]) => [second, first, third],
    swapsAxes: true,
    note: 'axes x and y swapped',
  };
}
