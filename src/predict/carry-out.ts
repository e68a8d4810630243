// Carries the steps of a diagnosis out: the edited kernel, or the same compiled without some behaviours, goes
// through the pipeline of a prediction, with a small sample at first. What does not compile is no step.

import type { CarryOut } from '../analyze/steps/step.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { TimingInput } from '../emulate/device.ts';
import { prepare } from '../emulate/prepare.ts';
import type { Launch } from '../launch/launch.ts';
import { guarded } from './compile-stages.ts';
import { invocationsOf } from './limits.ts';
import type { PredictOptions } from './predict.ts';
import type { ShaderSource } from './shader.ts';
import { compileLaunch, traceLaunch } from './traced-launch.ts';

/** An edited kernel that shows a bug of kernelcast must not end the diagnosis of the one that is asked about. */
function withoutBugs<T>(work: () => Outcome<T>, onBug: (error: unknown) => void): Outcome<T> | undefined {
  try {
    return guarded(work);
  } catch (error) {
    onBug(error);
    return undefined;
  }
}

/** @param onBug told of what an edited kernel made kernelcast throw; what it throws itself ends the diagnosis */
export function carryOutWith(
  launch: Launch,
  source: ShaderSource,
  options: PredictOptions,
  onBug: (error: unknown) => void = () => {},
): CarryOut {
  return ({ edited, without = [] }) => {
    const changed = { ...options, without: [...options.without, ...without] };
    const { dispatch, constants } = edited ?? launch;
    const text = edited?.source ?? source;
    const changedLaunch = { ...launch, dispatch, constants };
    const compiled = withoutBugs(() => compileLaunch(changedLaunch, text, changed), onBug);
    if (!compiled?.value) return undefined;
    const executed = (isBrief: boolean): TimingInput | undefined => {
      const options = { ...changed, isBrief };
      const traced = withoutBugs(() => traceLaunch(changedLaunch, text, options, undefined, compiled), onBug);
      if (!traced?.value) return undefined;
      const { program, trace } = traced.value;
      const { profile, cache } = options;
      const workgroupSize = invocationsOf(program.module);
      return { trace, profile, workgroupSize, cache, preparation: prepare(trace, profile) };
    };
    const briefly = executed(true);
    return briefly && { briefly, whole: () => executed(false) };
  };
}
