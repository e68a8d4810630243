// What simpler models say of the same launch.

import { occupancy } from '../emulate/occupancy.ts';
import type { Launch } from '../launch/launch.ts';
import { allocatedWorkgroupBytes } from '../machine/program.ts';
import type { Forecast } from '../predict/predict.ts';
import type { Profile } from '../profile/profile.ts';
import { type RooflineInput, rooflineNs } from './roofline.ts';
import { saakeNs } from './saake.ts';

/** What the baselines need of a forecast. */
export interface BaselineInput extends Pick<Forecast, 'program' | 'timing'> {
  readonly prediction: Pick<RooflineInput, 'instructions'>;
}

export function baselinesOf(
  { prediction, program, timing }: BaselineInput,
  launch: Launch,
  profile: Profile,
): { readonly rooflineNs: number; readonly saakeNs: number } {
  const { trace, workgroupSize } = timing;
  const { workgroupsPerSm, warpsPerWorkgroup } = occupancy({
    limits: profile.limits,
    registersPerThread: program.registersPerThread,
    workgroupBytes: allocatedWorkgroupBytes(program),
    workgroupSize,
    totalWorkgroups: trace.totalWorkgroups,
  });
  const bound = launch.bindings.filter((binding) =>
    program.module.buffers.some(
      ({ group, binding: number, element = 0 }) =>
        group === binding.group && number === binding.binding && element === (binding.element ?? 0),
    ),
  );
  return {
    rooflineNs: rooflineNs({
      profile,
      boundBytes: bound.reduce((sum, binding) => sum + binding.sizeBytes, 0),
      warps: trace.totalWorkgroups * warpsPerWorkgroup,
      instructions: prediction.instructions,
    }),
    saakeNs: saakeNs({ trace, profile, workgroupsPerSm, warpsPerWorkgroup }),
  };
}
