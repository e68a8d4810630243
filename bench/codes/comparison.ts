// The model of a vendor's code beside what Mesa made of the same kernels: counts of both, and shares of kernels that
// agree.

import { readFileSync } from 'node:fs';
import { type CodeKernel, codeKernels, isKeptApart } from './kernels.ts';
import { type CodeFile, type CodeRow, codeFile, keyOf } from './recording.ts';

export type Pair = readonly [model: number, driver: number];

export interface Compared {
  readonly name: string;
  readonly isApart: boolean;
  readonly pairs: Readonly<Record<string, Pair>>;
}

/** What one vendor's model is asked. */
export interface Comparison<Device extends string = string> {
  readonly vendor: string;
  readonly devices: readonly Device[];
  /** Undefined for a kernel that is not decoded. */
  readonly pairsOf: (kernel: CodeKernel, row: CodeRow, device: Device) => Compared['pairs'] | undefined;
  /** Shares of the kernels that agree, by measure. */
  readonly scores: (rows: readonly Compared[], device: Device) => Readonly<Record<string, number>>;
}

/** Whether the model is off by no more than that share of the driver's. */
export function isNear([model, driver]: Pair, share: number): boolean {
  return Math.abs(model - driver) <= Math.max(share * driver, 0.5);
}

/** Share of the rows that agree. */
export function shareOf(rows: readonly Compared[], agrees: (row: Compared) => boolean): number {
  return rows.filter(agrees).length / rows.length;
}

/** Share of the kernels with loops that are left with as many as the driver leaves. */
export function sameLoops(rows: readonly Compared[]): number {
  const loops = rows.filter(({ pairs }) => Math.max(...pairs.loops) > 0);
  return shareOf(loops, ({ pairs }) => pairs.loops[0] === pairs.loops[1]);
}

/** Every recorded kernel beside the model; those that the model does not know are told to `report`. */
export function compareAll<Device extends string>(
  { vendor, pairsOf }: Comparison<Device>,
  device: Device,
  report: (kernel: CodeKernel, problem: string) => void = () => {},
): Compared[] {
  const file = JSON.parse(readFileSync(codeFile(vendor, device), 'utf8')) as CodeFile;
  const rows = new Map(file.rows.map((row) => [keyOf(row), row]));
  return codeKernels().flatMap((kernel) => {
    const row = rows.get(keyOf(kernel));
    try {
      const pairs = row && pairsOf(kernel, row, device);
      if (pairs) return [{ name: kernel.name, isApart: isKeptApart(kernel), pairs }];
      report(kernel, row ? 'not decoded' : 'not recorded');
    } catch (error) {
      report(kernel, String(error));
    }
    return [];
  });
}
