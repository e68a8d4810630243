// Carries the steps of a diagnosis out: the edited kernel, or the same compiled without some behaviours, goes
// through the pipeline of a prediction with the same sample. What does not compile is no step.

import type { CarryOut } from '../analyze/steps/step.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { prepare } from '../emulate/prepare.ts';
import type { Launch } from '../launch/launch.ts';
import { guarded } from './compile-stages.ts';
import { invocationsOf } from './limits.ts';
import type { PredictOptions } from './predict.ts';
import type { ShaderSource } from './shader.ts';
import { type TracedLaunch, traceLaunch } from './traced-launch.ts';

/** An edited kernel that shows a bug of kernelcast must not end the diagnosis of the one that is asked about. */
function withoutBugs(
  trace: () => Outcome<TracedLaunch>,
  onBug: (error: unknown) => void,
): TracedLaunch | undefined {
  try {
    return guarded(trace).value;
  } catch (error) {
    onBug(error);
    return undefined;
  }
}

/** @param onBug is told of what an edited kernel shows of them */
export function carryOutWith(
  launch: Launch,
  source: ShaderSource,
  options: PredictOptions,
  onBug: (error: unknown) => void = () => {},
): CarryOut {
  return ({ edited, without = [] }) => {
    const changed = { ...options, without: [...options.without, ...without] };
    const { dispatch, constants } = edited ?? launch;
    const traced = withoutBugs(
      () => traceLaunch({ ...launch, dispatch, constants }, edited?.source ?? source, changed),
      onBug,
    );
    if (!traced) return undefined;
    const { program, trace } = traced;
    const { profile, cache } = options;
    const workgroupSize = invocationsOf(program.module);
    return { trace, profile, workgroupSize, cache, preparation: prepare(trace, profile) };
  };
}
