// What makes one DRAM access slower than the next: quantiles of the exponential distribution with mean 1, in an order
// that spreads neighbours.

import { log } from '../numeric/portable.ts';
import { GOLDEN_RATIO } from './golden-ratio.ts';

/** Taken in turn by the accesses of an emulation. */
export const DRAM_QUANTILES = exponentialQuantiles(64);

function exponentialQuantiles(count: number): Float64Array {
  const order = Array.from({ length: count }, (_, index) => index).sort(
    (a, b) => ((a * GOLDEN_RATIO) % 1) - ((b * GOLDEN_RATIO) % 1),
  );
  const quantiles = new Float64Array(count);
  for (const [rank, place] of order.entries()) quantiles[place] = -log(1 - (rank + 0.5) / count);
  const mean = quantiles.reduce((sum, each) => sum + each, 0) / count;
  return quantiles.map((each) => each / mean);
}
