// Which workgroups stand for the launch: a low-discrepancy sequence over the linear index, so that any prefix
// of it lies evenly over the grid. Work may differ from place to place (a sparse matrix, a Mandelbrot set), and
// execution stops when its budget is used up or the sample says enough.

export interface SampleShape {
  readonly totalWorkgroups: number;
  /** Workgroups wanted, at most. */
  readonly count: number;
  /** Shifts the sequence; any integer. */
  readonly seed: number;
}

/** Linear workgroup indices, each at most once; all of them when the launch is small. */
export function sampleWorkgroups({ totalWorkgroups, count, seed }: SampleShape): number[] {
  if (totalWorkgroups <= count) return Array.from({ length: totalWorkgroups }, (_, index) => index);
  const chosen = new Set<number>();
  for (let step = 0; chosen.size < count; step++) {
    const place = (0.5 + step * GOLDEN + seed * SEED_SHIFT) % 1;
    chosen.add(Math.floor((place < 0 ? place + 1 : place) * totalWorkgroups));
  }
  return [...chosen];
}

/** Multiples of these irrational numbers are spread over the unit interval as evenly as any can be. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
const SEED_SHIFT = Math.SQRT2 - 1;
