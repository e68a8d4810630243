// The tables that are measured: the examples in sizes for which different configurations should win, and for each the
// configurations, all that differ in something at that size.

import { type Configuration, phasesOf, type TableSize } from '../../src/wavefront/phases.ts';
import { configurationsOf } from '../../src/wavefront/space.ts';

export interface Instance {
  /** Of examples/wavefront. */
  readonly example: string;
  readonly params: Readonly<Record<string, number>>;
}

/** The most telling first: the time on the device is short. */
export const INSTANCES: readonly Instance[] = [
  { example: 'smith-waterman', params: { rows: 2048, columns: 2048 } },
  { example: 'nash', params: { rows: 1024, columns: 1024, tsize: 64 } },
  { example: 'knapsack', params: { items: 512, capacity: 2047 } },
  { example: 'paths', params: { rows: 2048, columns: 2048 } },
  { example: 'smith-waterman', params: { rows: 200, columns: 200 } },
  { example: 'nash', params: { rows: 512, columns: 512, tsize: 750 } },
  { example: 'paths', params: { rows: 600, columns: 600 } },
  { example: 'nash', params: { rows: 160, columns: 160, tsize: 16 } },
  { example: 'smith-waterman', params: { rows: 700, columns: 3000 } },
  { example: 'knapsack', params: { items: 100, capacity: 255 } },
  { example: 'paths', params: { rows: 96, columns: 96 } },
  { example: 'nash', params: { rows: 1500, columns: 1500, tsize: 250 } },
];

/** Of the bands of `configurationsOf`, those that are measured: none, half and all. */
const MEASURED_BANDS = [-1, 0.5, 1];

/** Every configuration of these bands, those that are the same dispatches once. */
export function measuredConfigurations(size: TableSize, cellBytes: number): Configuration[] {
  const half = Math.ceil((size.rows + size.columns) / 2);
  const bands = new Set(MEASURED_BANDS.map((share) => (share < 0 ? -1 : Math.ceil(share * half))));
  const known = new Set<string>();
  return configurationsOf(size, cellBytes).filter((configuration) => {
    if (!bands.has(configuration.band)) return false;
    const { opening, closing, groups } = phasesOf(size, configuration);
    const isAlone = opening.strips + closing.strips > 0;
    const { tile, diagonals, workgroup } = configuration;
    const code = tile > 1 ? (isAlone ? [tile, workgroup] : [tile]) : [diagonals, workgroup];
    // Between bands of which the lone workgroup has a part, only its usual size is varied.
    if (isAlone && configuration.band >= 0 && workgroup !== Math.min(256, mostThreads(cellBytes)))
      return false;
    const key = JSON.stringify([opening, closing, groups, code]);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

function mostThreads(cellBytes: number): number {
  return [256, 128, 64, 32].find((threads) => 3 * cellBytes * threads <= 16384) ?? 32;
}
