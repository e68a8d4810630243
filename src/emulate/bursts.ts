// DRAM moves bursts, which may be larger than a sector: those that are wanted bring their neighbours to L2.

import type { Memory } from '../profile/profile.ts';

/** For each mask of wanted sectors in a line, the mask of those that come with them. */
export function burstMasks(memory: Memory, sectorsPerLine: number): Uint8Array {
  const burstBytes = (memory.dramBurstBytes ?? memory.sectorBytes).value;
  const sectors = Math.max(1, Math.round(burstBytes / memory.sectorBytes.value));
  const burst = 2 ** sectors - 1;
  return Uint8Array.from({ length: 2 ** sectorsPerLine }, (_, wanted) => {
    let moved = 0;
    for (let first = 0; first < sectorsPerLine; first += sectors) {
      if ((wanted >> first) & burst) moved |= burst << first;
    }
    return moved;
  });
}
