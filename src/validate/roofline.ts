// The baseline that anyone can compute by hand: the launch constant plus the longer of moving every bound
// buffer once and issuing every instruction at full rate (Williams et al., "Roofline", CACM 52(4), 2009).

import type { Prediction } from '../predict/prediction.ts';
import type { Profile } from '../profile/profile.ts';

export interface RooflineInput {
  readonly profile: Profile;
  /** Bytes of the buffers that the kernel binds. */
  readonly boundBytes: number;
  /** Warps of the whole launch. */
  readonly warps: number;
  readonly instructions: Pick<Prediction['instructions'], 'perWarp'>;
}

/** Nanoseconds. */
export function rooflineNs({ profile, boundBytes, warps, instructions }: RooflineInput): number {
  const { limits, memory, launch } = profile;
  const memoryNs = (boundBytes / memory.dramCopyBytesPerSecond.value) * 1e9;
  const issueSlots = limits.smCount.value * limits.schedulersPerSm.value * limits.issuePerScheduler.value;
  const issueNs = ((warps * instructions.perWarp) / issueSlots / profile.clockHz.value) * 1e9;
  return launch.overheadNs.value + Math.max(memoryNs, issueNs);
}
