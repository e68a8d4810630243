// The sizes of a device that execution counts in.

import type { MemoryGeometry } from '../execute/index.ts';
import type { Memory } from '../profile/profile.ts';

/** Banks serve a word per pass where a profile does not say otherwise. */
const WORD_BYTES = 4;

export function memoryGeometry({ sectorBytes, sharedBanks, sharedBankBytes }: Memory): MemoryGeometry {
  return {
    sectorBytes: sectorBytes.value,
    bankCount: sharedBanks.value,
    bankBytes: sharedBankBytes?.value ?? WORD_BYTES,
  };
}
