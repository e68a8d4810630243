// Facts of a device for a choice, from its profile.

import type { Profile } from '../profile/profile.ts';
import type { DeviceFacts } from './features.ts';

export function factsOf({ limits, memory }: Profile): DeviceFacts {
  const { smCount, warpsPerSm, subgroupSize } = limits;
  return {
    multiprocessors: smCount.value,
    threads: smCount.value * warpsPerSm.value * subgroupSize.value,
    dramBytesPerSecond: memory.dramReadBytesPerSecond.value,
    l2Bytes: memory.l2Bytes.value,
  };
}
