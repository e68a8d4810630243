// Times a launch without looking at its output: what calibration and tuning need by the hundred.

import { type Outcome, unreachable } from '../diagnostics/diagnostic.ts';
import type { Gpu } from '../hardware/gpu.ts';
import type { Sample } from '../hardware/job.ts';
import type { Launch } from '../launch/launch.ts';
import { compileKernel } from '../predict/compile.ts';

/** The samples of one launch. @throws GpuError */
export async function timeLaunch(
  gpu: Gpu,
  launch: Launch,
  source: string,
  samples: number,
): Promise<Outcome<readonly Sample[]>> {
  const compiled = compileKernel(launch, source, { without: [] });
  if (!compiled.value) return { diagnostics: compiled.diagnostics };
  const { program, bindings } = compiled.value;
  const result = await gpu.run({
    code: source,
    entryPoint: program.module.entryPoint,
    constants: launch.constants,
    dispatch: launch.dispatch,
    bindings: bindings.map(({ group, binding, usage, sizeBytes, data }) => ({
      group,
      binding,
      usage,
      sizeBytes,
      data,
      isRestored: false,
    })),
    samples,
  });
  if (result.samples.length === 0) unreachable('a timed job without samples');
  return { value: result.samples, diagnostics: compiled.diagnostics };
}
