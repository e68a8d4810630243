// Which workgroups stand for the launch. One SM holds `residents` of them at a time; the hardware deals
// workgroups out one per SM in turn, so the ones that share an SM are a device width apart. The sample
// takes such sets from places spread evenly over the launch, because work may differ from place to place
// (a sparse matrix, a Mandelbrot set) and caches see what neighbours in time touch.

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

/** Linear workgroup indices, set after set; each at most once. */
export function sampleWorkgroups(shape: SampleShape): number[] {
  const { totalWorkgroups, smCount, residents } = shape;
  const perWave = smCount * residents;
  const waves = Math.ceil(totalWorkgroups / perWave);
  const sets = Math.min(shape.sets, waves);
  const chosen = new Set<number>();
  for (let set = 0; set < sets; set++) {
    // The middle of the set's share of the launch, so that neither end is taken for the whole.
    const wave = Math.floor(((set + 0.5) * waves) / sets);
    const sm = ((((set + 1) * 53 + shape.seed * 29) % smCount) + smCount) % smCount;
    for (let resident = 0; resident < residents; resident++) {
      const index = wave * perWave + resident * smCount + sm;
      if (index < totalWorkgroups) chosen.add(index);
    }
  }
  if (chosen.size === 0) chosen.add(Math.floor(totalWorkgroups / 2));
  return [...chosen];
}
