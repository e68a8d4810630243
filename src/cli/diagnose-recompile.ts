// Other versions of a kernel for the experiments of a diagnosis: its source edited, or compiled without some
// behaviours, then executed anew. What does not compile is no experiment.

import type { Recompile } from '../analyze/experiments/experiment.ts';
import { prepare } from '../emulate/prepare.ts';
import type { Launch } from '../launch/launch.ts';
import { guarded } from '../predict/compile-stages.ts';
import { invocationsOf } from '../predict/limits.ts';
import type { PredictOptions } from '../predict/predict.ts';
import type { ShaderSource } from '../predict/shader.ts';
import { traceLaunch } from '../predict/traced-launch.ts';

export function recompiler(launch: Launch, source: ShaderSource, options: PredictOptions): Recompile {
  return ({ text, without = [] }) => {
    const changed = { ...options, without: [...options.without, ...without] };
    const { value } = guarded(() => traceLaunch(launch, text ?? source, changed));
    if (!value) return undefined;
    const { program, trace } = value;
    const { profile, cache } = options;
    const workgroupSize = invocationsOf(program.module);
    return { trace, profile, workgroupSize, cache, preparation: prepare(trace, profile) };
  };
}
