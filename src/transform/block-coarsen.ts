// Block coarsening: neighbouring workgroups of the original become one that does the work of all of them.
// Workgroup memory that differs between them is there once for each; barriers are shared.

import { checkFactor } from './coarsen.ts';
import { type Definition, type Key, keyOf, receive } from './coordinates.ts';
import { scaledExactly, scaledUp } from './counts.ts';
import { Inputs } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import { merged, type Value } from './merge.ts';
import { merging, widthText } from './numbering.ts';
import { OriginalGrid } from './original-grid.ts';
import { orOutlined, outlined } from './outline.ts';
import { communicates, type Step, withAxis } from './step.ts';
import { AXIS_NAMES, type BlockCoarsening } from './transformation.ts';

const GROUP = 'workgroup_id';
const GLOBAL = 'global_invocation_id';
const GROUPS = 'num_workgroups';

/** @throws DiagnosticError */
export function coarsenBlocks(kernel: Kernel, { direction: axis, factor }: BlockCoarsening): Step {
  checkFactor(factor);
  const inputs = new Inputs(kernel);
  const name = AXIS_NAMES[axis];
  const groups = kernel.dispatch[axis];
  const dispatched = Math.ceil(groups / factor);
  const isExact = dispatched * factor === groups;
  const grid = new OriginalGrid(kernel, axis);
  const group = receive(kernel, inputs, GROUP);
  const own = keyOf(GROUP, axis);
  const definitions = new Map<Key, Definition>([[own, merging(`${group.path}.${name}`, factor, 1)]]);
  const global = inputs.pathOf(GLOBAL);
  if (global !== undefined) {
    const width = widthText(kernel.size[axis], kernel);
    definitions.set(keyOf(GLOBAL, axis), merging(`${global}.${name}`, factor, width));
  }
  if (inputs.isUsed(GROUPS)) {
    const text = isExact ? `${inputs.pathOf(GROUPS)}.${name} * ${factor}u` : grid.workgroups();
    definitions.set(keyOf(GROUPS, axis), { text: () => text, isUniform: true });
  }
  // The first of the merged always exists.
  const exists = (k: number, value: Value) =>
    isExact || k === 0 ? undefined : `${value(own)} < ${grid.workgroups()}`;
  const options = {
    kernel,
    inputs,
    factor,
    of: { noun: 'workgroup', axis } as const,
    definitions,
    exists,
    forced: isExact ? [] : [own],
  };
  const share = () => merged({ ...options, ownsWorkgroupMemory: true });
  const received = isExact && !inputs.isUsed(GROUP) ? [] : group.edits;
  const edits = communicates(kernel, inputs)
    ? { value: [...share(), ...received], remark: '' }
    : orOutlined(
        () => [...share(), ...received],
        () => outlined({ ...options, received: { builtin: GROUP, path: group.path } }),
      );
  edits.value.push(...grid.edits());
  return {
    edits: edits.value,
    dispatch: withAxis(kernel.dispatch, axis, dispatched),
    constants: kernel.constants,
    dispatchAs: (before, leavesOut) =>
      withAxis(
        before,
        axis,
        !isExact || leavesOut[axis]
          ? scaledUp(before[axis], 1, factor)
          : scaledExactly(before[axis], 1, factor),
      ),
    ...grid.declared(),
    note: `${factor} workgroups in one along ${name}: ${dispatched} instead of ${groups}${edits.remark}`,
  };
}
