// The sizes of a device that execution counts in.

import type { MemoryGeometry } from '../execute/index.ts';
import type { Profile } from '../profile/profile.ts';

/** Banks serve a word per pass where a profile does not say otherwise. */
const WORD_BYTES = 4;
/** What the cycles of L1's resource are given for. */
const L1_PASS_BYTES = 128;

export function memoryGeometry({ memory, resources }: Pick<Profile, 'memory' | 'resources'>): MemoryGeometry {
  const { sectorBytes, sharedBanks, sharedBankBytes } = memory;
  const bankCount = sharedBanks.value;
  const l1Words = L1_PASS_BYTES / WORD_BYTES / (resources.l1?.gapCycles ?? 1);
  // Lanes are grouped by powers of two.
  const isNarrow = l1Words < bankCount && bankCount % l1Words === 0;
  return {
    sectorBytes: sectorBytes.value,
    bankCount,
    bankBytes: sharedBankBytes?.value ?? WORD_BYTES,
    ...(isNarrow ? { l1Words } : {}),
  };
}
