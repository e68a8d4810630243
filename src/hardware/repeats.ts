// How often a sample repeats its dispatch within one pass. Browsers round timestamps to steps of up to 0.1 ms, which a
// pass must exceed many times over; where stamps are exact, a sample is one dispatch.

import type { Sample } from './job.ts';

/** So many steps make one of them a hundredth. */
const STEPS = 100;
const MOST_REPEATS = 4096;
/** A pass grows by no more than this at a time: the first ones may find caches cold and the clock low. */
const MOST_GROWTH = 16;

/**
 * @param stepNs of timestamps, which shows only once some are there; 0 where they are exact
 * @param take a sample of so many dispatches in one pass: the time of one
 */
export async function repeatsFor(
  stepNs: () => number,
  take: (repeats: number) => Promise<Sample>,
): Promise<number> {
  let repeats = 1;
  for (;;) {
    const { timeNs } = await take(repeats);
    const wantedNs = STEPS * stepNs();
    if (timeNs * repeats >= wantedNs || repeats >= MOST_REPEATS) return repeats;
    const factor = Math.min(MOST_GROWTH, Math.ceil((1.2 * wantedNs) / Math.max(timeNs * repeats, stepNs())));
    repeats = Math.min(MOST_REPEATS, repeats * factor);
  }
}
