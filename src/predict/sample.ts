// Which workgroups stand for the launch. One SM holds `residents` of them at a time; the hardware deals
// workgroups out one per SM in turn, so the ones that share an SM are a device width apart. The sample
// takes such sets from places spread evenly over the launch, because work may differ from place to place
// (a sparse matrix, a Mandelbrot set). The sets are dealt out in turn, so that wherever execution or
// emulation stops for lack of budget, it has seen all places alike.

export interface SampleShape {
  readonly totalWorkgroups: number;
  readonly smCount: number;
  /** Workgroups that one SM holds at once. */
  readonly residents: number;
  /** Sets of residents wanted. */
  readonly sets: number;
  /** Moves the SM whose workgroups are taken; any integer. */
  readonly seed: number;
}

/** Linear workgroup indices, one of each set in turn; each at most once. */
export function sampleWorkgroups(shape: SampleShape): number[] {
  const { totalWorkgroups, smCount, residents } = shape;
  const perWave = smCount * residents;
  const waves = Math.ceil(totalWorkgroups / perWave);
  const sets = Math.min(shape.sets, waves);
  const chosen = new Set<number>();
  for (let resident = 0; resident < residents; resident++) {
    for (let set = 0; set < sets; set++) {
      // The middle of the set's share of the launch, so that neither end is taken for the whole.
      const wave = Math.floor(((set + 0.5) * waves) / sets);
      const sm = ((((set + 1) * SM_STRIDE + shape.seed * SEED_STRIDE) % smCount) + smCount) % smCount;
      const index = wave * perWave + resident * smCount + sm;
      if (index < totalWorkgroups) chosen.add(index);
    }
  }
  if (chosen.size === 0) chosen.add(Math.floor(totalWorkgroups / 2));
  return [...chosen];
}

/** Primes that carry the sample over SMs without a pattern of powers of two. */
const SM_STRIDE = 53;
const SEED_STRIDE = 29;
