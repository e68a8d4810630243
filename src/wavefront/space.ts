// What may vary about a wavefront (table 2 of Mohanty and Cole, for one device), and what of it makes sense.

import type { Configuration, TableSize } from './phases.ts';

/** 1: single diagonals. Up to what every device takes as threads of a workgroup. */
export const TILES = [1, 8, 16, 32, 64, 128, 256] as const;
export const DIAGONALS = [1, 2, 4, 8, 16, 32, 64, 128] as const;
export const WORKGROUPS = [32, 64, 128, 256] as const;
/** Of half of all diagonals, on each side of the main one. */
export const BAND_SHARES = [0.125, 0.25, 0.5, 0.75, 1] as const;

/** WebGPU's default for the workgroup memory of a workgroup. */
const WORKGROUP_BYTES = 16384;
/** In the pattern's workgroup memory. */
const CELLS_PER_THREAD = 3;

/** As the app file states them. */
export function constraintsOf(cellBytes: number): string[] {
  return [
    'tile == 1 or diagonals == 1',
    'diagonals * 2 <= workgroup',
    'band >= 0 or (tile == 1 and diagonals == 1)',
    `${CELLS_PER_THREAD} * ${cellBytes} * max(workgroup, tile) <= ${WORKGROUP_BYTES}`,
  ];
}

/** Whether a configuration means something: `constraintsOf` as a function. */
export function isSensible({ band, tile, diagonals, workgroup }: Configuration, cellBytes: number): boolean {
  return (
    (tile === 1 || diagonals === 1) &&
    diagonals * 2 <= workgroup &&
    (band >= 0 || (tile === 1 && diagonals === 1)) &&
    CELLS_PER_THREAD * cellBytes * Math.max(workgroup, tile) <= WORKGROUP_BYTES
  );
}

/** The bands that are tried for a table, the least first. */
export function bandsOf({ rows, columns }: TableSize): number[] {
  const half = Math.ceil((rows + columns) / 2);
  return [...new Set([-1, ...BAND_SHARES.map((share) => Math.ceil(share * half))])];
}

/** Every configuration that makes sense for a table of such cells. */
export function configurationsOf(size: TableSize, cellBytes: number): Configuration[] {
  return bandsOf(size).flatMap((band) =>
    TILES.flatMap((tile) =>
      DIAGONALS.flatMap((diagonals) =>
        WORKGROUPS.map((workgroup) => ({ band, tile, diagonals, workgroup })).filter((each) =>
          isSensible(each, cellBytes),
        ),
      ),
    ),
  );
}
