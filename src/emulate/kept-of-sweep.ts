// What a cache keeps of a sweep: also of what one SM asks for again after so much else.

/**
 * Part of a cyclic sweep over `ratio` times the capacity that is still there the next time. A set that more lines fall
 * to than it has room for keeps none of them; addresses are hashed, so that sets differ in how many that are, and the
 * share of those that keep theirs falls smoothly (microbench/sweeps.cu).
 */
export function keptOfSweep(ratio: number): number {
  const gone = Math.min(1, Math.max(0, (ratio - 1) / (2 * SWEEP_SPREAD) + 0.5));
  return 1 - gone * gone * (3 - 2 * gone);
}

/** Of the capacity: a sweep that is so much smaller stays whole, one so much larger not at all. */
const SWEEP_SPREAD = 0.2;
