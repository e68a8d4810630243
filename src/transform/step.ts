// One transformation carried out: steps follow each other, each from a whole source to a whole source.

import type { Edit } from './edits.ts';
import type { Inputs } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import type { Axis, Dispatch, Triple } from './transformation.ts';

export interface Step {
  readonly edits: readonly Edit[];
  readonly dispatch: Triple;
  readonly constants: Readonly<Record<string, number>>;
  /** New constants of the source that hold the dispatch from before this step, by axis. */
  readonly originals?: readonly { readonly name: string; readonly axis: Axis }[];
  /**
   * The dispatch after this step, from what it was before; left out where it stays. `leavesOut` says for each
   * axis whether the kernel itself leaves out what lies beyond its data, so that there may be a few workgroups
   * more than needed.
   */
  readonly dispatchAs?: (before: Dispatch, leavesOut: readonly boolean[]) => Dispatch;
  /** Whether x is now what y was. */
  readonly swapsAxes?: boolean;
  /** Overrides that were given another value to change the workgroup's size. */
  readonly resized?: Readonly<Record<string, number>>;
  readonly note: string;
}

/** Thread coarsening as it was asked for. */
export interface CoarseningRequest {
  readonly kernel: Kernel;
  readonly inputs: Inputs;
  readonly axis: Axis;
  readonly factor: number;
  readonly stride: number | undefined;
}

/** Whether invocations of a workgroup have to do with each other, or with their place in the machine. */
export function communicates(kernel: Kernel, inputs: Inputs): boolean {
  const effects = kernel.effects.get(kernel.entry.name.ident.originalName)!;
  if (effects.hasBarrier || usesSubgroups(kernel, inputs)) return true;
  return [...effects.variables].some((each) => each.space === 'workgroup');
}

const SUBGROUP_PLACES = ['subgroup_invocation_id', 'subgroup_id', 'num_subgroups'];

export function usesSubgroups(kernel: Kernel, inputs: Inputs): boolean {
  if (kernel.effects.get(kernel.entry.name.ident.originalName)!.usesSubgroup) return true;
  return SUBGROUP_PLACES.some((builtin) => inputs.isUsed(builtin));
}

export function withAxis<T>(triple: readonly T[], axis: Axis, value: T): readonly [T, T, T] {
  const [x, y, z] = triple.map((each, i) => (i === axis ? value : each)) as [T, T, T];
  return [x, y, z];
}

/** The launch of a step that changes the source alone. */
export function asBefore({ dispatch, constants }: Kernel): Pick<Step, 'dispatch' | 'constants'> {
  return { dispatch, constants };
}
