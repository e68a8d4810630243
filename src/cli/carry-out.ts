// Carries the steps of a diagnosis out: the edited kernel, or the same compiled without some behaviours, goes
// through the pipeline of a prediction with the same sample. What does not compile is no step.

import type { CarryOut } from '../analyze/steps/step.ts';
import { prepare } from '../emulate/prepare.ts';
import type { Launch } from '../launch/launch.ts';
import { guarded } from '../predict/compile-stages.ts';
import { invocationsOf } from '../predict/limits.ts';
import type { PredictOptions } from '../predict/predict.ts';
import type { ShaderSource } from '../predict/shader.ts';
import { traceLaunch } from '../predict/traced-launch.ts';

export function carryOutWith(launch: Launch, source: ShaderSource, options: PredictOptions): CarryOut {
  return ({ edited, without = [] }) => {
    const changed = { ...options, without: [...options.without, ...without] };
    const { dispatch, constants } = edited ?? launch;
    const { value } = guarded(() =>
      traceLaunch({ ...launch, dispatch, constants }, edited?.source ?? source, changed),
    );
    if (!value) return undefined;
    const { program, trace } = value;
    const { profile, cache } = options;
    const workgroupSize = invocationsOf(program.module);
    return { trace, profile, workgroupSize, cache, preparation: prepare(trace, profile) };
  };
}
